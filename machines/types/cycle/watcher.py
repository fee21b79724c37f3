# SPDX-License-Identifier: MIT
"""
Whether a cycle can be milked: the gain of a watcher who remembers every play of it.

    seen = watch(model.plan)
    seen.gain_cents            # Interval(low, high) of what he gains a cycle, expected over all orders

The watcher knows the plan and counts, so at any moment he knows how many entries the urn of the
stratum still holds, n, and what they pay together, s. He makes the next play if it pays more than
its price p on average, which is if s / n > p, and leaves it to the public otherwise.

Claim. With the uniform order, which is that of plays without hold, nobody who cannot foresee an
order gains more, and the watcher gains sum over entries of E max(0, s / n - p).

Proof. Whoever makes a play draws the same entry, so no decision bends the order, and given all that
was seen the next entry pays s / n on average: each entry adds at most max(0, s / n - p), and he has
all of that. A double play is two entries that must be decided on together, where he could have
looked at the first before he paid for the second: it gains no more. Entries across a join belong
to urns of their own. If the public plays double, he is offered fewer moments, and gains less.

Computation. A random set of n of the stratum's N entries holds i of its M winning ones with
hypergeometric weight H(i, n), each of their C(M, i) sets as likely as the others; w(i, s) of these pay
s together. A winner that pays c adds the sets that hold it: w'(i, s) = w(i, s) + w(i - 1, s - c). The
gain of the moment with n left is sum over i of H(i, n) / C(M, i) sum over s > p n of w(i, s)
(s - p n) / n: a lattice of M + 1 by S + 1 points, S in units of the greatest common divisor of price
and prizes.

Error. Everything above is a sum of products of numbers >= 0 in double precision, u = 2^-53, so each
rounding changes a result by a factor within 1 +- u, and factors only multiply. Along the longest
path a winner adds 1 of them, an entry 3 for H, C(M, i) and the division by it 2, the two sums over s
2 (S + 1), the one over i M + 2 and the last N + 3: k = 2 M + 4 N + 2 S + 10 at most, so the true
value lies within a factor 1 +- k u / (1 - k u). No count of sets is above C(M, M / 2), which a double
holds for up to MOST_WINNERS. What underflows in H and H / C is below 2^-1074 and multiplied by at most
S C: with MOST_POINTS less than 10^-12 of the price in all. The bounds are rounded outward at a
billionth of a cent, which covers it.

With hold the player bends the order, and the claim is not made. What then stays true of everybody,
foresight included: nobody gains more than the sum of max(0, prize - p) over all entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, comb, floor, gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from machines.types.cycle.plan import Plan

MOST_POINTS = 4_000_000
"""Largest lattice that is worked on, a second or two each; the windows of B-08 keep strata far below it."""
MOST_WINNERS = 1_000
"""Most prizes of a stratum: the number of their sets, at most 2.8 10^299, fits a double."""

_GRAIN = 10**9
_ROUNDING = Fraction(1, 2**53)


class Interval(NamedTuple):
    """Two numbers that the true one is proved to lie between, both included."""

    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        return f"{float(self.low)!r} to {float(self.high)!r}"


class Moment(NamedTuple):
    """The next play at one moment of a stratum, before anything of the stratum is known."""

    left: int
    """Entries that the urn still holds."""
    gain_cents: float
    """What the watcher gains with this play on average, plays that he leaves alone included."""
    chance: float
    """Probability that he makes this play."""


@dataclass(frozen=True)
class StratumWatch:
    """The watcher at one stratum."""

    plays: int
    gain_cents: Interval
    plays_made: Interval
    """How many of its plays he makes."""
    moments: tuple[Moment, ...]
    """One an entry, the first has ``plays`` left, the last 1."""

    @property
    def best(self) -> Moment:
        """The play that gains most."""
        return max(self.moments, key=lambda moment: moment.gain_cents)


@dataclass(frozen=True)
class Watch:
    """The watcher over one cycle."""

    strata: tuple[StratumWatch, ...]
    gain_cents: Interval
    plays_made: Interval
    foresight_cents: int
    """What foresight of every play would gain: the bound that holds with hold, too."""


def fits(plan: Plan) -> bool:
    """Whether a plan is small enough for ``watch``."""
    return lattice_points(plan) <= MOST_POINTS and most_winners(plan) <= MOST_WINNERS


def most_winners(plan: Plan) -> int:
    """The most prizes that one stratum holds."""
    return max(sum(row[1:]) for row in plan.strata)


def lattice_points(plan: Plan) -> int:
    """Points of the largest lattice that ``watch`` needs for a plan; at most MOST_POINTS are worked on."""
    unit = gcd(plan.price_cents, *plan.prizes_cents)
    rows = zip(plan.strata, plan.least, strict=True)
    return max((sum(row[1:]) + 1) * (least[-1] // unit + 1) for row, least in rows)


@lru_cache(maxsize=8)
def watch(plan: Plan) -> Watch:
    """
    Return what a watcher gains from a plan.

    Args:
        plan: class 0 pays 0, the other prizes more; ``fits(plan)``.

    Raises:
        ValueError: a stratum holds more prizes, or its lattice more points, than are worked on.
    """
    if not fits(plan):
        raise ValueError(
            f"a stratum must have at most {MOST_WINNERS} prizes (got {most_winners(plan)}) "
            f"and a lattice of {MOST_POINTS} points (got {lattice_points(plan)})"
        )
    unit = gcd(plan.price_cents, *plan.prizes_cents)
    prizes = [cents // unit for cents in plan.prizes_cents]
    kinds = {row: _watch_stratum(plan, row, sets) for row, sets in _sets(prizes, set(plan.strata))}
    strata = tuple(kinds[row] for row in plan.strata)
    surplus = (max(0, cents - plan.price_cents) for cents in plan.prizes_cents)
    return Watch(
        strata,
        _sum([stratum.gain_cents for stratum in strata]),
        _sum([stratum.plays_made for stratum in strata]),
        sum(more * count for more, count in zip(surplus, plan.counts, strict=True)),
    )


def _sum(parts: list[Interval]) -> Interval:
    zero = Fraction(0)
    return Interval(sum((part.low for part in parts), zero), sum((part.high for part in parts), zero))


def _watch_stratum(plan: Plan, row: tuple[int, ...], sets: NDArray[np.float64]) -> StratumWatch:
    unit = gcd(plan.price_cents, *plan.prizes_cents)
    price = plan.price_cents // unit
    entries, winners, total = sum(row), sum(row[1:]), len(sets) - 1
    worth = min(entries, max(0, total - 1) // price)  # with more left, nothing pays more than their price
    likely, gains = np.zeros(entries), np.zeros(entries)
    if worth:
        law = _winners_in(entries, winners, worth)
        law /= [
            float(comb(winners, i)) for i in range(winners + 1)
        ]  # of one set, not of all sets of i winners
        reach = slice(price, price * worth + 1, price)
        above, excess = _tails(sets)
        likely[:worth] = np.einsum("ni,ni->n", law, above[reach])
        gains[:worth] = np.einsum("ni,ni->n", law, excess[reach]) / np.arange(1, worth + 1) * unit
    moments = tuple(map(Moment, range(1, entries + 1), gains.tolist(), likely.tolist()))
    steps = 2 * winners + 4 * entries + 2 * total + 10
    return StratumWatch(
        entries,
        _around(sum(moment.gain_cents for moment in moments), steps),
        _around(sum(moment.chance for moment in moments), steps),
        moments[::-1],
    )


def _sets(
    prizes: Sequence[int], rows: Iterable[tuple[int, ...]]
) -> Iterator[tuple[tuple[int, ...], NDArray[np.float64]]]:
    """
    For each kind of stratum, how many sets of i winners pay s together.

    Strata of one plan hold nearly the same prizes, so each goes on from the winners that it has in common
    with all larger ones: those are counted once.

    Returns:
        Rows, each with an array of shape (total + 1, winners + 1), index [total - s, i].
    """
    ordered = sorted(rows, key=lambda row: (sum(row[1:]), row))
    common = list(accumulate(reversed(ordered), lambda least, row: tuple(map(min, least, row))))[::-1]
    half = sum(ordered[-1][1:]) // 2
    base, held = np.ones((1, 1)), (0,) * len(prizes)
    for row, least in zip(ordered, common, strict=True):
        base = _with(base, _winners(prizes, held, least), half)
        held = least
        count = sum(row[1:])
        found = _with(base, _winners(prizes, held, row), count // 2)
        # Sets of more than half of the winners are what smaller ones leave: as many, and they pay the rest.
        yield row, np.hstack([found[::-1], found[:, (count - 1) // 2 :: -1]]) if count else found


def _winners(prizes: Sequence[int], held: Sequence[int], row: Sequence[int]) -> list[int]:
    """What the winners of a row pay who are not held already, ascending, so that the lattice grows late."""
    rows = zip(prizes[1:], held[1:], row[1:], strict=True)
    return [pays for pays, has, count in rows for _ in range(count - has)]


def _with(sets: NDArray[np.float64], winners: list[int], most: int) -> NDArray[np.float64]:
    """The sets with more winners in them, up to ``most`` of a set."""
    made, width = len(sets), min(sets.shape[1], most + 1)
    found = np.zeros((made + sum(winners), most + 1))
    found[:made, :width] = sets[:, :width]
    before = np.empty_like(found)
    for pays in winners:
        kept = min(width, most)
        before[:made, :kept] = found[:made, :kept]
        found[pays : pays + made, 1 : kept + 1] += before[:made, :kept]
        made, width = made + pays, kept + 1
    return found


def _tails(sets: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How many sets have s > t, and the sum of max(0, s - t), index [t, i]; of sets, index [total - s, i]."""
    above = sets[:-1].cumsum(axis=0)
    return above[::-1], above.cumsum(axis=0)[::-1]


def _winners_in(entries: int, winners: int, drawn: int) -> NDArray[np.float64]:
    """H: the law of how many of n = 1 to ``drawn`` random entries win; shape (drawn, winners + 1)."""
    count, drawn_before = np.arange(winners + 1), np.arange(drawn)[:, None]
    loses = np.maximum(entries - winners - drawn_before + count, 0) / (entries - drawn_before)
    wins = (winners - count[:-1]) / (entries - drawn_before)
    found = np.zeros((drawn + 1, winners + 1))
    found[0, 0] = 1.0
    won = np.empty(winners)
    for before, after, lose, win in zip(found, found[1:], loses, wins, strict=False):
        np.multiply(before, lose, out=after)
        np.multiply(before[:-1], win, out=won)
        after[1:] += won
    return found[1:]


def _around(value: float, steps: int) -> Interval:
    """The interval of a computed value that ``steps`` roundings may have moved, rounded outward."""
    error = steps * _ROUNDING / (1 - steps * _ROUNDING)
    low, high = Fraction(value) / (1 + error), Fraction(value) / (1 - error)
    return Interval(Fraction(floor(low * _GRAIN), _GRAIN), Fraction(ceil(high * _GRAIN), _GRAIN))
