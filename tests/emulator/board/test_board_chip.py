# SPDX-License-Identifier: MIT
"""Timers, watchdog, ports and resets of the chip."""

from __future__ import annotations

import pytest
from board_helpers import IDLE, Recorder, make_board, run_ms

from emulator.board.board import Board
from emulator.board.device import NEVER, Device

NOTES = IDLE + "\nfrom machine import *\nimport time\nstate.notes = []\n"


def notes(board: Board) -> list[object]:
    found = board.chip.save()["program"]["notes"]
    assert isinstance(found, list)
    return found


def test_a_periodic_timer_rings_to_the_microsecond_without_drift() -> None:
    board = make_board(
        NOTES + "def ring(t):\n    state.notes.append(time.ticks_us())\n"
        "def boot():\n    Timer(-1, freq=300, callback=ring)\ndef tick():\n    return 1000\n"
    )
    board.power_on()
    run_ms(board, 12)
    assert notes(board) == [3_333, 6_666, 9_999]


def test_a_one_shot_rings_once_and_a_stopped_timer_never() -> None:
    board = make_board(
        NOTES + "def boot():\n"
        "    Timer(-1, mode=Timer.ONE_SHOT, period=5, callback=lambda t: state.notes.append(1))\n"
        "    late = Timer(-1, period=6, callback=lambda t: state.notes.append(2))\n    late.deinit()\n"
    )
    board.power_on()
    run_ms(board, 100)
    assert notes(board) == [1]


def test_timers_of_one_instant_ring_in_the_order_of_their_making() -> None:
    board = make_board(
        NOTES + "def boot():\n    for n in range(3):\n"
        "        Timer(-1, period=5, callback=lambda t, n=n: state.notes.append(n))\n"
    )
    board.power_on()
    run_ms(board, 5)
    assert notes(board) == [0, 1, 2]


FED = (
    NOTES + "def boot():\n    global wdt\n    wdt = WDT(timeout=50)\n    state.notes.append(reset_cause())\n"
)


def test_a_fed_watchdog_keeps_still() -> None:
    board = make_board(FED + "def tick():\n    wdt.feed()\n    return 49\n")
    heard = Recorder(board)
    board.power_on()
    run_ms(board, 1_000)
    assert heard.kinds() == ["power"]


def test_a_hungry_watchdog_boots_the_chip_with_its_cause() -> None:
    board = make_board(FED + "def tick():\n    return 1000\n")
    heard = Recorder(board)
    board.power_on()
    run_ms(board, 50)
    assert not board.alive
    run_ms(board, 1)
    assert board.alive and notes(board) == [3]
    assert heard.kinds() == ["power", "watchdog"]


def test_the_watchdog_boots_a_crashed_program_after_its_time_out() -> None:
    source = "def tick():\n    if reset_cause() == 1:\n        raise RuntimeError('once')\n    wdt.feed()\n"
    board = make_board(FED + source + "    return 10\n")
    heard = Recorder(board)
    board.power_on()
    run_ms(board, 1)
    assert board.fault is not None and board.fault.endswith("RuntimeError: once")
    run_ms(board, 49)
    assert not board.alive
    run_ms(board, 1)
    assert board.alive and board.fault is None
    assert heard.kinds() == ["power", "fault", "watchdog"]


def test_a_reset_leaves_the_program_at_once_and_boots_it_anew() -> None:
    board = make_board(
        NOTES + "def boot():\n    state.notes.append(reset_cause())\n"
        "    if reset_cause() == 1:\n        Pin(30, Pin.OUT, value=1)\n"
        "        reset()\n        Pin(37, Pin.OUT, value=1)\n"
    )
    lamp: list[bool] = []
    tower: list[bool] = []
    board.line("lamp_start").watch(lamp.append)
    board.line("lamp_tower").watch(tower.append)
    board.power_on()
    assert not board.alive
    run_ms(board, 10)
    assert notes(board) == [3] and board.alive
    assert lamp == [True, False] and tower == []


def test_a_program_that_only_resets_itself_does_not_stop_the_clock() -> None:
    board = make_board("import machine\ndef boot(): machine.reset()\ndef tick(): return 1\n")
    board.power_on()
    run_ms(board, 20)
    assert board.now_us == 20_000 and board.ticks == 21


