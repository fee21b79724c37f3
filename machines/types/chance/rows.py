# SPDX-License-Identifier: MIT
"""
What each row of a chance machine's paytable gives to a turn of the reels, exactly, without listing turns.

Reels are independent, so everything goes reel by reel and adds up the tickets of all beginnings that the
rest cannot tell apart. Lines add up, so one line stands for all that read the same symbols as often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from cext import ChanceTables, Combo

_Column = tuple[tuple[int, int], ...]  # (symbol, tickets) pairs, sorted


class RowMean(NamedTuple):
    """A row's part of a turn on average, before the cap."""

    times: Fraction
    """Lines that it pays (with ways and scatters: how likely it is to count)."""
    cents: Fraction
    """What it wins, multiplied if the turn is a free one."""


class TurnRows:
    """
    The rows of a paid or a free turn.

    Args:
        tables: the machine.
        free: whether the turn is a free play.
    """

    def __init__(self, tables: ChanceTables, *, free: bool = False) -> None:
        self._tables = tables
        self._strips = tables.free_strips if free else tables.strips
        self._weights = tables.free_weights if free else tables.weights
        self._times = tables.free_multiplier if free else 1
        self._tickets = tables.combinations(free)
        self._windows = [list(self._seen(reel)) for reel in range(tables.reels)]

    @cached_property
    def combos(self) -> tuple[RowMean, ...]:
        """The part of each combination; of two with equal worth on a line the first pays."""
        if self._tables.paylines is None:
            return tuple(self._way_row(index) for index in range(len(self._tables.combos)))
        return self._line_rows(self._tables.paylines)

    @cached_property
    def scatters(self) -> tuple[RowMean, ...]:
        """The part of each scatter row's prize; its picks and free plays count elsewhere."""
        rows = self._tables.scatters
        found = [Fraction(0)] * len(rows)
        for group in sorted({row.group for row in rows}):
            of_group = [index for index, row in enumerate(rows) if row.group == group]
            for index, tickets in self._applying(of_group).items():
                found[index] = Fraction(tickets, self._tickets)
        return tuple(
            RowMean(chance, chance * row.prize_cents * self._times)
            for chance, row in zip(found, rows, strict=True)
        )

    def _seen(self, reel: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """(symbols from the top, tickets) of each stop of a reel."""
        strip, rows, count = self._strips[reel], self._tables.rows, len(self._strips[reel])
        round_about = (*strip, *strip, *strip)
        for stop, weight in enumerate(self._weights[reel]):
            top = count + stop + rows // 2
            yield round_about[top : top - rows : -1], weight

    def _line_rows(self, paylines: Sequence[Sequence[int]]) -> tuple[RowMean, ...]:
        places = {place for payline in paylines for place in enumerate(payline)}
        columns_at = {place: self._column(*place) for place in places}
        alike = Counter(tuple(columns_at[place] for place in enumerate(payline)) for payline in paylines)
        times, cents = Counter[int](), Counter[int]()
        for columns, lines in alike.items():
            for (best, index), tickets in _line(self._tables, columns).items():
                times[index] += lines * tickets
                cents[index] += lines * tickets * best
        return tuple(
            RowMean(
                Fraction(times[index], self._tickets), Fraction(cents[index] * self._times, self._tickets)
            )
            for index in range(len(self._tables.combos))
        )

    def _column(self, reel: int, row: int) -> _Column:
        found: Counter[int] = Counter()
        for cells, weight in self._windows[reel]:
            found[cells[row]] += weight
        return tuple(sorted(found.items()))

    def _way_row(self, index: int) -> RowMean:
        """A combination counts if it has ways and none of its group that goes before it has any."""
        combos, wanted = self._tables.combos, self._tables.combos[index]
        before = [
            combo
            for other, combo in enumerate(combos)
            if combo.group == wanted.group
            and (combo.span > wanted.span or (combo.span == wanted.span and other < index))
        ]
        # Tickets by which of those before it still have ways; and the same, each as often as it has ways.
        tickets = ways = Counter({(1 << len(before)) - 1: 1})
        for reel in range(self._tables.reels):
            seen: Counter[tuple[int, int]] = Counter()
            for cells, weight in self._windows[reel]:
                fits = sum(
                    (reel >= combo.span or self._ways(combo, reel, cells) > 0) << bit
                    for bit, combo in enumerate(before)
                )
                seen[fits, 1 if reel >= wanted.span else self._ways(wanted, reel, cells)] += weight
            there = Counter({key: 1 if key[1] else 0 for key in seen})
            tickets, ways = (
                _meet(tickets, seen, there),
                _meet(ways, seen, Counter({key: key[1] for key in seen})),
            )
        return RowMean(
            Fraction(tickets[0], self._tickets),
            Fraction(ways[0] * wanted.prize_cents * self._times, self._tickets),
        )

    def _ways(self, combo: Combo, reel: int, cells: Sequence[int]) -> int:
        factors = self._tables.multipliers
        return sum(
            factors[symbol] if combo.multiplies else 1 for symbol in cells if combo.masks[reel] >> symbol & 1
        )

    def _applying(self, of_group: Sequence[int]) -> Counter[int]:
        """Tickets by the row of a group that applies; those where none does are left out."""
        rows = [self._tables.scatters[index] for index in of_group]
        counts: Counter[tuple[int, ...]] = Counter({(0,) * len(rows): 1})
        for reel in range(self._tables.reels):
            seen: Counter[tuple[int, ...]] = Counter()
            for cells, weight in self._windows[reel]:
                seen[tuple(sum(row.mask >> symbol & 1 for symbol in cells) for row in rows)] += weight
            after: Counter[tuple[int, ...]] = Counter()
            for before, one in counts.items():
                for more, two in seen.items():
                    after[tuple(a + b for a, b in zip(before, more, strict=True))] += one * two
            counts = after
        found: Counter[int] = Counter()
        for shown, tickets in counts.items():
            reached = [place for place, row in enumerate(rows) if shown[place] >= row.count]
            if reached:
                found[of_group[max(reached, key=lambda place: (rows[place].count, -place))]] += tickets
        return found


def _meet(
    states: Counter[int], seen: Counter[tuple[int, int]], factor: Counter[tuple[int, int]]
) -> Counter[int]:
    after: Counter[int] = Counter()
    for alive, one in states.items():
        for key, weight in seen.items():
            if factor[key]:
                after[alive & key[0]] += one * weight * factor[key]
    return after


def _line(tables: ChanceTables, columns: Sequence[_Column]) -> Counter[tuple[int, int]]:
    """
    Tickets of one line by (what its worthiest combination wins, the number of that combination).

    The state after a reel: what is won already and by which, the product of multipliers so far where some
    combination still needs it, and which combinations still match (bit by number).
    """
    combos = tables.combos
    states: Counter[tuple[int, int, int, int]] = Counter({(-1, -1, 1, (1 << len(combos)) - 1): 1})
    for reel, column in enumerate(columns):
        ends = [(n, combo) for n, combo in enumerate(combos) if combo.span == reel + 1]
        later = sum(1 << n for n, combo in enumerate(combos) if combo.span > reel + 1)
        multiplied = sum(1 << n for n, combo in enumerate(combos) if combo.multiplies) & later
        after: Counter[tuple[int, int, int, int]] = Counter()
        for (fits, factor), weight in _kinds(tables, reel, column).items():
            for (best, by, times, alive), tickets in states.items():
                matching, made = alive & fits, times * factor
                won = [
                    (combo.prize_cents * (made if combo.multiplies else 1), -n)
                    for n, combo in ends
                    if matching >> n & 1
                ]
                top, minus = max([(best, -by), *won])
                kept = made if matching & multiplied else 1
                after[top, -minus, kept, matching & later] += tickets * weight
        states = after
    found: Counter[tuple[int, int]] = Counter()
    for (best, by, _, _), tickets in states.items():
        if by >= 0:
            found[best, by] += tickets
    return found


def _kinds(tables: ChanceTables, reel: int, column: _Column) -> Counter[tuple[int, int]]:
    """Tickets of a reel by (combinations that its symbol fits, what the symbol multiplies by)."""
    found: Counter[tuple[int, int]] = Counter()
    for symbol, weight in column:
        fits = sum((combo.masks[reel] >> symbol & 1) << n for n, combo in enumerate(tables.combos))
        found[fits, tables.multipliers[symbol]] += weight
    return found
