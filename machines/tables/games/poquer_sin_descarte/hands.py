# SPDX-License-Identifier: MIT
"""
Hands of five cards by the order of the text: their combination, and which of two is higher (10.A, V.1).

    order = hand_order("full_above")
    order.score(cards) > order.score(bank)
    kind(order, cards)                  # "full"
"""

from __future__ import annotations

from collections.abc import Sequence

from cext.cards import POKER_52, STRIPPED, HandOrder, Kind

DECK, HAND = 52, 5
KINDS = {
    "high": Kind.HIGH, "pair": Kind.PAIR, "two_pairs": Kind.TWO_PAIRS, "three": Kind.THREE,
    "straight": Kind.STRAIGHT, "flush": Kind.FLUSH, "full": Kind.FULL, "four": Kind.FOUR,
    "straight_flush": Kind.STRAIGHT_FLUSH, "royal": Kind.ROYAL,
}  # fmt: skip
"""Combinations by their names in the rules."""
NAMES = {number: name for name, number in KINDS.items()}
ORDERS = {"full_above": POKER_52, "colour_above": HandOrder(kinds=STRIPPED)}
"""By the values of the reading ``order``."""


def hand_order(reading: str) -> HandOrder:
    """The order of hands under a value of the reading ``order``."""
    return ORDERS[reading]


def kind(order: HandOrder, cards: Sequence[int]) -> str:
    """The name of the combination."""
    return NAMES[order.hand(order.score(cards)).kind]


def qualifies(cards: Sequence[int], needs: Sequence[int]) -> bool:
    """Whether the bank plays: cards of all these ranks, or a combination."""
    ranks = {card // 4 for card in cards}
    return ranks >= set(needs) or kind(POKER_52, cards) != "high"
