# SPDX-License-Identifier: MIT
"""
Who bets on another's hand: up to three, with its player's consent and within its maximum (17, IV).

    part("ante 3")          # ("ante", 3): on the hand of seat 3
    riders.of(state, 3)     # seats that have an ante on it
"""

from __future__ import annotations

from collections.abc import Iterator

from machines.support.plain import Json, JsonView
from machines.tables.game import Choice, Event, Move, Step, changed, laid, stakes
from machines.tables.games.poquer_tres_cartas.settle import ANTE, PLUS
from machines.tables.refusal import TableError, refuse
from machines.tables.rules import Rules

CONSENTS, REFUSES = "consiente", "no consiente"


def part(spot: str) -> tuple[str, int]:
    """A spot's bet, and whose hand it is on; 0 one's own."""
    name, _, hand = spot.partition(" ")
    return name, int(hand or 0)


class Riders:
    """
    What holds for bets on another's hand at one table.

    Args:
        rules: with ``riders`` persons that may bet on a hand besides its player, and the readings ``riders``,
            ``riders_most`` and ``consent``.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.allowed = rules.readings["riders"] != "none"
        self.most = int(rules.data["riders"]) - (rules.readings["riders"] == "three_in_all")

    def start(self) -> Json:
        """What of a table's state is theirs: seats that have said whether others may bet on their hand."""
        return {"consents": {}} if self.allowed else {}

    @staticmethod
    def of(state: JsonView, hand: int) -> list[int]:
        """Seats that have an ante on the hand of another."""
        return [seat for seat, spot, _ in stakes(state) if spot == f"{ANTE} {hand}"]

    @staticmethod
    def rides(state: JsonView, seat: int) -> int:
        """On whose hand a seat has bet; 0: on no other's."""
        return next((part(spot)[1] for who, spot, _ in stakes(state) if who == seat), 0)

    def others_cents(self, state: JsonView, seat: int, name: str, hand: int) -> int:
        """What others have in a box of a hand, where all of it together is within the maximum."""
        if self.rules.readings["riders_most"] != "together":
            return 0
        box = ((hand, name), *((rider, f"{name} {hand}") for rider in self.of(state, hand)))
        return sum(laid(state, who, spot) for who, spot in box if who != seat)

    def refusal(self, state: JsonView, seat: int, spot: str) -> TableError | None:
        """Why a seat may not bet there now, whatever the amount."""
        name, hand = part(spot)
        article = self.rules.article("riders")
        if not hand:
            if on_other := self.rides(state, seat):
                return refuse("a hand", "the only one that one bets on", on_other, "one_box", article, seat)
            return None
        there = self.rides(state, seat)
        if seat == hand or laid(state, seat, ANTE) or there not in (0, hand):
            return refuse("a hand", "the only one that one bets on", hand, "one_box", article, seat)
        if not laid(state, hand, ANTE):
            return refuse("another's hand", "one with an ante of its player", hand, "hand", article, seat)
        if not self.consents(state, hand):
            return refuse(
                "a bet on a hand", "one to which its player consents", hand, "consent", article, seat
            )
        if name == PLUS and not there:
            article = self.rules.article("plus")
            return refuse("Pareja Plus", "laid beside an ante", "none", "ante", article, seat)
        many = len(self.of(state, hand))
        if not there and many >= self.most:
            allowed = f"{self.most} besides its player"
            return refuse("persons that bet on a hand", allowed, many + 1, "riders", article, seat)
        return None

    def consents(self, state: JsonView, hand: int) -> bool:
        """Whether others may bet on a hand."""
        return bool(state["consents"].get(str(hand), self.rules.readings["consent"] == "unless_refused"))

    def choices(self, state: JsonView, seat: int) -> Iterator[Choice]:
        """What a seat may say about bets of others on its hand; nothing once one lies there."""
        if self.allowed and not self.of(state, seat):
            word = REFUSES if self.consents(state, seat) else CONSENTS
            yield Choice("choose", seat, f"mano {seat}", words=(word,))

    @staticmethod
    def said(state: JsonView, move: Move) -> Step:
        """A seat says whether others may bet on its hand."""
        consents = {**state["consents"], str(move.seat): move.word == CONSENTS}
        return Step(changed(state, consents=consents), (Event("consent", move.seat, move.spot),))
