# SPDX-License-Identifier: MIT
"""Traces of whole machines: they change nothing, are the same on both runtimes, and say what was there."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import trace_rig
from soon import soon

from emulator import Cabinet
from emulator.cctalk.trace import Tracer
from emulator.devices.cctalk.bus import BYTE_US, HOST
from emulator.records.journal import Recorder
from emulator.scenario.file import Machine
from emulator.scenario.run import cabinet_of
from emulator.tables.dice_cup import DiceCup
from emulator.trace.errors import TraceError
from emulator.trace.recording import Trace
from emulator.vm.choose import RUNTIMES
from machines.firmware import pins
from machines.memory.record import decode


def visit(cabinet: Any) -> None:
    """A coin, a play, the power goes and comes, somebody opens the door."""
    cabinet.run(ms=4_500)
    cabinet.insert(200)
    cabinet.run(ms=1_500)
    cabinet.press("start")
    cabinet.run(ms=700)
    cabinet.power_off()
    cabinet.run(ms=300)
    cabinet.power_on()
    cabinet.run(ms=1_500)
    cabinet.open_door()
    cabinet.run(ms=200)


def traced(
    path: Path, mechanisms: str = "parallel", do: Callable[[Any], None] = visit, **options: Any
) -> Any:
    """A machine, traced from its first instant."""
    run = {key: options.pop(key) for key in ("runtime",) if key in options}
    with Trace(path, **options) as trace:
        cabinet = cabinet_of(Machine(mechanisms=mechanisms), kind=Cabinet, probe=trace.begin, **run)
        do(cabinet)
    return cabinet


def journal_of(path: Path | None, mechanisms: str) -> str:
    stream = io.StringIO()
    trace = None if path is None else Trace(path)
    cabinet = cabinet_of(Machine(mechanisms=mechanisms), probe=None if trace is None else trace.begin)
    recorder = Recorder(cabinet, stream)
    visit(cabinet)
    if trace is not None:
        trace.close()
    recorder.close()
    return stream.getvalue()


@pytest.mark.parametrize("mechanisms", soon(["parallel", "cctalk"], "cctalk"))
def test_journal_is_the_same_with_and_without_a_trace(tmp_path: Path, mechanisms: str) -> None:
    assert journal_of(tmp_path / "a.vcd", mechanisms) == journal_of(None, mechanisms)


@pytest.mark.parametrize("mechanisms", soon(["parallel", "cctalk"], "cctalk"))
def test_trace_is_the_same_on_both_runtimes(tmp_path: Path, mechanisms: str) -> None:
    files = [tmp_path / f"{runtime}.vcd" for runtime in RUNTIMES]
    for runtime, path in zip(RUNTIMES, files, strict=True):
        traced(path, mechanisms, runtime=runtime)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].stat().st_size > 1_000_000


def test_lines_are_those_of_the_pin_table(tmp_path: Path) -> None:
    looked: dict[int, dict[str, bool]] = {}

    def look(cabinet: Any) -> None:
        chip, expander = cabinet.board.chip.pins.lines, cabinet.machine.expander.lines
        cabinet.run(ms=4_500)
        cabinet.insert(200)
        for _ in range(40):
            cabinet.run_us(50_003)
            now = {f"pins.{name}": line.asserted for name, line in chip.items()}
            looked[cabinet.now_us] = now | {
                f"expander.{name}": one.asserted for name, one in expander.items()
            }

    traced(tmp_path / "a.vcd", do=look, signals=("pins", "expander"))
    trace = trace_rig.read(tmp_path / "a.vcd")
    rows = [*(f"pins.{row[0]}" for row in pins.PINS), *(f"expander.{row[0]}" for row in pins.expander("B"))]
    bus = {"pins.uart_tx", "pins.uart_rx", "pins.i2c_sda", "pins.i2c_scl"}  # in scopes of their own
    assert trace.bits.keys() == set(rows) - bus
    for at_us, lines in looked.items():
        for name in trace.bits:
            assert trace.at(name, at_us) == int(lines[name]), f"{name} at {at_us} us"
    assert {value for _, value in trace.changes["pins.coin_200"]} == {0, 1}


def test_levels_are_those_of_the_pins(tmp_path: Path) -> None:
    traced(tmp_path / "a.vcd", do=lambda cabinet: cabinet.run(ms=50), signals=("pins",))
    traced(tmp_path / "b.vcd", do=lambda cabinet: cabinet.run(ms=50), signals=("pins",), levels=True)
    asserted, levels = trace_rig.read(tmp_path / "a.vcd"), trace_rig.read(tmp_path / "b.vcd")
    low = {f"pins.{name}" for name, _, _, active_low, _ in pins.PINS if active_low}
    for name in asserted.bits:
        turned = 1 if name in low else 0
        assert int(levels.at(name, 40_000)) == int(asserted.at(name, 40_000)) ^ turned


def test_cut_of_the_power_is_seen(tmp_path: Path) -> None:
    traced(tmp_path / "a.vcd", "cctalk", signals=("supply", "pins", "expander", "uart0.*x", "run"))
    trace = trace_rig.read(tmp_path / "a.vcd")
    off, on = 6_700_000, 7_000_000
    assert trace.changes["supply.powered"] == [(0, 0), (0, 1), (off, 0), (on, 1)]
    for name in trace.bits:
        if name.partition(".")[0] in ("pins", "expander", "uart0"):
            assert trace.at(name, off + 10) == "x", name
            assert trace.at(name, on - 1) == "x", name
            assert trace.at(name, on) in (0, 1), name
    assert trace.at("supply.firmware", off) == 0
    inputs = [str(value).replace("\\x20", " ") for _, value in trace.changes["run.input"]]
    assert inputs == [
        "1 insert cents=200",
        "2 press name=start ms=100",
        "3 power_off",
        "4 power_on",
        "5 open_door name=main",
    ]


def test_cut_within_a_commit_leaves_the_bytes_that_landed(tmp_path: Path) -> None:
    def cut(cabinet: Any) -> None:
        cabinet.run(ms=4_500)
        cabinet.insert(200)
        cabinet.run(ms=600)
        before = bytes(cabinet.board.fram.data)
        cabinet.board.fram.cut_after(30)
        cabinet.run(ms=300)
        assert not cabinet.powered
        changed.extend(at for at, byte in enumerate(cabinet.board.fram.data) if byte != before[at])

    changed: list[int] = []
    traced(tmp_path / "a.vcd", do=cut, signals=("fram", "i2c.transfer", "supply.powered"), begin_us=5_000_000)
    trace = trace_rig.read(tmp_path / "a.vcd")
    (off_us,) = [at_us for at_us, value in trace.changes["supply.powered"] if value == 0]
    last = [str(value) for at_us, value in trace.changes["i2c.transfer"] if at_us >= off_us and value]
    assert last[-1].endswith("CUT\\x20after\\x2030")
    written = [value for at_us, value in trace.changes["fram.address"] if at_us >= off_us]
    landed = [value for value in written if isinstance(value, int)][-30:]
    assert set(changed) <= set(landed)
    assert len(landed) == 30


@pytest.fixture(scope="module")
def on_the_bus(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[trace_rig.Read, list[Any], list[tuple[int, int, int]]]:
    """A trace of a ccTalk machine, with packets and bytes as our own decoder heard them."""
    rows: list[Any] = []
    heard: list[tuple[int, int, int]] = []

    class Both:
        """Hears beside the trace."""

        def __init__(self, cabinet: Any) -> None:
            bus = cabinet.machine.mechanisms.bus
            self.peripherals, self._first = bus.peripherals, bus.heard
            self.more: list[Any] = []
            bus.heard = self._heard

        def listen_bytes(self, hear: Any) -> None:
            self.more.append(hear)

        def _heard(self, *row: int) -> None:
            heard.append(row)  # type: ignore[arg-type]
            self._first(*row)
            for hear in self.more:
                hear(*row)

    def buy(cabinet: Any) -> None:
        both = Both(cabinet)
        Tracer(both, rows.append)
        cabinet.run(ms=4_500)
        cabinet.insert(200)
        cabinet.run(ms=1_200)
        cabinet.damage("acceptor_unplugged")
        cabinet.run(ms=500)

    path = tmp_path_factory.mktemp("bus") / "a.vcd"
    traced(path, "cctalk", do=buy, signals=("uart0", "cctalk"))
    return trace_rig.read(path), rows, heard


def test_serial_lines_carry_the_bytes_of_the_bus(on_the_bus: Any) -> None:
    trace, _, heard = on_the_bus
    assert [byte for _, byte in trace_rig.serial_bytes(trace, "uart0.rx")] == [row[2] for row in heard]
    sent = trace_rig.serial_bytes(trace, "uart0.tx")
    ours = [row for row in heard if row[1] == HOST]
    assert [byte for _, byte in sent] == [row[2] for row in ours]
    # The first begins with the current, and so a microsecond late.
    assert [at_us for at_us, _ in sent][1:] == [row[0] - BYTE_US for row in ours][1:]


def test_packets_are_told_with_their_meaning(on_the_bus: Any) -> None:
    trace, rows, _ = on_the_bus
    commands = [str(value).replace("\\x20", " ") for _, value in trace.changes["cctalk.command"] if value]
    answers = [str(value).replace("\\x20", " ") for _, value in trace.changes["cctalk.answer"] if value]
    of_host = [row for row in rows if row["sender"] == "host"]
    assert len(commands) == len(of_host) > 20
    assert len(answers) == len(rows) - len(of_host) > 20
    assert any(answer.startswith("from 2: answer: counter 1; position ") for answer in answers)
    for text, row in zip(commands, of_host, strict=True):
        assert text.startswith(f"to {row['to']}: {row['header']} {row['name']}")
    headers = [value for at_us, value in trace.changes["cctalk.header"]]
    assert 229 in headers


def test_chip_that_does_not_answer_is_told(tmp_path: Path) -> None:
    def pull(cabinet: Any) -> None:
        cabinet.run(ms=200)
        cabinet.damage("counter_unplugged")
        cabinet.run(ms=2_000)

    traced(tmp_path / "a.vcd", do=pull, signals=("i2c.transfer", "i2c.ack"))
    trace = trace_rig.read(tmp_path / "a.vcd")
    missing = [
        at_us
        for at_us, value in trace.changes["i2c.transfer"]
        if str(value).endswith("does\\x20not\\x20answer")
    ]
    assert len(missing) > 2
    assert min(missing) > 200_000
    assert {trace.at("i2c.ack", at_us) for at_us in missing} == {0}


def test_trace_of_everything_goes_forward(tmp_path: Path) -> None:
    """The reader refuses a time that is not behind the one before it."""
    traced(tmp_path / "a.vcd", "cctalk", do=lambda cabinet: cabinet.run(ms=300))
    trace = trace_rig.read(tmp_path / "a.vcd")
    assert trace.end_us == 300_000
    assert sum(map(len, trace.changes.values())) > 95_000


def test_trace_in_the_middle_ends_with_its_block(tmp_path: Path) -> None:
    cabinet = Cabinet("cierzo", seed="00")
    cabinet.run(ms=4_500)
    before = cabinet.board.after_event
    with cabinet.trace(tmp_path / "a.vcd", signals=("pins", "displays", "reels")):
        cabinet.insert(200)
        cabinet.run(ms=1_500)
    assert cabinet.board.after_event == before
    assert cabinet.board.i2c.heard is None
    assert all(line.heard is None for line in cabinet.board.chip.pins.lines.values())
    cabinet.insert(200)
    cabinet.run(ms=1_500)
    trace = trace_rig.read(tmp_path / "a.vcd")
    assert trace.end_us == 6_000_000
    assert min(at_us for rows in trace.changes.values() for at_us, _ in rows) >= 4_500_000
    # What was so before it began is there from its beginning.
    assert trace.at("pins.supply", 4_500_000) == 1
    assert trace.values("displays.credits")[-1] == "2.00"
    assert len(trace.changes["pins.coin_200"]) == 3  # at the beginning, and a pulse
    cabinet.close()


def test_steps_of_drums_stand_where_they_are_reached(tmp_path: Path) -> None:
    stood: list[tuple[int, int, int]] = []

    def roll(cabinet: Any) -> None:
        reels = cabinet.machine.reels
        cabinet.run(ms=4_500)
        cabinet.insert(200)
        cabinet.run(ms=1_000)
        cabinet.press("start")
        for place in range(220):
            cabinet.run_us(10_007)
            if place == 60:
                cabinet.jam_reel(2)
            if place == 90:
                cabinet.jam_reel(2, jammed=False)
            stood.extend((cabinet.now_us, one.number, one.step(cabinet.now_us)) for one in reels)

    traced(tmp_path / "a.vcd", do=roll, signals=("reels",), begin_us=5_500_000)
    trace = trace_rig.read(tmp_path / "a.vcd")
    for at_us, number, step in stood:
        found = int(str(trace.at(f"reels.reel_{number}_step", at_us)), 10)
        assert found == step, f"reel {number} at {at_us} us"
    values = [value for _, value in trace.changes["reels.reel_1_step"]]
    assert len(values) > 200
    assert {(after - before) % 96 for before, after in pairwise(values)} == {1}


def test_what_one_sees_is_what_the_cabinet_says(tmp_path: Path) -> None:
    cabinet = traced(
        tmp_path / "a.vcd", signals=("coins", "meters", "reels", "displays", "lamps", "supply.tilt")
    )
    trace = trace_rig.read(tmp_path / "a.vcd")

    def number(path: str) -> int:
        return int(str(trace.values(path)[-1]))

    assert {name: number(f"meters.{name}") for name in ("plays", "prizes", "in", "out")} == {
        name: cabinet.meters[name] for name in ("plays", "prizes", "in", "out")
    }
    assert number("coins.cash_box_cents") + number("coins.hopper_100_coins") * 0 == cabinet.cash_box_cents
    for cents, level in cabinet.hopper_levels.items():
        assert number(f"coins.hopper_{cents}_coins") == level
    for place, reel in enumerate(cabinet.machine.reels, 1):
        assert number(f"reels.reel_{place}_step") == reel.step(cabinet.now_us)
        assert {0, 1} <= set(trace.values(f"reels.reel_{place}_moves"))
    assert trace.values("displays.message")[-1] == cabinet.display.message.replace(" ", "\\x20")
    assert trace.values("supply.tilt")[-1] == cabinet.tilt == "door"
    assert decode(cabinet.nvram, cabinet.seals) is not None


def test_dice_cup_is_traced_too(tmp_path: Path) -> None:
    with Trace(tmp_path / "a.vcd", signals=("pins", "displays", "i2c.transfer")) as trace:
        cup = DiceCup(seed="00", probe=trace.begin)
        cup.run(ms=2_500)
        cup.shake(ms=1_500)
        cup.run(ms=4_000)
        cup.lift()
        cup.run(ms=500)
    found = trace_rig.read(tmp_path / "a.vcd")
    assert str(found.values("displays.dice")[-1]) == "\\x20".join(str(face) for face in cup.faces) != ""
    assert {0, 1} <= set(found.values("pins.motion"))
    assert any("W\\x20dice" in str(value) for value in found.values("i2c.transfer"))


# -- what does not go -----------------------------------------------------------------------------------


class Full(io.StringIO):
    """A disk that is full from the second block on."""

    def write(self, text: str) -> int:
        if self.tell():
            raise OSError(28, "No space left on device")
        return super().write(text)


def test_full_disk_does_not_disturb_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Cabinet("cierzo", seed="00")
    visit(plain)
    monkeypatch.setattr(Trace, "_opened", lambda _: Full())
    trace = Trace(tmp_path / "a.vcd")
    cabinet = Cabinet("cierzo", seed="00", probe=trace.begin)
    visit(cabinet)
    assert (cabinet.nvram, cabinet.last_fault) == (plain.nvram, None)
    with pytest.raises(TraceError, match="cannot be written: No space left"):
        trace.close()
    trace.close()


def test_run_that_goes_back_is_refused(tmp_path: Path) -> None:
    with Trace(tmp_path / "a.vcd") as trace:
        cabinet = Cabinet("cierzo", seed="00", probe=trace.begin)
        cabinet.remember()
        cabinet.run(ms=100)
        with pytest.raises(TraceError, match="must go on"):
            cabinet.rewind(50_000)
        assert cabinet.now_us == 100_000


def test_state_that_is_put_back_ends_the_trace(tmp_path: Path) -> None:
    trace = Trace(tmp_path / "a.vcd", signals=("supply", "pins"))
    cabinet = Cabinet("cierzo", seed="00", probe=trace.begin)
    cabinet.run(ms=400)
    state = cabinet.state()
    cabinet.run(ms=800)
    cabinet.load_state(state)
    cabinet.run(ms=2_000)
    assert cabinet.fault is None
    with pytest.raises(TraceError, match="went back"):
        trace.close()
    times = [at_us for rows in trace_rig.read(tmp_path / "a.vcd").changes.values() for at_us, _ in rows]
    assert max(times) <= 1_200_000


def test_trace_is_of_one_run(tmp_path: Path) -> None:
    with Trace(tmp_path / "a.vcd") as trace:
        Cabinet("cierzo", seed="00", probe=trace.begin)
        with pytest.raises(TraceError, match="one run"):
            Cabinet("cierzo", seed="00", probe=trace.begin)


@pytest.mark.parametrize(
    "options", [{"reader": "surfer"}, {"begin_us": -1}, {"begin_us": 5, "end_us": 5}], ids=str
)
def test_wrong_options_are_named(tmp_path: Path, options: Any) -> None:
    with pytest.raises(TraceError, match="must be"):
        Trace(tmp_path / "a.vcd", **options)
    assert not (tmp_path / "a.vcd").exists()
