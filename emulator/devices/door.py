# SPDX-License-Identifier: MIT
"""A door with a switch that tells the board when it is open."""

from __future__ import annotations

from emulator.board.board import Board


class Door:
    """Open or closed; a cut cable looks open, as the pin table's rest has it."""

    def __init__(self, board: Board, name: str) -> None:
        self.name = name
        self._switch = board.line(f"door_{name}")
        self.close()

    @property
    def is_open(self) -> bool:
        """Whether it stands open."""
        return self._switch.driven

    def open(self) -> None:
        """Open it."""
        self._switch.drive(True)

    def close(self) -> None:
        """Close it."""
        self._switch.drive(False)
