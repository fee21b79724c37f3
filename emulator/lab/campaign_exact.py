# SPDX-License-Identifier: MIT
"""The exact figures of a machine of chance that a campaign compares itself with."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

import cext
from machines.types.chance.payout import Won, pots_hit, won


class ChanceExact:
    """
    Exact figures of tables, or None where they are too many to be counted exactly.

    Args:
        tables: the machine.
        gamble_rounds: how often wins are gambled where that is offered.
    """

    def __init__(self, tables: cext.ChanceTables, gamble_rounds: int) -> None:
        self._tables, self._rounds = tables, gamble_rounds

    @cached_property
    def won(self) -> Won | None:
        """What a play wins in all, pots apart."""
        return won(self._tables, self._rounds)

    @property
    def moments(self) -> tuple[Fraction, Fraction] | None:
        """Mean in cents and variance of what a play wins in all, pots apart."""
        return None if self.won is None else (self.won.mean_cents, self.won.variance_cents2)

    def never_won(self, cents: int) -> bool:
        """Whether it is known that no play wins exactly this, pots apart."""
        units, rest = divmod(cents, self._tables.unit_cents)
        return self.won is not None and (rest > 0 or not self.won.units >> units & 1)

    def pot_odds(self, level: int) -> Fraction | None:
        """
        How likely a play hits a pot.

        A pot that must hit has no odds of its own, so None: its hits follow from what it takes.
        """
        pot = self._tables.pots[level]
        if pot.hit == "mystery":
            return pot.mystery
        odds = pots_hit(self._tables) if pot.hit == "combination" else ()
        return odds[level] if odds else None
