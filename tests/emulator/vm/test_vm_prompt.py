# SPDX-License-Identifier: MIT
"""Lines that somebody types, done inside the firmware by the runtime that executes it."""

from __future__ import annotations

import pytest
from vm_helpers import BOTH, engine, program, vm_board

from emulator.board.board import Board
from emulator.board.errors import BoardError
from emulator.vm.answer import ENDLESS, PRINTED_MOST, RESET, Answer, AnswerError, mode_of
from emulator.vm.loop import LoopRuntime
from machines.firmware import pins

SOURCE = program(
    top="import machine, helper\nlamp = machine.Pin(15, 1)\nwatchdog = machine.WDT(timeout=2000)",
    boot="state.count = 3\nstate.rows = [1, 2]\nwatchdog.feed()",
    tick="watchdog.feed()\nreturn 100",
)
HELPER = "def twice(x):\n    return 2 * x\n\n\ndef deep():\n    return [][7]\n"


@pytest.fixture(params=BOTH)
def board(request: pytest.FixtureRequest) -> Board:
    return powered(request.param)


def powered(kind: str) -> Board:
    made = vm_board(SOURCE, kind=kind, modules={"helper": HELPER})
    made.power_on()
    made.advance(250_000)
    assert made.alive, made.fault
    return made


def say(board: Board, *lines: str) -> Answer:
    """Do lines; the answer to the last."""
    return [board.evaluate(line) for line in lines][-1]


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("state.count", "3\n"),
        ("main.state.count + 1", "4\n"),
        ("None", ""),
        ("'a' + 'b'", "'ab'\n"),
        ("x = 5", ""),
        ("1; 2", "1\n2\n"),
        ("for i in range(2):\n    i\n    print('p', i)\n", "0\np 0\n1\np 1\n"),
        ("def f():\n    1\n    return 2\n\n", ""),
        ("a = 1\nb = 2\nprint(a + b)", "3\n"),
        ("__name__", "'__main__'\n"),
        ("helper.twice(4)", "8\n"),
    ],
)
def test_a_line_prints_what_micropython_s_own_prompt_prints(board: Board, line: str, printed: str) -> None:
    assert board.evaluate(line) == Answer(printed)


def test_a_line_changes_the_program(board: Board) -> None:
    assert say(board, "state.count = 500", "state.count").value == 500
    board.advance(2_000_000)
    assert board.evaluate("state.count").value == 500


def test_what_is_made_stays_beside_main(board: Board) -> None:
    assert say(board, "x = 7", "x").value == 7
    assert say(board, "hasattr(main, 'x')").value is False
    assert say(board, "x * 2", "_ + 1").value == 15
    assert say(board, "import json", "json.dumps([x])").value == "[7]"


def test_a_boot_forgets_what_was_made(board: Board) -> None:
    board.evaluate("x = 7")
    board.power_off()
    board.power_on()
    answer = board.evaluate("x")
    assert answer.kind == "NameError"
    assert "'x'" in answer.error


@pytest.mark.parametrize(
    ("line", "kind", "frames"),
    [
        ("1/0", "ZeroDivisionError", ["<stdin>"]),
        ("nothing", "NameError", ["<stdin>"]),
        ("1 +", "SyntaxError", ["<stdin>"]),
        ("state.nothing", "AttributeError", ["<stdin>"]),
        ("import os", "ImportError", ["<stdin>"]),
        ("import _board", "ImportError", ["<stdin>"]),
        ("helper.deep()", "IndexError", ["<stdin>", "helper.py"]),
        ("raise SystemExit", "SystemExit", ["<stdin>"]),
    ],
)
def test_an_error_is_told_and_hurts_nobody(board: Board, line: str, kind: str, frames: list[str]) -> None:
    answer = board.evaluate(line)
    first, *rest = answer.error.splitlines()
    assert first == "Traceback (most recent call last):"
    assert [row.split('"')[1] for row in rest if row.startswith("  File")] == frames
    assert rest[-1].startswith(kind)
    assert (answer.kind, answer.stopped) == (kind, False)
    board.advance(3_000_000)
    assert board.alive


def test_what_was_printed_before_an_error_is_told(board: Board) -> None:
    answer = board.evaluate("print('before'); 1/0")
    assert answer.printed == "before\n"
    with pytest.raises(AnswerError, match="must come to its end"):
        assert answer.value


