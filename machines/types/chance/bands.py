# SPDX-License-Identifier: MIT
"""
Between which returns so many plays of chance stay, and with what confidence.

As plays are independent, the sum of n has the n-th power of one play's characteristic function. On a circle
of money its inverse is the law of the sum itself, but for what wraps round. By Bernstein's inequality that is
less than WRAPPED where the circle reaches t = LM/3 + sqrt((LM/3)^2 + 2Lv) to each side of the mean
(L = -log WRAPPED, M the most by which one play differs from its mean, v the variance of the sum). Where the
circle would be too large the normal law stands in, off by at most 0.4748 r / sqrt n (Shevtsova, 2011;
r = E|X - mean|^3 / sd^3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, log, log2, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from machines.support.plain import Json
from machines.types.chance.total import Spread

BAND_PLAYS = (10**3, 10**4, 10**5, 10**6, 10**7)
BAND_PERCENTS = (90, 95, 99)
WRAPPED = 1e-6
"""The most probability that may wrap round a circle at each side."""
_LARGEST = 2**20
"""Points of a circle; a transform of so many takes a tenth of a second."""
_ROUNDING = 4e-15
"""Relative error of a value of the characteristic function and of each factor of its power, generously."""
_BERRY_ESSEEN = 0.4748


def return_bands(total: Spread, price_cents: int, of_plays: Sequence[int] = BAND_PLAYS) -> list[Json]:
    """
    Return the middle bands of the payout of so many plays, for each number and BAND_PERCENTS, pots apart.

    Each row has plays, confidence_percent, low_percent, high_percent (of the stakes), method ("convolution"
    or "normal") and error_percent: the most by which the stated probability of either end is wrong.

    Args:
        total: what one play wins.
        price_cents: price of a play.
        of_plays: numbers of plays.
    """
    return [row for plays in of_plays for row in _of_plays(total, price_cents, plays)]


def _of_plays(total: Spread, price_cents: int, plays: int) -> Iterator[Json]:
    mean, deviation = plays * float(total.mean_cents), sqrt(plays * total.variance_cents2)
    points = _points(total, plays)
    summed = points <= _LARGEST
    first = round(mean / total.unit_cents) - points // 2
    law = _summed(total, plays, points, first) if summed else None
    wrong = WRAPPED + plays * _ROUNDING * sqrt(points) if summed else _skewed(total, plays)
    for percent in BAND_PERCENTS:
        tail = (1 - percent / 100) / 2
        if law is None:
            reach = NormalDist().inv_cdf(1 - tail) * deviation
            ends = mean - reach, mean + reach
        else:
            low, high = np.searchsorted(law, (tail, 1 - tail))
            ends = float((first + low) * total.unit_cents), float((first + high) * total.unit_cents)
        yield {
            "plays": plays,
            "confidence_percent": percent,
            "low_percent": 100 * max(0.0, ends[0]) / (plays * price_cents),
            "high_percent": 100 * ends[1] / (plays * price_cents),
            "method": "convolution" if summed else "normal",
            "error_percent": 100 * min(1.0, wrong),
        }


def _points(total: Spread, plays: int) -> int:
    """The power of two that holds all but WRAPPED of the probability at each side."""
    mean = float(total.mean_cents)
    most = max(mean, max(cents for cents, _ in total.items()) - mean)
    length = -log(WRAPPED)
    jump = length * most / 3
    reach = min(jump + sqrt(jump**2 + 2 * length * plays * total.variance_cents2), plays * most)
    return 1 << ceil(log2(2 * reach / total.unit_cents + 4))


def _summed(total: Spread, plays: int, points: int, first: int) -> NDArray[np.float64]:
    """The chance that so many plays win at most so many units, from ``first`` on."""
    one = np.zeros(points)
    for cents, ways in total.items():
        one[cents // total.unit_cents % points] += ways / total.whole
    law = np.fft.irfft(np.fft.rfft(one) ** plays, points)
    return np.cumsum(np.roll(law, -(first % points)))


def _skewed(total: Spread, plays: int) -> float:
    """The most by which the normal law of the sum is wrong anywhere (Berry and Esseen)."""
    mean, deviation = float(total.mean_cents), sqrt(total.variance_cents2)
    third = sum(abs((cents - mean) / deviation) ** 3 * (ways / total.whole) for cents, ways in total.items())
    return _BERRY_ESSEEN * third / sqrt(plays)
