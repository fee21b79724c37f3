# SPDX-License-Identifier: MIT
"""The ring of lamps round an electronic wheel: one beside each pocket, on I2C, at most one lit."""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import Device


class PocketDisplay(Device):
    """Register 0 holds the pocket whose lamp is lit, counted from 1; 0 is dark, as it is at power-on."""

    # The register.
    KEPT = ("_lit",)

    def __init__(self, board: Board) -> None:
        super().__init__("pocket_display")
        self._board = board
        self._lit = 0

    @property
    def pocket(self) -> int | None:
        """The pocket that is lit, from 0; None while all are dark."""
        return self._lit - 1 if self._lit else None

    def reset(self) -> None:
        """Dark."""
        self._lit = 0

    def power_lost(self, now_us: int) -> None:
        """Dark at once."""
        self.reset()

    def i2c_write(self, data: bytes) -> None:
        """The register and its new value; what follows is lost."""
        if len(data) < 2 or data[0] != 0 or data[1] == self._lit:
            return
        self._lit = data[1]
        self._board.emit("pocket", pocket=self.pocket)

    def i2c_read(self, size: int) -> bytes:
        """Read the register; zeros behind it."""
        return bytes([self._lit]).ljust(size, b"\0")[:size]
