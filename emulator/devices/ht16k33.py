# SPDX-License-Identifier: MIT
"""The HT16K33 LED driver: sixteen bytes of RAM behind segments or lamps."""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import Device

RAM_BYTES = 16
DIM_MAX = 15

# Commands by their upper bits, Holtek HT16K33 data sheet, command summary.
_SYSTEM, _DISPLAY, _DIM = 0x20, 0x80, 0xE0

# Segments a to g in bits 0 to 6, the point in bit 7.
_POINT = 0x80
_GLYPHS = {
    0x00: " ",
    0x3F: "0",
    0x06: "1",
    0x5B: "2",
    0x4F: "3",
    0x66: "4",
    0x6D: "5",
    0x7D: "6",
    0x07: "7",
    0x7F: "8",
    0x6F: "9",
    0x40: "-",
    0x79: "E",
    0x50: "r",
}


class HT16K33(Device):
    """
    Shows its RAM once its oscillator and its display are switched on; dark before that.

    Args:
        name: of the unit, such as ``counters``.
    """

    # RAM and settings.
    KEPT = ("_ram", "_pointer", "_running", "_shown", "dim")

    def __init__(self, board: Board, name: str) -> None:
        super().__init__(name)
        self._board = board
        self._ram = bytearray(RAM_BYTES)
        self._pointer = 0
        self._running = self._shown = False
        self.dim = DIM_MAX

    def reset(self) -> None:
        """Power-on: standby, dark; the RAM of a real one is undefined, here it is clear."""
        self._ram[:] = bytes(RAM_BYTES)
        self._pointer = 0
        self._running = self._shown = False
        self.dim = DIM_MAX

    def power_lost(self, now_us: int) -> None:
        """Dark at once."""
        self.reset()

    def i2c_write(self, data: bytes) -> None:
        """A command, or a RAM address with the bytes that follow it."""
        if not data:
            return
        before = self.ram
        command = data[0]
        if command < RAM_BYTES:
            self._pointer = command
            for byte in data[1:]:
                self._ram[self._pointer] = byte
                self._pointer = (self._pointer + 1) % RAM_BYTES
        elif command & 0xF0 == _SYSTEM:
            self._running = bool(command & 1)
        elif command & 0xF0 == _DISPLAY:
            self._shown = bool(command & 1)
        elif command & 0xF0 == _DIM:
            self.dim = command & 0x0F
        if self.ram != before:
            self._board.emit("display", name=self.name)

    def i2c_read(self, size: int) -> bytes:
        """Read the RAM on from the last address."""
        start = self._pointer
        self._pointer = (start + size) % RAM_BYTES
        return bytes(self._ram[(start + offset) % RAM_BYTES] for offset in range(size))

    @property
    def ram(self) -> bytes:
        """The sixteen bytes as they shine: all 0 while dark."""
        return bytes(self._ram) if self._running and self._shown else bytes(RAM_BYTES)

    def text(self, first: int, count: int) -> str:
        """Digits ``first`` to ``first + count - 1`` as one reads them, blanks stripped; ? if no glyph."""
        shown = ""
        for segments in self.ram[first : first + count]:
            shown += _GLYPHS.get(segments & ~_POINT, "?")
            if segments & _POINT:
                shown += "."
        return shown.strip()

    def lit(self) -> frozenset[int]:
        """Numbers of the bits that shine, bit i of byte i >> 3."""
        ram = int.from_bytes(self.ram, "little")
        return frozenset(bit for bit in range(8 * RAM_BYTES) if ram >> bit & 1)
