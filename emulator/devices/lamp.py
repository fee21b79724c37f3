# SPDX-License-Identifier: MIT
"""A lamp on an output of the board."""

from __future__ import annotations

from emulator.board.board import Board


class Lamp:
    """Lit while its line is asserted; has no state but its line's."""

    def __init__(self, board: Board, name: str) -> None:
        self.name = name
        self._board = board
        self._line = board.line(f"lamp_{name}")
        self._line.watch(self._changed)

    @property
    def lit(self) -> bool:
        """Whether it shines."""
        return self._line.asserted

    def _changed(self, on: bool) -> None:
        self._board.emit("lamp", name=self.name, on=on)
