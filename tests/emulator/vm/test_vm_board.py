# SPDX-License-Identifier: MIT
"""A board on genuine MicroPython: the same board as on CPython, and nothing of the host behind it."""

from __future__ import annotations

import ast

import pytest
from board_helpers import BLINK, Recorder, run_ms
from vm_helpers import BOTH, engine, program, reported, vm_board

from emulator.board.clock import time_functions
from emulator.vm.errors import VMError
from emulator.vm.library import library_modules

ALLOWED = sorted([*library_modules(), "machine", "time"])
# Every other module that the artifact carries, the aliases with u, and what our boot code used.
HIDDEN = [
    "__main__", "_asyncio", "argparse", "asyncio", "builtins", "cmath", "deflate", "framebuf",
    "heapq", "host", "io", "math", "mip", "os", "platform", "random", "re", "requests", "select", "ssl",
    "sys", "uctypes", "vfs", "tls", "cryptolib", "socket", "btree", "ffi", "jni", "uos", "uio", "urandom",
    "ure", "uheapq", "uselect", "uplatform", "umachine", "utime", "uasyncio", "uhost", "_board",
    "_boot", "u_board", "u_boot", ".frozen", "main_missing",
]  # fmt: skip


@pytest.mark.parametrize("name", HIDDEN)
def test_a_program_cannot_import_what_is_not_the_boards(name: str) -> None:
    source = program(
        boot=f"try:\n    __import__({name!r})\nexcept (ImportError, ValueError) as error:\n    report('no')"
    )
    assert reported(source) == "no"


@pytest.mark.parametrize("name", ALLOWED)
def test_a_program_can_import_the_library_and_the_board(name: str) -> None:
    assert reported(program(boot=f"__import__({name!r})\nreport('yes')")) == "yes"


def test_the_module_that_has_an_alias_of_its_own_has_lost_its_contents() -> None:
    """``usys`` is answered without a table; what C code keeps outside of it leads nowhere."""
    found = reported(program(boot="import usys\nreport([name for name in dir(usys) if name[0] != '_'])"))
    assert set(ast.literal_eval(found)) <= {"path", "ps1", "ps2"}


def test_nothing_that_a_program_reaches_leads_to_the_host_call() -> None:
    """Through modules, classes, methods and the globals of every function on the way."""
    walk = """
import machine, time, micropython, gc
def walk():
    seen = {}
    todo = [("machine", machine), ("time", time), ("micropython", micropython), ("gc", gc)]
    found = []
    while todo:
        path, item = todo.pop()
        if id(item) in seen:
            continue
        seen[id(item)] = True
        # What a dict or a buffer holds is long to write out, and a dict's values are walked one by one.
        text = repr(type(item) if isinstance(item, (dict, bytearray)) else item)
        if "host" in text or "uctypes" in text or "-bit memory" in text:
            found.append((path, text))
        if isinstance(item, dict):
            todo += [(path + "[" + repr(key) + "]", value) for key, value in item.items()]
        elif isinstance(item, (int, str, bytes, tuple, list, bool)):
            pass
        else:
            for name in dir(item):
                if name not in ("__class__", "__doc__"):
                    try:
                        todo.append((path + "." + name, getattr(item, name)))
                    except Exception:
                        pass
    return found, len(seen)
"""
    found = reported(program(top=walk, boot="report(walk())"))
    leads, count = ast.literal_eval(found)
    assert leads == []
    assert count > 60


def test_time_has_the_names_that_it_has_on_cpython() -> None:
    found = reported(program(boot="import time\nreport([name for name in dir(time) if name[0] != '_'])"))
    assert sorted(ast.literal_eval(found)) == sorted(time_functions(lambda: 0, lambda: 0))


def test_payout_is_missing_on_a_board_that_never_plays() -> None:
    for kind in BOTH:
        board = vm_board(program(top="import payout"), kind=kind)
        board.power_on()
        assert board.fault is not None
        assert "ImportError" in board.fault


def test_a_module_of_the_board_is_never_replaced() -> None:
    with pytest.raises(VMError, match="must not replace a module of the board"):
        vm_board(program(), modules={"machine": "Pin = 1"})


@pytest.mark.parametrize("kind", BOTH)
def test_pins_timers_and_interrupts_work_alike(kind: str) -> None:
    board = vm_board(BLINK, kind=kind)
    recorder = Recorder(board)
    board.power_on()
    lit = []
    board.line("lamp_start").watch(lambda on: lit.append((board.now_us, on)))
    board.line("lamp_tower").watch(lambda on: lit.append((board.now_us, on)))
    run_ms(board, 1_203)
    board.line("button_start").drive(True)
    run_ms(board, 40)
    board.line("button_start").drive(False)
    run_ms(board, 1_000)
    assert board.fault is None
    assert lit == [
        (500_000, True),
        (1_000_000, False),
        (1_203_000, True),
        (1_253_000, False),
        (1_500_000, True),
        (2_000_000, False),
    ]
    assert recorder.kinds() == ["power"]


