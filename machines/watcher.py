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
hypergeometric weight H(i, n), and those pay s with a probability q(i, s) that is built up winner by
winner: q'(i, s) = q(i, s) (m + 1 - i) / (m + 1) + q(i - 1, s - c) i / (m + 1). The gain of the
moment with n left is sum over i of H(i, n) sum over s > p n of q(i, s) (s - p n) / n: a lattice
of M + 1 by S + 1 points, S in units of the greatest common divisor of price and prizes.

Error. Everything above is a sum of products of numbers >= 0 in double precision, u = 2^-53, so each
rounding changes a result by a factor within 1 +- u, and factors only multiply. Along the longest
path a winner adds 3 of them, an entry 3 for H, the two sums over s 2 (S + 1), the one over i M + 2
and the last N + 3: k = 4 (M + N) + 2 S + 10 in all, so the true value lies within a factor
1 +- k u / (1 - k u). What underflows is below 2^-1074 a step and adds less than 10^-250 to any plan
that fits in memory; the bounds are rounded outward at a billionth of a cent, which covers it.

With hold the player bends the order, and the claim is not made. What then stays true of everybody,
foresight included: nobody gains more than the sum of max(0, prize - p) over all entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from machines.plan import Plan

MOST_POINTS = 4_000_000
"""Largest lattice that is worked on, some seconds each; the windows of B-08 keep strata far below it."""

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
        plan: class 0 pays 0, the other prizes more; ``lattice_points(plan)`` at most MOST_POINTS.

    Raises:
        ValueError: the lattice is larger.
    """
    points = lattice_points(plan)
    if points > MOST_POINTS:
        raise ValueError(f"lattice must have at most {MOST_POINTS} points (got {points})")
    kinds = {row: _watch_stratum(plan, row) for row in dict.fromkeys(plan.strata)}
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


def _watch_stratum(plan: Plan, row: tuple[int, ...]) -> StratumWatch:
    unit = gcd(plan.price_cents, *plan.prizes_cents)
    price = plan.price_cents // unit
    winners = [
        cents // unit for cents, count in zip(plan.prizes_cents, row, strict=True) for _ in range(count)
    ]
    winners = winners[row[0] :]
    entries, total = sum(row), sum(winners)
    left = np.arange(1, entries + 1)
    over = np.minimum(price * left, total)  # where nothing pays more, the last column is zero
    law = _winners_in(entries, len(winners))
    chance, excess = _tails(winners)
    likely = np.einsum("ni,in->n", law, chance[:, over])
    gains = np.einsum("ni,in->n", law, excess[:, over]) / left * unit
    moments = tuple(map(Moment, left.tolist(), gains.tolist(), likely.tolist()))
    steps = 4 * (len(winners) + entries) + 2 * total + 10
    return StratumWatch(
        entries,
        _around(sum(moment.gain_cents for moment in moments), steps),
        _around(sum(moment.chance for moment in moments), steps),
        moments[::-1],
    )


def _tails(winners: list[int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """
    For i random winners that pay s together: P(s > t), and E max(0, s - t).

    Args:
        winners: what each pays in units, ascending, so that the lattice grows late.

    Returns:
        Two arrays of shape (winners + 1, total + 1), index [i, t].
    """
    made, total = 0, sum(winners)
    law = np.zeros((len(winners) + 1, total + 1))
    law[0, 0] = 1.0
    for m, pays in enumerate(winners):
        drawn = np.arange(1, m + 2)[:, None] / (m + 1)
        kept = np.arange(m + 1, 0, -1)[:, None] / (m + 1)
        added = law[: m + 1, : made + 1] * drawn
        law[: m + 1, : made + 1] *= kept
        law[1 : m + 2, pays : pays + made + 1] += added
        made += pays
    reach = law[:, ::-1].cumsum(axis=1)[:, ::-1]  # P(s >= t)
    chance = np.zeros_like(law)
    chance[:, :-1] = reach[:, 1:]
    return chance, chance[:, ::-1].cumsum(axis=1)[:, ::-1]


def _winners_in(entries: int, winners: int) -> NDArray[np.float64]:
    """H: the law of how many of n = 1 to ``entries`` random entries win; shape (entries, winners + 1)."""
    count = np.arange(winners + 1)
    found = np.zeros((entries + 1, winners + 1))
    found[0, 0] = 1.0
    for n in range(entries):
        losers = np.maximum(entries - winners - n + count, 0) / (entries - n)
        found[n + 1] = found[n] * losers
        found[n + 1, 1:] += found[n, :-1] * ((winners - count[:-1]) / (entries - n))
    return found[1:]


def _around(value: float, steps: int) -> Interval:
    """The interval of a computed value that ``steps`` roundings may have moved, rounded outward."""
    error = steps * _ROUNDING / (1 - steps * _ROUNDING)
    low, high = Fraction(value) / (1 + error), Fraction(value) / (1 - error)
    return Interval(Fraction(floor(low * _GRAIN), _GRAIN), Fraction(ceil(high * _GRAIN), _GRAIN))
