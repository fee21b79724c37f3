# SPDX-License-Identifier: MIT
"""Somebody else's firmware with a loop of its own: instructions take time, a hang is bitten."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from board_helpers import Recorder, run_ms
from vm_helpers import engine

from emulator import Cabinet
from emulator.board.board import Board
from emulator.vm.errors import VMError
from emulator.vm.program import offers_tick
from machines.firmware import pins

BLINK = """
import time
from machine import Pin
lamp = Pin(30, Pin.OUT, value=0)
while True:
    lamp.toggle()
    time.sleep_ms(50)
"""


def loop_board(source: str, *, said: list[str] | None = None, heap_kb: int = 192, **modules: str) -> Board:
    """A board, still off, with a program that loops."""
    engine()
    from emulator.vm.loop import LoopRuntime

    console = None if said is None else said.append
    return Board(
        pins.PINS, bytes(32_768), LoopRuntime({"main": source, **modules}, console=console, heap_kb=heap_kb)
    )


def watch(board: Board, name: str) -> list[tuple[int, bool]]:
    """(ms, asserted) of every change of a line from now on."""
    seen: list[tuple[int, bool]] = []
    board.line(name).watch(lambda on: seen.append((board.now_us // 1000, on)))
    return seen


def press(board: Board, ms: int = 5) -> None:
    board.line("button_start").drive(True)
    run_ms(board, ms)
    board.line("button_start").drive(False)


def test_a_program_that_sleeps_blinks_in_time() -> None:
    board = loop_board(BLINK)
    seen = watch(board, "lamp_start")
    board.power_on()
    run_ms(board, 1_000)
    assert board.fault is None
    gaps = {after[0] - before[0] for before, after in pairwise(seen)}
    assert len(seen) == 20
    assert gaps == {50}
    assert seen[0][0] <= 5, "the import takes some milliseconds"


def test_two_runs_of_a_loop_are_the_same_to_the_instruction() -> None:
    runs = []
    for _ in range(2):
        board = loop_board(BLINK)
        seen = watch(board, "lamp_start")
        board.power_on()
        fuel = []
        for _ in range(200):
            run_ms(board, 1)
            fuel.append(board.fuel)
        runs.append((seen, fuel, board.ticks))
    assert runs[0] == runs[1]


def test_computing_takes_the_time_that_its_instructions_take() -> None:
    source = """
import time
from machine import Pin
lamp = Pin(30, Pin.OUT, value=0)
def work(rounds):
    total = 0
    for i in range(rounds):
        total += i * i % 7
for rounds in (5000, 10000, 20000):
    lamp.on()
    work(rounds)
    lamp.off()
    time.sleep_ms(20)
time.sleep(100)
"""
    board = loop_board(source)
    seen = watch(board, "lamp_start")
    board.power_on()
    run_ms(board, 5_000)
    assert board.fault is None
    times = [off[0] - on[0] for on, off in zip(seen[::2], seen[1::2], strict=True)]
    assert len(times) == 3
    assert times[0] > 10
    for shorter, longer in pairwise(times):
        assert abs(longer - 2 * shorter) <= 2 + shorter // 20


BUSY = """
import time
from machine import Pin, Timer
tower = Pin(37, Pin.OUT, value=0)
lamp = Pin(30, Pin.OUT, value=0)
hits = 0
def pressed(pin):
    global hits
    hits += 1
    tower.value(hits & 1)
Pin(23, Pin.IN).irq(pressed, Pin.IRQ_FALLING)
"""


def test_interrupts_reach_a_loop_that_never_sleeps() -> None:
    board = loop_board(BUSY + "while hits < 3:\n    pass\nlamp.on()\nwhile True:\n    pass\n")
    tower, lamp = watch(board, "lamp_tower"), watch(board, "lamp_start")
    board.power_on()
    run_ms(board, 100)
    for _ in range(3):
        press(board)
        run_ms(board, 25)
    assert board.fault is None
    assert [on for _, on in tower] == [True, False, True]
    assert [ms for ms, _ in tower] == [100, 130, 160]
    assert lamp == [(160, True)]


def test_an_interrupt_runs_in_a_sleep_and_does_not_shorten_it() -> None:
    board = loop_board(BUSY + "while True:\n    lamp.toggle()\n    time.sleep_ms(2500)\n")
    tower, lamp = watch(board, "lamp_tower"), watch(board, "lamp_start")
    board.power_on()
    run_ms(board, 700)
    press(board)
    run_ms(board, 5_000)
    assert [ms for ms, _ in tower] == [700]
    assert [after[0] - before[0] for before, after in pairwise(lamp)] == [2_500, 2_500]


def test_several_interrupts_at_once_are_all_handed_over_in_order() -> None:
    source = """
