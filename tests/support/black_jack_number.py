# SPDX-License-Identifier: MIT
"""
What a pair comes to that is separated again only while there are fewer hands than a number.

A plan that looks at the number of hands, and at a hand's own cards, is such a number: where it does not
separate once, the number stays as it is, and it never does so again.
"""

from __future__ import annotations

from math import comb

from machines.tables.games.black_jack.pairs import Pairs


def at_most(pairs: Pairs, most: int, up: int) -> float:
    """
    The gain of all hands, of which there are ``most`` at most, in first stakes.

    Either fewer further cards come than would make so many, as ``Pairs.parted`` has it; or the last of them
    comes while j hands have their second card, of another value, and the others get any.
    """
    found = 0.0
    for k in range(most - 2):
        for j, factor in pairs.factors(up, k, k + 1):
            of_any, of_same = pairs.hand(1 + k + j, 1.0)
            found += factor * (k + 2) * (of_any[up] - of_same[up])
    k = most - 2
    for j in range(k + 1):
        for i in range(j + 1):
            of_any, of_same = pairs.hand(1 + k + i, 1.0)
            share = orders(k, j) * (-1) ** i * pairs.chance_of(up, k + i, 0)
            found += share * comb(j, i) * (most - j) * of_any[up]
            if i < j:
                found += share * comb(j - 1, i) * j * (of_any[up] - of_same[up])
    return float(found)


def orders(k: int, j: int) -> int:
    """Orders in which the last of k further cards comes as j hands have their second card, and one waits."""
    return (
        1 if k == j == 0 else 0 if k == 0 else comb(k - 1 + j, j) - (comb(k - 1 + j, j - 2) if j > 1 else 0)
    )


def left_out(pairs: Pairs, most: int, up: int) -> float:
    """By how much a larger number than ``most``, or none, may change the gain: 2 a hand, either way."""
    return sum(
        pairs.ways(k) * pairs.chance_of(up, k, k + 2) * 4 * (k + 2)
        for k in range(most - 1, pairs.same[up] + 1)
    )
