# SPDX-License-Identifier: MIT
"""
The share of the stakes that a machine of chance returns over all combinations, with the cap of a play (C-04).

The exact figure takes the whole distribution of a play, seconds for a machine with many free plays. Mostly
a bound shows sooner that the law's least share is kept: without its cap a play wins what ``Game`` adds up in
milliseconds, and the cap takes away no more than it would if every prize were rounded up to a coarse unit.

Nobody who asks for a figure that is kept loads the mathematics.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, gcd
from typing import TYPE_CHECKING, NamedTuple

import cext
from machines.support.figures import kept
from machines.types.chance import mean
from machines.types.chance.layout import ChanceLayout
from machines.types.chance.pots import Between

if TYPE_CHECKING:
    from machines.types.chance.proved import Proved

COARSE_UNITS = 1_000
"""Units that the cap has in the quick estimate."""


LONG = 100
"""Free plays of which the quick estimate takes the enclosed distribution, not the whole one."""
NEAR = Fraction(1, 10**9)
"""Ends that are so near to each other, as a part of the figure, stand for it in a campaign."""
EVERY_SUM = -1
"""Units of a play of which it is not known which sums it can win."""


class Won(NamedTuple):
    """What a play wins in all, pots apart."""

    mean_cents: Fraction
    variance_cents2: Fraction
    units: int
    """Bit n: a play can win n units of the tables."""


def exact_payout(tables: cext.ChanceTables) -> Fraction:
    """
    Exact share of the stakes returned, pots and gamble apart; seconds where there are many free plays.

    Of free plays that are too many to be counted exactly, its lower end as it is proved (``payout_ends``).
    """
    return payout_ends(tables).low


def payout_ends(tables: cext.ChanceTables) -> Between:
    """The share of the stakes returned: exact, or the two ends between which it is proved to lie."""
    return Between(*kept("payout", tables.blob, lambda: _exact(tables.blob)))


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


# By their bytes, since a model that is read again makes tables of its own.
@lru_cache(maxsize=32)
def _exact(blob: bytes) -> Between:
    from machines.types.chance.free import TooLongError
    from machines.types.chance.game import game_of

    game = game_of(cext.ChanceTables(blob))
    try:
        return Between(*(game.total.mean_cents / game.price_cents,) * 2)
    except TooLongError:
        ends = _proved(blob).mean_cents
        return Between(ends.low / game.price_cents, ends.high / game.price_cents)


@lru_cache(maxsize=8)
def _proved(blob: bytes) -> Proved:
    from machines.types.chance.game import game_of
    from machines.types.chance.proved import Proved

    return Proved(game_of(cext.ChanceTables(blob)))


@lru_cache(maxsize=32)
def _least(blob: bytes) -> Fraction:
    from machines.types.chance.game import game_of
    from machines.types.chance.proved import Proved, rounded

    game = game_of(cext.ChanceTables(blob))
    coarse = rounded(game, game.cap_cents // gcd(game.cap_cents, COARSE_UNITS), ceil)
    if game.max_free_plays < LONG:
        lost = coarse.uncapped_mean_cents - coarse.total.mean_cents
    else:
        lost = coarse.uncapped_mean_cents - Proved(coarse).mean_cents.low
    return (game.uncapped_mean_cents - lost) / game.price_cents


@lru_cache(maxsize=32)
def _won(blob: bytes, rounds: int) -> Sequence[Fraction | int]:
    from machines.types.chance.free import TooLongError
    from machines.types.chance.gamble import gambled
    from machines.types.chance.game import game_of

    tables = cext.ChanceTables(blob)
    try:
        total = game_of(tables).total
    except cext.CoreError:
        return ()
    except TooLongError:
        return _won_between(blob, rounds)
    if tables.gamble and rounds:
        total = gambled(total, tables.gamble, tables.cap_cents, rounds)
    units = "".join("01"[ways > 0] for ways in reversed(total.ways))
    return total.mean_cents, total.variance_cents2, int(units, 2)


def _won_between(blob: bytes, rounds: int) -> Sequence[Fraction | int]:
    """As it is proved, where the ends are so near to each other that no campaign tells them apart."""
    proved, gamble = _proved(blob), cext.ChanceTables(blob).gamble
    mean, variance = proved.mean_cents, proved.variance_cents2
    if gamble and rounds:
        _, mean, variance, _ = proved.gambled(gamble._replace(rounds=min(rounds, gamble.rounds)))
    if mean.high - mean.low > NEAR * mean.low or variance.high - variance.low > NEAR * variance.low:
        return ()
    return mean.low, variance.low, EVERY_SUM


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
