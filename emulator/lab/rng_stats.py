# SPDX-License-Identifier: MIT
"""
P-values: chances that a fair generator looks at least as odd as what was seen.

    chi_square([18, 22], [20, 20])          # 0.527
    uniformity([0.1, 0.5, 0.9])             # Kolmogorov-Smirnov against even p-values

Only functions that numpy and math lack; the tests hold them to published tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, log1p, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from emulator.support.errors import EmulatorError

Array = NDArray[Any]

# Below this expectation neighbouring cells of a chi-square are counted together. Five are the usual least
# (Knuth, The Art of Computer Programming 2, section 3.3.1), but a cell that expects five has 17 in one of
# 70,000 samples, where chi-square says one in a million: too bold for p-values joined by their smallest.
CELL_MIN = 20.0
_TINY = 1e-300
_EPSILON = 1e-15


class StatisticsError(EmulatorError):
    """A test was asked of numbers that it is not made for."""


def gamma_tail(a: float, x: float) -> float:
    """
    Return the regularised upper incomplete gamma function Q(a, x), ``igamc`` in SP 800-22.

    Args:
        a: above 0.
        x: 0 or more.

    Source: NIST Digital Library of Mathematical Functions, 8.11.4 (series) and 8.9.2 (continued fraction).
    """
    if a <= 0 or x < 0:
        raise StatisticsError(f"a must be above 0 and x 0 or more (got {a}, {x})")
    if x == 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        return min(1.0, max(0.0, 1 - front * _gamma_series(a, x)))
    return min(1.0, front * _gamma_fraction(a, x))


def _gamma_series(a: float, x: float) -> float:
    term = total = 1 / a
    n = a
    while term > total * _EPSILON:
        n += 1
        term *= x / n
        total += term
    return total


def _gamma_fraction(a: float, x: float) -> float:
    """Lentz's method on the even part of the continued fraction."""
    b = x + 1 - a
    c = 1 / _TINY
    d = 1 / b
    value = d
    n = 0
    factor = 0.0
    while abs(factor - 1) > _EPSILON * 4:
        n += 1
        numerator = -n * (n - a)
        b += 2
        d = 1 / _nonzero(numerator * d + b)
        c = _nonzero(b + numerator / c)
        factor = c * d
        value *= factor
    return value


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def chi_square_tail(statistic: float, freedom: float) -> float:
    """Return the chance of a chi-square value of ``statistic`` or more with ``freedom`` degrees."""
    return gamma_tail(freedom / 2, statistic / 2)


def chi_square(observed: Sequence[float] | Array, expected: Sequence[float] | Array) -> float:
    """
    Return the p-value of counts against expectations; cells that expect fewer than 20 are joined.

    Args:
        observed: counts, shape (cells,).
        expected: what they are on average, shape (cells,), with the same sum.

    Raises:
        StatisticsError: the sums differ, or fewer than two cells are left.
    """
    seen, mean = np.asarray(observed, dtype=float), np.asarray(expected, dtype=float)
    if seen.shape != mean.shape or abs(seen.sum() - mean.sum()) > 1e-6 * max(1.0, mean.sum()):
        raise StatisticsError(f"counts must add up to {mean.sum():.6g} (got {seen.sum():.6g})")
    if bool((seen[mean == 0] > 0).any()):
        return 0.0  # what cannot be was seen
    seen, mean = _joined(seen, mean)
    if len(mean) < 2:
        raise StatisticsError(f"two cells must expect {CELL_MIN:g} or more (got {len(mean)})")
    return chi_square_tail(float(((seen - mean) ** 2 / mean).sum()), len(mean) - 1)


def _joined(seen: Array, mean: Array) -> tuple[Array, Array]:
    """Cells in runs that each expect enough; what is left over at the end joins the last one."""
    if mean.min() >= CELL_MIN:
        return seen, mean
    starts, total = [0], 0.0
    for cell, value in enumerate(mean):
        if total >= CELL_MIN:
            starts.append(cell)
            total = 0.0
        total += value
    if total < CELL_MIN and len(starts) > 1:
        starts.pop()
    return np.add.reduceat(seen, starts), np.add.reduceat(mean, starts)


def even_cells(values: Array, cells: int) -> float:
    """Return the chi-square p-value of whole numbers that should fall evenly on 0 to ``cells`` - 1."""
    if bool((values >= cells).any()):
        return 0.0
    counts = np.bincount(values, minlength=cells)
    return chi_square(counts, np.full(cells, len(values) / cells))


def normal_two_sided(z: float) -> float:
    """Return the chance that a standard normal value lies at least as far from 0 as ``z``."""
    return erfc(abs(z) / sqrt(2))


def poisson_two_sided(count: int, mean: float) -> float:
    """Return twice the smaller tail of a Poisson variable, at most 1: never too small, being discrete."""
    at_most = gamma_tail(count + 1, mean)
    at_least = 1 - gamma_tail(count, mean) if count else 1.0
    return min(1.0, 2 * min(at_most, at_least))


def uniformity(values: Sequence[float] | Array) -> float:
    """
    Return the Kolmogorov-Smirnov p-value of numbers that should be even on 0 to 1.

    Source: Stephens (1970), Use of the Kolmogorov-Smirnov, Cramer-von Mises and Related Statistics Without
        Extensive Tables, for the correction to few values.
    """
    ordered = np.sort(np.asarray(values, dtype=float))
    n = len(ordered)
    if n == 0 or ordered[0] < 0 or ordered[-1] > 1:
        raise StatisticsError("values must be one or more numbers from 0 to 1")
    ranks = np.arange(n + 1) / n
    distance = float(max((ranks[1:] - ordered).max(), (ordered - ranks[:-1]).max()))
    return kolmogorov_tail((sqrt(n) + 0.12 + 0.11 / sqrt(n)) * distance)


def kolmogorov_tail(x: float) -> float:
    """Return the chance of the limiting Kolmogorov distribution above ``x``."""
    if x < 0.2:
        return 1.0  # the chance below is under 1e-12
    return min(1.0, 2 * sum((1 if j % 2 else -1) * exp(-2 * j * j * x * x) for j in range(1, 101)))


def together(p_values: Sequence[float]) -> float:
    """Return one p-value for several, whatever ties them: their smallest times their number (Bonferroni)."""
    return min(1.0, len(p_values) * min(p_values))


def apart(p_values: Sequence[float] | Array) -> float:
    """Return one p-value for several of independent data, from the smallest of them (Sidak)."""
    smallest = min(float(np.min(p_values)), 1 - 1e-16)
    return -float(np.expm1(len(p_values) * log1p(-smallest)))
