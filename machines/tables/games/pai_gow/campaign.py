# SPDX-License-Identifier: MIT
"""Campaigns of Pai Gow: six players against the croupier's bank, every place set in one way."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from cext.pai_gow import PLAYERS_MAX, Tally
from machines.tables.campaign import Result, tally
from machines.tables.games.pai_gow.odds import counted, estimates, figures, won_of
from machines.tables.games.pai_gow.way import load_way
from machines.tables.pocket_campaign import refuse_fresh
from machines.tables.rules import Rules

PIECE_DEALS = 1 << 18


class Dealt(NamedTuple):
    """What pieces of a campaign came to; they are added with ``+``."""

    pieces: tuple[Tally, ...]

    def __add__(self, other: object) -> Dealt:
        if not isinstance(other, Dealt):
            return NotImplemented
        return Dealt((estimates([*self.pieces, *other.pieces], PLAYERS_MAX).tally,))


class DealCounter:
    """
    Plays deals of six players.

    Args:
        rules: the table's.
    """

    unit = "deals"
    piece = PIECE_DEALS

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._way = load_way(str(rules.declared["way"]))

    def count(self, key: bytes, *, first: int, units: int, machine: int = 0) -> Dealt:
        """Deals first to first + units - 1."""
        game = self._way.game
        return Dealt((game.play(key, players=PLAYERS_MAX, first=first, deals=units, machine=machine),))

    def results(self, counts: Dealt) -> list[Result]:
        """
        What the stakes of players brought.

        Six hands of one deal meet the same bank, so a deal is the unit of the deviation. The figure is itself
        by campaign, and its error is in the distance.
        """
        (figure,) = figures(self._rules)
        known = counted(self._rules)
        commission = self._rules.number("commission_bp")
        found = estimates(counts.pieces, PLAYERS_MAX, commission)
        won, drawn, lost = (int(each) for each in found.tally.results.sum(axis=0))
        gains = tally([(won_of(commission), won), (Fraction(0), drawn), (Fraction(-1), lost)])
        here = found.player.deviation**2 / max(1, found.tally.deals)
        there = known.player.deviation**2 / known.tally.deals
        return [Result(figure, gains, sqrt(here + there))]

    def facts(self, counts: Dealt) -> dict[str, float]:
        """How many players won or lost together in one deal, on average."""
        found = estimates(counts.pieces, PLAYERS_MAX).tally
        deals = max(1, found.deals)
        won, drawn, lost = (int(each) for each in found.results.sum(axis=0))
        return {"players who win a deal": won / deals, "who push": drawn / deals, "who lose": lost / deals}


def open_counter(rules: Rules, *, fresh: bool = False) -> DealCounter:
    """What counts the deals of a table; TableError: every deal has a fresh deck already."""
    refuse_fresh(fresh, rules)
    return DealCounter(rules)
