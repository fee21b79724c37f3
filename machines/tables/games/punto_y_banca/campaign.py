# SPDX-License-Identifier: MIT
"""
Campaigns of punto y banca: whole shoes as they are burnt and dealt to the red card, or coups of fresh ones.

Coups of one shoe hang together, so their mean is that of a ratio (coups won to coups) with the shoe as the
unit: Cochran (1977), Sampling Techniques, 6.4. A mean of whole shoes need not be that of fresh ones to the
last digit: how many coups a shoe has depends on its cards.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from cext.table_units import ShoeRules, ShoeTally
from machines.tables.campaign import Result, tally
from machines.tables.figure import Figure
from machines.tables.games.punto_y_banca.coup import NATURAL, value
from machines.tables.odds import figures_of
from machines.tables.rules import Rules

DECK = 52
PUNTO, BANCA, TIE = range(3)


class ShoeCounter:
    """
    Counts coups by cards and points.

    Args:
        rules: of the game.
        fresh: a shoe of its own for every coup.
    """

    def __init__(self, rules: Rules, fresh: bool) -> None:
        self.rules, self.fresh = rules, fresh
        self.unit, self.piece = ("coups", 1 << 21) if fresh else ("shoes", 1 << 15)
        data = rules.data
        points = [value(card) for card in range(DECK * int(data["decks"]))]
        draws = [[cell == "T" for cell in row] for row in data["bank_draws"]]
        self._shoe = ShoeRules(points, int(data["below_red"]), int(data["punto_draws_to"]), draws)

    def count(self, key: bytes, *, first: int, units: int, machine: int = 0) -> ShoeTally:
        """Shoes or fresh coups."""
        if self.fresh:
            return self._shoe.fresh(key, first=first, coups=units, machine=machine)
        return self._shoe.shoes(key, first=first, shoes=units, machine=machine)

    def results(self, counts: ShoeTally) -> list[Result]:
        """All three bets."""
        won = coups_won(counts)
        rows = []
        for row in figures_of(self.rules):
            gains = self._gains(row)
            found = tally(zip(gains, won, strict=True))
            rows.append(Result(row, found, 0.0 if self.fresh else _sigma(counts, gains)))
        return rows

    def _gains(self, row: Figure) -> tuple[Fraction, Fraction, Fraction]:
        """What a stake gains when punto, banca or nobody wins."""
        one, lost, null = Fraction(1), Fraction(-1), Fraction(0)
        kept = 1 - Fraction(self.rules.number("commission_bp"), 10_000)
        return {
            "punto": (one, lost, null),
            "banca": (lost, kept, null),
            "tie": (lost, lost, Fraction(*self.rules.spots["tie"].pays)),
        }[row.spot]

    def facts(self, counts: ShoeTally) -> dict[str, float]:
        """Coups and cards, and how many coups ended with a natural."""
        if not counts.coups:
            return {"coups": 0}
        by_cards = counts.cells.sum(axis=(1, 2))
        four = counts.cells[0]
        naturals = int(four.sum() - four[:NATURAL, :NATURAL].sum())
        found: dict[str, float] = {"coups": counts.coups, "naturals": naturals}
        found["cards of a coup"] = float(sum((4 + i) * int(n) for i, n in enumerate(by_cards))) / counts.coups
        return found if self.fresh else found | {"coups of a shoe": counts.coups / counts.shoes}


def coups_won(counts: ShoeTally) -> tuple[int, int, int]:
    """Coups that punto, banca and nobody won."""
    cells = counts.cells.sum(axis=0)
    return int(np.tril(cells, -1).sum()), int(np.triu(cells, 1).sum()), int(np.trace(cells))


def _sigma(counts: ShoeTally, gains: tuple[Fraction, Fraction, Fraction]) -> float:
    """Of the mean gain of a coup, from the sums of squares over shoes."""
    won = coups_won(counts)
    mean = sum(gain * many for gain, many in zip(gains, won, strict=True)) / sum(won)
    pp, pb, pt, bb, bt, tt = counts.moments
    p, b, t = (float(gain - mean) for gain in gains)
    squares = p * p * pp + b * b * bb + t * t * tt + 2 * (p * b * pb + p * t * pt + b * t * bt)
    return math.sqrt(squares) / counts.coups


def open_counter(rules: Rules, *, fresh: bool = False) -> ShoeCounter:
    """Its counter."""
    return ShoeCounter(rules, fresh)
