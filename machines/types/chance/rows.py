# SPDX-License-Identifier: MIT
"""
What each row of a chance machine's paytable gives to a turn of the reels, exactly, without listing turns.

Reels are independent, so everything goes reel by reel and adds up the tickets of all beginnings that the
rest cannot tell apart. Lines add up, so one line stands for all that read the same symbols as often.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from math import prod
from operator import add
from typing import NamedTuple, TypeVar

from cext import ChanceTables, Combo

_Column = tuple[tuple[int, int], ...]  # (symbol, tickets) pairs, sorted
_Shown = TypeVar("_Shown")


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

    def _shown(self, strip: Sequence[int]) -> list[Sequence[int]]:
        """What each row shows of a strip, from the top, at each of its stops."""
        rows = self._tables.rows
        turns = ((rows // 2 - row) % len(strip) for row in range(rows))
        return [(*strip[turn:], *strip[:turn]) for turn in turns]

    @cached_property
    def _windows(self) -> list[dict[tuple[int, ...], int]]:
        """Tickets of each reel by the symbols that it shows, from the top."""
        return [
            _tickets(zip(*self._shown(strip), strict=True), weights)
            for strip, weights in zip(self._strips, self._weights, strict=True)
        ]

    def _line_rows(self, paylines: Sequence[Sequence[int]]) -> tuple[RowMean, ...]:
        columns = [self._columns(reel) for reel in range(self._tables.reels)]
        combos, symbols = self._tables.combos, self._tables.symbols
        fits = [_fits([combo.masks[reel] for combo in combos], symbols) for reel in range(self._tables.reels)]
        alike = Counter(
            tuple(at[row] for at, row in zip(columns, payline, strict=True)) for payline in paylines
        )
        times, cents = Counter[int](), Counter[int]()
        for line, lines in alike.items():
            for (best, index), tickets in _line(self._tables, line, fits).items():
                times[index] += lines * tickets
                cents[index] += lines * tickets * best
        return tuple(
            RowMean(
                Fraction(times[index], self._tickets), Fraction(cents[index] * self._times, self._tickets)
            )
            for index in range(len(combos))
        )

    def _columns(self, reel: int) -> list[_Column]:
        """Tickets by symbol in each row of a reel; where all stops weigh the same, every row has the same."""
        strip, weights = self._strips[reel], self._weights[reel]
        even = len(set(weights)) == 1
        found = [
            tuple(sorted(_tickets(shown, weights).items()))
            for shown in ([strip] if even else self._shown(strip))
        ]
        return found * self._tables.rows if even else found

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
            for cells, weight in self._windows[reel].items():
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
        masks = sorted({row.mask for row in rows})
        fitting = _fits(masks, self._tables.symbols)
        counts: dict[tuple[int, ...], int] = {(0,) * len(masks): 1}
        for strip, weights in zip(self._strips, self._weights, strict=True):
            shown = self._shown([fitting[symbol] for symbol in strip])
            after: defaultdict[tuple[int, ...], int] = defaultdict(int)
            for cells, two in _tickets(zip(*shown, strict=True), weights).items():
                more = [sum(cell >> n & 1 for cell in cells) for n in range(len(masks))]
                for before, one in counts.items():
                    after[tuple(map(add, before, more))] += one * two
            counts = after
        found: Counter[int] = Counter()
        for times, tickets in counts.items():
            of_mask = dict(zip(masks, times, strict=True))
            reached = [place for place, row in enumerate(rows) if of_mask[row.mask] >= row.count]
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


def _tickets(shown: Iterable[_Shown], weights: Sequence[int]) -> dict[_Shown, int]:
    """Tickets by what the stops of a reel show, which have these weights."""
    if len(set(weights)) == 1:
        return {one: weights[0] * stops for one, stops in Counter(shown).items()}
    found: Counter[_Shown] = Counter()
    for one, weight in zip(shown, weights, strict=True):
        found[one] += weight
    return found


def _fits(masks: Sequence[int], symbols: int) -> list[int]:
    """The masks (bit by place) that each symbol is in."""
    places: Counter[int] = Counter()
    for place, mask in enumerate(masks):
        places[mask] += 1 << place
    return [sum(bits for mask, bits in places.items() if mask >> symbol & 1) for symbol in range(symbols)]


def _line(
    tables: ChanceTables, columns: Sequence[_Column], fits: Sequence[Sequence[int]]
) -> Counter[tuple[int, int]]:
    """
    Tickets of one line by (what its worthiest combination wins, the number of that combination).

    The state after a reel: what is won already and by which, the product of multipliers so far where some
    combination still needs it, and which combinations still match (bit by number).
    """
    combos, factors = tables.combos, tables.multipliers
    multiplying = sum(1 << n for n, combo in enumerate(combos) if combo.multiplies)
    later = (1 << len(combos)) - 1
    found: Counter[tuple[int, int]] = Counter()
    states: dict[tuple[int, int, int, int], int] = {(-1, -1, 1, later): 1}
    for reel, column in enumerate(columns):
        ends = [(n, combo) for n, combo in enumerate(combos) if combo.span == reel + 1]
        goes_on, ending = later, sum(1 << n for n, _ in ends)
        later &= ~ending
        multiplied = multiplying & later
        kinds: Counter[tuple[int, int]] = Counter()
        for symbol, weight in column:
            kinds[fits[reel][symbol] & goes_on, factors[symbol]] += weight
        after: defaultdict[tuple[int, int, int, int], int] = defaultdict(int)
        for (fit, factor), weight in kinds.items():
            for (best, by, times, alive), tickets in states.items():
                matching, made, top, winner = alive & fit, times * factor, best, by
                if matching & ending:
                    won = [
                        (combo.prize_cents * (made if combo.multiplies else 1), -n)
                        for n, combo in ends
                        if matching >> n & 1
                    ]
                    top, winner = max([(best, -by), *won])
                    winner = -winner
                kept = made if matching & multiplied else 1
                after[top, winner, kept, matching & later] += tickets * weight
        # What nothing can be added to is told at once, with all tickets of the reels to come.
        rest = prod(sum(weight for _, weight in column) for column in columns[reel + 1 :])
        states = {}
        for state, tickets in after.items():
            if state[3]:
                states[state] = tickets
            elif state[1] >= 0:
                found[state[:2]] += tickets * rest
    return found
