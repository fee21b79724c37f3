# SPDX-License-Identifier: MIT
"""
What the croupier comes to behind one card, for many compositions of the shoe at once.

The order of his cards matters only in that he stops at seventeen. So every set of cards with which he can
stop is listed once with the number of its orders, and has the same chance in each of them: a product of what
is left of each value, falling by one a card, over what is left of all.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

VALUES = 10
"""Aces first, tens last: place v holds cards worth v + 1."""
ENDS = ("17", "18", "19", "20", "21", "bust", "black jack", "7-7-7")
"""What he may come to; 7-7-7 is one of his 21s besides."""
BUST, NATURAL, SEVENS = 5, 6, 7
_MOST, _SEVEN = 21, 6
Counts = tuple[int, ...]
Floats = NDArray[np.float64]


def best(counts: Counts) -> int:
    """Points of cards by how many of each value there are."""
    low = sum((v + 1) * many for v, many in enumerate(counts))
    return low + 10 if counts[0] and low + 10 <= _MOST else low


def plus(counts: Counts, v: int) -> Counts:
    """One card more."""
    return (*counts[:v], counts[v] + 1, *counts[v + 1 :])


@lru_cache(maxsize=16)
def endings(up: int, stands_at: int = 17) -> dict[Counts, tuple[int, int]]:
    """
    Every set of cards that he may draw behind the card in place ``up``: in how many orders, and its end.

    Returns:
        By the drawn cards (the first one apart) the orders and the place in ENDS, 21 also of three sevens.
    """
    none = (0,) * VALUES
    level: Counter[Counts] = Counter({none: 1})
    found: dict[Counts, tuple[int, int]] = {}
    while level:
        following: Counter[Counts] = Counter()
        for drawn, orders in level.items():
            total = best(plus(drawn, up))
            if total < stands_at:
                for v in range(VALUES):
                    following[plus(drawn, v)] += orders
                continue
            end = BUST if total > _MOST else total - 17
            if total == _MOST and sum(drawn) == 1:
                end = NATURAL
            found[drawn] = (orders, end)
        level = following
    return found


def chances(left: NDArray[np.int64], up: int) -> Floats:
    """
    How he ends.

    Args:
        left: cards of each value that are in the shoe, his first one taken out, shape (n, 10).
        up: the place of his first card.

    Returns:
        Chances of ENDS, shape (n, 8); each is within 1e-13 of the exact one.
    """
    sets = endings(up)
    many = max(sum(drawn) for drawn in sets)
    steps = np.arange(many)
    falling = np.ones((VALUES, many + 1, len(left)))
    for v in range(VALUES):
        falling[v, 1:] = np.cumprod(np.maximum(left[:, v] - steps[:, None], 0), axis=0, dtype=float)
    whole = np.ones((many + 1, len(left)))
    whole[1:] = np.cumprod(left.sum(axis=1) - steps[:, None], axis=0, dtype=float)
    found = np.zeros((len(ENDS), len(left)))
    for drawn, (orders, end) in sets.items():
        chance = orders / whole[sum(drawn)]
        for v, some in enumerate(drawn):
            if some:
                chance = chance * falling[v, some]
        found[end] += chance
        if up == _SEVEN and drawn[_SEVEN] == sum(drawn) == 2:
            found[SEVENS] += chance
    return np.asarray(found.T)
