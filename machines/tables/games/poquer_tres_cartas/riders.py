# SPDX-License-Identifier: MIT
"""Who bets on another's hand: up to three, with its player's consent and within its maximum (17, IV)."""

from __future__ import annotations

from collections.abc import Iterator

from machines.support.plain import Json, JsonView
from machines.tables.game import Choice, Event, Move, Step, changed
from machines.tables.riders import Riders, riders_of
from machines.tables.rules import Rules

CONSENTS, REFUSES = "consiente", "no consiente"


class Consented(Riders):
    """
    Bets on another's hand, to which its player consents.

    Args:
        rules: with ``riders`` persons that may bet on a hand besides its player, and the readings ``riders``,
            ``riders_most`` and ``consent``.
    """

    def __init__(self, rules: Rules) -> None:
        readings = rules.readings
        self.allowed = readings["riders"] != "none"
        most = int(rules.data["riders"]) - (readings["riders"] == "three_in_all")
        super().__init__(rules, most, together=readings["riders_most"] == "together")

    def start(self) -> Json:
        """What of a table's state is theirs: seats that have said whether others may bet on their hand."""
        return {"consents": {}} if self.allowed else {}

    def consents(self, state: JsonView, hand: int) -> bool:
        """Whether others may bet on a hand."""
        return bool(state["consents"].get(str(hand), self.rules.readings["consent"] == "unless_refused"))

    def choices(self, state: JsonView, seat: int) -> Iterator[Choice]:
        """What a seat may say about bets of others on its hand; nothing once one lies there."""
        if self.allowed and not riders_of(state, seat):
            word = REFUSES if self.consents(state, seat) else CONSENTS
            yield Choice("choose", seat, f"mano {seat}", words=(word,))

    @staticmethod
    def said(state: JsonView, move: Move) -> Step:
        """A seat says whether others may bet on its hand."""
        consents = {**state["consents"], str(move.seat): move.word == CONSENTS}
        return Step(changed(state, consents=consents), (Event("consent", move.seat, move.spot),))
