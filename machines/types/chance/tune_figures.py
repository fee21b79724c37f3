# SPDX-License-Identifier: MIT
"""
The exact figures of a machine of chance with other reels or pays, quick enough to be asked thousands of
times.

    meter = Meter(model, ("rtp", "hit"))
    meter.figures(layout)         # exact, with the cap of a play (C-04)
    meter.quick(layout)           # without the cap, and a rough variance of free plays: for differences

How often a play wins needs no distribution: a play wins nothing if its sum is below the least unit, so it is
asked of the same game with its cap at one unit, where every polynomial has one coefficient.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import cext
from machines import MachinesError
from machines.types.chance.game import game_of
from machines.types.chance.layout import ChanceLayout, Reels
from machines.types.chance.model import ChanceModel, pack_layout
from machines.types.chance.picks import mean_picks_cents
from machines.types.chance.total import Game
from machines.types.common.tuning import Figures


class Meter:
    """
    Measures layouts of one model.

    Args:
        model: what pots and gamble it has stays.
        names: the figures that are wanted, of "rtp", "hit" and "variance".
    """

    def __init__(self, model: ChanceModel, names: Sequence[str]) -> None:
        self._model = model
        self.names = tuple(names)
        self._kept: dict[bytes, tuple[Fraction, ...]] = {}

    def tables(self, layout: ChanceLayout) -> cext.ChanceTables | None:
        """The core's tables; None where it takes them not."""
        try:
            return cext.ChanceTables(pack_layout(layout, self._model.draft))
        except cext.CoreError:
            return None

    def whole(self, layout: ChanceLayout) -> Figures | None:
        """All figures, exact; None where they cannot be counted."""
        tables = self.tables(layout)
        game = None if tables is None else _counted(tables)
        return None if game is None else _whole(game)

    def figures(self, layout: ChanceLayout) -> tuple[Fraction, ...] | None:
        """The figures that are wanted, exact."""
        found = self.whole(layout)
        return None if found is None else tuple(getattr(found, name) for name in self.names)

    def quick(self, layout: ChanceLayout) -> tuple[Fraction, ...] | None:
        """The figures that are wanted as if there were no cap; with free plays the variance roughly."""
        tables = self.tables(layout)
        if tables is None:
            return None
        if tables.blob not in self._kept:
            found = self._quick(tables)
            if found is None:
                return None
            self._kept[tables.blob] = found
        return self._kept[tables.blob]

    def _quick(self, tables: cext.ChanceTables) -> tuple[Fraction, ...] | None:
        game = _counted(tables)
        if game is None:
            return None
        if not game.free:
            whole = _whole(game)
            return None if whole is None else tuple(getattr(whole, name) for name in self.names)
        cents = _mean_cents(game, game.paid) + game.mean_free_plays * _mean_cents(game, game.free)
        made = {"rtp": cents / game.price_cents}
        if "hit" in self.names:
            made["hit"] = replace(game, cap_cents=game.unit_cents).total.hit_frequency
        if "variance" in self.names:
            square = _square(game.paid) + game.mean_free_plays * _square(game.free)
            made["variance"] = square / game.price_cents**2 - made["rtp"] ** 2
        return tuple(made[name] for name in self.names)


def _counted(tables: cext.ChanceTables) -> Game | None:
    try:
        return game_of(tables)
    except cext.CoreError:
        return None


def _whole(game: Game) -> Figures | None:
    try:
        total = game.total
    except MachinesError:  # a TooLongError
        return None
    price = game.price_cents
    return Figures(total.mean_cents / price, total.hit_frequency, total.variance_cents2 / price**2)


def _mean_cents(game: Game, turns: Mapping[cext.Turn, int]) -> Fraction:
    """What a turn wins on average with its picks; as ``Game.mean_turn_cents``, in whole numbers."""
    picks: Counter[int] = Counter()
    for turn, ways in turns.items():
        picks[turn.picks] += ways
    paid = sum(turn.prize_cents * ways for turn, ways in turns.items())
    picked = sum((mean_picks_cents(game.picks, count) * ways for count, ways in picks.items()), Fraction(0))
    return (paid + picked) / sum(turns.values())


def _square(turns: Mapping[cext.Turn, int]) -> Fraction:
    """The mean square of what a turn wins, picks apart."""
    return Fraction(sum(turn.prize_cents**2 * ways for turn, ways in turns.items()), sum(turns.values()))


def with_reels(layout: ChanceLayout, reels: Reels) -> ChanceLayout:
    """The layout with other reels of paid plays, and of free ones where they are the same."""
    return replace(layout, paid=reels, free=layout.free if layout.free_differs else reels)
