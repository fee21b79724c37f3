# SPDX-License-Identifier: MIT
"""What a firmware prints: the same lines on both runtimes, no more than a wire carries, never in its way."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from soon import soon
from vm_helpers import BOTH, engine, program

import emulator.cabinet.console
from emulator import Cabinet
from emulator.cabinet.console import BURST_CHARACTERS, CHARACTERS_PER_S, LINE_CHARACTERS, Console
from emulator.cli import run as azar
from emulator.commands.firmware import printable
from emulator.records.journal import Recorder
from machines.rom.build import build_file
from machines.rom.program import firmware_sources


def talking(top: str = "", boot: str = "", tick: str = "") -> dict[str, str]:
    """Our firmware with something to say, at import, in the boot and in each tick."""
    sources = firmware_sources()
    main = sources["main"]
    main += f"\n{top}\n_boot, _tick = boot, tick\ndef boot():\n    _boot()\n"
    main += "".join(f"    {line}\n" for line in boot.splitlines()) + "def tick():\n"
    main += "".join(f"    {line}\n" for line in tick.splitlines()) + "    return _tick()\n"
    return {**sources, "main": main}


def said(sources: dict[str, str], runtime: str, ms: int = 300) -> list[str]:
    lines: list[str] = []
    cab = Cabinet(
        "cierzo", seed="00", firmware=sources, runtime=runtime, trust_firmware=True, console=lines.append
    )
    cab.run(ms=ms)
    cab.power_off()
    cab.power_on()
    cab.power_off()
    return lines


SAYING = talking(
    top="print('importado', 1, b'x', None, True, (1, 'a'), [2], sep='-')",
    boot="print('arranque', state.power_ups, end='; ')\nprint()",
    tick="print('at', state.now_ms, end='')\nprint('\\nmañana 20 €')",
)


def test_both_runtimes_print_the_same_lines_at_import_boot_and_tick() -> None:
    engine()
    lines = {runtime: said(SAYING, runtime) for runtime in BOTH}
    assert lines["cpython"] == lines["micropython"]
    assert lines["cpython"][:3] == ["importado-1-b'x'-None-True-(1, 'a')-[2]\n", "arranque 1; \n", "at 0\n"]
    assert lines["cpython"].count("importado-1-b'x'-None-True-(1, 'a')-[2]\n") == 2
    assert "arranque 2; \n" in lines["cpython"] and "mañana 20 €\n" in lines["cpython"]


def test_an_unfinished_line_is_told_when_the_program_ends() -> None:
    engine()
    source = talking(tick="print('last', end=' ')\nprint('words', end='')\nraise ValueError")
    assert {runtime: said(source, runtime)[0] for runtime in BOTH} == dict.fromkeys(BOTH, "last words\n")


def test_a_stream_takes_it_as_a_function_does() -> None:
    stream = io.StringIO()
    cab = Cabinet("cierzo", seed="00", firmware=SAYING, trust_firmware=True, console=stream)
    cab.run(ms=100)
    assert stream.getvalue().startswith("importado-1")


def test_it_is_no_part_of_the_journal(tmp_path: Path) -> None:
    texts = []
    for console in (None, lambda line: None):
        cab = Cabinet("cierzo", seed="00", firmware=SAYING, trust_firmware=True, console=console)
        stream = io.StringIO()
        recorder = Recorder(cab, stream)
        cab.run(ms=500)
        recorder.close()
        texts.append(stream.getvalue())
    assert texts[0] == texts[1]
    assert "importado" not in texts[0]


@pytest.mark.parametrize("runtime", BOTH)
def test_going_back_and_loading_a_state_print_nothing_again(runtime: str) -> None:
    engine()
    lines: list[str] = []
    cab = Cabinet(
        "cierzo", seed="00", firmware=SAYING, runtime=runtime, trust_firmware=True, console=lines.append
    )
    cab.remember()
    cab.run(ms=2_500)
    before = len(lines)
    cab.rewind(1_300_000)
    saved = cab.state()
    cab.load_state(saved)
    assert len(lines) == before
    cab.run(ms=1_200)
    assert len(lines) > before


def test_a_restored_cabinet_prints_on() -> None:
    cab = Cabinet("cierzo", seed="00", firmware=SAYING, trust_firmware=True)
    cab.run(ms=1_000)
    lines: list[str] = []
    again = Cabinet.restore(cab.save(), firmware=SAYING, trust_firmware=True, console=lines.append)
    assert lines == []
    again.run(ms=1_000)
    assert any(line.startswith("at ") for line in lines)


# -- bounds -------------------------------------------------------------------------------------------


class _Clock:
    """As much of a board as a console looks at."""

    def __init__(self) -> None:
        self.now_us = 0
        self.loading = False


@pytest.fixture
def bounded() -> Iterator[tuple[Console, _Clock, list[str]]]:
    lines: list[str] = []
    console, clock = Console(lines.append), _Clock()
    console.attach(clock)  # type: ignore[arg-type]
    yield console, clock, lines


Bounded = tuple[Console, _Clock, list[str]]


def test_a_print_loop_gives_what_a_wire_carries_and_says_what_was_dropped(bounded: Bounded) -> None:
    console, clock, lines = bounded
    line = "x" * 99 + "\n"
    for _ in range(100_000):
        console.write(line)
    assert sum(map(len, lines)) <= BURST_CHARACTERS
    clock.now_us = 10_000_000
    told = len("".join(lines))
    for _ in range(100_000):
        console.write(line)
    assert lines[told // 100].startswith("[console: 9,93")
    assert len("".join(lines)) <= told + 10 * CHARACTERS_PER_S + 100


def test_a_run_has_an_end_of_it(bounded: Bounded, monkeypatch: pytest.MonkeyPatch) -> None:
    console, clock, lines = bounded
    monkeypatch.setattr(emulator.cabinet.console, "CHARACTERS_MAX", 1_000_000)
    for second in range(300):
        clock.now_us = second * 1_000_000
        for _ in range(200):
            console.write("y" * 99 + "\n")
    assert len("".join(lines)) < 1_000_000 + 300 * 80
    assert lines[-1] == "[console: 1,000,000 characters are told, no more of this run]\n"


def test_a_line_without_end_is_ended(bounded: Bounded) -> None:
    console, _, lines = bounded
    for _ in range(25):
        console.write("z" * 100)
    assert [len(line) for line in lines] == [LINE_CHARACTERS + 1] * 2
    console.end_line()
    assert lines[-1] == "z" * 500 + "\n"


def test_the_pieces_in_which_text_comes_change_nothing() -> None:
    text = "uno\ndos\n" + "q" * 2_345 + "\n\ntres"
    told = []
    for size in (1, 7, len(text)):
        lines: list[str] = []
        console = Console(lines.append)
        for at in range(0, len(text), size):
            console.write(text[at : at + size])
        console.end_line()
        told.append(lines)
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("runtime", soon(BOTH, "cpython"))
def test_a_firmware_that_prints_for_ever_is_a_hang_of_a_bounded_size(runtime: str) -> None:
    engine()
    lines = said(talking(tick="while True:\n    print('for ever and ever')"), runtime)
    assert 0 < len("".join(lines)) < BURST_CHARACTERS + 100


@pytest.mark.parametrize("runtime", BOTH)
def test_what_the_listener_raises_is_not_the_firmwares_fault(runtime: str) -> None:
    engine()

    def full(line: str) -> None:
        raise OSError("the disk is full")

    source = talking(tick="try:\n    print('x')\nexcept Exception:\n    pass")
    with pytest.raises(OSError, match="the disk is full"):
        Cabinet("cierzo", seed="00", firmware=source, runtime=runtime, trust_firmware=True, console=full).run(
            ms=100
        )


@pytest.mark.parametrize(("name", "value"), [("BURST_CHARACTERS", 1 << 40), ("LINE_CHARACTERS", 1 << 40)])
def test_a_mutant_without_bounds_is_caught(monkeypatch: pytest.MonkeyPatch, name: str, value: int) -> None:
    monkeypatch.setattr(emulator.cabinet.console, name, value)
    lines: list[str] = []
    console, clock = Console(lines.append), _Clock()
    console.attach(clock)  # type: ignore[arg-type]
    checks: list[Callable[[Bounded], None]] = [
        test_a_print_loop_gives_what_a_wire_carries_and_says_what_was_dropped,
        test_a_line_without_end_is_ended,
    ]
    noticed = 0
    for check in checks:
        try:
            check((console, clock, lines))
        except AssertionError:
            noticed += 1
    assert noticed


def test_print_refuses_a_separator_that_is_no_text_on_both() -> None:
    engine()
    for runtime in BOTH:
        cab = Cabinet(
            "cierzo",
            seed="00",
            firmware={"main": program(tick="print(1, 2, sep=3)\nreturn 5")},
            runtime=runtime,
            trust_firmware=True,
        )
        cab.run(ms=10)
        assert cab.last_fault == "main.py:8 in tick: TypeError"


# -- on the command line --------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ROM that talks and then crashes, a script for it, a scenario with it, and a journal of it."""
    engine()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    source = talking(
        boot="print('arranque', state.power_ups)",
        tick="if state.now_ms > 3_000:\n    print('\\x1b[2J adiós\\x07')\n    [][7]",
    )
    (tmp_path / "fw").mkdir()
    for name, text in source.items():
        (tmp_path / "fw" / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "x.rom").write_bytes(build_file("cierzo", firmware=tmp_path / "fw"))
    step = '[[step]]\nafter_ms = 4_000\ndo = "press"\nname = "start"\n'
    (tmp_path / "s.toml").write_text(f'title = "Short"\n{step}')
    (tmp_path / "x.toml").write_text(f'title = "Short"\n[machine]\nmodel = "x.rom"\n{step}')
    cab = Cabinet(rom="x.rom", seed="00")
    with (tmp_path / "x.jsonl").open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        cab.run(ms=4_000)
        recorder.close()
    return tmp_path


