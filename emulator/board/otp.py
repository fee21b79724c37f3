# SPDX-License-Identifier: MIT
"""
The one-time memory of the chip: 4,096 rows of 16 bits as they read with error correction.

It lies in the chip, not on the bus: what holds the FRAM in its hands has not got it. The maker of the machine
programs it once; a bit that is 1 stays 1 (RP2350 datasheet, chapter 13).
"""

from __future__ import annotations

from emulator.board.errors import BoardError

ROWS = 4096
ROW_BYTES = 2
# A bus word holds two rows, the lower one first.
WORD_BYTES = 2 * ROW_BYTES
# Page 48 of 64 rows each, among those that are free for their owner: the key of the records' seals.
KEY_ROW = 0xC00


class OTP:
    """One chip's memory; blank until ``program``."""

    def __init__(self) -> None:
        self._data = bytearray(ROWS * ROW_BYTES)

    def program(self, row: int, data: bytes) -> None:
        """
        Write rows, once.

        Raises:
            BoardError: the rows are not there, or one of them holds something else.
        """
        start = row * ROW_BYTES
        end = start + len(data)
        if not 0 <= start <= end <= len(self._data) or len(data) % ROW_BYTES:
            raise BoardError(f"rows must be 0 to {ROWS - 1}, whole (got {len(data)} bytes from row {row})")
        if any(self._data[start:end]):
            raise BoardError(f"rows from {row:#x} on are programmed already, and a row is written once")
        self._data[start:end] = data

    def read(self, row: int) -> bytes:
        """The bus word of an even row and the one behind it, its lowest byte first."""
        if not 0 <= row < ROWS or row % 2:
            raise ValueError(f"row must be 0 to {ROWS - 2} and even (got {row})")
        start = row * ROW_BYTES
        return bytes(self._data[start : start + WORD_BYTES])
