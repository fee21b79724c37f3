# SPDX-License-Identifier: MIT
"""A small firmware on the board: it runs when it should, and nothing of it leaks into the host."""

from __future__ import annotations

import sys

import pytest
from board_helpers import BLINK, IDLE, Recorder, make_board, run_ms

from emulator.board.board import Board
from emulator.board.errors import BoardError
from emulator.vm.cpython import CPythonRuntime, compile_module
from emulator.vm.errors import VMError
from machines.firmware import pins


def test_a_lamp_blinks_and_a_button_is_answered_at_once() -> None:
    board = make_board(BLINK)
    board.power_on()
    run_ms(board, 499)
    assert not board.line("lamp_start").asserted
    run_ms(board, 1)
    assert board.line("lamp_start").asserted
    run_ms(board, 3)
    board.line("button_start").drive(True)
    assert not board.line("lamp_tower").asserted
    run_ms(board, 0)
    assert board.line("lamp_tower").asserted


def test_time_advances_to_the_microsecond_asked_for_and_never_back() -> None:
    board = make_board()
    board.advance(1_234_567)
    assert board.now_us == 1_234_567
    with pytest.raises(BoardError, match=r"until_us must be 1234567 us or later \(got 5\)"):
        board.advance(5)


def test_the_same_run_in_slices_gives_the_same_state() -> None:
    whole, sliced = make_board(BLINK), make_board(BLINK)
    for board in (whole, sliced):
        board.power_on()
    whole.advance(3_000_000)
    for now_us in range(7_919, 3_000_000, 7_919):
        sliced.advance(now_us)
    sliced.advance(3_000_000)
    assert sliced.save() == whole.save()


def test_nothing_of_the_firmware_enters_the_hosts_modules() -> None:
    before = set(sys.modules)
    board = make_board(BLINK)
    board.power_on()
    run_ms(board, 100)
    assert set(sys.modules) == before
    assert "machine" not in sys.modules and "_board" not in sys.modules


def test_machines_of_one_firmware_share_code_and_no_variable() -> None:
    source = IDLE + "\nstate.n = 0\ndef tick():\n    state.n += 1\n    return 10\n"
    assert compile_module(source, "main.py") is compile_module(source, "main.py")
    first, second = make_board(source), make_board(source)
    first.power_on()
    run_ms(first, 100)
    second.power_on()
    assert first.chip.save()["program"] == {"n": 11}
    assert second.chip.save()["program"] == {"n": 0}


@pytest.mark.parametrize("name", ["os", "sys", "_board", "emulator", "pathlib", "random"])
def test_firmware_imports_only_what_a_board_has(name: str) -> None:
    board = make_board(f"import {name}\n" + IDLE)
    board.power_on()
    assert board.fault == f"main.py:1 in <module>: ImportError: no module named '{name}'"


@pytest.mark.parametrize("name", ["open", "eval", "exec", "compile", "__import__('os').system"])
def test_firmware_finds_no_builtin_that_reaches_the_host(name: str) -> None:
    board = make_board(IDLE + f"\ndef boot():\n    {name}('x')\n")
    board.power_on()
    assert board.fault is not None and board.fault.startswith("main.py:1")


def test_a_crash_names_file_line_and_function_and_kills_the_outputs() -> None:
    helper = "def divide(n):\n    return 1 // n\n"
    main = (
        "import helper\nfrom machine import Pin\n"
        "def boot():\n    Pin(30, Pin.OUT, value=1)\n"
        "def tick():\n    helper.divide(0)\n"
    )
    board = Board(pins.PINS, bytes(256), CPythonRuntime({"main": main, "helper": helper}))
    heard = Recorder(board)
    board.power_on()
    assert board.line("lamp_start").asserted
    run_ms(board, 1)
    assert board.fault is not None
    # Each Python has its own words for it.
    assert board.fault.startswith("helper.py:2 in divide: ZeroDivisionError: ")
    assert not board.alive and board.powered
    assert not board.line("lamp_start").asserted
    assert heard.kinds() == ["power", "fault"]
    run_ms(board, 10_000)
    assert board.ticks == 2


def test_a_syntax_error_names_file_and_line() -> None:
    board = make_board("def boot():\n    pass\nwhile\n")
    board.power_on()
    assert board.fault is not None and board.fault.startswith("main.py:3: SyntaxError")


@pytest.mark.parametrize("value", ["0", "1001", "None", "1.5", "True"])
def test_a_tick_that_returns_no_milliseconds_is_a_fault(value: str) -> None:
    board = make_board(f"def boot(): pass\ndef tick(): return {value}\n")
    board.power_on()
    run_ms(board, 1)
    assert board.fault == f"ValueError: tick must return 1 to 1000 ms (got {value})"


def test_a_state_that_is_not_plain_is_refused_by_name() -> None:
    board = make_board(IDLE + "\nstate.seen = [1, {'a': set()}]\n")
    board.power_on()
    with pytest.raises(VMError, match=r"state\.seen\[1\]\['a'\] must be a plain value"):
        board.save()


def test_a_program_without_main_is_refused() -> None:
    with pytest.raises(VMError, match="sources must hold a module main"):
        CPythonRuntime({"helper": ""})


def test_what_the_firmware_prints_goes_to_the_console() -> None:
    heard: list[str] = []
    source = "def boot():\n    print('coins', 3)\ndef tick():\n    return 10\n"
    board = Board(pins.PINS, bytes(256), CPythonRuntime({"main": source}, console=heard.append))
    board.power_on()
    assert heard == ["coins 3\n"]


@pytest.mark.parametrize("ms", [0, 1, 499, 500, 777, 1003])
def test_a_saved_board_goes_on_as_if_it_had_never_stopped(ms: int) -> None:
    board = make_board(BLINK)
    board.power_on()
    run_ms(board, 1)
    board.line("button_start").drive(True)
    run_ms(board, ms)
    board.line("button_start").drive(False)
    saved = board.save()
    other = make_board(BLINK)
    other.load(saved)
    assert other.save() == saved
    for each in (board, other):
        run_ms(each, 2_345)
        each.line("button_start").drive(True)
        run_ms(each, 1)
    assert other.save() == board.save()


def test_a_board_that_is_off_or_crashed_is_saved_as_that() -> None:
    off = make_board(BLINK)
    other = make_board(BLINK)
    other.power_on()
    other.load(off.save())
    assert not other.powered and not other.alive
    crashed = make_board("def boot(): pass\ndef tick(): return 0\n")
    crashed.power_on()
    run_ms(crashed, 1)
    again = make_board("def boot(): pass\ndef tick(): return 0\n")
    again.load(crashed.save())
    assert again.fault == crashed.fault and not again.alive and again.powered
