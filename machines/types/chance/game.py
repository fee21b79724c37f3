# SPDX-License-Identifier: MIT
"""The exact mathematics of a machine of chance: from its tables to what it pays."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from cext import ChanceTables, turn_distribution
from machines.types.chance.total import Game


def game_of(tables: ChanceTables) -> Game:
    """
    Everything that decides a play's win, pots and gamble apart; cached.

    Raises:
        CoreError: its turns cannot be counted exactly in the memory that is allowed.
    """
    return _game(tables.blob)


# By their bytes, since a model that is read again makes tables of its own.
@lru_cache(maxsize=8)
def _game(blob: bytes) -> Game:
    tables = ChanceTables(blob)
    gives = tables.max_free_plays and any(row.free_plays for row in tables.scatters)
    return Game(
        paid=turn_distribution(tables),
        free=turn_distribution(tables, free=True) if gives else {},
        picks=tables.picks,
        max_free_plays=tables.max_free_plays if gives else 0,
        price_cents=tables.price_cents,
        cap_cents=tables.cap_cents,
        unit_cents=tables.unit_cents,
    )


def payout(tables: ChanceTables) -> Fraction:
    """
    Share of the stakes that a machine returns over all combinations, the cap of a play included (C-06).

    Pots and gamble are apart (C-07). Source: RD 2110/1998 art. 10.d.
    """
    game = game_of(tables)
    return game.total.mean_cents / game.price_cents