@pytest.mark.parametrize("line", ["while True: state.rows[0] += 1", "for i in iter(dict, 1):\n  x[0] = 1\n"])
def test_a_line_without_end_is_stopped_and_undone(board: Board, line: str) -> None:
    board.evaluate("x = [5]")
    answer = board.evaluate(line.replace("for i in iter(dict, 1):", "while x:"))
    assert (answer.error, answer.stopped, answer.kind) == (ENDLESS, True, ENDLESS)
    assert board.evaluate("state.rows, x").value == ([1, 2], [5])
    assert board.evaluate("while True: pass").stopped
    board.advance(3_000_000)
    assert board.alive


def test_a_line_prints_no_more_than_anybody_reads(board: Board) -> None:
    printed = board.evaluate("for n in range(3000):\n    print('x' * 99)\n").printed
    assert printed[:PRINTED_MOST].replace("\n", "") == "x" * (PRINTED_MOST - PRINTED_MOST // 100)
    assert printed[PRINTED_MOST:] == f"\n... {300_000 - PRINTED_MOST:,} characters more\n"
    assert board.evaluate("1").value == 1


def test_a_look_leaves_no_trace(board: Board) -> None:
    board.evaluate("x = [1]")
    before, ticks, fuel = board.save(), board.ticks, board.fuel
    assert board.peek("state.count").value == 3
    assert not board.peek("x.append(2); y = 3; state.rows.append(3); state.count = 9").error
    assert board.peek("lamp.value()").value == 0
    assert board.save() == before
    assert (board.ticks, board.fuel) == (ticks, fuel)
    assert board.evaluate("x, state.rows, state.count").value == ([1], [1, 2], 3)
    assert board.evaluate("y").kind == "NameError"


def test_a_look_does_nothing_to_the_board(board: Board) -> None:
    answer = board.peek("lamp.on()")
    assert answer.kind == "RuntimeError"
    assert "a look must do nothing to the board" in answer.error
    assert not board.line("hopper_10_motor").asserted
    board.evaluate("lamp.on()")
    assert board.line("hopper_10_motor").asserted


def test_a_line_counts_as_a_tick_only_if_it_does_something(board: Board) -> None:
    ticks = board.ticks
    board.evaluate("state.count = 4")
    assert board.ticks == ticks
    board.evaluate("lamp.on()")
    assert (board.ticks, board.ops) == (ticks + 1, 1)


def test_a_cut_waits_for_a_line_that_does_something(board: Board) -> None:
    board.cut_at_op(1)
    board.evaluate("state.count")
    assert board.powered
    answer = board.evaluate("lamp.on(); lamp.off()")
    assert (answer.stopped, board.powered) == (True, False)
    with pytest.raises(BoardError, match=r"the program must be running .got none: the power is off"):
        board.evaluate("1")


def test_a_line_may_reset_the_chip(board: Board) -> None:
    assert board.evaluate("machine.reset()") == Answer("", RESET, stopped=True)
    board.advance(1_000_000)
    assert board.alive


def test_saved_states_hold_what_was_made(board: Board) -> None:
    board.evaluate("import helper as h; x = [1, 2]")
    saved = board.save()
    board.evaluate("x = None; state.count = 0")
    board.load(saved)
    assert board.evaluate("h.twice(x[1]), state.count").value == (4, 3)


def test_both_runtimes_answer_alike() -> None:
    lines = (
        "import helper",
        "a = [helper.twice(n) for n in range(4)]",
        "a",
        "a[9]",
        "state.rows += a",
        "state.rows",
    )
    answers = [[(one.printed, one.kind) for one in map(powered(kind).evaluate, lines)] for kind in BOTH]
    assert answers[0] == answers[1]
    assert answers[0][-1] == ("[1, 2, 0, 2, 4, 6]\n", "")


def test_a_program_with_a_loop_of_its_own_has_no_prompt() -> None:
    engine()
    board = Board(
        pins.PINS, bytes(32_768), LoopRuntime({"main": "import time\nwhile True:\n    time.sleep_ms(9)\n"})
    )
    board.power_on()
    board.advance(50_000)
    assert board.alive
    for ask in (board.evaluate, board.peek):
        with pytest.raises(BoardError, match=r"main must offer tick\(\) for a prompt"):
            ask("1")


def test_a_long_line_goes_in_parts() -> None:
    text = "+".join(["1"] * 2_000)
    assert powered("micropython").evaluate(f"{text}").value == 2_000


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("1", "single"),
        ("if x:\n  y\n", "single"),
        ("a = 1\nb", "exec"),
        ("a; b", "single"),
        ("1 +", "single"),
    ],
)
def test_several_statements_are_done_as_a_file(text: str, mode: str) -> None:
    assert mode_of(text) == mode
