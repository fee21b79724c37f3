# SPDX-License-Identifier: MIT
"""The buzzer behind the front: it sounds while its line is asserted."""

from __future__ import annotations

from emulator.board.board import Board


class Buzzer:
    """Of one pitch; the line itself is all its state."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._line = board.line("buzzer")
        self._line.watch(self._changed)

    @property
    def sounding(self) -> bool:
        """Whether it can be heard."""
        return self._line.asserted

    def _changed(self, on: bool) -> None:
        self._board.emit("buzzer", on=on)
