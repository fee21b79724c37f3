# SPDX-License-Identifier: MIT
"""
How long a player may have to wait for a win: runs of losing plays, every rounding enclosed.

The plays of a machine of chance are independent. In N plays of which each loses with probability q = 1 - p
the longest losing run is below n with probability b(N) - q^n b(N - n), where
b(M) = sum over k of (-1)^k C(M - n k, k) (p q^n)^k. Source: Uspensky (1937), Introduction to Mathematical
Probability, chapter V. As fractions these have a million digits; balls of flint's ``arb`` enclose them.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import NamedTuple

from flint import arb, ctx, fmpq

_BITS = 512
"""The sum's terms reach e^108, and as much is lost; what remains is ample, and where not it is doubled."""
_SMALL = Fraction(1, 2**64)


class LongestRun(NamedTuple):
    """The longest losing run in a number of plays."""

    plays: int
    mean_low: Fraction
    """The expected length lies between the two, which are less than 2^-60 apart."""
    mean_high: Fraction
    exceeded_1_percent: int
    """The shortest length that is exceeded with a probability of at most 1 %."""


def longest_run(losing: Fraction, plays: int) -> LongestRun:
    """
    The longest run of losing plays among ``plays``, 1 or more.

    Args:
        losing: how likely a play wins nothing, 0 to 1.
    """
    if losing in (0, 1):
        length = plays * int(losing)
        return LongestRun(plays, Fraction(length), Fraction(length), length)
    bits = _BITS
    while True:
        with ctx.workprec(bits):
            found = _enclose(losing, plays)
        if found is not None:
            return found
        bits *= 2


def _enclose(losing: Fraction, plays: int) -> LongestRun | None:
    """The figures at the precision that is set; None if it does not settle them."""
    mean, exceeded, last = arb(0), plays, plays
    limit, negligible = _ball(Fraction(1, 100)), _ball(_SMALL / plays)
    for length in range(1, plays + 1):
        chance = _at_least(losing, plays, length)
        if length <= last and not chance > limit:
            if not chance < limit:
                return None
            exceeded, last = length - 1, 0
        if chance < negligible:
            mean += _between(Fraction(0), _SMALL)  # this term and all that follow
            break
        mean += chance
    low, high = _fraction(mean.lower()), _fraction(mean.upper())
    return LongestRun(plays, low, high, exceeded) if high - low < 16 * _SMALL else None


def _at_least(losing: Fraction, plays: int, length: int) -> arb:
    """The probability of a losing run of ``length`` or more."""
    run = _ball(losing) ** length
    wins = _ball(1 - losing)
    if plays >= 2 * length:
        # Each of these blocks has a run of its own with this probability; all have none at least as seldom.
        none = (1 - run * (1 + length * wins)) ** (plays // (2 * length))
        if none < _ball(_SMALL / plays):
            return _between(1 - _SMALL / plays, Fraction(1))
    return 1 - _series(plays, length, wins * run) + run * _series(plays - length, length, wins * run)


def _series(plays: int, length: int, start: arb) -> arb:
    """b(M): alternating, and cut where its terms fall and are small, which they then enclose."""
    total, power, k = arb(1), arb(1), 0
    while True:
        k += 1
        if plays - length * k < k:
            return total
        power = power * -start
        term = power * comb(plays - length * k, k)
        total += term
        if start * plays < k and abs(term) < _ball(_SMALL**4):
            return total + _between(-(_SMALL**4), _SMALL**4)


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _between(low: Fraction, high: Fraction) -> arb:
    return _ball(low).union(_ball(high))


def _fraction(end: arb) -> Fraction:
    """The value of a ball without radius."""
    mantissa, exponent = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
