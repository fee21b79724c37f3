# SPDX-License-Identifier: MIT
"""
How many plays a pot that must be hit by its limit lasts, exactly where its states can be counted.

At its reset such a pot holds v (rest of the last award, reserve, seed) and draws a threshold evenly from
v + 1 to the limit, in millicents. After n plays it holds v + floor((carry + n a) / b), so the threshold is
passed in play n with the probability that the step covers: every cycle is summed over its plays in whole
numbers. What is left of a cycle (rest, carry, what passed the limit, reserve) begins the next one: a
Markov chain. Where few states are reached it is solved; otherwise the mean is enclosed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from cext import Pot

MOST_STATES = 48
MOST_PLAYS = 500_000
"""Plays of one cycle up to which it is summed play by play; times a pot of 4 10^12 still below 2^63."""


class _Start(NamedTuple):
    """The beginning of a cycle."""

    value_mc: int
    reserve_mc: int
    carry: int
    reserve_carry: int


class _Step(NamedTuple):
    """One contribution: whole millicents and what remains, in parts of ``of``."""

    whole_mc: int
    rest: int
    of: int

    @classmethod
    def of_price(cls, price_cents: int, share: Fraction) -> _Step:
        whole, rest = divmod(1000 * price_cents * share.numerator, share.denominator)
        return cls(whole, rest, share.denominator)

    @property
    def mean_mc(self) -> Fraction:
        return self.whole_mc + Fraction(self.rest, self.of)


def mean_plays_between_hits(pot: Pot, price_cents: int) -> tuple[Fraction, Fraction, bool]:
    """
    The long-run mean number of plays from one hit to the next.

    Returns (lower end, upper end, whether every award carries the whole reserve on): equal ends are exact.
    """
    step, reserve = _Step.of_price(price_cents, pot.share), _Step.of_price(price_cents, pot.reserve)
    exact = _solved(pot, step, reserve)
    if exact is not None:
        return exact, exact, True
    return _enclosed(pot, step, reserve)


def mean_plays_from_seed(pot: Pot, price_cents: int) -> Fraction:
    """
    Mean number of plays that a pot lasts whose seed has just been set, nothing carried.

    P(n plays do not hit it) is what its n contributions leave open: their sum is a sum of floors.
    """
    step = _Step.of_price(price_cents, pot.share)
    open_mc = pot.limit_mc - pot.seed_mc
    numerator = step.whole_mc * step.of + step.rest
    plays = -(-open_mc * step.of // numerator)
    return Fraction(plays * open_mc - floor_sum(plays, step.of, numerator, 0), open_mc)


def floor_sum(count: int, divisor: int, factor: int, offset: int) -> int:
    """Sum of floor((factor i + offset) / divisor) for i = 0 to count - 1, by Euclid's algorithm."""
    total = 0
    while True:
        total += (count - 1) * count // 2 * (factor // divisor) + count * (offset // divisor)
        factor, offset = factor % divisor, offset % divisor
        last = factor * count + offset
        if last < divisor:
            return total
        count, offset, factor, divisor = last // divisor, last % divisor, divisor, factor


def _solved(pot: Pot, step: _Step, reserve: _Step) -> Fraction | None:
    """The stationary mean by the whole chain; None if it has too many states or cycles are too long."""
    if (pot.limit_mc - pot.seed_mc) / step.mean_mc > MOST_PLAYS:
        return None
    found: dict[_Start, tuple[Fraction, dict[_Start, Fraction]]] = {}
    waiting = [_Start(pot.seed_mc, 0, 0, 0)]
    while waiting:
        start = waiting.pop()
        if start in found:
            continue
        cycle = _cycle(pot, step, reserve, start)
        if cycle is None or len(found) == MOST_STATES:
            return None
        found[start] = cycle
        waiting += cycle[1]
    return _stationary(found)