def test_bytes_of_the_serial_line_wake_the_firmware() -> None:
    board = make_board(
        NOTES + "def heard(uart):\n    state.notes.append(uart.read())\n"
        "def boot():\n    global port\n    port = UART(0, baudrate=9600)\n"
        "    port.irq(heard, UART.IRQ_RXIDLE)\n    state.notes.append(port.read())\n"
        "    port.write(b'hello')\n"
    )
    sent: list[bytes] = []
    port = board.chip.uarts[0]
    port.on_transmit = sent.append
    port.receive(b"before the port is open")
    board.power_on()
    run_ms(board, 3)
    port.receive(b"ab")
    port.receive(b"c")
    run_ms(board, 0)
    assert notes(board) == [None, b"abc"]
    assert sent == [b"hello"] and port.baudrate == 9600


def test_the_serial_buffer_keeps_its_first_bytes_and_can_be_read_in_parts() -> None:
    board = make_board(
        NOTES + "def boot():\n    global port\n    port = UART(1)\n"
        "def tick():\n    state.notes.append((port.any(), port.read(2)))\n    return 1000\n"
    )
    board.power_on()
    run_ms(board, 0)
    board.chip.uarts[1].receive(bytes(range(200)))
    board.chip.uarts[1].receive(bytes(range(200)))
    run_ms(board, 1_000)
    assert notes(board) == [(0, None), (256, b"\x00\x01"), (254, b"\x02\x03")]


def test_an_adc_pin_reads_what_is_attached_and_0_otherwise() -> None:
    board = make_board(
        NOTES
        + "def boot():\n    state.notes = [ADC(Pin(47)).read_u16(), ADC(7).read_u16(), ADC(6).read_u16()]\n"
    )
    board.adc[47] = lambda: 1234
    board.power_on()
    assert notes(board) == [1234, 1234, 0]


def test_devices_tick_before_the_firmware_in_their_order() -> None:
    order: list[str] = []

    class Probe(Device):
        def tick(self, now_us: int) -> None:
            order.append(self.name)
            self.due_us = NEVER
            if self.name == "b":
                board.line("button_start").drive(True)

    board = make_board(
        NOTES + "def boot():\n    Pin(23).irq(lambda p: print('irq'))\n"
        "def tick():\n    print('tick')\n    return 10\n",
        console=lambda text: order.append(text.strip()),
    )
    for name in "ab":
        probe = Probe(name)
        probe.due_us = 10_000
        board.add(probe)
    board.power_on()
    run_ms(board, 10)
    assert order == ["tick", "a", "b", "irq", "tick"]


def test_words_for_variation_are_even_and_repeat() -> None:
    words = [0, 1 << 31, 0xFFFFFFFF, 5, 6, 7]
    board = make_board(variation=iter(words).__next__)
    drawn = [board.vary(1) for _ in range(5)]
    # 2**32 is no multiple of 3: the one word above the last whole multiple is drawn again.
    assert drawn == [-1, (1 << 31) % 3 - 1, 5 % 3 - 1, 6 % 3 - 1, 7 % 3 - 1]
    assert make_board().vary(5_000) == 0


@pytest.mark.parametrize("action", ["power_on", "power_off"])
def test_the_supply_is_switched_only_the_other_way(action: str) -> None:
    from emulator.board.errors import BoardError

    board = make_board()
    if action == "power_on":
        board.power_on()
    with pytest.raises(BoardError, match="already"):
        getattr(board, action)()


@pytest.mark.parametrize(
    "call",
    [
        "Pin(30, Pin.OUT, value=1)",
        "I2C(1).writeto(0x3C, b'\\0A')",
        "I2C(1).readfrom(0x3C, 1)",
        "UART(0).write(b'a')",
        "ADC(7).read_u16()",
    ],
)
def test_a_failure_of_the_host_is_no_fault_of_the_firmware(call: str) -> None:
    board = make_board(
        NOTES + f"def tick():\n    try:\n        {call}\n    except:\n        state.notes.append('caught')\n"
        "    return 10\n"
    )

    def fail(*_: object) -> int:
        raise OSError(28, "no space left on device")

    class Failing:
        i2c_write = i2c_read = fail

    board.line("lamp_start").watch(fail)
    board.attach_i2c(0x3C, Failing())  # type: ignore[arg-type]
    board.adc[47] = fail
    board.chip.uarts[0].on_transmit = fail  # type: ignore[assignment]
    board.power_on()
    with pytest.raises(OSError, match="no space left"):
        run_ms(board, 1)
    assert board.fault is None and board.alive
