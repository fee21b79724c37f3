# SPDX-License-Identifier: MIT
"""The lamps on outputs of the board, and which of them are burnt out."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.board.board import Board
from emulator.board.device import Device
from machines.support.plain import Json, JsonView


class Lamp:
    """Lit while its line is asserted, unless it is broken."""

    def __init__(self, board: Board, name: str) -> None:
        self.name = name
        self.broken = False
        self._board = board
        self._line = board.line(f"lamp_{name}")
        self._line.watch(self._changed)

    @property
    def lit(self) -> bool:
        """Whether it shines."""
        return self._line.asserted and not self.broken

    def break_(self, broken: bool) -> None:
        """Burn it out, or put a new one in."""
        before, self.broken = self.lit, broken
        if self.lit != before:
            self._board.emit("lamp", name=self.name, on=self.lit)

    def _changed(self, on: bool) -> None:
        if not self.broken:
            self._board.emit("lamp", name=self.name, on=on)


class Lamps(Device):
    """All lamps of a cabinet: a line has its state, a bulb its own."""

    def __init__(self, lamps: Sequence[Lamp]) -> None:
        super().__init__("lamps")
        self._lamps = tuple(lamps)

    def save(self) -> Json:
        """The broken ones."""
        return {"broken": [lamp.name for lamp in self._lamps if lamp.broken]}

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        for lamp in self._lamps:
            lamp.broken = lamp.name in saved["broken"]
