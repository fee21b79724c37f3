# SPDX-License-Identifier: MIT
"""pdb in a firmware: it shows the true source, changes nothing by itself, and time stands while one looks."""

from __future__ import annotations

import ast
import io
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from board_helpers import Recorder, run_ms
from debug_rig import MAIN, STEPS, laid, told, typed, watched_board

from emulator import Cabinet
from emulator.debug.prompt import Prompt
from emulator.debug.statements import PlaceError, statement_lines
from emulator.vm.errors import HANG
from emulator.vm.trace import alike
from emulator.vm.turns import counted
from emulator.vm.watch import LeftError
from machines.rom.program import FIRMWARE_FOLDER


@pytest.mark.parametrize("thorough", [False, True])
def test_it_stops_at_a_line_shows_it_and_lets_a_local_be_changed(
    thorough: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = laid(tmp_path)
    board = watched_board(paths, Prompt(["steps.py:15"]), thorough=thorough)
    typed(monkeypatch, "p dir()", "p number", "!number = 41", "clear 1", "up", "p state.left", "c")
    board.power_on()
    run_ms(board, 1)
    assert told(capsys) == [
        f"> {paths['steps']}(15)add()",
        "-> sums.append(",
        "['number', 'sums']",
        "0",
        f"Deleted breakpoint 1 at {paths['steps']}:15",
        f"> {paths['main']}(21)tick()",
        "-> steps.add(state.sums, number)",
        "2",
    ]
    assert board.chip.save()["program"]["sums"] == [42, 2]


def test_without_a_place_it_stops_where_the_firmware_boots_and_steps_from_line_to_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = watched_board(laid(tmp_path), Prompt(), thorough=True)
    typed(monkeypatch, "n", "n", "n", "s", "s", "s", "r", "n", "until 22", "c")
    board.power_on()
    run_ms(board, 1)
    stops = [line.rpartition("/")[2] for line in told(capsys) if line.startswith("> ")]
    assert stops == [
        *("main.py(14)boot()", "main.py(15)boot()", "main.py(15)boot()->None"),
        *("main.py(19)tick()", "steps.py(1)next_of()", "steps.py(3)next_of()", "steps.py(5)next_of()"),
        *("steps.py(7)next_of()->2", "main.py(20)tick()", "main.py(22)tick()"),
    ]


def test_a_step_on_a_line_that_calls_the_host_goes_to_the_next_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asks = MAIN.replace("import steps\n", "import steps\nfrom machine import Pin\n")
    asks = asks.replace("    state.left = 3\n", "    Pin(30, Pin.OUT).value(1)\n    state.left = 3\n")
    board = watched_board(laid(tmp_path, main=asks, steps=STEPS), Prompt())
    typed(monkeypatch, "s", "s", "c")
    board.power_on()
    run_ms(board, 1)
    stops = [line.rpartition("/")[2] for line in told(capsys) if line.startswith("> ")]
    assert stops == ["main.py(15)boot()", "main.py(16)boot()", "main.py(17)boot()"]


def test_breakpoint_in_the_firmware_stops_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = laid(
        tmp_path, main=MAIN, steps=STEPS.replace("        number = 5\n", "        pass\n    breakpoint()\n")
    )
    prompt = Prompt(["main.py:15"])
    board = watched_board(paths, prompt)
    typed(monkeypatch, "clear 1", "c", "w", "q")
    board.power_on()
    with pytest.raises(LeftError):
        run_ms(board, 1)
    said = [line.rpartition("/")[2] for line in told(capsys) if line.startswith(("> ", "  /"))]
    # The place of the stop, then the stack: the firmware's frames and none of the host.
    assert said == ["main.py(15)boot()", "steps.py(14)add()", "main.py(21)tick()", "steps.py(14)add()"]


def test_break_typed_at_the_prompt_means_the_firmwares_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = laid(tmp_path)
    board = watched_board(paths, Prompt())
    typed(monkeypatch, "b steps.py:15", "c", "q")
    board.power_on()
    with pytest.raises(LeftError):
        run_ms(board, 1)
    said = told(capsys)
    assert f"Breakpoint 1 at {paths['steps']}:15" in said
    assert f"> {paths['steps']}(15)add()" in said


def test_leaving_ends_the_run_whatever_the_firmware_catches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    greedy = MAIN.replace(
        "        steps.add(state.sums, number)\n",
        "        try:\n            steps.add(state.sums, number)\n        except:\n            pass\n",
    )
    board = watched_board(laid(tmp_path, main=greedy, steps=STEPS), Prompt(["steps.py:15"]))
    typed(monkeypatch, "q")
    board.power_on()
    with pytest.raises(LeftError):
        run_ms(board, 1)


def test_where_the_firmware_fails_one_may_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = STEPS.replace("        number -= 1\n", "        number -= sums[9]\n")
    paths = laid(tmp_path, main=MAIN.replace("state.left = 3", "state.left = 4"), steps=broken)
    board = watched_board(paths, Prompt(["main.py:15"]))
    typed(monkeypatch, "c", "p number", "c")
    board.power_on()
    run_ms(board, 1)
    said = told(capsys)
    assert said[-4:] == [
        "the firmware fails: IndexError: list index out of range",
        f"> {paths['steps']}(14)add()",
        "-> number -= sums[9]",
        "2",
    ]
    assert board.last_fault == "steps.py:13-14 in add: IndexError: list index out of range"


def test_time_stands_and_no_watchdog_bites_while_one_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dog = MAIN.replace("import steps\n", "import steps\nfrom machine import WDT\n")
    dog = dog.replace("    state.left = 3\n", "    state.left = 3\n    state.dog = 0\n    WDT(timeout=200)\n")
    paths = laid(tmp_path, main=dog, steps=STEPS)
    prompt = Prompt(["steps.py:15"])
    board = watched_board(paths, prompt)
    recorder, seen_us = Recorder(board), []

    class Slow:
        """Somebody who asks a thousand things at each stop, and looks at the clock of the board."""

        def __init__(self) -> None:
            self.left = 1_000

        def readline(self) -> str:
            self.left -= 1
            seen_us.append(board.now_us)
            return "p number\n" if self.left > 0 else "clear 1\n" if self.left == 0 else "c\n"

    monkeypatch.setattr("sys.stdin", Slow())
    monkeypatch.setattr("sys.stdout", io.StringIO())
    board.power_on()
    monkeypatch.setattr("builtins.input", lambda _: sys.stdin.readline().rstrip("\n"))
    run_ms(board, 150)
    assert len(seen_us) > 1_000 and set(seen_us) == {0}
    assert recorder.kinds().count("watchdog") == 0
    assert board.alive


def test_a_hang_is_found_as_without_it_and_one_may_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = laid(
        tmp_path, main=MAIN.replace("    return 100\n", "    while state:\n        pass\n"), steps=STEPS
    )
    faults = []
    for watch in (None, Prompt(["main.py:15"])):
        typed(monkeypatch, "clear 1", "c", "c")
        board = watched_board(paths, watch)
        board.power_on()
        run_ms(board, 1)
        faults.append(board.last_fault)
    assert [alike(str(fault)) for fault in faults] == [HANG, HANG]
    assert f"> {paths['main']}(23)tick()" in told(capsys)


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("steps.py", "break must be FILE:LINE (got steps.py)"),
        ("steps.py:x", "break must be FILE:LINE (got steps.py:x)"),
        ("nix.py:3", "break must be in a module of the firmware (got nix.py)"),
        ("steps.py:2", "break must be the first line of a statement (got steps.py:2)"),
        ("steps.py:16", "break must be the first line of a statement (got steps.py:16)"),
    ],
)
def test_a_place_that_is_none_is_refused_with_one_that_is(place: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(PlaceError) as caught:
        watched_board(laid(tmp_path), Prompt([place]))
    assert str(caught.value) == says
    assert place != "steps.py:2" or caught.value.hint == "the next one is steps.py:3"


CALLS = """
sums = []
for one in (0, 3, -1):
    add(sums, next_of(one))
    f = lambda n: [m for m in range(n)]
    f(2)
"""


def traced(code: Any, file: str) -> list[int]:
    """Lines in the order in which Python tells them of a module and its functions."""
    lines = []

    def trace(frame: Any, event: str, _: object) -> Any:
        if frame.f_code.co_filename != file:
            return None
        if event == "line":
            lines.append(frame.f_lineno)
        return trace

    space: dict[str, Any] = {".turn": lambda: 0}
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        exec(code, {"__builtins__": {**vars(__import__("builtins")), **space}, "__name__": "m"})
    finally:
        sys.settrace(before)
    return lines


def test_counting_turns_moves_no_line_and_leaves_no_name() -> None:
    source = STEPS + CALLS
    tree = counted(source, "m.py", thorough=True, tree=ast.parse(source))
    assert not isinstance(tree, str)
    code = compile(tree, "m.py", "exec")
    assert traced(code, "m.py") == traced(compile(source, "m.py", "exec"), "m.py")
    names = [name for one in ast.walk(tree) if isinstance(one, ast.Name) for name in [one.id]]
    assert {name for name in names if name.startswith(".")} == {".turn"}


@pytest.mark.parametrize("trust", [False, True])
def test_a_run_in_pdb_is_the_same_run(
    trust: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = []
    for watch in (None, Prompt(["credit.py:35", "play.py:83"])):
        typed(monkeypatch, *["n"] * 60, *["c"] * 20)
        firmware = FIRMWARE_FOLDER if trust else None
        cab = Cabinet("cierzo", seed="00", firmware=firmware, trust_firmware=trust, watch=watch)
        cab.run(ms=4_000)
        cab.insert(50)
        cab.run(ms=1_000)
        cab.press("start")
        cab.run(ms=9_000)
        kept.append((cab.nvram, cab.now_us, cab.board.save()["chip"]))
    assert kept[0] == kept[1]
    assert len(told(capsys)) > 100


def test_the_firmware_of_the_board_has_a_line_for_every_statement() -> None:
    text = (FIRMWARE_FOLDER / "coins.py").read_text(encoding="utf-8")
    lines = text.splitlines()
    assert {lines[at - 1].split()[0] for at in statement_lines(text)} >= {"def", "if", "return", "import"}
    assert not any(lines[at - 1].lstrip().startswith(("#", '"""')) for at in statement_lines(text))


def test_azar_play_stops_in_pdb_at_a_terminal(tmp_path: Path) -> None:
    """As a person at a terminal does it: a pseudo-terminal, a prompt, lines typed behind it."""
    host, terminal = pty.openpty()
    line = "play cierzo --headless --script visit --seed 00 --break coins.py:40"
    run = subprocess.Popen(
        [sys.executable, "-P", "-m", "emulator.cli", *line.split(), "--journal", str(tmp_path / "v.jsonl")],
        stdin=terminal, stdout=terminal, stderr=subprocess.STDOUT, env={**os.environ, "TERM": "dumb"},
    )  # fmt: skip
    os.close(terminal)
    said = ""

    def until(words: str) -> None:
        nonlocal said
        while words not in said:
            said += os.read(host, 4_096).decode()

    until("(pdb) ")
    assert f"> {FIRMWARE_FOLDER / 'coins.py'}(40)count()" in said
    assert "-> credit.insert(state, coin)" in said
    said = ""
    os.write(host, b"p cents * 100\n")
    until("(pdb) ")
    assert "5000" in said
    os.write(host, b"q\n")
    until("error: interrupted")
    assert run.wait() == 1
    os.close(host)
