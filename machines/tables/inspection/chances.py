# SPDX-License-Identifier: MIT
"""
P-values of counts: chances that a fair wheel, die or shoe looks at least as odd as what was seen.

    binomial_p(np.array([150]), 3700, 1 / 37)       # a pocket that fell 150 times: 1.9e-06
    even_p([1, 0, 2, 4])                            # all counts together, exact where they are few

Those of single counts are exact: twice the smaller tail, at most 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy import special

Array = NDArray[np.number]

FEW = 5
"""Counts that are this many on average, or fewer, are taken together exactly, and others by chi-square."""
CHI_MIN = 5.0
"""What a cell of any other chi-square must expect."""


def at_least(count: Array | int, size: Array | float, share: Array | float) -> Array:
    """The chance that a binomial variable is ``count`` or more; the size may have a fraction."""
    many = np.asarray(count, dtype=float)
    inside = np.clip(many, 1, None)
    rest = np.maximum(np.asarray(size) - inside + 1, 1e-300)
    found = np.where(many > size, 0.0, special.betainc(inside, rest, share))
    return np.where(many <= 0, 1.0, found)


def two_sided(count: Array | int, size: Array | float, share: Array | float) -> Array:
    """Twice the smaller tail of a binomial count, at most 1."""
    upper = at_least(count, size, share)
    many = np.asarray(count, dtype=float)
    left = np.maximum(np.asarray(size) - many, 1e-300)
    below = special.betainc(left, np.maximum(many, 0) + 1, 1 - np.asarray(share))
    lower = np.where(many >= size, 1.0, below)
    doubled: Array = np.minimum(1.0, 2 * np.minimum(upper, lower))
    return doubled


def binomial_p(counts: Array, size: int, share: Array | float) -> Array:
    """The p-value of each count of ``size`` draws, each of chance ``share``."""
    return two_sided(counts, size, share)


def chi_square_tail(statistic: float, freedom: float) -> float:
    """The chance of a chi-square value of ``statistic`` or more."""
    return float(special.chdtrc(freedom, statistic))


def even_p(counts: Sequence[int] | Array) -> float:
    """The p-value of counts that should be even, by the sum of their squares."""
    seen = np.asarray(counts)
    total, cells = int(seen.sum()), len(seen)
    if total <= FEW * cells:
        return _exactly_even(total, cells, int((seen.astype(np.int64) ** 2).sum()))
    mean = total / cells
    return chi_square_tail(float(((seen - mean) ** 2 / mean).sum()), cells - 1)


def _exactly_even(total: int, cells: int, squares: int) -> float:
    """
    The chance that the squares of multinomial counts add up to ``squares`` or more.

    Counts are independent Poisson variables under the condition of their sum: one cell after the other is
    added to the joint chances of sum and squares, all of them above 0, so that nothing cancels out.
    """
    mean = total / cells
    weights = [exp(j * log(mean) - mean - lgamma(j + 1)) if mean else float(j == 0) for j in range(total + 1)]
    table = np.zeros((total + 1, max(1, squares)))
    table[0, 0] = 1.0
    for _ in range(cells):
        added = np.zeros_like(table)
        for j, weight in enumerate(weights):
            if j * j >= squares:
                break
            added[j:, j * j :] += weight * table[: total + 1 - j, : table.shape[1] - j * j]
        table = added
    whole = exp(total * log(total) - total - lgamma(total + 1)) if total else 1.0
    below = float(table[total].sum()) / whole if squares else 0.0
    return min(1.0, max(0.0, 1 - below))


def fit_p(counts: Array, means: Array) -> float | None:
    """The chi-square p-value of counts against expectations; None where a cell expects too few."""
    if float(means.min()) < CHI_MIN:
        return None
    return chi_square_tail(float(((counts - means) ** 2 / means).sum()), len(means) - 1)


def alike_p(first: Array, second: Array) -> float | None:
    """The chi-square p-value of two rows of counts of the same thing; None where a cell expects too few."""
    both = (first + second).astype(float)
    kept = both > 0
    share = first.sum() / both.sum()
    one, other = both[kept] * share, both[kept] * (1 - share)
    if kept.sum() < 2 or min(float(one.min()), float(other.min())) < CHI_MIN:
        return None
    statistic = ((first[kept] - one) ** 2 / one + (second[kept] - other) ** 2 / other).sum()
    return chi_square_tail(float(statistic), int(kept.sum()) - 1)


def hypergeometric(total: int, marked: int, drawn: int) -> Array:
    """The chances of 0, 1, 2 ... marked ones among ``drawn`` of ``total``, of which ``marked`` are."""
    many = np.arange(min(marked, drawn) + 1)
    other = drawn - many
    possible = other <= total - marked
    chosen = _choose(marked, many) + _choose(total - marked, np.where(possible, other, 0))
    return np.where(possible, np.exp(chosen - _choose(total, np.array([drawn]))[0]), 0.0)


def _choose(many: int, few: Array) -> Array:
    """Logarithms of binomial coefficients."""
    found: Array = special.gammaln(many + 1) - special.gammaln(few + 1) - special.gammaln(many - few + 1)
    return found


def tails_p(chances: Array, count: int) -> float:
    """Twice the smaller tail of a count whose chances from 0 on are given."""
    upper, lower = float(chances[count:].sum()), float(chances[: count + 1].sum())
    return min(1.0, 2 * min(upper, lower))


def together(parts: Sequence[Array]) -> Array:
    """The chances of a sum of independent counts."""
    made: Array = np.ones(1)
    for part in parts:
        made = np.convolve(made, part)
    return made


def one_sided_wheel(angles: Array, harmonic: int = 1) -> float:
    """
    Rayleigh's p-value of angles that should favour no side.

    Source: Zar, Biostatistical Analysis (1999), 27.4: its approximation, good from ten angles on.
    """
    many = len(angles)
    length = abs(complex(np.exp(1j * harmonic * angles).sum()))
    return min(1.0, exp(sqrt(1 + 4 * many + 4 * (many**2 - length**2)) - (1 + 2 * many)))


def matched_p(count: int, mean: float, variance: float) -> float:
    """The p-value of a count of nearly independent rare things: a binomial one of its mean and variance."""
    share = 1 - variance / mean
    if share <= 1e-9:  # a Poisson one
        upper = float(special.gammainc(count, mean)) if count else 1.0
        return min(1.0, 2 * min(upper, float(special.gammaincc(count + 1, mean))))
    return float(two_sided(count, mean / share, share))


def holm(p_values: Sequence[float]) -> list[float]:
    """
    P-values adjusted for their number, so that all together raise one false alarm as often as stated.

    Source: Holm (1979), A Simple Sequentially Rejective Multiple Test Procedure.
    """
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    adjusted, highest = [0.0] * len(p_values), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[at]))
        adjusted[at] = highest
    return adjusted