@pytest.mark.parametrize("kind", BOTH)
def test_what_the_board_refuses_reaches_the_firmware_as_the_same_error(kind: str) -> None:
    attempts = """
from machine import ADC, I2C, RTC, UART, WDT, Pin, Timer
import machine
def attempt(work):
    try:
        work()
        return "fine"
    except Exception as error:
        return type(error).__name__
def report():
    return [
        attempt(lambda: I2C(1).readfrom(0x11, 4)),
        attempt(lambda: I2C(1).writeto(0x11, b"x")),
        attempt(lambda: I2C(1).writeto(0x50, bytes(2))),
        attempt(lambda: Pin(60)),
        attempt(lambda: Pin(4).irq(print, 77)),
        attempt(lambda: Pin(4, 9)),
        attempt(lambda: WDT(timeout=9000)),
        attempt(lambda: UART(7)),
        attempt(lambda: UART(0, -1)),
        attempt(lambda: Timer(-1, period=0, callback=print)),
        attempt(lambda: Timer(3)),
        attempt(lambda: ADC(2)),
        attempt(lambda: ADC(44).read_u16()),
        attempt(lambda: RTC().datetime((2026, 13, 1, 0, 0, 0, 0, 0))),
    ]
"""
    board = vm_board(program(top=attempts, tick="raise ValueError(' '.join(report()))"), kind=kind)
    board.power_on()
    run_ms(board, 1)
    assert board.fault is not None
    errors = ["OSError", "OSError", "fine", *["ValueError"] * 8, "fine", "fine", "ValueError"]
    assert board.fault.split(": ")[-1].split() == errors


@pytest.mark.parametrize("kind", BOTH)
def test_long_answers_and_large_numbers_come_through_whole(kind: str) -> None:
    work = """
from machine import I2C, RTC, Timer, UART
import machine, time
bus = I2C(1)
timer = None
def check():
    global timer
    data = bytes([(i * 7) & 255 for i in range(3000)])
    bus.writeto_mem(0x50, 0x100, data, addrsize=16)
    assert bus.readfrom_mem(0x50, 0x100, 3000, addrsize=16) == data
    assert bus.readfrom_mem(0x50, 0x100, 512, addrsize=16) == data[:512]
    assert bus.readfrom_mem(0x50, 0x100, 513, addrsize=16) == data[:513]
    room = bytearray(4)
    bus.readfrom_mem_into(0x50, 0x100, room, addrsize=16)
    assert room == data[:4]
    assert bus.scan() == [0x50]
    assert time.time() == 1767225600
    assert RTC().datetime() == (2026, 1, 1, 3, 0, 0, 0, 0)
    RTC().datetime((2031, 5, 6, 0, 7, 8, 9, 0))
    assert RTC().datetime() == (2031, 5, 6, 1, 7, 8, 9, 0)
    assert machine.unique_id() == b"azar-box"
    assert machine.reset_cause() == 1
    # An hour and a half: more microseconds than 32 bits hold.
    timer = Timer(-1, mode=Timer.ONE_SHOT, period=5400000, callback=ring)
    port = UART(0, 9600)
    assert port.write(b"hello") == 5
    assert port.any() == 0 and port.read(3) is None
def ring(timer):
    raise ValueError("rang")
"""
    board = vm_board(program(top=work, boot="check()", tick="return 1000"), kind=kind, unique_id=b"azar-box")
    sent: list[bytes] = []
    board.chip.uarts[0].on_transmit = sent.append
    board.power_on()
    assert board.fault is None
    assert sent == [b"hello"]
    run_ms(board, 5_399_999)
    assert board.fault is None
    run_ms(board, 1)
    assert board.fault is not None and board.fault.endswith("ValueError: rang")


@pytest.mark.parametrize("kind", BOTH)
def test_a_program_that_asks_the_board_while_it_is_imported_asks_at_every_boot(kind: str) -> None:
    """Such a program cannot begin from a picture of the first import."""
    top = """
from machine import I2C, Pin
count = I2C(1).readfrom_mem(0x50, 0, 1, addrsize=16)[0]
level = Pin(23, Pin.IN).value()
"""
    store = "I2C(1).writeto_mem(0x50, 0, bytes([count + 1 + level * 16]), addrsize=16)"
    board = vm_board(program(top=top, boot=store), kind=kind)
    for expected in (17, 34):
        board.power_on()
        assert board.fault is None
        assert board.fram.data[0] == expected
        board.power_off()
    board.line("button_start").drive(True)
    board.power_on()
    assert board.fram.data[0] == 35


def test_what_a_program_tells_the_board_while_it_is_imported_counts_at_every_boot() -> None:
    top = """
from machine import Pin, WDT
import time
lamp = Pin(30, Pin.OUT, value=1)
dog = WDT(timeout=300)
dog.feed()
began = time.ticks_us()
"""
    boards = [vm_board(program(top=top, tick="return 1000"), kind=kind) for kind in BOTH]
    for board in boards:
        for _ in range(3):
            board.power_on()
            assert board.line("lamp_start").asserted
            assert board.ops == 2
            run_ms(board, 200)
            board.power_off()
            assert not board.line("lamp_start").asserted
        recorder = Recorder(board)
        board.power_on()
        run_ms(board, 350)
        assert "watchdog" in recorder.kinds()
    assert boards[0].ticks == boards[1].ticks


def test_twenty_machines_live_side_by_side() -> None:
    engine()
    source = program(
        top="from machine import Pin\nlamp = Pin(30, Pin.OUT)\ncount = [0]",
        tick="count[0] += 1\nlamp.value(count[0] & 1)\nreturn 10",
    )
    boards = [vm_board(source) for _ in range(20)]
    for board in boards:
        board.power_on()
    for _ in range(5):
        for number, board in enumerate(boards):
            run_ms(board, 10 * (number % 3))
    assert [board.ticks for board in boards] == [2 + 5 * (number % 3) for number in range(20)]
