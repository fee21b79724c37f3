# SPDX-License-Identifier: MIT
"""
Best play: whether going on loses less than the ante, for one's cards and the bank's card that lies open.

All 163,185 hands that the bank can have then are looked at; ``odds.py`` counts the same for every hand by
inclusion and exclusion, and the tests hold one against the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cext.cards import HandOrder
from cext.cards_table import hand_table
from machines.tables.games.poquer_sin_descarte.hands import DECK, HAND, NAMES, hand_order
from machines.tables.rules import Rules

AGAINST = comb(DECK - HAND - 1, HAND - 1)
"""Hands that the bank can have when one of its cards lies open."""


@lru_cache(maxsize=1)
def _choices() -> NDArray[np.uint8]:
    """Every four of 46 cards, by their places among them."""
    flat = chain.from_iterable(combinations(range(DECK - HAND - 1), HAND - 1))
    return np.fromiter(flat, dtype=np.uint8, count=AGAINST * (HAND - 1)).reshape(AGAINST, HAND - 1)


@lru_cache(maxsize=4)
def plays_at(order: HandOrder, needs: tuple[int, ...]) -> int:
    """The least class with which the bank plays: no combination, these ranks, and then the lowest."""
    ranks = [*needs, *range(HAND - len(needs))]
    lowest = [4 * rank + (i == 0) for i, rank in enumerate(ranks)]
    return int(np.searchsorted(hand_table(order, HAND).scores, order.score(lowest)))


def gains(cards: Sequence[int], up: int, rules: Rules) -> int:
    """What going on gains in antes, added up over all hands that the bank can have."""
    order = hand_order(rules.readings["order"])
    table = hand_table(order, HAND)
    rest = np.array([one for one in range(DECK) if one not in cards and one != up], dtype=np.uint8)
    hands = np.empty((AGAINST, HAND), dtype=np.uint8)
    hands[:, :4] = rest[_choices()]
    hands[:, 4] = up
    bank = table.rank(hands)
    mine = int(table.rank(np.array([cards], dtype=np.uint8))[0])
    low = plays_at(order, tuple(rules.data["bank_needs"]))
    out = int((bank < low).sum())
    worse = int(((bank >= low) & (bank < mine)).sum())
    better = int(((bank >= low) & (bank > mine)).sum())
    raises = 2 if rules.readings["raise"] == "double" else 1
    pays = rules.data["pays"][NAMES[order.hand(order.score(cards)).kind]]
    return out + worse * (1 + raises * int(pays)) - better * (1 + raises)


def goes_on(cards: Sequence[int], up: int, rules: Rules) -> bool:
    """Whether the second bet is worth it."""
    return gains(cards, up, rules) > -AGAINST
