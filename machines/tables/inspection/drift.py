# SPDX-License-Identifier: MIT
"""Whether the second half of a record is like the first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from scipy import special

from machines.tables.inspection.chances import Array, alike_p, fit_p, hypergeometric, tails_p
from machines.tables.inspection.power import Bias, bias, chi_square_bias
from machines.tables.inspection.trial import Cell, Trial, each


def halves(places: Array, cells: int) -> tuple[Array, Array]:
    """Counts of the first and the second half of a record."""
    middle = len(places) // 2
    return np.bincount(places[:middle], minlength=cells), np.bincount(places[middle:], minlength=cells)


def next_p(places: Array, cells: int) -> float | None:
    """
    The p-value of all pairs of a draw and the next, each draw in one pair, so that they are independent.

    None where they are too few for chi-square.
    """
    many = len(places) // 2
    pairs = cells * places[0 : 2 * many : 2] + places[1 : 2 * many : 2]
    size = cells * cells
    return fit_p(np.bincount(pairs, minlength=size), np.full(size, many / size)) if many else None


def drift_cells(first: Array, second: Array, labels: Sequence[tuple[str, ...]]) -> list[Cell]:
    """How much of each count fell into the first half, under its sum (Fisher's exact test)."""
    size, early = int(first.sum() + second.sum()), int(first.sum())
    cells = []
    for label, one, both in zip(labels, first.tolist(), (first + second).tolist(), strict=True):
        chances = hypergeometric(size, both, early)
        p = tails_p(chances, one) if both else 1.0
        cells.append(Cell(label, one, both * early / size, p))
    return cells


def drift_bias(kind: str, size: int, fair: float, alpha: float) -> Bias:
    """
    A share that is ``fair`` in one half and more in the other, by the normal curve of a difference.

    The exact test is a little more careful, so that this holds from some twenty of a kind on.
    """
    limit = -float(special.ndtri(alpha / 2))

    def found(share: float) -> float:
        mean = (share + fair) / 2
        null = np.sqrt(4 * mean * (1 - mean) / size)
        true = np.sqrt(2 * (share * (1 - share) + fair * (1 - fair)) / size)
        return float(special.ndtr(((share - fair) - limit * null) / true))

    return bias(kind, fair, found)


def drift_trial(places: Array, cells: int) -> Trial:
    """Whether both halves are alike in all counts together."""
    p = alike_p(*halves(places, cells))
    if p is None:
        return Trial("drift", ())
    biases = each(1, partial(chi_square_bias, "drift", len(places), cells - 1))
    return Trial("drift", (Cell((), None, None, p),), biases)
