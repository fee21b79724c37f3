# SPDX-License-Identifier: MIT
"""
Points of a hand: an ace is eleven where that does not pass twenty-one, a picture ten (5, II.1).

    points(cards), soft(cards)          # 19, True for an ace and an eight
    black_jack(cards)                   # twenty-one of the first two cards
"""

from __future__ import annotations

from collections.abc import Sequence

ACE, TEN = 1, 10
MOST = 21
"""Points that a hand must not pass."""
_ACE_RANK, _SEVEN = 12, 7


def value(card: int) -> int:
    """What a card is worth: an ace one, pictures ten, others as they say."""
    rank = card % 52 // 4
    return ACE if rank == _ACE_RANK else min(TEN, rank + 2)


def soft(cards: Sequence[int]) -> bool:
    """Whether an ace counts eleven."""
    values = [value(card) for card in cards]
    return ACE in values and sum(values) + 10 <= MOST


def points(cards: Sequence[int]) -> int:
    """Of a hand, at its best; above 21 it has passed."""
    return sum(value(card) for card in cards) + 10 * soft(cards)


def black_jack(cards: Sequence[int]) -> bool:
    """Twenty-one points of two cards; a separated hand is none whatever it has."""
    return len(cards) == 2 and points(cards) == MOST


def three_sevens(cards: Sequence[int]) -> bool:
    """Twenty-one of three sevens."""
    return len(cards) == 3 and all(value(card) == _SEVEN for card in cards)


def pair(cards: Sequence[int], *, by_name: bool = False) -> bool:
    """Two cards of one value, or of one name."""
    if len(cards) != 2:
        return False
    one, other = [card % 52 // 4 for card in cards] if by_name else [value(card) for card in cards]
    return one == other