def _cycle(
    pot: Pot, step: _Step, reserve: _Step, start: _Start
) -> tuple[Fraction, dict[_Start, Fraction]] | None:
    """(mean plays, probability of each state that follows) of a cycle; None if too many may follow."""
    open_mc = pot.limit_mc - start.value_mc
    plays = max(1, -(-(open_mc * step.of - start.carry) // (step.whole_mc * step.of + step.rest)))
    n = np.arange(1, plays + 1, dtype=np.int64)
    carried = start.carry + n * step.rest
    gained = n * step.whole_mc + carried // step.of
    held = np.minimum(gained, open_mc)
    passed = np.diff(held, prepend=0) if open_mc else np.ones(1, dtype=np.int64)
    over = gained - held
    reserved = start.reserve_carry + n * reserve.rest
    hidden = start.reserve_mc + n * reserve.whole_mc + reserved // reserve.of + over
    total = (start.value_mc + held) % 1000 + hidden + pot.seed_mc
    value = np.minimum(total, pot.limit_mc)
    after = (value, total - value, carried % step.of, reserved % reserve.of)
    whole = int(passed.sum())
    chances: dict[_Start, Fraction] = {}
    for plays_of in _alike(after) or ():
        weight = int(passed[plays_of].sum())
        if weight:
            chances[_Start(*(int(row[plays_of][0]) for row in after))] = Fraction(weight, whole)
    if not chances:
        return None
    mean = Fraction(int((n * passed).sum()), whole)
    return mean, chances


def _alike(rows: Sequence[NDArray[np.int64]]) -> list[NDArray[np.intp]] | None:
    """Where columns of the rows are alike: positions of each kind; None if there are too many kinds."""
    kind = np.zeros(len(rows[0]), dtype=np.int64)
    for row in rows:
        if row.min() == row.max():
            continue
        values, which = np.unique(row, return_inverse=True)
        if len(values) > MOST_STATES:
            return None
        _, kind = np.unique(kind * len(values) + which, return_inverse=True)
    count = int(kind.max()) + 1
    return [np.flatnonzero(kind == each) for each in range(count)] if count <= MOST_STATES else None


def _stationary(found: dict[_Start, tuple[Fraction, dict[_Start, Fraction]]]) -> Fraction | None:
    """Mean plays of a cycle in the long run; None if that depends on how it began."""
    starts = list(found)
    place = {start: index for index, start in enumerate(starts)}
    size = len(starts)
    matrix = [[fmpq(0)] * size for _ in starts]
    for start, (_, chances) in found.items():
        matrix[place[start]][place[start]] -= 1
        for then, chance in chances.items():
            matrix[place[then]][place[start]] += fmpq(chance.numerator, chance.denominator)
    matrix[-1] = [fmpq(1)] * size
    ones = fmpq_mat([[fmpq(0)]] * (size - 1) + [[fmpq(1)]])
    try:
        shares = fmpq_mat(matrix).solve(ones)
    except ZeroDivisionError:
        return None
    mean = Fraction(0)
    for index, start in enumerate(starts):
        share = shares[index, 0]
        mean += found[start][0] * Fraction(int(share.p), int(share.q))
    return mean


def _enclosed(pot: Pot, step: _Step, reserve: _Step) -> tuple[Fraction, Fraction, bool]:
    """
    The mean x of plays N between its ends, in the stationary state.

    With D = threshold - v and a contribution a, (D - 1) / a < N < D / a + 1; D has mean (limit - v + 1) / 2.
    Where the limit cuts nothing off at a reset, v = seed + r N + e with the reserve's contribution r and
    0 <= e < 1000 + a (a rest below a cent, one step beyond the limit), which makes an equation for x.
    """
    most_mc, seed_mc = pot.limit_mc + 1, pot.seed_mc
    a, r = step.mean_mc, reserve.mean_mc
    highest = Fraction(most_mc - seed_mc) / (2 * a) + 1
    longest = (pot.limit_mc - seed_mc) / a + 1
    if seed_mc + 1001 + r * (longest + 1) + a > pot.limit_mc:
        return Fraction(1), highest, False
    bend = 1 + r / (2 * a)
    low = (most_mc - seed_mc - 1001 - a) / (2 * a) - 1 / a
    return max(Fraction(1), low / bend), highest / bend, True
