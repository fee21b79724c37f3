# SPDX-License-Identifier: MIT
"""
Exact figures of punto y banca: every six cards of a fresh shoe in their order, by points.

A tie leaves punto and banca as they lie, and counts as null for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from machines.tables.figure import ONE, ZERO, Figure
from machines.tables.rules import Rules

NONE = 10
"""Punto draws no third card: the last column of the table."""
LOST = Fraction(-1)


def figures(rules: Rules) -> list[Figure]:
    """All three bets; banca pays its share of what it wins (6, V)."""
    counts = counted(int(rules.data["decks"]), tuple(rules.data["bank_draws"]), rules.data["punto_draws_to"])
    total = sum(counts.values())
    punto, banca, tie = (Fraction(counts[name], total) for name in ("punto", "banca", "tie"))
    kept = 1 - Fraction(rules.number("commission_bp"), 10_000)
    spots = rules.spots
    eight = Fraction(*spots["tie"].pays)
    share = f"1 to 1 less {rules.number('commission_bp') / 100:g} %"
    return [
        Figure.of(spots["punto"], [(ONE, punto), (LOST, banca), (ZERO, tie)]),
        Figure.of(spots["banca"], [(kept, banca), (LOST, punto), (ZERO, tie)], pays=share),
        Figure.of(spots["tie"], [(eight, tie), (LOST, 1 - tie)]),
    ]


@cache
def counted(decks: int, bank_draws: tuple[str, ...], punto_draws_to: int) -> dict[str, int]:
    """
    In how many of all ordered six cards each end comes.

    Args:
        bank_draws: rows by the bank's points 0 to 7, columns by punto's third card and none; T draws.
        punto_draws_to: punto draws on as many points or fewer.
    """
    left = [16 * decks, *[4 * decks] * 9]
    found = {"punto": 0, "banca": 0, "tie": 0}
    for cards in product(range(10), repeat=4):
        ways = _take(left, cards)
        punto, banca = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
        for end, more in _thirds(left, punto, banca, bank_draws, punto_draws_to):
            found[end] += ways * more
        _give(left, cards)
    return found


def _thirds(
    left: list[int], punto: int, banca: int, bank_draws: Sequence[str], punto_draws_to: int
) -> list[tuple[str, int]]:
    """Ends of two hands of two cards, each with how many orders of the two next cards bring it."""
    rest = sum(left)
    every = rest * (rest - 1)
    if max(punto, banca) >= 8:
        return [(_end(punto, banca), every)]
    if punto > punto_draws_to:
        if bank_draws[banca][NONE] != "T":
            return [(_end(punto, banca), every)]
        return [(_end(punto, (banca + card) % 10), left[card] * (rest - 1)) for card in range(10)]
    found = []
    for third in range(10):
        ours = (punto + third) % 10
        if bank_draws[banca][third] != "T":
            found.append((_end(ours, banca), left[third] * (rest - 1)))
            continue
        for card in range(10):
            ways = left[third] * (left[card] - (card == third))
            found.append((_end(ours, (banca + card) % 10), ways))
    return found


def _end(punto: int, banca: int) -> str:
    return "tie" if punto == banca else "punto" if punto > banca else "banca"


def _take(left: list[int], cards: Sequence[int]) -> int:
    """Take cards out of the shoe; in how many ways that can be done."""
    ways = 1
    for card in cards:
        ways *= left[card]
        left[card] -= 1
    return ways


def _give(left: list[int], cards: Sequence[int]) -> None:
    for card in cards:
        left[card] += 1
