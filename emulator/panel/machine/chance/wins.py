# SPDX-License-Identifier: MIT
"""
Which combinations a window of a machine of chance shows: lines, cells and rows of the prize table.

It says where the light goes, never what is paid; whether anything was won the firmware's lamps tell. The
rules are those of chance.h, "Tables", and a test holds the sum of what is found against the core.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cext

Cell = tuple[int, int]
"""Reel and row, 0 the uppermost."""


class Wins(NamedTuple):
    """What wins in a window."""

    lines: tuple[tuple[int, int], ...]
    """(payline, leading reels that count) of each line that wins; none where all ways pay."""
    cells: frozenset[Cell]
    """Every cell that belongs to something that wins."""
    rows: frozenset[int]
    """Combinations in the order of the tables, which is that of the file, and after them the scatters."""
    cents: int
    """What they come to in a paid play, before any cap."""


def wins_of(tables: cext.ChanceTables, stops: Sequence[int], free: bool = False) -> Wins:
    """
    What these stops show.

    Args:
        stops: of each reel, shape (reels,).
        free: whether they are of the reels of free plays.
    """
    strips = tables.free_strips if free else tables.strips
    middle = tables.rows // 2
    window = [
        [strip[(stop + middle - row) % len(strip)] for row in range(tables.rows)]
        for strip, stop in zip(strips, stops, strict=True)
    ]
    found = _on_ways(tables, window) if tables.paylines is None else _on_lines(tables, window)
    scattered = _scattered(tables, window)
    return found._replace(
        cells=found.cells | scattered.cells,
        rows=found.rows | scattered.rows,
        cents=found.cents + scattered.cents,
    )


def _on_lines(tables: cext.ChanceTables, window: list[list[int]]) -> Wins:
    """The worthiest combination of each line."""
    lines, total = [], 0
    cells: set[Cell] = set()
    rows: set[int] = set()
    for number, line in enumerate(tables.paylines or ()):
        symbols = [window[reel][row] for reel, row in enumerate(line)]
        worth = [_worth(tables, combo, symbols) for combo in tables.combos]
        best = max(worth)
        if not best:
            continue
        row = worth.index(best)
        span = tables.combos[row].span
        lines.append((number, span))
        cells.update((reel, line[reel]) for reel in range(span))
        rows.add(row)
        total += best
    return Wins(tuple(lines), frozenset(cells), frozenset(rows), total)


def _worth(tables: cext.ChanceTables, combo: cext.Combo, symbols: Sequence[int]) -> int:
    """What a combination pays on a line of these symbols, 0 where it does not match."""
    for mask, symbol in zip(combo.masks, symbols, strict=True):
        if not mask >> symbol & 1:
            return 0
    cents = combo.prize_cents
    if combo.multiplies:
        for symbol in symbols[: combo.span]:
            cents *= tables.multipliers[symbol]
    return cents


def _on_ways(tables: cext.ChanceTables, window: list[list[int]]) -> Wins:
    """In each group the combination of the longest span that has ways."""
    best: dict[int, tuple[int, int, int, list[Cell]]] = {}
    for row, combo in enumerate(tables.combos):
        ways, cells = 1, []
        for reel in range(combo.span):
            hits = [place for place, symbol in enumerate(window[reel]) if combo.masks[reel] >> symbol & 1]
            cells += [(reel, place) for place in hits]
            counted = [tables.multipliers[window[reel][place]] if combo.multiplies else 1 for place in hits]
            ways *= sum(counted)
        if ways and combo.span > best.get(combo.group, (0, 0, 0, []))[0]:
            best[combo.group] = (combo.span, row, ways * combo.prize_cents, cells)
    paid = [found for found in best.values() if found[2]]
    return Wins(
        (),
        frozenset(cell for found in paid for cell in found[3]),
        frozenset(found[1] for found in paid),
        sum(found[2] for found in paid),
    )


def _scattered(tables: cext.ChanceTables, window: list[list[int]]) -> Wins:
    """The scatters that give anything."""
    best: dict[int, tuple[int, int, int, frozenset[Cell]]] = {}
    for number, row in enumerate(tables.scatters, start=len(tables.combos)):
        cells = frozenset(
            (reel, place)
            for reel, column in enumerate(window)
            for place, symbol in enumerate(column)
            if row.mask >> symbol & 1
        )
        if len(cells) >= row.count > best.get(row.group, (0, 0, 0, cells))[0]:
            best[row.group] = (row.count, number, row.prize_cents, cells)
    return Wins(
        (),
        frozenset(cell for found in best.values() for cell in found[3]),
        frozenset(found[1] for found in best.values()),
        sum(found[2] for found in best.values()),
    )
