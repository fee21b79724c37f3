# SPDX-License-Identifier: MIT
"""One test of an audit: what it counted, its p-value, and the bias that it would have found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from machines.tables.inspection.chances import Array, binomial_p
from machines.tables.inspection.power import Bias


class Cell(NamedTuple):
    """
    One thing that was counted, or one statistic.

    Attributes:
        label: which, in figures and words of the game: ``17``, ``rojo``, ``die 1: 6``.
        seen, expected: how often; None where a statistic is no count.
        p: of this one alone.
    """

    label: tuple[str, ...]
    seen: int | None
    expected: float | None
    p: float


class Trial(NamedTuple):
    """
    One test.

    Attributes:
        name: its stable name.
        cells: what it looked at; nothing where there are too few data for it.
        p: the smallest p-value of its cells times their number, at most 1.
        biases: what it would have found, at a level of its own.
    """

    name: str
    cells: tuple[Cell, ...]
    biases: Callable[[float], tuple[Bias, ...]] = lambda alpha: ()

    @property
    def p(self) -> float:
        """Of all its cells together (Bonferroni)."""
        return min(1.0, len(self.cells) * min(cell.p for cell in self.cells))

    @property
    def most(self) -> Cell:
        """The cell that is furthest from fair."""
        return min(self.cells, key=lambda cell: cell.p)


def each(many: int, *biases: Callable[[float], Bias]) -> Callable[[float], tuple[Bias, ...]]:
    """Biases of a test of so many cells, each at its part of the level of the test."""
    return lambda alpha: tuple(one(alpha / many) for one in biases)


def counted(labels: Sequence[tuple[str, ...]], counts: Array, size: int, shares: Array | float) -> list[Cell]:
    """Cells of binomial counts."""
    means = np.broadcast_to(np.asarray(shares) * size, np.shape(counts))
    p_values = binomial_p(counts, size, shares)
    return [
        Cell(label, int(seen), float(mean), float(p))
        for label, seen, mean, p in zip(labels, counts, means, p_values, strict=True)
    ]
