# SPDX-License-Identifier: MIT
"""
The share of the stakes that a machine of chance returns over all combinations, with the cap of a play (C-04).

The exact figure takes the whole distribution of a play, seconds for a machine with many free plays. Mostly
a bound shows sooner that the law's least share is kept: without its cap a play wins what ``Game`` adds up in
milliseconds, and the cap takes away no more than it would if every prize were rounded up to a coarse unit.

Nobody who asks for a figure that is kept loads the mathematics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

import cext
from machines.support.figures import kept
from machines.types.chance import mean
from machines.types.chance.layout import ChanceLayout

if TYPE_CHECKING:
    from machines.types.chance.total import Game

COARSE_UNITS = 1_000
"""Units that the cap has in the quick estimate."""


class Won(NamedTuple):
    """What a play wins in all, pots apart."""

    mean_cents: Fraction
    variance_cents2: Fraction
    units: int
    """Bit n: a play can win n units of the tables."""


def exact_payout(tables: cext.ChanceTables) -> Fraction:
    """Exact share of the stakes returned, pots and gamble apart; seconds where there are many free plays."""
    return kept("payout", tables.blob, lambda: [_exact(tables.blob)])[0]


def least_payout(tables: cext.ChanceTables) -> Fraction:
    """
    A share of the stakes that is returned at least; the exact one where no play can pass the cap.

    Raises:
        CoreError: its turns cannot be counted exactly in the memory that is allowed.
    """
    return kept("least payout", tables.blob, lambda: [_least(tables.blob)])[0]


def uncapped_payout(layout: ChanceLayout) -> Fraction:
    """Share of the stakes that would be returned if no play could pass the cap."""
    return kept("uncapped payout", repr(layout), lambda: [mean.mean_payout(layout)])[0]


def pots_payout(tables: cext.ChanceTables) -> Fraction:
    """Share of the stakes that the pots return in the long run, their seeds included; a lower end of it."""
    return kept("pots", tables.blob, lambda: [_pots(tables)])[0] if tables.pots else Fraction(0)


def most_won_cents(tables: cext.ChanceTables, times: int = 1) -> int:
    """
    No play at so many times the first bet wins more, gambles and all pots at their limits included; a bound.
    """
    won = int(kept("most won", tables.blob, lambda: [_most_cents(tables)])[0])
    if tables.gamble is not None:
        won = max(won, min(2 * tables.gamble.max_cents, tables.cap_cents))
    return times * won + sum(pot.limit_mc // 1000 for pot in tables.pots)


def won(tables: cext.ChanceTables, gamble_rounds: int) -> Won | None:
    """What a play wins that gambles so often where it may; None if its turns are too many to be counted."""
    figures = kept(f"won {gamble_rounds}", tables.blob, lambda: _won(tables.blob, gamble_rounds))
    return Won(figures[0], figures[1], int(figures[2])) if figures else None


def pots_hit(tables: cext.ChanceTables) -> Sequence[Fraction]:
    """How likely a play hits each pot by combination or mystery; empty if its turns are too many."""
    return kept("pots hit", tables.blob, lambda: _hit(tables.blob))


def rounded_up(game: Game, unit_cents: int) -> Game:
    """The same game with every prize rounded up to a multiple of a unit that divides the cap."""

    def up(cents: int) -> int:
        return -(-cents // unit_cents) * unit_cents

    def turns(exact: Mapping[cext.Turn, int]) -> dict[cext.Turn, int]:
        found: Counter[cext.Turn] = Counter()
        for turn, ways in exact.items():
            found[turn._replace(prize_cents=up(turn.prize_cents))] += ways
        return found

    picks = [pick._replace(prize_cents=up(pick.prize_cents)) for pick in game.picks]
    return replace(game, paid=turns(game.paid), free=turns(game.free), picks=picks, unit_cents=unit_cents)


# By their bytes, since a model that is read again makes tables of its own.
@lru_cache(maxsize=32)
def _exact(blob: bytes) -> Fraction:
    from machines.types.chance.game import payout

    return payout(cext.ChanceTables(blob))


@lru_cache(maxsize=32)
def _least(blob: bytes) -> Fraction:
    from machines.types.chance.game import game_of

    game = game_of(cext.ChanceTables(blob))
    coarse = rounded_up(game, game.cap_cents // gcd(game.cap_cents, COARSE_UNITS))
    lost = coarse.uncapped_mean_cents - coarse.total.mean_cents
    return (game.uncapped_mean_cents - lost) / game.price_cents


@lru_cache(maxsize=32)
def _won(blob: bytes, rounds: int) -> Sequence[Fraction | int]:
    from machines.types.chance.free import TooLongError
    from machines.types.chance.gamble import gambled
    from machines.types.chance.game import game_of

    tables = cext.ChanceTables(blob)
    try:
        total = game_of(tables).total
    except (cext.CoreError, TooLongError):
        return ()
    if tables.gamble and rounds:
        total = gambled(total, tables.gamble, tables.cap_cents, rounds)
    units = "".join("01"[ways > 0] for ways in reversed(total.ways))
    return total.mean_cents, total.variance_cents2, int(units, 2)


@lru_cache(maxsize=32)
def _hit(blob: bytes) -> Sequence[Fraction]:
    from machines.types.chance.game import game_of
    from machines.types.chance.par_pots import pot_odds

    tables = cext.ChanceTables(blob)
    try:
        return pot_odds(tables.pots, game_of(tables))
    except cext.CoreError:
        return ()


def _pots(tables: cext.ChanceTables) -> Fraction:
    from machines.types.chance.game import game_of
    from machines.types.chance.par_pots import pot_odds
    from machines.types.chance.pots import pot_figures

    odds = pot_odds(tables.pots, game_of(tables))
    figures = (pot_figures(pot, hit, tables.price_cents) for pot, hit in zip(tables.pots, odds, strict=True))
    return sum((pot.payout.low for pot in figures), Fraction(0))


def _most_cents(tables: cext.ChanceTables) -> int:
    from machines.types.chance.game import game_of

    return game_of(tables).most_cents
