# SPDX-License-Identifier: MIT
"""
Campaigns of French roulette: a state is how many zeros in a row a prisoner has seen.

A stake that goes to prison is followed until it is settled, and only then another one is laid.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from machines.tables.campaign import Counts, Gains, tally
from machines.tables.figure import Figure
from machines.tables.games.french_roulette.odds import HALF_LOST
from machines.tables.pocket_campaign import PocketCounter, refuse_fresh
from machines.tables.rules import Rules

ZEROS_MOST = 15
"""A state of its own; more zeros in a row are counted with it: chance 37 to the power of -15."""


class FrenchCounter(PocketCounter):
    """Simple bets with half taken at every zero, and with prison at every zero."""

    def __init__(self, rules: Rules) -> None:
        pockets: list[int] = list(rules.data["pockets"])
        following = np.zeros((ZEROS_MOST + 1, len(pockets)), dtype=np.uint16)
        following[:, pockets.index(0)] = [min(zeros + 1, ZEROS_MOST) for zeros in range(ZEROS_MOST + 1)]
        super().__init__(rules, dict.fromkeys(rules.data["simple"], HALF_LOST), following)
        self._jailed = Fraction(1) if rules.readings["prison"] == "a" else Fraction(1, 2)

    def gains(self, row: Figure, counts: Counts) -> Gains:
        """What the stakes of a bet gained."""
        return self._prison(row, counts) if row.choice == "prison" else super().gains(row, counts)

    def _prison(self, row: Figure, counts: Counts) -> Gains:
        covers = self.rules.spots[row.spot].covers
        found: list[tuple[Fraction, int]] = []
        for zeros, fallen in enumerate(counts):
            left = self._jailed / 2 ** (zeros - 1) if zeros else Fraction(2)
            for number, many in zip(self.pockets, fallen, strict=True):
                if number:
                    found.append(((left if number in covers else Fraction(0)) - 1, int(many)))
        return tally(found)


def open_counter(rules: Rules, *, fresh: bool = False) -> FrenchCounter:
    """Its counter."""
    refuse_fresh(fresh, rules)
    return FrenchCounter(rules)
