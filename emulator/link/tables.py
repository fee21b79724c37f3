# SPDX-License-Identifier: MIT
"""
Who wins the carrousel of the tables of póquer sin descarte in one hand of cards.

    winners(["Th Jh Qh Kh Ah", "2c 2d 7h 9s Kd"])      # Winners(prize=1, players=(0,))
    port.contribute(hand, stake_mc=coins_mc, prize=found.prize, winners=len(found.players))

Source: Decreto 159/2002 (Aragón), Annex I, póquer sin descarte, paragraph 5: a royal flush takes the whole
pot, in equal parts if several players have one; a straight flush takes 10 %, the one of greatest value. Of
straight flushes that are equally good it says nothing; here they share the 10 % in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cext.cards import POKER_52, Kind

ROYAL_PRIZE, STRAIGHT_PRIZE = 1, 2  # of definitions/mesas.toml; what each takes is rule T-01


class Winners(NamedTuple):
    """
    The winners of the carrousel in one hand.

    Attributes:
        prize: 0 none, 1 the whole pot, 2 a tenth of it.
        players: which of the hands, in their order.
    """

    prize: int
    players: tuple[int, ...]


def winners(hands: Sequence[str]) -> Winners:
    """
    Return the winners of the carrousel.

    Args:
        hands: five cards each, such as "Th Jh Qh Kh Ah", of the players who put a coin in.

    Raises:
        CoreError: a card is none of the 52.
    """
    scores = [POKER_52.score(POKER_52.cards(hand)) for hand in hands]
    best = max(scores, default=0)
    kind = POKER_52.hand(best).kind if scores else Kind.HIGH
    prize = {Kind.ROYAL: ROYAL_PRIZE, Kind.STRAIGHT_FLUSH: STRAIGHT_PRIZE}.get(kind, 0)
    players = tuple(i for i, score in enumerate(scores) if score == best) if prize else ()
    return Winners(prize, players)
