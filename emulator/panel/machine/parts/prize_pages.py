# SPDX-License-Identifier: MIT
"""
The prize table parted into pages, where all of it at once would be too small to be read.

    pages = prize_pages(area, kit, rows)    # one if all of it can be read

Rows of a screen that count one symbol share a plate; those of reels do so where they would be too small.
Their counts stand beside the amounts, or over ruled columns where that makes them larger (``prize_rules``).
What is still too small goes on over further pages. All amounts are of one size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pygame import Rect

from emulator.panel.art.lettering import fit
from emulator.panel.machine.parts.front import PrizeRow
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.paytable import Plate, plate_of, row_print
from emulator.panel.machine.parts.prize_rules import Head, longest_of, ruled, ruled_counts

# Amounts of a page that is parted, in pixels: at the reference width, and on the smallest screen.
_AMOUNT_PX, _AMOUNT_LEAST_PX = 20, 9
# What is read from two metres on the narrow glass of a wide screen, a thirty-second of its height; a table
# with more pages has less.
_AMOUNT_LYING_PX, _PAGES_LYING = 46, 2
_AT_ONCE = 0.8  # of that will do where the whole table is seen at once
# Of the usual table: so small it may be before it is parted.
_USUAL_PX = 15
_PICTURE_LEAST_PX = 13
_COLUMNS_MOST, _LINES_MOST = 6, 16
_FAN = 0.58  # of a row's width, for its symbols
_GROWN = 1.25  # an amount is so much smaller than its symbols
_SEEN = 0.55  # of a plate's picture, what counts when it is weighed against the amounts
_MARK_PX, _MARK_LEAST_PX = 52, 26


class FanPrint(NamedTuple):
    """Where a row is printed: the side of a symbol, where each begins, the amount's box and size."""

    picture: int
    lefts: tuple[int, ...]
    amount: Rect
    size_px: int


class Page(NamedTuple):
    """What of the table is seen at once."""

    plates: tuple[Plate, ...]
    """Symbols with a row for each count."""
    fans: tuple[tuple[PrizeRow, Rect], ...]
    """Rows with all their symbols."""
    mark: Rect | None = None
    """Where the number of the page stands; None where there is one page."""
    heads: tuple[Head, ...] = ()
    """Counts over the columns of ruled plates."""

    @property
    def cells(self) -> list[tuple[PrizeRow, Rect]]:
        """Every row and its place."""
        counts = (cell for plate in self.plates for cell in plate.rows)
        return [*counts, *self.fans]

    @property
    def lamps(self) -> frozenset[int]:
        """The lamps of its rows."""
        return frozenset(row.lamp for row, _ in self.cells)


def fan_print(row: PrizeRow, spot: Rect, kit: Kit) -> FanPrint:
    """How a row with all its symbols is printed."""
    count = len(row.drawings)
    picture = int(min(spot.height * 0.94, spot.width * _FAN / count))
    lefts = tuple(spot.x + kit.gap(1) + picture * number for number in range(count))
    left = spot.x + kit.gap(1) + picture * count + kit.gap(0)
    box = Rect(left, spot.y, spot.right - kit.gap(1) - left, spot.height)
    return FanPrint(picture, lefts, box, round(spot.height * 0.62))


def prize_pages(area: Rect, kit: Kit, rows: Sequence[PrizeRow]) -> list[Page]:
    """The pages of the table, the largest prizes on the first."""
    if not kit.front.screen:
        usual = Page((), tuple(_fans(rows, area, kit)))
        if not rows or amounts_px([usual], kit) >= _least(kit, _USUAL_PX):
            return [usual]
    return parted(area, kit, rows)


def amounts_px(pages: Sequence[Page], kit: Kit) -> int:
    """The size of every amount on some pages: that of the one with the least room; 0 if none can be read."""
    sizes = [_plate_px(plate, kit) for page in pages for plate in page.plates]
    sizes += [_fan_px(row, spot, kit) for page in pages for row, spot in page.fans]
    return min(sizes, default=_least(kit, _USUAL_PX))


