# SPDX-License-Identifier: MIT
"""A machine on a bench: lines at its prompt and wires on its lines, each a recorded input."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from vm_helpers import BOTH, engine

from emulator import Cabinet, EmulatorError
from emulator.board.errors import BoardError
from emulator.cabinet import CabinetError
from emulator.cabinet.books import BalanceError
from emulator.cabinet.probe import TEXT_MOST
from emulator.cabinet.trust import UntrustedFirmwareError
from emulator.records.journal import Recorder, read
from emulator.records.recall import recall
from emulator.records.replay import replay


def ready(runtime: str = "cpython", **options: Any) -> Cabinet:
    if runtime == "micropython":
        engine()
    return Cabinet("cierzo", seed="00", runtime=runtime, **options)


def heard(cabinet: Cabinet, kind: str) -> list[Any]:
    found: list[Any] = []
    cabinet.listen(lambda out, t_us, fields: found.append((t_us, dict(fields))) if out == kind else None)
    return found


@pytest.mark.parametrize(
    "use",
    [
        lambda cab: cab.probe(),
        lambda cab: cab.evaluate("1"),
        lambda cab: cab.peek("1"),
        lambda cab: cab.set_line("button_start", 0),
        lambda cab: cab.free_line("button_start"),
    ],
)
def test_a_machine_of_record_has_no_prompt(use: Any) -> None:
    cabinet = Cabinet("cierzo")
    told: list[str] = []
    cabinet.listen_inputs(lambda name, t_us, given: told.append(name))
    with pytest.raises(CabinetError, match="must be of a TEST machine"):
        use(cabinet)
    assert told == []


def test_a_line_is_evaluated_and_told() -> None:
    cabinet, inputs = ready(), []
    cabinet.listen_inputs(lambda name, t_us, given: inputs.append((name, dict(given))))
    evaluated = heard(cabinet, "evaluated")
    cabinet.run(ms=4000)
    assert cabinet.evaluate("main.state.credits_cents").value == 0
    assert cabinet.evaluate("1/0").kind == "ZeroDivisionError"
    assert cabinet.peek("main.state.credits_cents").value == 0
    assert inputs == [("evaluate", {"text": "main.state.credits_cents"}), ("evaluate", {"text": "1/0"})]
    assert [fields["error"] for _, fields in evaluated] == ["", "ZeroDivisionError"]


@pytest.mark.parametrize("text", ["", "x" * (TEXT_MOST + 1)])
def test_a_line_has_limits(text: str) -> None:
    with pytest.raises(CabinetError, match="text must be 1 to 16,384 characters"):
        ready().evaluate(text)


def test_a_wire_holds_an_input_whatever_its_device_does() -> None:
    cabinet = ready()
    cabinet.run(ms=4000)
    line = cabinet.board.line("door_main")
    cabinet.set_line("door_main", line.level)
    cabinet.open_door("main")
    assert (cabinet.doors["main"], line.asserted, line.driven) == (True, False, True)
    cabinet.run(ms=1000)
    assert cabinet.log[-1]["text"] == "power_up 1"
    cabinet.free_line("door_main")
    assert line.asserted
    cabinet.run(ms=1000)
    assert cabinet.log[-1]["text"].startswith("door_main")


def test_a_wire_presses_a_button() -> None:
    cabinet = ready()
    cabinet.run(ms=4000)
    cabinet.insert(200)
    cabinet.run(ms=8000)
    cabinet.set_line("button_start", 0)
    cabinet.run(ms=60)
    cabinet.free_line("button_start")
    cabinet.run(ms=60)
    assert cabinet.display.credits == "1.80"


def test_a_wire_on_the_expander_reaches_the_firmware() -> None:
    cabinet = ready()
    cabinet.run(ms=4000)
    cabinet.set_line("key_service", 0)
    cabinet.run(ms=1000)
    assert not cabinet.keys["service"]
    assert "key_service_on" in cabinet.log[-1]["text"]


@pytest.mark.parametrize(
    ("name", "level", "says"),
    [
        ("lamp_start", 1, "name must be an input of the board, .* .got an output."),
        ("nothing", 1, "name must be an input of the board, .* .got nothing."),
        ("button_start", 2, "level must be 0 or 1 .got 2."),
        ("button_start", True, "level must be 0 or 1 .got True."),
    ],
)
def test_a_wire_is_refused(name: str, level: int, says: str) -> None:
    with pytest.raises(CabinetError, match=says):
        ready().set_line(name, level)


def test_a_line_without_a_wire_is_not_freed() -> None:
    with pytest.raises(CabinetError, match="name must be a line with a wire on it"):
        ready().free_line("button_start")


def test_saved_states_hold_wires() -> None:
    cabinet = ready()
    cabinet.run(ms=4000)
    cabinet.set_line("door_main", 1)
    cabinet.set_line("key_service", 0)
    saved = cabinet.save()
    cabinet.free_line("door_main")
    for again in (Cabinet.restore(saved), cabinet):
        if again is cabinet:
            cabinet.put_back(Cabinet.restore(saved).snapshot())
        assert again.board.line("door_main").wired is False
        assert (again.board.line("key_service").asserted, again.keys["service"]) == (True, False)
        again.free_line("door_main")
        again.free_line("key_service")
        assert not again.board.line("key_service").asserted
    assert "wires" not in cabinet.board.save()


def test_books_that_a_line_unbalances_are_told_once() -> None:
    cabinet = ready()
    cabinet.run(ms=4000)
    told = heard(cabinet, "imbalance")
    for line in ("import store", "state.credits_cents = 500", "store.commit(state)", "store.commit(state)"):
        cabinet.evaluate(line)
    cabinet.run(ms=2000)
    assert len(told) == 1
    assert "must add up to 0 cents" in told[0][1]["text"]
    assert "(got 500)" in told[0][1]["text"]
    assert "state" not in told[0][1]["text"]
    cabinet.evaluate("state.credits_cents = 0; store.commit(state)")
    assert [fields["text"] for _, fields in told][1:] == [""]


def test_without_probes_an_imbalance_is_raised() -> None:
    cabinet = ready()
    cabinet.run(ms=4000)
    cabinet.board.evaluate("import store; state.credits_cents = 500; store.commit(state)")
    with pytest.raises(BalanceError):
        cabinet.run(ms=1000)
    cabinet.probe()
    cabinet.board.evaluate("store.commit(state)")
    cabinet.run(ms=1000)


@pytest.mark.parametrize("runtime", BOTH)
def test_a_journal_of_interventions_replays_on_both_runtimes(runtime: str, tmp_path: Path) -> None:
    path = tmp_path / "bench.jsonl"
    cabinet = ready(runtime)
    with open(path, "w", encoding="ascii", newline="\n", opener=_own) as stream:
        recorder = Recorder(cabinet, stream)
        cabinet.remember()
        cabinet.run(ms=4000)
        cabinet.insert(100)
        cabinet.run(ms=355)
        cabinet.set_line("coin_100", 1)
        cabinet.run(ms=2)
        cabinet.free_line("coin_100")
        for line in (
            "import store",
            "x = [state.credits_cents]",
            "x[0] += 7",
            "1/0",
            "while True: x[0] += 1",
        ):
            cabinet.evaluate(line)
        cabinet.peek("x.append(1)")
        cabinet.run(ms=2500)
        cabinet.evaluate("state.credits_cents += x[0]; state.stirred = True")
        cabinet.run(ms=1000)
        cabinet.rewind(5_500_000)
        assert cabinet.evaluate("x, state.credits_cents").value == ([107], 100)
        cabinet.cut_power(300)
        cabinet.evaluate("x.append(2)")
        assert cabinet.evaluate("store.commit(state)").stopped
        for refused in (lambda: cabinet.evaluate("1"), cabinet.power_off):
            with pytest.raises(EmulatorError):
                refused()
        cabinet.power_on()
        cabinet.run(ms=5000)
        recorder.close()
    names = [event["in"] for event in map(read(path).event, range(2, recorder.lines)) if "in" in event]
    assert names.count("evaluate") == 9
    assert "power_off" not in names
    for other in BOTH:
        report = replay(path, build=partial(Cabinet.from_origin, runtime=other), trust_firmware=True)
        assert (report.same, report.complete) == (True, True), str(report)


def typed_journal(path: Path) -> Path:
    """A journal in which somebody typed a line."""
    cabinet = ready()
    with open(path, "w", encoding="ascii", newline="\n", opener=_own) as stream:
        recorder = Recorder(cabinet, stream)
        cabinet.run(ms=4000)
        cabinet.evaluate("state.credits_cents")
        recorder.close()
    return path


def test_lines_of_a_journal_are_evaluated_where_they_are_held(tmp_path: Path) -> None:
    """A journal is anybody's file: on CPython its lines of Python would be programs of the host."""
    engine()
    path, made = typed_journal(tmp_path / "typed.jsonl"), []

    def on_cpython(origin: Any, **options: Any) -> Cabinet:
        made.append(Cabinet.from_origin(origin, **(options | {"runtime": "cpython"})))
        return made[-1]

    with pytest.raises(UntrustedFirmwareError, match="must run on genuine MicroPython"):
        replay(path, build=on_cpython)
    assert made[-1].peek("state.credits_cents").value == 0
    assert replay(path).same
    assert replay(path, trust_firmware=True).same
    assert recall(path).warnings == ()


