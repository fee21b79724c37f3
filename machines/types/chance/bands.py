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
from fractions import Fraction
from math import ceil, log, log2, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from machines.support.plain import Json
from machines.types.chance.pots import Between
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


class Known(NamedTuple):
    """What is proved of a play whose distribution is not known exactly."""

    mean_cents: Between
    variance_cents2: Between
    third_cents3: Fraction
    """E|X - mean|^3 at most."""
    apart: Fraction
    """Total variation between the distribution that is given and the true one, at most."""


def return_bands(
    total: Spread, price_cents: int, of_plays: Sequence[int] = BAND_PLAYS, proved: Known | None = None
) -> list[Json]:
    """
    Return the middle bands of the payout of so many plays, for each number and BAND_PERCENTS, pots apart.

    Each row has plays, confidence_percent, low_percent, high_percent (of the stakes), method ("convolution"
    or "normal") and error_percent: the most by which the stated probability of either end is wrong.

    Args:
        total: what one play wins.
        price_cents: price of a play.
        of_plays: numbers of plays.
        proved: of a play whose distribution is only about ``total``; None: it is that exactly.
    """
    return [row for plays in of_plays for row in _of_plays(total, price_cents, plays, proved)]


def _of_plays(total: Spread, price_cents: int, plays: int, proved: Known | None) -> Iterator[Json]:
    moments = (total.mean_cents, total.variance_cents2)
    if proved is not None:
        moments = (proved.mean_cents.low + proved.mean_cents.high) / 2, proved.variance_cents2.high
    mean, deviation = plays * float(moments[0]), sqrt(plays * moments[1])
    points = _points(total, plays)
    apart = 0.0 if proved is None else plays * float(proved.apart)
    normal = 0.0 if proved is None else _skewed_at_most(proved, plays)
    summed = points <= _LARGEST and (proved is None or apart < normal)
    first = round(mean / total.unit_cents) - points // 2
    law = _summed(total, plays, points, first) if summed else None
    if summed:
        wrong = WRAPPED + plays * _ROUNDING * sqrt(points) + apart
    else:
        wrong = _skewed(total, plays) if proved is None else normal
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


def _skewed_at_most(proved: Known, plays: int) -> float:
    """
    As ``_skewed``, of a play of which only ends are known.

    A sum of another mean and variance than the ones taken is off by what moves the normal law: at most the
    shift over the deviation times 0.4, and the ratio of the deviations less 1.
    """
    mean, variance = proved.mean_cents, proved.variance_cents2
    if variance.low <= 0:
        return 1.0
    deviation = sqrt(variance.low)
    moved = sqrt(plays) * float(mean.high - mean.low) / deviation + sqrt(variance.high / variance.low) - 1
    return _BERRY_ESSEEN * float(proved.third_cents3) / deviation**3 / sqrt(plays) + moved


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
