# SPDX-License-Identifier: MIT
"""The dice under the lid of the cup: up to twelve small displays on I2C, each with the pips of one face."""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import Device

DICE = 12
_DARK = bytes(DICE)


class DiceDisplay(Device):
    """Register i holds the face of die i, 1 to 6; 0 is dark, as all are at power-on."""

    # Faces and register.
    KEPT = ("_faces", "_pointer")

    def __init__(self, board: Board) -> None:
        super().__init__("dice_display")
        self._board = board
        self._faces = bytearray(_DARK)
        self._pointer = 0

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that are lit, in order; empty while all are dark."""
        return tuple(face for face in self._faces if face)

    def reset(self) -> None:
        """Dark."""
        self._faces[:] = _DARK
        self._pointer = 0

    def power_lost(self, now_us: int) -> None:
        """Dark at once."""
        self.reset()

    def i2c_write(self, data: bytes) -> None:
        """A register and what it and those after it shall hold."""
        if not data:
            return
        before = self.faces
        self._pointer = data[0]
        for byte in data[1:]:
            if self._pointer < DICE:
                self._faces[self._pointer] = byte if byte <= 6 else 0
            self._pointer = min(self._pointer + 1, 0xFF)
        if self.faces != before:
            self._board.emit("dice", faces=list(self.faces))

    def i2c_read(self, size: int) -> bytes:
        """Read registers on from the last one; zeros behind the end."""
        start, self._pointer = self._pointer, min(self._pointer + size, 0xFF)
        return bytes(self._faces[start : start + size]).ljust(size, b"\0")
