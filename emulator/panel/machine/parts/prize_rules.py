# SPDX-License-Identifier: MIT
"""
Counts of symbols as a ruled table: a line for each symbol, a column for each count, which stands over it.

    columns = ruled_counts(groups)                     # (5, 4, 3); None where lines would be too narrow
    plates, heads = ruled(groups, area, kit, (2, 4))   # in two columns of four lines

Nothing but amounts stands in a line, so they are larger than beside counts of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pygame import Rect

from emulator.panel.machine.parts.front import PrizeRow
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.paytable import Plate, count_of, drawing_of

COUNTS_MOST = 5  # columns of amounts beside one another
_HEAD = 0.72  # of a line's height: that of the counts over it
_LINE = 2  # between two lines, at the reference width
_PICTURE_MOST = 0.22  # of a line's width


class Head(NamedTuple):
    """A count over its column."""

    times: int
    rect: Rect


def ruled_counts(groups: Sequence[Sequence[PrizeRow]]) -> tuple[int, ...] | None:
    """Every count of some symbols, the largest first; None where they are too many, or one alone."""
    counts = sorted({count_of(row) for group in groups for row in group}, reverse=True)
    return tuple(counts) if 1 < len(counts) <= COUNTS_MOST else None


def longest_of(groups: Sequence[Sequence[PrizeRow]], kit: Kit) -> list[PrizeRow]:
    """A line that needs the most room: of each count the row with the longest amount."""
    found: dict[int, PrizeRow] = {}
    for row in (row for group in groups for row in group):
        other = found.setdefault(count_of(row), row)
        if len(kit.money(row.cents, whole=True)) > len(kit.money(other.cents, whole=True)):
            found[count_of(row)] = row
    return list(found.values())


def ruled(
    groups: Sequence[Sequence[PrizeRow]], area: Rect, kit: Kit, grid: tuple[int, int]
) -> tuple[list[Plate], list[Head]]:
    """Plates of symbols in ``grid``, so many columns and lines, filled downwards; the counts over them."""
    columns, lines = grid
    counts = ruled_counts(groups)
    assert counts is not None
    gap, between, plates, heads = kit.gap(0), kit.px(_LINE), list[Plate](), list[Head]()
    step = (area.height + between) / (lines + _HEAD)
    wide = [_letters(groups, count, kit) for count in counts]
    for column in range(-(-len(groups) // lines)):
        left = area.x + (area.width + gap) * column // columns
        right = area.x + (area.width + gap) * (column + 1) // columns - gap
        for line, group in enumerate(groups[column * lines : (column + 1) * lines]):
            top, tall = round(area.y + step * (line + _HEAD)), int(step) - between
            rect = Rect(left, top, max(4, right - left), max(4, tall))
            plates.append(_line(group, rect, kit, dict(zip(counts, wide, strict=True))))
            if line == 0:
                columns_of = _cells(_room(rect, kit), wide)
                heads += [
                    Head(count, Rect(cell.x, area.y, cell.width, round(step * _HEAD)))
                    for count, cell in zip(counts, columns_of, strict=True)
                ]
    return plates, heads


def _line(group: Sequence[PrizeRow], rect: Rect, kit: Kit, wide: Mapping[int, int]) -> Plate:
    """The plate of a symbol: its picture, and the amounts of its counts in their columns."""
    room = _room(rect, kit)
    side = min(rect.height, round(rect.width * _PICTURE_MOST))
    picture = Rect(rect.x + kit.gap(0), rect.centery - side // 2, side, side)
    places = dict(zip(wide, _cells(room, tuple(wide.values())), strict=True))
    most_first = sorted(group, key=lambda row: -count_of(row))
    rows = tuple((row, places[count_of(row)]) for row in most_first)
    return Plate(drawing_of(group), rect, picture, rows, ruled=True)


def _room(rect: Rect, kit: Kit) -> Rect:
    """What its picture leaves of a line."""
    left = rect.x + kit.gap(0) + min(rect.height, round(rect.width * _PICTURE_MOST))
    return Rect(left, rect.y, rect.right - left - kit.gap(0), rect.height)


def _letters(groups: Sequence[Sequence[PrizeRow]], count: int, kit: Kit) -> int:
    """Of the longest amount of a count, with the air between two columns."""
    amounts = [row.cents for group in groups for row in group if count_of(row) == count]
    return 2 + max(len(kit.money(cents, whole=True)) for cents in amounts)


def _cells(room: Rect, wide: Sequence[int]) -> list[Rect]:
    """Places side by side, each as wide as its share."""
    cells, done, whole = [], 0, sum(wide)
    for share in wide:
        left, done = room.x + room.width * done // whole, done + share
        cells.append(Rect(left, room.y, room.x + room.width * done // whole - left, room.height))
    return cells
