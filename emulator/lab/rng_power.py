# SPDX-License-Identifier: MIT
"""
Which bias a test would find, with which probability: what a pass is worth.

    found_forced(0.01, bits=100_000_000, alpha=0.0005)        # 1.0: such bits are found for certain
    least_forced(100_000_000, 0.0005, power=0.999)            # the share that is found 999 times in 1,000
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, lgamma, log, sqrt
from statistics import NormalDist

from emulator.lab.rng_stats import chi_square_tail, gamma_tail

_NORMAL = NormalDist()
_STEPS = 60
"""Of a search by halves for a critical value."""
_SHARE_STEPS = 30
"""Of a search for a share: to a billionth."""
_REACH = 8
"""Standard deviations of a Poisson variable beyond which its weights are left out, less than 10^-14."""


def found_forced(share: float, bits: int, alpha: float) -> float:
    """
    The chance that counting ones finds bits of which a share is forced to one value.

    Args:
        share: 0 to 1, of all places, wherever they are.
        bits: looked at.
        alpha: p-values below it are a finding.
    """
    # Of n bits (n + share n) / 2 are ones on average, and their spread is sqrt(n (1 - share^2)) / 2.
    if share >= 1:
        return 1.0
    limit, moved = -_NORMAL.inv_cdf(alpha / 2), share * sqrt(bits)
    spread = sqrt(1 - share * share)
    return _NORMAL.cdf((moved - limit) / spread) + _NORMAL.cdf((-moved - limit) / spread)


def found_favoured(share: float, draws: int, below: int, alpha: float) -> float:
    """
    The chance that chi-square finds draws of which a share is turned into one value.

    Its statistic is then a chi-square value off its centre by draws x share^2 x (below - 1).
    """
    freedom = below - 1
    return _off_centre_tail(_critical(freedom, alpha), freedom, draws * share * share * freedom)


def least_forced(bits: int, alpha: float, power: float) -> float:
    """The share of forced bits that is found with this probability."""
    return least(lambda share: found_forced(share, bits, alpha), power)


def least_favoured(draws: int, below: int, alpha: float, power: float) -> float:
    """The share of draws turned into one value that is found with this probability."""
    return least(lambda share: found_favoured(share, draws, below, alpha), power)


def least(found: Callable[[float], float], power: float) -> float:
    """The least share for which ``found`` says this probability or more."""
    low, high = 0.0, 1.0
    for _ in range(_SHARE_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if found(middle) >= power else (middle, high)
    return high


def _critical(freedom: int, alpha: float) -> float:
    """The chi-square value that is passed with chance ``alpha``."""
    low, high = 0.0, 2.0 * freedom + 100.0
    while chi_square_tail(high, freedom) > alpha:
        high *= 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if chi_square_tail(middle, freedom) < alpha else (middle, high)
    return high


def _off_centre_tail(value: float, freedom: int, away: float) -> float:
    """
    The chance that a noncentral chi-square value passes ``value``: a Poisson mixture of central ones.

    Source: NIST Handbook of Mathematical Functions (Abramowitz and Stegun 1964), 26.4.25.
    """
    mean = away / 2
    if mean > 10_000:  # within a ten-millionth of a normal deviate there
        spread = sqrt(2 * (freedom + 2 * away))
        return _NORMAL.cdf((freedom + away - value) / spread)
    reach = _REACH * sqrt(mean + 1) + _REACH
    total = 0.0
    for number in range(max(0, int(mean - reach)), int(mean + reach) + 1):
        weight = exp(number * log(mean) - mean - lgamma(number + 1)) if mean else float(number == 0)
        total += weight * gamma_tail(freedom / 2 + number, value / 2)
    return min(1.0, total)
