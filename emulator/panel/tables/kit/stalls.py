# SPDX-License-Identifier: MIT
"""
Where stakes of several seats stand in one box, each with room on its left for what it is paid.

    stall_of(area, (1, 2, 4), seat=2)       # its place on the cloth, and where its chips stand in it

Stalls lie in columns and rows with which chips are largest. The first seat has the last of both, so that what
is left over, and the number of the box, are in the upper left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect

PAIR = 2.5
"""A stall is so many chips wide: a stake, what it is paid, and what parts them from the next stall."""
DEEP = 1.15
"""A stall is so many chips deep: a few of them on each other hide nothing behind them."""
BESIDE = 1.1
"""From a stake to what it is paid, in chips."""
WIDER = 1.2
"""Chips must become so much wider before a column less and a row more are worth it."""


class Area(NamedTuple):
    """A part of the cloth, in pixels."""

    x: float
    y: float
    wide: float
    tall: float

    def part(self, column: int, columns: int, row: int, rows: int) -> Area:
        """One of equal parts, by its column from the left and its row from the top."""
        wide, tall = self.wide / columns, self.tall / rows
        return Area(self.x + wide * column, self.y + tall * row, wide, tall)

    def towards(self, other: Area, share: float) -> Area:
        """A part of the way to another one."""
        return Area(*(one + (two - one) * share for one, two in zip(self, other, strict=True)))


class Stall(NamedTuple):
    """The place of one seat: its part of the area, the middle of its stake, and the width of a chip."""

    area: Area
    x: float
    y: float
    chip: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a stake or what it is paid stands there."""
        return abs(y - self.y) < self.chip / 2 and self.line.x <= x <= self.line.right

    @property
    def line(self) -> Rect:
        """What is drawn in the seat's colour below its stake and what it is paid."""
        high = max(2, round(self.chip * 0.1))
        left, wide = self.x - self.chip * (BESIDE + 0.5), self.chip * (BESIDE + 1)
        return Rect(round(left), round(self.area.y + self.area.tall) - high, round(wide), high)


def stall_of(area: Area, seats: Sequence[int], seat: int, most: float) -> Stall:
    """
    The place of a seat among those whose stakes stand in an area.

    Args:
        area: of all of them.
        seats: in their order, this one among them.
        most: how wide a chip is at most.
    """
    columns, rows = _grid(area, len(seats))
    at = seats.index(seat)
    own = area.part(columns - 1 - at % columns, columns, rows - 1 - at // columns, rows)
    chip = min(most, own.wide / PAIR, own.tall / DEEP)
    # A pile stands 0.42 of a chip below its middle, upon the line; the pair has its middle in the stall.
    x = own.x + own.wide / 2 + chip * BESIDE / 2
    return Stall(own, x, own.y + own.tall - chip * 0.56, chip)


def _grid(area: Area, many: int) -> tuple[int, int]:
    """Columns and rows with which chips are widest; a row more only where that makes them much wider."""

    def wide(columns: int, rows: int) -> float:
        return min(area.wide / columns / PAIR, area.tall / rows / DEEP)

    grids = [(columns, -(-many // columns)) for columns in range(many, 0, -1)]
    best = grids[0]
    for one in grids[1:]:
        if wide(*one) > wide(*best) * WIDER:
            best = one
    return best
