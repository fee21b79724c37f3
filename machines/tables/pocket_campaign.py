# SPDX-License-Identifier: MIT
"""Campaigns of games in which one pocket decides."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cext import PURPOSE_PLAY
from machines.tables.campaign import Counts, Gains, Result, Walk, tally
from machines.tables.figure import Figure
from machines.tables.odds import figures_of
from machines.tables.refusal import TableError
from machines.tables.rules import Rules
from machines.tables.spots import Spot


class PocketCounter:
    """
    Counts where the ball rests.

    Args:
        rules: of the game.
        zero_gains: what a stake gains at 0 where the text settles that otherwise, by spot.
        following: of a game whose stakes outlast a spin.
    """

    unit, piece = "spins", 1 << 24

    def __init__(
        self,
        rules: Rules,
        zero_gains: dict[str, Fraction] | None = None,
        following: NDArray[np.uint16] | None = None,
    ) -> None:
        self.rules = rules
        self.pockets: list[int] = list(rules.data["pockets"])
        self._zero = zero_gains or {}
        states = np.zeros((1, len(self.pockets)), dtype=np.uint16) if following is None else following
        self._walk = Walk(PURPOSE_PLAY, states)

    def count(self, key: bytes, *, first: int, units: int, machine: int = 0) -> NDArray[np.uint64]:
        """Balls by state and pocket."""
        return self._walk.count(key, first=first, units=units, machine=machine)

    def results(self, counts: Counts) -> list[Result]:
        """Every bet."""
        return [Result(row, self.gains(row, counts)) for row in figures_of(self.rules)]

    def gains(self, row: Figure, counts: Counts) -> Gains:
        """What the stakes of a bet gained: one at every spin."""
        spot, many = self.rules.spots[row.spot], counts.sum(axis=0)
        return tally((self._gain(spot, number), n) for number, n in zip(self.pockets, many, strict=True))

    def _gain(self, spot: Spot, number: int) -> Fraction:
        if number == 0 and spot.name in self._zero:
            return self._zero[spot.name]
        return Fraction(*spot.pays) if number in spot.covers else Fraction(-1)

    def facts(self, counts: Counts) -> dict[str, float]:
        """How often each number fell."""
        found: dict[str, float] = {}
        for number, many in zip(self.pockets, counts.sum(axis=0), strict=True):
            found[str(number)] = found.get(str(number), 0) + int(many)
        return found


def refuse_fresh(fresh: bool, rules: Rules) -> None:
    """Raise TableError if fresh shoes are asked of a game that has none."""
    if fresh:
        raise TableError(f"fresh must be asked of a game with a shoe (got {rules.game})", "fresh")


def open_counter(rules: Rules, *, fresh: bool = False) -> PocketCounter:
    """The counter of a game whose zero, if it has one, simply loses."""
    refuse_fresh(fresh, rules)
    return PocketCounter(rules)
