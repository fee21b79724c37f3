# SPDX-License-Identifier: MIT
"""A key switch: whoever has the key turns it, and it stays as it was left."""

from __future__ import annotations

from emulator.board.board import Board


class KeySwitch:
    """Turned or not; its line is asserted while it is turned."""

    def __init__(self, board: Board, name: str) -> None:
        self.name = name
        self._line = board.line(f"key_{name}")

    @property
    def turned(self) -> bool:
        """Whether it is turned."""
        return self._line.driven

    def turn(self, on: bool) -> None:
        """Turn it, or turn it back."""
        self._line.drive(on)
