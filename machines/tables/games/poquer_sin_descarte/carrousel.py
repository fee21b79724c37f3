# SPDX-License-Identifier: MIT
"""
The carrousel: who wins what of it in a deal, and the pot of a table that has one of its own (10.A, V.5).

    won = winners({1: cards, 4: others}, rules)     # Hit(prize=1, seats=(4,)): of ``definitions/mesas.toml``
    pot, cents = paid(new_pot(rules), staked_cents=200, hit=won)

Pots are those of ``core_link``, in millicents, without base, limit or reserve: every coin joins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from cext.chance_rows import MAX_POT_MC
from cext.link import LinkRules, link_event, new_link, view_link
from machines.tables.games.poquer_sin_descarte.hands import hand_order, kind
from machines.tables.rules import Rules

PRIZES = ("royal", "straight_flush")
"""Prize 1 and prize 2 of the link."""
_MC = 1000


class Hit(NamedTuple):
    """
    What a deal wins of the carrousel.

    Attributes:
        prize: 0 nothing, 1 for escalera real, 2 for the best escalera de color.
        seats: who shares it, from the croupier's left.
    """

    prize: int
    seats: tuple[int, ...]


def winners(hands: Mapping[int, Sequence[int]], rules: Rules) -> Hit:
    """
    The winners of a deal.

    Args:
        hands: five cards each of who put a coin in and stayed in the game, by seat.
        rules: with the readings ``order`` and ``carrousel_equal``.
    """
    order = hand_order(rules.readings["order"])
    scores = {seat: order.score(cards) for seat, cards in sorted(hands.items())}
    best = max(scores.values(), default=0)
    seats = [seat for seat, score in scores.items() if score == best]
    name = kind(order, hands[seats[0]]) if seats else ""
    if name not in PRIZES:
        return Hit(0, ())
    if name == "straight_flush" and rules.readings["carrousel_equal"] == "first":
        seats = seats[:1]
    return Hit(PRIZES.index(name) + 1, tuple(seats))


def new_pot(rules: Rules) -> str:
    """A pot without a cent, its bytes in hexadecimal digits as a table's state keeps them."""
    parts = tuple(Fraction(rules.data["carrousel"][name], 100) for name in PRIZES)
    held = LinkRules(base_mc=0, limit_mc=MAX_POT_MC, hit="combination", share=1, share_of=1, prizes=parts)
    return new_link(held, bytes(32)).hex()


def paid(pot: str, staked_cents: int, hit: Hit) -> tuple[str, int]:
    """The pot behind a deal, and what each of its winners gets, in cents."""
    stake, many = staked_cents * _MC, max(1, len(hit.seats))
    after, award = link_event(bytes.fromhex(pot), stake, hit.prize, many)
    return after.hex(), award.cents if award.winners else 0


def stands_cents(pot: str) -> int:
    """What is in a pot."""
    return view_link(bytes.fromhex(pot)).value_mc // _MC
