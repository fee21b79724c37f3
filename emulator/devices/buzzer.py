# SPDX-License-Identifier: MIT
"""The buzzer behind the front: it sounds while its line is asserted, unless it is broken."""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import Device


class Buzzer(Device):
    """Of one pitch."""

    # Whether it is broken; its line has a state of its own.
    KEPT = ("broken",)

    def __init__(self, board: Board) -> None:
        super().__init__("buzzer")
        self.broken = False
        self._board = board
        self._line = board.line("buzzer")
        self._line.watch(self._changed)

    @property
    def sounding(self) -> bool:
        """Whether it can be heard."""
        return self._line.asserted and not self.broken

    def break_(self, broken: bool) -> None:
        """Tear its disc, or put a new one in."""
        before, self.broken = self.sounding, broken
        if self.sounding != before:
            self._board.emit("buzzer", on=self.sounding)

    def _changed(self, on: bool) -> None:
        if not self.broken:
            self._board.emit("buzzer", on=on)