def _fans(rows: Sequence[PrizeRow], area: Rect, kit: Kit) -> list[tuple[PrizeRow, Rect]]:
    """Rows on a grid, the largest first; as many columns as make symbols and amounts largest."""
    if not rows:
        return []
    longest = max(rows, key=lambda row: (len(kit.money(row.cents, whole=True)), len(row.drawings)))
    best: tuple[float, int, int] = (-1, 1, len(rows))
    for columns in range(1, _COLUMNS_MOST + 1):
        lines = -(-len(rows) // columns)
        spot = _cell(area, (columns, lines), 0, kit)
        size = min(_fan_px(longest, spot, kit) * _GROWN, fan_print(longest, spot, kit).picture)
        best = max(best, (size - (columns * lines - len(rows)) * 0.5, columns, lines))
    return [(row, _cell(area, best[1:], number, kit)) for number, row in enumerate(rows)]


def parted(area: Rect, kit: Kit, rows: Sequence[PrizeRow]) -> list[Page]:
    """The table with the counts of each symbol together, on as few pages as can be read."""
    groups = list(grouped(rows))
    whole = _grid(groups, area, kit)
    if whole.pages == 1:
        return [_page(groups, area, kit, whole, None)]
    # Counts and combinations need plates of other shapes, and so pages of their own.
    wide = max(_MARK_LEAST_PX, kit.px(_MARK_PX))
    room = Rect(area.x, area.y, area.width - wide - kit.gap(0), area.height)
    mark = Rect(area.right - wide, area.y, wide, area.height)
    pages = []
    for counts in (True, False):
        some = [group for group in groups if (_counts(group[0]) is not None) == counts]
        if some:
            grid = _grid(some, room, kit)
            each = -(-len(some) // grid.pages)
            parts = [some[at : at + each] for at in range(0, len(some), each)]
            pages += [_page(part, room, kit, grid, mark) for part in parts]
    return pages


class _Grid(NamedTuple):
    """How many pages of so many columns and lines hold a table."""

    pages: int
    columns: int
    lines: int
    ruled: bool = False


def _grid(groups: Sequence[list[PrizeRow]], room: Rect, kit: Kit) -> _Grid:
    """The fewest pages on which every amount can be read, and of those the largest amounts."""
    if kit.front.screen and not kit.layout.portrait:
        least = _least(kit, _AMOUNT_LYING_PX)
        found = _tried(groups, room, kit, least, max(_AMOUNT_LEAST_PX, round(least * _AT_ONCE)))
        if found.pages <= _PAGES_LYING:
            return found
    least = _least(kit, _AMOUNT_PX)
    return _tried(groups, room, kit, least, least)


def _tried(groups: Sequence[list[PrizeRow]], room: Rect, kit: Kit, least: int, at_once: int) -> _Grid:
    """The best grid whose amounts are of ``least`` pixels; ``at_once`` where all of it is on one page."""
    kinds = _kinds(groups, kit)

    def plain(columns: int, lines: int) -> tuple[int, int]:
        spot = _cell(room, (columns, lines), 0, kit)
        size = min(_amount_px(spot, group, kit) for group in kinds)
        return size, round(min(_picture_px(spot, group, kit) for group in kinds) * _SEEN)

    def in_lines(columns: int, lines: int) -> tuple[int, int]:
        (plate,), _ = ruled([longest], room, kit, (columns, lines))
        return _plate_px(plate, kit), plate.picture.width

    measures = [plain]
    if ruled_counts(groups) is not None and all(_counts(group[0]) is not None for group in groups):
        longest = longest_of(groups, kit)
        measures.append(in_lines)
    best = [_fewest(len(groups), measure, least, at_once) for measure in measures]
    first, second = best[0], best[-1]
    if (second[0].pages, -second[1]) < (first[0].pages, -first[1]):
        return second[0]._replace(ruled=True)
    return first[0]


def _fewest(
    count: int, measure: Callable[[int, int], tuple[int, int]], least: int, at_once: int
) -> tuple[_Grid, int]:
    """
    The grid of fewest pages, and the size of its amounts.

    Args:
        measure: the size of the amounts in so many columns and lines, and what their symbols count.
    """
    found = [((count, 0, 1, 1), 0)]
    for columns in range(1, _COLUMNS_MOST + 1):
        for lines in range(1, _LINES_MOST + 1):
            pages = -(-count // (columns * lines))
            each = -(-count // pages)
            if lines > -(-each // columns):  # a line would stay empty
                continue
            size, seen = measure(columns, lines)
            if size >= (at_once if pages == 1 else least):
                found.append(((pages, -min(size, seen), columns, lines), size))
    (pages, _, columns, lines), size = min(found)
    return _Grid(pages, columns, lines), size


def grouped(rows: Sequence[PrizeRow]) -> Iterator[list[PrizeRow]]:
    """Rows in their order, those that count the same symbol from the left with the first of them."""
    counted: dict[str, list[PrizeRow]] = {}
    for row in rows:
        if (drawing := _counts(row)) is not None:
            counted.setdefault(drawing, []).append(row)
    for row in rows:
        drawing = _counts(row)
        if drawing is None:
            yield [row]
        elif counted[drawing][0] is row:
            yield counted[drawing]


def _counts(row: PrizeRow) -> str | None:
    """The drawing of which a row counts some from the left; None where it shows several."""
    seen = [drawing for drawing in row.drawings if drawing is not None]
    leads = seen and len(set(seen)) == 1 and row.drawings[: len(seen)] == tuple(seen)
    return seen[0] if leads else None


def _kinds(groups: Sequence[list[PrizeRow]], kit: Kit) -> list[list[PrizeRow]]:
    """Of groups that need the same room one: that with the longest amounts."""
    longest: dict[tuple[int, bool], list[PrizeRow]] = {}
    for group in groups:
        kind = (len(group), _counts(group[0]) is None)
        if kind not in longest or _letters(group, kit) > _letters(longest[kind], kit):
            longest[kind] = group
    return list(longest.values())


def _letters(group: Sequence[PrizeRow], kit: Kit) -> int:
    return max(len(kit.money(row.cents, whole=True)) for row in group)


def _amount_px(rect: Rect, group: Sequence[PrizeRow], kit: Kit) -> int:
    """The size of the smallest amount of a group in a place; 0 where its symbols would be too small."""
    if _counts(group[0]) is None:
        return _fan_px(group[0], rect, kit)
    return _plate_px(plate_of(group, rect, kit), kit)


def _picture_px(rect: Rect, group: Sequence[PrizeRow], kit: Kit) -> int:
    if _counts(group[0]) is None:
        return fan_print(group[0], rect, kit).picture
    return plate_of(group, rect, kit).picture.width


def _plate_px(plate: Plate, kit: Kit) -> int:
    if plate.picture.width < _PICTURE_LEAST_PX:
        return 0
    prints = [(row, row_print(spot, kit, ruled=plate.ruled)) for row, spot in plate.rows]
    return min(_fitted(row, found.amount, found.size_px, kit) for row, found in prints)


def _fan_px(row: PrizeRow, spot: Rect, kit: Kit) -> int:
    print_ = fan_print(row, spot, kit)
    return _fitted(row, print_.amount, print_.size_px, kit) if print_.picture >= _PICTURE_LEAST_PX else 0


def _fitted(row: PrizeRow, box: Rect, size_px: int, kit: Kit) -> int:
    """The size in which an amount fits a box; 0 where it does not."""
    if box.width <= 0 or box.height < size_px * 1.02:
        return 0
    found = fit(kit.money(row.cents, whole=True), "label", box.size, size_px)
    return found.size_px if found.size_px > 7 else 0


def _least(kit: Kit, px: int) -> int:
    return max(_AMOUNT_LEAST_PX, kit.px(px))


def _page(groups: Sequence[list[PrizeRow]], area: Rect, kit: Kit, grid: _Grid, mark: Rect | None) -> Page:
    """Some groups on a grid of so many columns and lines."""
    if grid.ruled and ruled_counts(groups) is not None:
        rows, heads = ruled(groups, area, kit, (grid.columns, grid.lines))
        return Page(tuple(rows), (), mark, tuple(heads))
    plates, fans = [], []
    for number, group in enumerate(groups):
        spot = _cell(area, (grid.columns, grid.lines), number, kit)
        if _counts(group[0]) is None:
            fans.append((group[0], spot))
        else:
            plates.append(plate_of(group, spot, kit))
    return Page(tuple(plates), tuple(fans), mark)


def _cell(area: Rect, grid: tuple[int, int], number: int, kit: Kit) -> Rect:
    """One place of so many columns and lines, counted line by line."""
    columns, lines = grid
    line, column = divmod(number, columns)
    gap = kit.gap(0)
    x = area.x + (area.width + gap) * column // columns
    y = area.y + (area.height + gap) * line // lines
    right = area.x + (area.width + gap) * (column + 1) // columns - gap
    below = area.y + (area.height + gap) * (line + 1) // lines - gap
    return Rect(x, y, max(4, right - x), max(4, below - y))