import time
from machine import Pin, Timer
rang = []
def ring(number):
    return lambda timer: rang.append(number)
timers = [Timer(-1, mode=Timer.ONE_SHOT, period=period, callback=ring(period)) for period in (30, 20, 20, 30)]
while len(rang) < 4:
    pass
print(rang)
time.sleep(9)
"""
    said: list[str] = []
    board = loop_board(source, said=said)
    board.power_on()
    run_ms(board, 100)
    assert "".join(said) == "[20, 20, 30, 30]\n"


def test_waiting_by_the_clock_takes_as_long_as_it_says() -> None:
    source = """
import time
from machine import Pin
lamp = Pin(30, Pin.OUT, value=0)
while True:
    began = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), began) < 40:
        pass
    lamp.toggle()
"""
    board = loop_board(source)
    seen = watch(board, "lamp_start")
    board.power_on()
    run_ms(board, 400)
    gaps = [after[0] - before[0] for before, after in pairwise(seen)]
    assert set(gaps) <= {40, 41}


def test_a_loop_that_hangs_meets_the_watchdog() -> None:
    source = """
import machine, time
from machine import Pin, WDT
lamp = Pin(30, Pin.OUT, value=1)
dog = WDT(timeout=300)
for _ in range(5):
    dog.feed()
    time.sleep_ms(200)
while True:
    pass
"""
    board = loop_board(source)
    recorder = Recorder(board)
    lamp = watch(board, "lamp_start")
    board.power_on()
    run_ms(board, 1_090)
    assert recorder.kinds() == ["power"]
    assert lamp[-1][1], "a hang leaves its outputs as they are"
    run_ms(board, 30)
    assert recorder.kinds() == ["power", "watchdog"]
    bite_ms = recorder.events[-1][0] // 1000
    assert 1_100 <= bite_ms <= 1_110
    assert [on for _, on in lamp] == [True, False, True], "the chip has begun again"
    assert board.alive
    assert board.chip.reset_cause == 3


@pytest.mark.parametrize(
    ("tail", "fault"),
    [
        ("time.sleep_ms(20)\nraise ValueError('seven')", "main.py:4 in <module>: ValueError: seven"),
        ("import parts\nparts.work()", "parts.py:3 in work: KeyError: 8"),
        (
            "Timer(-1, period=10, callback=lambda t: t.none)\nwhile True: pass",
            "main.py:3 in <lambda>: AttributeError",
        ),
        ("time.sleep_ms(3)", "RuntimeError: main came to its end"),
        ("raise SystemExit", "main.py:3 in <module>: SystemExit"),
        (
            "def down(n): return down(n + 1)\ndown(0)",
            "main.py:3 in down: RuntimeError: maximum recursion depth",
        ),
        ("kept = []\nwhile True: kept.append(bytes(999))", "main.py:4 in <module>: MemoryError"),
    ],
)
def test_a_crash_is_a_fault_with_its_place(tail: str, fault: str) -> None:
    board = loop_board(
        f"import time\nfrom machine import Timer\n{tail}\n", parts="\ndef work():\n    raise KeyError(8)\n"
    )
    board.power_on()
    run_ms(board, 2_000)
    assert not board.alive
    assert board.fault is not None
    assert board.fault.startswith(fault)


def test_a_main_function_is_called() -> None:
    board = loop_board("import time\ndef main():\n    time.sleep_ms(40)\n    raise ValueError('in main')\n")
    board.power_on()
    run_ms(board, 100)
    assert board.fault == "main.py:4 in main: ValueError: in main"


def test_a_power_cut_at_any_place_and_back_again() -> None:
    board = loop_board(BLINK)
    board.power_on()
    run_ms(board, 120)
    for fuel in (0, 1, 500, 5_000, 40_000):
        board.cut_at_fuel(fuel)
        run_ms(board, 60)
        assert not board.powered
        assert not board.line("lamp_start").asserted
        board.power_on()
        run_ms(board, 120)
        assert board.alive
    board.cut_at_op(0, board.ticks + 60)
    for ops in (0, 1):
        board.cut_at_op(ops, board.ticks + 3)
        run_ms(board, 200)
        if not board.powered:
            board.power_on()
    for _ in range(40):
        board.power_off()
        board.power_on()
        run_ms(board, 7)
    assert board.fault is None


def test_a_reset_asked_for_begins_the_program_again() -> None:
    source = """
