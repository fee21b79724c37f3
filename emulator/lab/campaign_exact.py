# SPDX-License-Identifier: MIT
"""The exact figures of a machine of chance that a campaign compares itself with."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

import cext
from machines.chance_gamble import gambled
from machines.chance_total import Game


class ChanceExact:
    """
    Exact figures of tables.

    Args:
        tables: the machine.
        gamble_rounds: how often wins are gambled where that is offered.
    """

    def __init__(self, tables: cext.ChanceTables, gamble_rounds: int) -> None:
        self._tables, self._rounds = tables, gamble_rounds

    @cached_property
    def _turns(self) -> dict[cext.Turn, int] | None:
        """How many combinations show each paid turn; None if there are too many to be told apart."""
        try:
            return cext.turn_distribution(self._tables)
        except cext.CoreError:
            return None

    @cached_property
    def moments(self) -> tuple[Fraction, Fraction] | None:
        """Mean in cents and variance of what a play wins in all, pots apart; None if unknown."""
        tables, paid = self._tables, self._turns
        try:
            free = cext.turn_distribution(tables, True) if tables.max_free_plays else {}
        except cext.CoreError:
            return None
        if paid is None:
            return None
        total = Game(
            paid=dict(paid.items()),
            free=dict(free.items()),
            picks=tables.picks,
            max_free_plays=tables.max_free_plays,
            price_cents=tables.price_cents,
            cap_cents=tables.cap_cents,
            unit_cents=tables.unit_cents,
        ).total
        if tables.gamble and self._rounds:
            total = gambled(total, tables.gamble, tables.cap_cents, self._rounds)
        return total.mean_cents, total.variance_cents2

    def pot_odds(self, level: int) -> Fraction | None:
        """
        How likely a play hits a pot; None if unknown.

        A pot that must hit has no odds of its own: its hits follow from what it takes.
        """
        pot = self._tables.pots[level]
        if pot.hit == "mystery":
            return pot.mystery
        if pot.hit == "must_hit" or self._turns is None:
            return None
        hits = sum(count for turn, count in self._turns.items() if turn.pots >> level & 1)
        return Fraction(hits, self._tables.combinations())
