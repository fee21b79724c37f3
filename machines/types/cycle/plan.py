# SPDX-License-Identifier: MIT
"""
The programmed prize cycle as numbers, and the proof that it pays what the law demands.

A plan is a list of strata; a stratum says how many entries of each prize class it holds. Inside a
stratum the entries may come in *any* order: the urn's is uniform without hold and bent by the
player with hold, so nothing here leans on it. Strata follow each other, cycle after cycle.

Proof. A window of entries covers the end of one stratum, whole strata, and the beginning of
another. The least that r entries of a stratum can pay, at either end, is the sum of its r smallest
prizes; the two ends lie in different strata and take their worst order independently, so the bound
is reached and the proof is exact. With P the sum of prizes before a position, the worst payment
from x to y is A(x) + B(y): A(x) = least(entries of x's stratum from x on) - P(end of that stratum)
and B(y) = P(start of y's stratum) + least(entries of that stratum before y). Less the share of y
entries, B is convex in every stratum, as its prizes ascend there: over the allowed lengths it is
least at the nearest y, at the furthest, or at the bottom of a stratum between them, which decides
all windows in O(N). A window inside one stratum can pay no less than one of its length that ends
where the stratum ends, so those need no look of their own. All of it in integers.

The most that a window can pay is the least that it pays in the plan whose prizes are negated: the
sum of the r largest prizes is minus the sum of the r smallest negated ones, and nothing above asks
for a sign. So best windows need no proof of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain, cycle, islice, repeat
from math import lcm
from operator import add


@dataclass(frozen=True)
class Window:
    """Consecutive entries in the order that pays the least, or the most, for their stakes."""

    first_entry: int
    """Where it begins: an entry of the cycle, from 0."""
    entries: int
    paid_cents: int
    payout: Fraction
    """paid_cents divided by the stakes of its entries."""


@dataclass(frozen=True)
class Pair:
    """Two entries that can fall side by side, so that one double play may win both."""

    cents: int
    first_stratum: int
    second_stratum: int
    inside: bool
    """Both in one stratum, not across a join (of a single stratum with itself, too)."""


@dataclass(frozen=True)
class Plan:
    """
    A prize plan.

    Args:
        prizes_cents: prize of each class, ascending, class 0 pays 0; shape (classes,).
        strata: entries of each class in each stratum; shape (strata, classes), no stratum empty.
        price_cents: stake of one entry.
    """

    prizes_cents: tuple[int, ...]
    strata: tuple[tuple[int, ...], ...]
    price_cents: int

    @cached_property
    def plays(self) -> int:
        """Entries of one cycle."""
        return sum(map(sum, self.strata))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Entries of each class in one cycle."""
        return tuple(map(sum, zip(*self.strata, strict=True)))

    @cached_property
    def paid_cents(self) -> int:
        """The prizes of one cycle in cents."""
        return sum(prize * count for prize, count in zip(self.prizes_cents, self.counts, strict=True))

    @property
    def payout(self) -> Fraction:
        """The prizes of a cycle divided by its stakes."""
        return Fraction(self.paid_cents, self.plays * self.price_cents)

    def stratum_prizes(self, stratum: int) -> Iterator[int]:
        """The prizes of a stratum, one an entry, smallest first."""
        rows = zip(self.prizes_cents, self.strata[stratum], strict=True)
        return chain.from_iterable(repeat(prize, count) for prize, count in rows)

    @cached_property
    def least(self) -> tuple[list[int], ...]:
        """For each stratum and r = 0 to its size, the least that r of its entries can pay."""
        return tuple(list(accumulate(self.stratum_prizes(s), initial=0)) for s in range(len(self.strata)))

    def largest_cents(self, stratum: int) -> int:
        """The largest prize of a stratum; 0 if it only loses."""
        rows = zip(self.prizes_cents, self.strata[stratum], strict=True)
        return max(prize for prize, count in rows if count)

    def overpaid(self) -> list[int]:
        """Numbers of the strata that pay more than the stakes of their entries."""
        rows = enumerate(self.least)
        return [number for number, least in rows if least[-1] > (len(least) - 1) * self.price_cents]

    def pairs(self) -> list[Pair]:
        """The richest pair inside each stratum and across each join, the join of two cycles included."""
        found = []
        for stratum in range(len(self.strata)):
            ordered = self.least[stratum]
            if len(ordered) > 2:
                found.append(Pair(ordered[-1] - ordered[-3], stratum, stratum, inside=True))
            following = (stratum + 1) % len(self.strata)
            joined = self.largest_cents(stratum) + self.largest_cents(following)
            found.append(Pair(joined, stratum, following, inside=False))
        return found

    def largest_pair(self) -> Pair:
        """The richest pair of entries that can fall side by side."""
        return max(self.pairs(), key=lambda pair: pair.cents)

    def guarantees(self, entries_min: int, entries_max: int, payout: Fraction, lost_cents: int = 0) -> bool:
        """
        Whether every window of entries_min to entries_max entries, at any offset, pays ``payout``.

        ``lost_cents`` is the most that gambles can take back from what any of them pays.
        """
        return self.spare_cents(entries_min, entries_max, payout) >= lost_cents

    def spare_cents(self, entries_min: int, entries_max: int, payout: Fraction) -> Fraction:
        """Cents that every window of so many entries pays above ``payout``; below 0 where one falls short."""
        return Fraction(self._poorest(entries_min, entries_max, payout)[0], payout.denominator)

    def worst_window(self, entries_min: int, entries_max: int, lost_cents: int = 0) -> Window:
        """
        The window of entries_min to entries_max entries that pays the least for its stakes.

        Dinkelbach's method: ask for the window that falls furthest below a supposed payout, take
        that window's own payout as the next supposition, until none falls below it. From what every
        window pays ``lost_cents`` are taken.
        """
        supposed = self.payout
        while True:
            _, first, entries, paid = self._poorest(entries_min, entries_max, supposed)
            payout = Fraction(paid - lost_cents, entries * self.price_cents)
            if payout == supposed:
                return Window(first, entries, paid - lost_cents, payout)
            supposed = payout

    def best_window(self, entries_min: int, entries_max: int) -> Window:
        """The window of entries_min to entries_max entries that pays the most for its stakes."""
        return _negated(self._mirror.worst_window(entries_min, entries_max))

    def worst_aligned(self, plays: int) -> Window:
        """The poorest of the blocks of ``plays`` entries counted from the start of the first cycle."""
        if plays < 1:
            raise ValueError(f"plays must be 1 or more (got {plays})")
        starts = range(0, lcm(plays, self.plays), plays)
        paid, start = min((self._least_of(start % self.plays, plays), start) for start in starts)
        return Window(start % self.plays, plays, paid, Fraction(paid, plays * self.price_cents))

    def best_aligned(self, plays: int) -> Window:
        """The richest of the blocks of ``plays`` entries counted from the start of the first cycle."""
        return _negated(self._mirror.worst_aligned(plays))

    @cached_property
    def _mirror(self) -> Plan:
        """The plan whose prizes are negated, smallest first."""
        prizes = tuple(-cents for cents in reversed(self.prizes_cents))
        return Plan(prizes, tuple(row[::-1] for row in self.strata), self.price_cents)

    def _least_of(self, first: int, entries: int) -> int:
        """The least that ``entries`` entries from ``first`` can pay, 0 <= first < plays."""
        paid, left, skip = 0, entries, first
        for least in cycle(self.least):
            size = len(least) - 1
            if skip >= size:
                skip -= size
                continue
            taken = min(left, size - skip)
            paid, left, skip = paid + least[taken], left - taken, 0
            if not left:
                break
        return paid

    def _poorest(self, entries_min: int, entries_max: int, payout: Fraction) -> tuple[int, int, int, int]:
        """
        The window whose payment falls furthest below ``payout``.

        Returns (excess scaled by the payout's denominator, first entry, entries, paid cents).
        """
        if not 1 <= entries_min <= entries_max:
            raise ValueError(f"entries must be 1 <= min <= max (got {entries_min} to {entries_max})")
        scale = payout.denominator
        share = payout.numerator * self.price_cents
        parts = [scale * cents - share for cents in self.prizes_cents]
        excess = self._excess(parts, self.plays + entries_max)
        bottoms = list(self._bottoms(parts, excess))
        found = []
        end = 0
        for row, bottom in zip(self.strata, bottoms, strict=False):
            start, end = end, end + sum(row)
            first, far = max(start, end - entries_max), max(start, end - entries_min)
            ends = self._ends(excess, first, start, end)
            # Of all y in reach of x, Z is least at the furthest, at the nearest, or at a bottom between them.
            ways = [
                _least_sum(ends, excess[first + entries_max : end + entries_max], first),
                _least_sum(ends[far - first :], excess[far + entries_min : end + entries_min], far),
            ]
            for low, high, level in bottoms:
                nearest, furthest = max(first, max(low, end) - entries_max), min(end - 1, high - entries_min)
                if high >= end and nearest <= furthest:
                    # Z is convex in a stratum, and so are its ends, the other way round.
                    x = min(max(nearest, start + end - bottom[1]), furthest)
                    ways.append((ends[x - first] + level, x))
            least, x = min(ways)
            found.append((least - excess[start] - excess[end], x, least - ends[x - first]))
        least, x, wanted = min(found)
        y = x + entries_max
        while excess[y] != wanted:
            y -= 1
        return least, x, y - x, (least + share * (y - x)) // scale

    def _excess(self, parts: list[int], last: int) -> list[int]:
        """Z(y) for y = 0 to ``last``: B(y) less the share of y entries, of which each class adds its part."""
        rows = [chain.from_iterable(map(repeat, parts, row)) for row in self.strata]
        return list(accumulate(islice(cycle(chain.from_iterable(rows)), last), initial=0))

    def _ends(self, excess: list[int], first: int, start: int, end: int) -> list[int]:
        """
        From x = ``first`` to the end of its stratum: Z of start and end, and what lies behind x in excess.

        The entries from x on have the smallest prizes of their stratum, as its first ones have in Z.
        """
        return excess[start + end - first : start : -1]

    def _bottoms(self, parts: list[int], excess: list[int]) -> Iterator[tuple[int, int, int]]:
        """Of each stratum, cycle after cycle, the first and last y where Z is least in it, and that Z."""
        end, last = 0, len(excess) - 1
        for row in cycle(self.strata):
            start, end = end, end + sum(row)
            below = start + sum(count for part, count in zip(parts, row, strict=True) if part < 0)
            level = sum(count for part, count in zip(parts, row, strict=True) if part == 0)
            if start > last:
                return
            yield min(below, last), min(below + level, last), excess[min(below, last)]


def _least_sum(ends: list[int], others: list[int], first: int) -> tuple[int, int]:
    """The least sum of an end and what stands beside it, and where that is first, from ``first`` on."""
    sums = list(map(add, ends, others))
    least = min(sums)
    return least, first + sums.index(least)


def _negated(window: Window) -> Window:
    return Window(window.first_entry, window.entries, -window.paid_cents, -window.payout)