def test_the_command_chooses_who_holds_them(azar: Any, tmp_path: Path) -> None:
    engine()
    path = typed_journal(tmp_path / "typed.jsonl")
    assert azar(f"replay {path} --json").json["firmware"]["runtime"] == "micropython"
    refused = azar(f"replay {path} --runtime cpython")
    assert (refused.status, "must run on genuine MicroPython" in refused.err) == (1, True)
    assert azar(f"replay {path} --runtime cpython --trust-firmware").status == 0


def test_so_are_lines_of_a_scenario(azar: Any, tmp_path: Path) -> None:
    engine()
    path = tmp_path / "typed.toml"
    path.write_text(
        'title = "Typed"\n[[step]]\nafter_ms = 4000\ndo = "evaluate"\n'
        'text = "board.LAMPS[0].on()"\nuntil = { lamps = ["start"] }\n',
        encoding="utf-8",
    )
    assert azar(f"scenario {path}").status == 0
    assert azar(f"scenario {path} --runtime cpython --trust-firmware").status == 0
    refused = azar(f"scenario {path} --runtime cpython")
    assert refused.status == 1
    assert "must run on genuine MicroPython" in refused.out
    script = azar(f"play cierzo --headless --seed 00 --runtime cpython --script {path}")
    assert script.status == 1


def test_a_plug_that_is_pulled_twice_is_refused_before_it_is_told() -> None:
    cabinet, told = ready(), []
    cabinet.listen_inputs(lambda name, t_us, given: told.append(name))
    with pytest.raises(BoardError, match="the board is on already"):
        cabinet.power_on()
    cabinet.power_off()
    with pytest.raises(BoardError, match="the board is off already"):
        cabinet.power_off()
    assert told == ["power_off"]


def _own(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
