# SPDX-License-Identifier: MIT
"""
Which bias a test would have found, with which probability: what "nothing found" is worth.

    share_bias("pocket", 3700, 1 / 37, 1e-5).sizes      # shares that are found with 80 and with 99 %
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import special

from machines.tables.inspection.chances import at_least, two_sided

POWERS = (0.8, 0.99)
_STEPS = 40
"""Of a search by halves."""


class Bias(NamedTuple):
    """
    A bias, and how large it must be to be found.

    Attributes:
        kind: what it is, by the words of the report.
        fair: its measure without any bias.
        sizes: its measure when it is found with each of POWERS; None where none is.
        whole: the measure is a number of things, not a share.
    """

    kind: str
    fair: float
    sizes: tuple[float | None, ...]
    whole: bool = False


def least(found: Callable[[float], float], low: float, power: float, high: float = 1.0) -> float | None:
    """The least measure from ``low`` to ``high`` that is found with this probability, if one is."""
    if found(high) < power:
        return None
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if found(middle) >= power else (middle, high)
    return high


def bias(kind: str, fair: float, found: Callable[[float], float], high: float = 1.0) -> Bias:
    """A bias with its sizes."""
    return Bias(kind, fair, tuple(least(found, fair, power, high) for power in POWERS))


def critical(size: int, share: float, alpha: float) -> int:
    """The least count above its mean that has a p-value of ``alpha`` or less; ``size`` + 1: none has."""
    low, high = int(size * share), size + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if float(two_sided(middle, size, share)) <= alpha else (middle, high)
    return high


def band(size: int, share: float, alpha: float) -> tuple[int, int]:
    """The least and the greatest count whose p-value is above ``alpha``: where fair ones stay."""
    low, high = -1, int(size * share)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if float(two_sided(middle, size, share)) <= alpha else (low, middle)
    return high, critical(size, share, alpha) - 1


def share_bias(kind: str, size: int, fair: float, alpha: float) -> Bias:
    """The bias of one count; its critical value is looked for once."""
    limit = critical(size, fair, alpha)
    return bias(kind, fair, lambda share: float(at_least(limit, size, share)), 1 - 1e-12)


def chi_square_bias(kind: str, size: float, freedom: int, alpha: float, high: float = 1.0) -> Bias:
    """
    The bias of a chi-square: a relative deviation that every cell has, up or down.

    Its statistic is a chi-square value off its centre by size x deviation squared.
    """
    limit = float(special.chdtri(freedom, alpha))

    def found(deviation: float) -> float:
        return 1 - float(special.chndtr(limit, freedom, size * deviation * deviation))

    return bias(kind, 0.0, found, high)


def side_bias(kind: str, size: int, alpha: float) -> Bias:
    """
    The bias of a favoured side of a wheel: the share that the better half of it gets.

    Chances that swing by a part a about their mean give that half 1/2 + a/pi, and twice Rayleigh's
    statistic is a chi-square value of 2 degrees off its centre by size x a squared / 2.
    """
    limit = float(special.chdtri(2, alpha))

    def found(half: float) -> float:
        part = (half - 0.5) * np.pi
        return 1 - float(special.chndtr(limit, 2, size * part * part / 2))

    return bias(kind, 0.5, found, 0.5 + 1 / np.pi)
