# SPDX-License-Identifier: MIT
"""The exact figures of a machine of chance that a campaign compares itself with."""

from __future__ import annotations

import functools
from fractions import Fraction
from functools import cached_property

import cext
from machines.types.chance.free import TooLongError
from machines.types.chance.gamble import gambled
from machines.types.chance.game import game_of
from machines.types.chance.total import Game, Spread


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
    def total(self) -> Spread | None:
        """The distribution of what a play wins in all, pots apart."""
        game = _game(self._tables.blob)
        if game is None:
            return None
        try:
            total = game.total
        except TooLongError:
            return None
        if self._tables.gamble and self._rounds:
            total = gambled(total, self._tables.gamble, self._tables.cap_cents, self._rounds)
        return total

    @property
    def moments(self) -> tuple[Fraction, Fraction] | None:
        """Mean in cents and variance of what a play wins in all, pots apart."""
        return None if self.total is None else (self.total.mean_cents, self.total.variance_cents2)

    def pot_odds(self, level: int) -> Fraction | None:
        """
        How likely a play hits a pot.

        A pot that must hit has no odds of its own, so None: its hits follow from what it takes.
        """
        pot = self._tables.pots[level]
        if pot.hit == "mystery":
            return pot.mystery
        game = _game(self._tables.blob)
        if pot.hit == "must_hit" or game is None:
            return None
        hits = sum(ways for turn, ways in game.paid.items() if turn.pots >> level & 1)
        return Fraction(hits, sum(game.paid.values()))


@functools.lru_cache(maxsize=4)
def _game(blob: bytes) -> Game | None:
    """Its distribution takes seconds where there are many free plays, so campaigns in a row share it."""
    try:
        return game_of(cext.ChanceTables(blob))
    except cext.CoreError:
        return None
