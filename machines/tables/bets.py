# SPDX-License-Identifier: MIT
"""Laying chips on spots and taking them back within their limits: the same for every game with a cloth."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from machines.support.plain import JsonView
from machines.tables.game import Choice, Event, Move, Step, Transfer, chips, laid, on
from machines.tables.refusal import TableError, refuse
from machines.tables.rules import Rules
from machines.tables.spots import Spot


class Limit(NamedTuple):
    """A spot's minimum and maximum for one seat now, and where the text has the maximum."""

    least: int
    most: int
    article: str


LimitOf = Callable[[JsonView, int, Spot], Limit | None]
"""What a game allows on a spot; None: nothing now."""


class Cloth:
    """
    The bets of a table: a game has one and says with it what may be laid.

    Args:
        rules: of the table; ``step_cents`` is its smallest chip.
        limit: the game's own limit of a spot.
    """

    def __init__(self, rules: Rules, limit: LimitOf) -> None:
        self.rules, self.limit = rules, limit

    def lays(self, state: JsonView, seat: int) -> list[Choice]:
        """Every bet that a seat can make now."""
        found, hand = [], chips(state, seat)
        step = self.rules.number("step_cents")
        for spot in self.rules.spots.values():
            limit = self.limit(state, seat, spot)
            if limit is None:
                continue
            lies = laid(state, seat, spot.name)
            least = -(-limit.least // step) * step or step  # of every stake, also of one laid upon another
            most = (min(limit.most - lies, hand)) // step * step
            if least <= most:
                found.append(Choice("bet", seat, spot.name, least, most, step))
        return found

    def takes(self, state: JsonView, seat: int, spots: list[str]) -> list[Choice]:
        """Taking back whole stakes from these spots."""
        return [
            Choice("unbet", seat, spot, cents, cents) for spot in spots if (cents := laid(state, seat, spot))
        ]

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        """Why a bet cannot be laid: its spot, minimum, maximum, step, or the chips in hand."""
        spot = self.rules.spots.get(move.spot)
        if spot is None:
            return refuse(
                "spot", "one of the cloth's", repr(move.spot), "spot", self.rules.article("spots"), move.seat
            )
        limit = self.limit(state, move.seat, spot)
        if limit is None:
            return refuse(
                f"a bet on {spot.name}", "made when the text lets it", move.cents, "phase", spot.article,
                move.seat,
            )  # fmt: skip
        total = laid(state, move.seat, spot.name) + move.cents
        step = self.rules.number("step_cents")
        about = f"cents on {spot.name}"
        least, most = limit.least, limit.most
        if move.cents < max(1, least):
            return refuse(
                about, f"{least} to {most}", move.cents, "minimum", self.rules.article("minimum"), move.seat
            )
        if total > most:
            return refuse(about, f"{least} to {most}", total, "maximum", limit.article, move.seat)
        if move.cents % step:
            return refuse(
                about, f"a multiple of {step}", total, "multiple", self.rules.article("multiple"), move.seat
            )
        if move.cents > chips(state, move.seat):
            return refuse(
                about,
                f"{chips(state, move.seat)}, the chips in hand, or less",
                move.cents,
                "chips",
                "",
                move.seat,
            )
        return None

    def apply(self, state: JsonView, move: Move) -> Step:
        """Carry out a ``bet`` or ``unbet``."""
        there, rule = on(move.seat, move.spot), move.kind
        hand = f"seat {move.seat}"
        if move.kind == "bet":
            spot = self.rules.spots[move.spot]
            moved = Transfer(hand, there, move.cents, rule, spot.article)
        else:
            moved = Transfer(there, hand, laid(state, move.seat, move.spot), rule)
        return Step(dict(state), (Event(move.kind, move.seat, move.spot, moved.cents),), (moved,))