import machine, time
from machine import Pin
lamp = Pin(30, Pin.OUT, value=1)
time.sleep_ms(20)
if machine.reset_cause() == machine.PWRON_RESET:
    machine.reset()
while True:
    time.sleep(1)
"""
    board = loop_board(source)
    lamp = watch(board, "lamp_start")
    board.power_on()
    run_ms(board, 500)
    assert [on for _, on in lamp] == [True, False, True]
    assert board.chip.reset_cause == 3


def test_what_a_device_raises_is_not_the_loops_fault() -> None:
    board = loop_board(BLINK)

    def full(on: bool) -> None:
        raise OSError("the disk is full")

    board.line("lamp_start").watch(full)
    board.power_on()
    with pytest.raises(OSError, match="the disk is full"):
        run_ms(board, 100)


def test_it_has_no_save_states_and_says_so() -> None:
    board = loop_board(BLINK)
    board.power_on()
    run_ms(board, 20)
    with pytest.raises(VMError, match="a program with a loop of its own has no save states"):
        board.save()
    board.power_off()
    board.load(board.save())


def test_time_has_sleep_here_and_only_here() -> None:
    said: list[str] = []
    board = loop_board(
        "import time\nprint([n for n in dir(time) if n[0] != '_'])\ntime.sleep(9)\n", said=said
    )
    board.power_on()
    run_ms(board, 20)
    names = set(eval("".join(said)))
    ticks = {"ticks_ms", "ticks_us", "ticks_diff", "ticks_add"}
    assert names == ticks | {"time", "sleep", "sleep_ms", "sleep_us"}


FOREIGN = {
    "main": """
import time
from machine import I2C, Pin
bus = I2C(1, scl=Pin(3), sda=Pin(2))
lamp = Pin(30, Pin.OUT, value=0)
def main():
    while True:
        bus.writeto_mem(0x3C, 0, b"OTHER FIRMWARE" + b" " * 18)
        lamp.toggle()
        time.sleep_ms(250)
"""
}


def test_a_cabinet_takes_it_on_micropython_and_refuses_it_on_cpython() -> None:
    engine()
    cab = Cabinet("cierzo", seed="00", firmware=FOREIGN)
    assert cab.runtime == "micropython"
    cab.run(ms=600)
    assert cab.fault is None
    assert cab.display.message.strip() == "OTHER FIRMWARE"
    assert cab.lamps["start"]
    with pytest.raises(VMError, match="a program with a loop of its own runs on MicroPython only"):
        Cabinet("cierzo", seed="00", firmware=FOREIGN, runtime="cpython", trust_firmware=True)
    assert Cabinet("cierzo", seed="00", firmware=FOREIGN, trust_firmware=True).runtime == "micropython"


@pytest.mark.parametrize(
    ("source", "offers"),
    [
        ("def tick():\n    return 1", True),
        ("from parts import tick", True),
        ("from parts import step as tick", True),
        ("tick = make()", True),
        ("def (", True),
        ("while True:\n    pass", False),
        ("def main():\n    def tick(): pass", False),
        ("import tick", False),
    ],
)
def test_a_program_without_a_tick_has_a_loop_of_its_own(source: str, offers: bool) -> None:
    assert offers_tick(source) is offers


def test_a_parked_program_cannot_wait() -> None:
    from vm_helpers import program, vm_board

    board: Any = vm_board(program(top="import machine", tick="machine._board.wait(5)\nreturn 1"))
    board.power_on()
    run_ms(board, 1)
    assert board.fault == "a host call that does not exist: b'wait'"
