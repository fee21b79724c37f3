# SPDX-License-Identifier: MIT
"""
Bets on the hand of another: by which spots, how many, within which maximum, and why one is refused.

    part("ante 3")                    # ("ante", 3): on the hand of seat 3
    spot_on("ante", 2, 3)             # "ante 3": where seat 2 has its ante on it
    riders_of(state, 3)               # seats that have an ante on it
"""

from __future__ import annotations

from machines.support.plain import JsonView
from machines.tables.game import laid, stakes
from machines.tables.refusal import TableError, refuse
from machines.tables.rules import Rules

ANTE, SECOND = "ante", "segunda"


def part(spot: str) -> tuple[str, int]:
    """A spot's bet, and whose hand it is on; 0 one's own."""
    name, _, hand = spot.partition(" ")
    return name, int(hand) if hand.isdecimal() else 0


def spot_on(name: str, seat: int, hand: int) -> str:
    """Where a seat has a bet on a hand: its own, or ``ante 3``."""
    return name if seat == hand else f"{name} {hand}"


def riders_of(state: JsonView, hand: int) -> list[int]:
    """Seats that have an ante on the hand of another."""
    return [seat for seat, spot, _ in stakes(state) if spot == f"{ANTE} {hand}"]


class Riders:
    """
    What holds for bets on another's hand at one table.

    Args:
        rules: with the article ``riders``.
        most: how many may bet on a hand besides its player.
        together: all that lies in one box of a hand is within one maximum.
        one_box: whoever bets on another's hand bets on no second one.
        rule: id of every refusal; empty: each has its own.
    """

    def __init__(
        self, rules: Rules, most: int, *, together: bool, one_box: bool = True, rule: str = ""
    ) -> None:
        self.rules, self.most = rules, most
        self._together, self._one_box, self._rule = together, one_box, rule

    @staticmethod
    def rides(state: JsonView, seat: int) -> int:
        """On whose hand a seat has bet; 0: on no other's."""
        return next((hand for who, spot, _ in stakes(state) if who == seat and (hand := part(spot)[1])), 0)

    def others_cents(self, state: JsonView, seat: int, name: str, hand: int) -> int:
        """What others have in a box of a hand, where all of it together is within the maximum."""
        if not self._together:
            return 0
        box = (hand, *riders_of(state, hand))
        return sum(laid(state, who, spot_on(name, who, hand)) for who in box if who != seat)

    def consents(self, state: JsonView, hand: int) -> bool:
        """Whether others may bet on a hand; where nothing is said of it they may."""
        return True

    def refusal(self, state: JsonView, seat: int, spot: str) -> TableError | None:
        """Why a seat may not bet there now, whatever the amount."""
        name, hand = part(spot)
        there = self.rides(state, seat)
        if not hand:
            return self._only_one(seat, there) if there else None
        if seat == hand or laid(state, seat, ANTE) or (self._one_box and there not in (0, hand)):
            return self._only_one(seat, hand)
        if not laid(state, hand, ANTE):
            return self._refuse("another's hand", "one with an ante of its player", hand, "hand", seat)
        if not self.consents(state, hand):
            return self._refuse("a bet on a hand", "one to which its player consents", hand, "consent", seat)
        if name != ANTE and not laid(state, seat, f"{ANTE} {hand}"):
            article = self.rules.spots[spot].article
            return refuse(f"{name} on a hand", "laid beside an ante", "none", ANTE, article, seat)
        many = len([one for one in riders_of(state, hand) if one != seat])
        if many >= self.most:
            allowed = f"{self.most} besides its player"
            return self._refuse("persons that bet on a hand", allowed, many + 1, "riders", seat)
        return None

    def _only_one(self, seat: int, hand: int) -> TableError:
        return self._refuse("a hand", "the only one that one bets on", hand, "one_box", seat)

    def _refuse(self, what: str, allowed: str, came: object, rule: str, seat: int) -> TableError:
        return refuse(what, allowed, came, self._rule or rule, self.rules.article("riders"), seat)
