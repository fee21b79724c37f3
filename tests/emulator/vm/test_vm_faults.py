# SPDX-License-Identifier: MIT
"""Firmware that fails in the virtual machine: a fault of the machine, never of the emulator."""

from __future__ import annotations

import pytest
from board_helpers import Recorder, run_ms
from vm_helpers import BOTH, program, vm_board

from emulator.vm.errors import VMError
from emulator.vm.trace import complaint, refusal


def fault_of(source: str, *, kind: str = "micropython", heap_kb: int = 192, ms: int = 1) -> str:
    """Boot, run, and return why the firmware died."""
    board = vm_board(source, kind=kind, heap_kb=heap_kb)
    board.power_on()
    run_ms(board, ms)
    assert not board.alive
    assert board.fault is not None
    return board.fault


@pytest.mark.parametrize("kind", BOTH)
def test_a_crash_names_file_line_function_and_error(kind: str) -> None:
    source = program(top="import parts", tick="return parts.wait(7)")
    board = vm_board(
        source, kind=kind, modules={"parts": "\n\ndef wait(ms):\n    raise ValueError('no %d' % ms)\n"}
    )
    board.power_on()
    recorder = Recorder(board)
    run_ms(board, 1)
    assert board.fault == "parts.py:4 in wait: ValueError: no 7"
    assert recorder.events == [(0, "fault", {"text": board.fault})]


@pytest.mark.parametrize("kind", BOTH)
def test_a_crash_in_the_boards_own_module_is_blamed_on_the_line_that_called_it(kind: str) -> None:
    source = program(top="from machine import I2C", boot="I2C(1).readfrom(0x22, 1)")
    assert fault_of(source, kind=kind).startswith("main.py:6 in boot: OSError: ")


@pytest.mark.parametrize("kind", BOTH)
def test_a_crash_in_a_handler_is_a_fault(kind: str) -> None:
    source = program(
        top="from machine import Timer\ndef ring(timer):\n    raise KeyError(5)",
        boot="Timer(-1, period=10, callback=ring)",
        tick="return 1000",
    )
    assert fault_of(source, kind=kind, ms=20) == "main.py:3 in ring: KeyError: 5"


@pytest.mark.parametrize("kind", BOTH)
def test_a_crash_while_importing_is_a_fault(kind: str) -> None:
    assert fault_of(program(top="x = 1\nx.y = 2"), kind=kind).startswith(
        "main.py:2 in <module>: AttributeError"
    )


def test_a_module_that_does_not_compile_is_a_fault_with_its_line() -> None:
    assert fault_of(program(top="x = 1\ndef (:")) == "main.py:2: SyntaxError: invalid syntax"


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("kind_of_exit", ["raise SystemExit(3)", "raise KeyboardInterrupt"])
def test_leaving_the_program_is_a_fault(kind: str, kind_of_exit: str) -> None:
    if kind == "cpython" and "Keyboard" in kind_of_exit:
        return  # there it is the person at the keyboard, and stops the emulator
    assert kind_of_exit.split()[1].split("(")[0] in fault_of(program(tick=kind_of_exit), kind=kind)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(
    "value", ["None", "'soon'", "0", "-5", "1001", "100000", "1 << 40", "-(1 << 40)", "True", "[1]"]
)
def test_a_tick_that_answers_nonsense_is_a_fault_that_shows_it(kind: str, value: str) -> None:
    shown = repr(eval(value))
    fault = fault_of(program(tick=f"return {value}"), kind=kind)
    assert fault == f"ValueError: tick must return 1 to 1000 ms (got {shown})"


def test_a_full_heap_is_a_fault_and_the_next_boot_is_as_good_as_new() -> None:
    source = program(top="kept = []", tick="kept.append(bytes(1000))\nreturn 1")
    board = vm_board(source, heap_kb=64)
    board.power_on()
    run_ms(board, 200)
    assert board.fault is not None
    assert board.fault.startswith("main.py:8 in tick: MemoryError")
    room = board.ticks
    board.power_off()
    board.power_on()
    run_ms(board, 200)
    assert board.ticks == 2 * room
    assert 20 < room < 64


def test_the_heap_is_as_large_as_it_was_asked_for() -> None:
    source = program(top="kept = []", tick="kept.append(bytes(1000))\nreturn 1")
    filled = []
    for heap_kb in (64, 192):
        board = vm_board(source, heap_kb=heap_kb)
        board.power_on()
        run_ms(board, 400)
        filled.append(board.ticks)
    assert 110 < filled[1] - filled[0] < 135


@pytest.mark.parametrize("heap_kb", [32, 8192])
def test_the_smallest_and_the_largest_heap_work(heap_kb: int) -> None:
    board = vm_board(program(), heap_kb=heap_kb)
    board.power_on()
    run_ms(board, 200)
    assert board.alive


@pytest.mark.parametrize("heap_kb", [0, 31, 8193])
def test_another_heap_is_refused(heap_kb: int) -> None:
    with pytest.raises(VMError, match=r"heap_kb must be 32 to 8192 KiB"):
        vm_board(program(), heap_kb=heap_kb)


def test_endless_recursion_is_a_fault() -> None:
    fault = fault_of(program(top="def down(n):\n    return down(n + 1)", tick="return down(0)"))
    assert fault.startswith("main.py:2 in down: RuntimeError: maximum recursion depth exceeded")


@pytest.mark.parametrize("kind", BOTH)
def test_what_a_device_raises_is_not_the_firmwares_fault(kind: str) -> None:
    source = program(
        top="from machine import Pin\nlamp = Pin(30, Pin.OUT)",
        tick="try:\n    lamp.value(1)\nexcept Exception:\n    pass\nreturn 100",
    )
    board = vm_board(source, kind=kind)

    def full(on: bool) -> None:
        raise OSError("the disk is full")

    board.power_on()
    board.line("lamp_start").watch(full)
    with pytest.raises(OSError, match="the disk is full"):
        run_ms(board, 1)


@pytest.mark.parametrize("kind", BOTH)
def test_a_reset_asked_for_boots_anew(kind: str) -> None:
    source = program(
        top="import machine",
        boot="state.cause = machine.reset_cause()",
        tick="if state.cause == 1:\n    machine.reset()\nreturn 100",
    )
    board = vm_board(source, kind=kind)
    board.power_on()
    run_ms(board, 50)
    assert board.alive
    assert board.chip.reset_cause == 3
    assert board.ticks == 4


def test_a_firmware_that_prints_a_traceback_of_its_own_does_not_fake_a_fault() -> None:
    source = program(boot="print('Traceback: main.py')", tick="raise ValueError('real')")
    assert fault_of(source) == "main.py:8 in tick: ValueError: real"


def test_a_traceback_becomes_one_line() -> None:
    frames = (("_boot.py", 9, "tick"), ("main.py", 3, "tick"), ("machine.py", 40, "value"))
    lines = [f'  File "{file}", line {line}, in {name}' for file, line, name in frames]
    text = "\n".join(["Traceback (most recent call last):", *lines, "ValueError: one", "two", ""])
    assert complaint(text, {"main": "\n\nx()\n"}) == "main.py:3 in tick: ValueError: one two"
    assert complaint("", {"main": ""}) == "the firmware failed without a word"


def test_a_refusal_of_the_compiler_becomes_one_line() -> None:
    told = '(got File "/tmp/x/a.py", line 12 SyntaxError: invalid syntax)'
    assert refusal(told, "a") == "a.py:12: SyntaxError: invalid syntax"
    assert refusal("too long", "a") == "a.py: too long"
