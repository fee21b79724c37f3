# SPDX-License-Identifier: MIT
"""
What checks say of samples: how many plays are enough, intervals, and p-values that are told alike anywhere.

    plays_needed(variance_stakes2, Fraction(1, 1000), 99)     # +-0.1 % of the stakes
    rounded(0.1234567891234)                                  # a ratio of 6 digits

Chi-square, Kolmogorov-Smirnov and Bonferroni are those of ``emulator.lab.rng_stats``.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from math import ceil, isqrt
from statistics import NormalDist

DIGITS = 6
"""Of a p-value in evidence: the mathematics of two computers may differ from the ninth on."""
_Z_SCALE = 1_000_000


def z_of(confidence_percent: int | Fraction | float) -> Fraction:
    """The two-sided point of the normal distribution, as a ratio of six decimals: 2.575829 at 99 %."""
    upper = 1 - (1 - float(confidence_percent) / 100) / 2
    return Fraction(round(NormalDist().inv_cdf(upper) * _Z_SCALE), _Z_SCALE)


def plays_needed(variance: Fraction, half: Fraction, confidence_percent: int | Fraction | float) -> int:
    """
    How many plays bring the half width of an interval to ``half``: n = (z s / h)^2, rounded up.

    Args:
        variance: of a play, in the square of the unit of ``half``.
        half: in the unit that is estimated.
        confidence_percent: of the interval.
    """
    return ceil(z_of(confidence_percent) ** 2 * variance / half**2)


def half_width(variance: Fraction, plays: int, confidence_percent: int | Fraction | float) -> Fraction:
    """Half the interval of a mean of so many independent plays, from above and within 10^-12."""
    squared = z_of(confidence_percent) ** 2 * variance / plays
    scale = 10**12
    return Fraction(isqrt(ceil(squared * scale**2)) + 1, scale)


def wilson(hits: int, tries: int, confidence_percent: int | Fraction | float) -> tuple[Fraction, Fraction]:
    """
    The interval of a share of which ``hits`` of ``tries`` were seen.

    Source: Wilson (1927), Probable inference, the law of succession, and statistical inference.
    """
    z2 = z_of(confidence_percent) ** 2
    scale = 10**12
    under = z2 * (z2 + 4 * hits * (1 - Fraction(hits, tries)))
    root = Fraction(isqrt(ceil(under * scale**2)) + 1, scale)
    bottom = 2 * (tries + z2)
    low, high = (2 * hits + z2 - root) / bottom, (2 * hits + z2 + root) / bottom
    return max(Fraction(0), low), min(Fraction(1), high)


def rounded(value: float | Fraction, digits: int = DIGITS) -> Fraction:
    """A number of so many significant digits, exactly; what computers differ in is cut off."""
    if not value:
        return Fraction(0)
    number = Decimal(value) if isinstance(value, float) else _decimal(value)
    return Fraction(Context(prec=digits).create_decimal(number))


def outward(low: Fraction, high: Fraction, digits: int = 12) -> tuple[float, float]:
    """An interval as floats of so many digits that contain it."""
    down = Context(prec=digits, rounding=ROUND_FLOOR).create_decimal(_decimal(low))
    up = Context(prec=digits, rounding=ROUND_CEILING).create_decimal(_decimal(high))
    return float(down), float(up)


def holm(p_values: Sequence[float]) -> list[float]:
    """
    Each p-value as it counts among the others, whatever ties them: below alpha it fails.

    Source: Holm (1979), A simple sequentially rejective multiple test procedure.
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    found, least = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[place]))
        found[place] = least
    return found


def _decimal(value: Fraction) -> Decimal:
    context = Context(prec=40)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))
