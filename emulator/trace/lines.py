# SPDX-License-Identifier: MIT
"""The lines of the pin table, those of the chip and those of the expander, and the serial ports' two."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from emulator.board.line import Line
from emulator.board.uart import UARTPort
from emulator.trace.serial import BITS, bits_of
from emulator.trace.timeline import LEFT_OUT, Timeline
from emulator.trace.vcd import FLOATING, UNKNOWN

SECOND_US = 1_000_000
# Shown by their buses, bit by bit; as pins they rest.
_OF_BUSES = ("uart_tx", "uart_rx", "i2c_sda", "i2c_scl")


class PinLines:
    """
    Lines as their names say: 1 is asserted; or, with ``levels``, as a probe on the pin finds them.

    Args:
        timeline: takes their changes.
        scope: of all of them.
        lines: with their names in the pin table.
        powered: whether there is current; without it nobody knows the level of a line.
        levels: electrical levels instead.
    """

    def __init__(
        self,
        timeline: Timeline,
        scope: str,
        lines: Iterable[Line],
        powered: Callable[[], bool],
        *,
        levels: bool = False,
    ) -> None:
        self._timeline, self._powered = timeline, powered
        self._lines: list[tuple[int, Line, int]] = []
        for line in lines:
            if line.name in _OF_BUSES:
                continue
            turned = line.active_low if levels else 0
            number = timeline.signal(f"{scope}.{line.name}", rest=int(line.rest ^ turned))
            if number != LEFT_OUT:
                self._lines.append((number, line, turned))
                line.heard = partial(self._heard, number, turned)

    def _heard(self, number: int, turned: int, asserted: bool) -> None:
        if self._powered():
            self._timeline.tell(number, asserted ^ turned)

    def power(self, on: bool) -> None:
        """The supply comes or goes."""
        for number, line, turned in self._lines:
            self._timeline.tell(number, line.asserted ^ turned if on else UNKNOWN)

    def let_go(self) -> None:
        """Listen no more."""
        for _, line, _ in self._lines:
            line.heard = None


class SerialLine:
    """
    One direction of a serial port, as bits on a line and as bytes.

    Args:
        timeline: takes both.
        path: of the line; ``_byte`` behind it names the bytes.
    """

    def __init__(self, timeline: Timeline, path: str) -> None:
        self._timeline = timeline
        self._line = timeline.signal(path, rest=1)
        self._byte = timeline.signal(f"{path}_byte", bits=8)

    def byte(self, byte: int, begin_us: int, end_us: int) -> None:
        """One byte, from the beginning of its start bit to the end of its stop bit."""
        for at_us, level in bits_of(byte, begin_us, end_us):
            self._timeline.tell(self._line, level, at_us)
        self._timeline.tell(self._byte, byte, begin_us)
        self._timeline.tell(self._byte, FLOATING, end_us)

    def power(self, on: bool) -> None:
        """The supply comes or goes; an idle line is high."""
        self._timeline.tell(self._line, 1 if on else UNKNOWN)
        self._timeline.tell(self._byte, FLOATING if on else UNKNOWN)


class FreePort:
    """
    A port without a bus behind it: its bytes are whole at once, and laid out behind that at its own rate.

    A port that was never opened sends nothing that a line could carry.
    """

    def __init__(self, timeline: Timeline, port: UARTPort, now: Callable[[], int]) -> None:
        self._port, self._now = port, now
        self._lines = {
            True: SerialLine(timeline, f"uart{port.number}.tx"),
            False: SerialLine(timeline, f"uart{port.number}.rx"),
        }
        self._free_us = {True: 0, False: 0}
        port.heard = self._heard

    def _heard(self, sent: bool, data: bytes) -> None:
        if not self._port.baudrate:
            return
        begin_us = max(self._now(), self._free_us[sent])
        byte_us = BITS * SECOND_US
        for place, byte in enumerate(data):
            begin, end = (begin_us + byte_us * at // self._port.baudrate for at in (place, place + 1))
            self._lines[sent].byte(byte, begin, end)
        self._free_us[sent] = begin_us + byte_us * len(data) // self._port.baudrate

    def power(self, on: bool) -> None:
        """The supply comes or goes."""
        for line in self._lines.values():
            line.power(on)

    def let_go(self) -> None:
        """Listen no more."""
        self._port.heard = None
