# SPDX-License-Identifier: MIT
"""The message line: 32 characters on I2C."""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import Device

COLUMNS = 32
_BLANK = b" " * COLUMNS


class MessageDisplay(Device):
    """Registers 0x00 to 0x1F hold one Latin-1 character each; blank at power-on."""

    # Characters and column.
    KEPT = ("_characters", "_pointer")

    def __init__(self, board: Board) -> None:
        super().__init__("message_display")
        self._board = board
        self._characters = bytearray(_BLANK)
        self._pointer = 0

    def reset(self) -> None:
        """Blank."""
        self._characters[:] = _BLANK
        self._pointer = 0

    def power_lost(self, now_us: int) -> None:
        """Dark at once."""
        self.reset()

    def i2c_write(self, data: bytes) -> None:
        """A column and the characters from there on; what runs over the end is lost."""
        if not data:
            return
        before, start = bytes(self._characters), data[0]
        fitting = data[1 : 1 + max(0, COLUMNS - start)]
        self._characters[start : start + len(fitting)] = fitting
        self._pointer = min(start + len(data) - 1, 0xFF)
        if self._characters != before:
            self._board.emit("message", text=self.text)

    def i2c_read(self, size: int) -> bytes:
        """Read characters on from the last column; blanks behind the end."""
        start = self._pointer
        self._pointer = min(start + size, 0xFF)
        return bytes(self._characters[start : start + size]).ljust(size, b" ")

    @property
    def text(self) -> str:
        """The line as one reads it, without trailing blanks."""
        return self._characters.decode("latin-1").rstrip()
