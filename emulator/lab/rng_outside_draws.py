# SPDX-License-Identifier: MIT
"""
Tests of draws below any number, from outside: each takes draws and bound and returns p-values.

Distributions are exact but for the usual limits of chi-square. Where a test wants fewer values than the bound
has, draws are put into cells of equal size, and those beyond the last whole cell are left out.
TAOCP is Knuth (1997), The Art of Computer Programming 2, 3rd edition, section 3.3.2.
"""

from __future__ import annotations

from math import erfc, factorial, sqrt

import numpy as np

from emulator.lab.rng_draws import centred, digits, lag_tail, order_number, stirling
from emulator.lab.rng_stats import (
    CELL_MIN,
    Array,
    chi_square,
    chi_square_tail,
    even_cells,
    poisson_two_sided,
    uniformity,
)

CELLS_MOST = 4_096
LAGS = 32
# Above so many values, draws come again so seldom that those that do can be counted.
RARE = 1 << 20
FINE = 10_000


def cells_of(draws: int, below: int) -> int:
    """Into how many cells values are put, that each expects enough."""
    return max(2, min(below, CELLS_MOST, int(draws / CELL_MIN) // 2))


def reduced(draws: Array, below: int, cells: int) -> Array:
    """The cell of each draw, of so many of equal size; draws beyond the last are left out."""
    size = below // min(cells, below)
    return np.asarray(draws[draws < size * min(cells, below)] // size)


def values(draws: Array, below: int) -> list[float]:
    """Every value comes as often as the others (TAOCP A)."""
    cells = cells_of(len(draws), below)
    seen = reduced(draws, below, cells)
    return [even_cells(seen, cells)]


def remainders(draws: Array, below: int) -> list[float]:
    """The low part of a draw is as even as the high one: remainders by 2 and by 16."""
    found = []
    for factor in (2, 16):
        whole = draws[draws < below // factor * factor]
        if below > factor and len(whole) >= 2 * CELL_MIN * factor:
            found.append(even_cells(whole % factor, factor))
    return found


def halves(draws: Array, below: int) -> list[float]:
    """Values come as often in the second half of the data as in the first."""
    cells = cells_of(len(draws) // 2, below)
    middle = len(draws) // 2
    first, second = (reduced(part, below, cells) for part in (draws[:middle], draws[middle:]))
    counts = np.array([np.bincount(part, minlength=cells) for part in (first, second)], dtype=float)
    both, sizes = counts.sum(axis=0), counts.sum(axis=1)
    expected = np.outer(sizes, both) / counts.sum()
    kept = both > 0
    statistic = float((((counts - expected) ** 2)[:, kept] / expected[:, kept]).sum())
    return [chi_square_tail(statistic, int(kept.sum()) - 1)]


def pairs(draws: Array, below: int) -> list[float]:
    """Draws two by two: all pairs are equally frequent (TAOCP B)."""
    side = max(2, min(below, int(sqrt(len(draws) / 2 / CELL_MIN / 2))))
    return _tuples(draws, below, side, 2)


def triples(draws: Array, below: int) -> list[float]:
    """Draws three by three: all triples are equally frequent (TAOCP B)."""
    side = max(2, min(below, int((len(draws) / 3 / CELL_MIN / 2) ** (1 / 3))))
    return _tuples(draws, below, side, 3)


def _tuples(draws: Array, below: int, side: int, width: int) -> list[float]:
    seen = reduced(draws, below, side)
    many = len(seen) // width
    if many < CELL_MIN * side**width:
        return []
    return [even_cells(digits(seen[: many * width].reshape(many, width), [side] * width), side**width)]


def poker(draws: Array, below: int) -> list[float]:
    """Five draws: as many different values among them as there should be (TAOCP D)."""
    base, hand = min(below, 10), 5
    seen = reduced(draws, below, base)
    hands = np.sort(seen[: len(seen) // hand * hand].reshape(-1, hand), axis=1)
    different = 1 + (hands[:, 1:] != hands[:, :-1]).sum(axis=1)
    most = min(base, hand)
    ways = [stirling(hand, r) * factorial(base) // factorial(base - r) for r in range(1, most + 1)]
    expected = len(hands) * np.array(ways) / base**hand
    return [chi_square(np.bincount(different, minlength=most + 1)[1:], expected)]


def gaps(draws: Array, below: int) -> list[float]:
    """As many draws between two of the lowest eighth as there should be (TAOCP C)."""
    hits = max(1, below // 8)
    chance = hits / below
    lengths = np.diff(np.flatnonzero(draws < hits)) - 1
    longest = int(5 / chance)
    if len(lengths) < 10 * CELL_MIN:
        return []
    chances = [chance * (1 - chance) ** k for k in range(longest)] + [(1 - chance) ** longest]
    counts = np.bincount(np.minimum(lengths, longest), minlength=longest + 1)
    return [chi_square(counts, len(lengths) * np.array(chances))]


def orders(draws: Array, below: int) -> list[float]:
    """Four draws in a row, none of them equal: all 24 orders are equally frequent (TAOCP P)."""
    if below < 8:
        return []
    rows = draws[: len(draws) // 4 * 4].reshape(-1, 4)
    ordered = np.sort(rows, axis=1)
    rows = rows[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
    return [even_cells(order_number(rows), 24)] if len(rows) >= 24 * CELL_MIN else []


def runs(draws: Array, below: int) -> list[float]:
    """Low and high draws take turns as often as they should (SP 800-22 2.3)."""
    high = reduced(draws, below, 2)
    n, share = len(high), float(high.mean())
    if abs(share - 0.5) >= 2 / sqrt(n):
        return [0.0] if abs(share - 0.5) >= 6 / sqrt(n) else []
    changes = 1 + int((high[1:] != high[:-1]).sum())
    spread = share * (1 - share)
    return [erfc(abs(changes - 2 * n * spread) / (2 * sqrt(2 * n) * spread))]


def lags(draws: Array, below: int) -> list[float]:
    """A draw tells nothing about the 1st to 32nd after it (Box and Pierce 1970)."""
    return [lag_tail(centred(draws.astype(float)), LAGS)]


def again(draws: Array, below: int) -> list[float]:
    """Among many values as many draws come again as should (TAOCP I, collisions)."""
    if below < RARE:
        return []
    many, missed = len(draws), len(draws) - len(np.unique(draws))
    mean = many * (many - 1) / 2 / below - many**3 / 6 / below**2
    return [poisson_two_sided(missed, mean)] if many < below / 50 and mean > 0 else []


def evenness(draws: Array, below: int) -> list[float]:
    """Draws are spread evenly over their range (TAOCP A, Kolmogorov and Smirnov)."""
    return [uniformity((draws + 0.5) / below)] if below >= FINE else []


TESTS = (values, remainders, halves, pairs, triples, poker, gaps, orders, runs, lags, again, evenness)
