# SPDX-License-Identifier: MIT
"""A serial port of the board: bytes out to whoever listens, bytes in through a short buffer."""

from __future__ import annotations

from collections.abc import Callable

from emulator.board.device import Kept

# The rp2 port's default receive buffer; what does not fit is lost, as on the chip.
RX_BYTES = 256


class UARTPort(Kept):
    """
    One UART. The peer sends and receives whole bytes; pacing by the baud rate is the peer's part.

    Attributes:
        baudrate: as the firmware set it; 0 while the port is closed.
        on_transmit: called with the bytes that the firmware writes.
        heard: called with (whether the firmware sends, bytes) for all that passes; None costs nothing.
    """

    # Baud rate and what waits to be read.
    KEPT = ("baudrate", "_received")

    def __init__(self, number: int, wake: Callable[[int], None]) -> None:
        self.number = number
        self.baudrate = 0
        self.on_transmit: Callable[[bytes], None] | None = None
        self.heard: Callable[[bool, bytes], None] | None = None
        self._received = bytearray()
        self._wake = wake

    def reset(self) -> None:
        """The chip starts afresh: closed, nothing received."""
        self.baudrate = 0
        self._received.clear()

    def open(self, baudrate: int) -> None:
        """The firmware opens the port."""
        if baudrate < 1:
            raise ValueError(f"baudrate must be 1 or more bit/s (got {baudrate})")
        self.baudrate = baudrate

    def receive(self, data: bytes) -> None:
        """The peer sends bytes to the firmware and wakes it."""
        if self.heard is not None:
            self.heard(False, data)
        if self.baudrate:
            self._received += data[: RX_BYTES - len(self._received)]
            self._wake(self.number)

    def transmit(self, data: bytes) -> int:
        """The firmware writes bytes."""
        if self.heard is not None:
            self.heard(True, bytes(data))
        if self.on_transmit is not None:
            self.on_transmit(bytes(data))
        return len(data)

    def any(self) -> int:
        """How many bytes the firmware may read."""
        return len(self._received)

    def read(self, size: int) -> bytes:
        """The firmware takes up to ``size`` bytes."""
        data = bytes(self._received[:size])
        del self._received[:size]
        return data
