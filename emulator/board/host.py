# SPDX-License-Identifier: MIT
"""The host module ``_board``: the functions that the shared ``machine.py`` stands on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emulator.board.bench import Bench
from emulator.board.chip import Chip
from emulator.board.uart import UARTPort


def chip_functions(board: Bench, chip: Chip) -> dict[str, Callable[..., Any]]:
    """
    Every function of ``_board`` by name; all arguments are positional plain values.

    ``i2c_read`` takes a prefix to write first and returns None where nobody acknowledges.
    """

    def port(number: int) -> UARTPort:
        if not 0 <= number < len(chip.uarts):
            raise ValueError(f"UART id must be 0 to {len(chip.uarts) - 1} (got {number})")
        return chip.uarts[number]

    def uart_write(number: int, data: bytes) -> int:
        chip.operations.count()
        return int(of_device(port(number).transmit, data))

    def adc_read(gpio: int) -> int:
        source = board.adc.get(gpio)
        return 0 if source is None else int(of_device(source))

    def of_device(call: Callable[..., Any], *arguments: object) -> Any:
        try:
            return call(*arguments)
        except Exception as error:
            chip.guard.failed(error)

    return {
        "pin_mode": chip.pins.mode,
        "pin_set": chip.pins.put,
        "pin_get": chip.pins.levels.__getitem__,
        "pin_irq": chip.pins.trigger,
        "pin_levels": lambda: chip.pins.levels,
        "i2c_write": board.i2c.write,
        "i2c_read": board.i2c.read,
        "uart_init": lambda number, baudrate: port(number).open(baudrate),
        "uart_write": uart_write,
        "uart_any": lambda number: port(number).any(),
        "uart_read": lambda number, size: port(number).read(size),
        "uart_irq": chip.handle_uart,
        "adc_read": adc_read,
        "wdt_start": lambda timeout_ms: chip.watchdog.start(board.now_us, timeout_ms),
        "wdt_feed": lambda: chip.watchdog.feed(board.now_us),
        "timer_start": lambda number, period_us, periodic: chip.timers.start(
            number, board.now_us, period_us, periodic
        ),
        "timer_stop": chip.timers.stop,
        "rtc_get": board.rtc.get,
        "rtc_set": board.rtc.set,
        "otp_read": board.otp.read,
        "scratch_read": chip.scratch.word,
        "unique_id": lambda: board.unique_id,
        "reset": chip.ask_reset,
        "reset_cause": lambda: chip.reset_cause,
        "ticks_us": chip.ticks_us,
    }