VERBS = ("play x.rom --headless --seed 00 --script s.toml", "replay x.jsonl", "scenario x.toml")
# A terminal is given no control character of a firmware.
PRINTED = ["arranque 1", "\\x1b[2J adiós\\x07"]
FAILED = "the firmware failed last at main.py:"


@pytest.mark.parametrize("line", soon(VERBS, VERBS[2]))
@pytest.mark.parametrize("runtime", BOTH)
def test_each_verb_writes_it_to_a_file_or_to_standard_error(
    line: str, runtime: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trust = " --trust-firmware" if runtime == "cpython" else ""
    # What always holds in a scenario does not hold with a dead program.
    status = int(line.startswith("scenario"))
    assert azar(f"{line} --runtime {runtime}{trust} --console told.txt".split()) == status
    err = capsys.readouterr().err
    assert (files / "told.txt").read_text("utf-8").splitlines()[:2] == PRINTED
    assert "arranque" not in err
    assert [row for row in err.splitlines() if FAILED in row and row.endswith(" in tick: IndexError")]
    assert azar(f"{line} --runtime {runtime}{trust} --console -".split()) == status
    said = capsys.readouterr().err.splitlines()
    assert [row for row in said if row in PRINTED][:2] == PRINTED


@pytest.mark.parametrize("line", VERBS[:2])
def test_the_json_of_a_run_names_fault_and_firmware(
    line: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert azar(f"{line} --json".split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert re.fullmatch(r"main\.py:\d+ in tick: IndexError", found["last_fault"])
    assert {name: found["firmware"][name] for name in ("ours", "differs", "trusted")} == {
        "ours": False,
        "differs": ["main.py"],
        "trusted": False,
    }


@pytest.mark.parametrize("other", ["x.rom", "run.jsonl", "kept.nvram"])
def test_it_is_never_a_file_of_the_machine(
    other: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (files / "x.rom").read_bytes()
    line = f"play x.rom --headless --script s.toml --journal run.jsonl --nvram kept.nvram --console {other}"
    assert azar(line.split()) == 1
    assert "console must be a file of its own" in capsys.readouterr().err
    assert (files / "x.rom").read_bytes() == before


def test_a_file_that_cannot_be_written_is_an_error_before_anything_runs(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert azar(f"{VERBS[0]} --console no/such/folder.txt".split()) == 1
    assert "no/such/folder.txt: console cannot be written" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_does_not_disturb_the_machine(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert azar(f"{VERBS[0]} --console /dev/full".split()) == 0
    assert "/dev/full: console is cut short: No space left on device" in capsys.readouterr().err


def test_nothing_that_a_terminal_obeys_gets_through() -> None:
    assert printable("a\x1b]0;x\x07\r\u202e\x9bé\tñ€") == "a\\x1b]0;x\\x07\\r\\u202e\\x9bé\tñ€"
