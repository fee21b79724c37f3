# SPDX-License-Identifier: MIT
"""
Hands of three cards: their combination, and which of two is higher (17, V.1 and V.2).

    worth(cards) > worth(bank)
    kind(cards)                  # "straight"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

KINDS = ("high", "pair", "flush", "straight", "three", "straight_flush", "royal")
"""From the lowest up."""
ACE, DECK = 12, 52
_LOW_STRAIGHT = [ACE, 1, 0]
Worth = tuple[int, int, int, int]
"""Combination and its cards in the order in which they decide; a larger one is higher."""


def worth(cards: Sequence[int]) -> Worth:
    """What three cards are worth; cards are four times the rank, from 2 as 0, plus the suit."""
    counts = Counter(card // 4 for card in cards)
    ranks = sorted((card // 4 for card in cards), key=lambda rank: (counts[rank], rank), reverse=True)
    suited = len({card % 4 for card in cards}) == 1
    low = sorted(ranks, reverse=True) == _LOW_STRAIGHT
    if low:
        ranks = [1, 0, -1]
    run = low or (len(counts) == len(ranks) and ranks[0] - ranks[2] == 2)
    name = {1: "three", 2: "pair"}.get(len(counts), "high")
    if run:
        name = "straight_flush" if suited else "straight"
        name = "royal" if suited and ranks[0] == ACE else name
    elif suited:
        name = "flush"
    first, second, third = ranks
    return KINDS.index(name), first, second, third


def kind(cards: Sequence[int]) -> str:
    """The name of the combination."""
    return KINDS[worth(cards)[0]]


def qualifies(cards: Sequence[int], needs: int) -> bool:
    """Whether the bank plays: a combination, or a highest card of this rank or more."""
    what = worth(cards)
    return what[0] > 0 or what[1] >= needs
