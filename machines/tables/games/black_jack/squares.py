# SPDX-License-Identifier: MIT
"""
The mean square of what all hands of a separated pair gain together: they share one shoe and one croupier.

With h = gain + 1, which is 0 for a hand that has passed, m hands gain the sum of their h minus m. Its square
needs means of h, of h squared and of products of two hands' h, each without a card of the pair's value as
second card; that the other hands have none either is put in by inclusion and exclusion, as in ``pairs.py``.

The chance that two hands and the croupier come to some cards is a product of what is left of each value,
falling by one a card, over what is left of all. How many cards of the pair's value lie in other hands changes
the factors of that value and the quotient alone. So what the other values multiply to is added up once, by
how many cards of the pair's value and how many in all the hands and the croupier take.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from machines.tables.games.black_jack.analysis import DOUBLE, HIT, MOST, STAND, fresh, hands
from machines.tables.games.black_jack.croupier import (
    BUST,
    NATURAL,
    UNIT,
    VALUES,
    Floats,
    error,
    falling,
    open_ends,
)
from machines.tables.games.black_jack.pairs import Pairs

_ENDS = NATURAL + 1
_BASE = 32 ** np.arange(VALUES)
"""Cards of a set as one number; of two hands and the croupier no value has 32."""
_MANY = 64
"""Two hands and the croupier have fewer cards."""


class Square(NamedTuple):
    """The mean square of a separated pair against one card of the croupier's, in first stakes squared."""

    square: float
    bound: float


class _Lives(NamedTuple):
    """
    How a separated hand may end without passing 21.

    Attributes:
        cards: of each value behind its first one, shape (n, 10).
        orders: in which they may come, shape (n,).
        first, other: gain + 1 of a box's first hand and of another one, by the croupier's end, shape (n, 7).
    """

    cards: NDArray[np.int64]
    orders: Floats
    first: Floats
    other: Floats


def square(pairs: Pairs, up: int) -> Square:
    """
    Of a separated pair against the card in place ``up``.

    The bound has two parts, as ``Pairs.parted`` has: hands beyond those that are followed, which gain 2 at
    most each, and rounding. A term of a mean has no more roundings than sets in which a sum of it stands, one
    for each card, and ten; what it multiplies is 9 at most, and a mean stands in 2 * m**2 terms of m hands.
    """
    lives = _lives(pairs, up)
    one = _Open(
        pairs, up, lives.cards, lives.orders, [lives.first, lives.first**2, lives.other, lives.other**2]
    )
    two = _Open(pairs, up, *_together(lives))
    total = weight = 0.0
    for k in range(pairs.further + 1) if pairs.again else (0,):
        m = k + 2
        total += m * m * pairs.ways(k) * pairs.chance_of(up, k, m if pairs.again else 0)
        for j, factor in pairs.factors(up, k, m - 1):
            first, first2, other, other2 = one.means(2 + k + j)
            total += factor * (first2 - 2 * m * first + (m - 1) * (other2 - 2 * m * other))
            weight += abs(factor) * 2 * m * m
        for j, factor in pairs.factors(up, k, m - 2):
            mixed, others = two.means(2 + k + j)
            total += factor * (m - 1) * (2 * mixed + (m - 2) * others)
            weight += abs(factor) * 2 * m * m
    roundings = len(lives.orders) ** 2 + error(up) / UNIT + 2 * _MANY + 10
    bound = weight * 9 * roundings * UNIT
    if pairs.again:
        bound += sum(
            pairs.ways(k) * pairs.chance_of(up, k, k + 2) * (2 * (k + 2)) ** 2
            for k in range(pairs.further + 1, pairs.same[up] + 1)
        )
    return Square(total, bound)


def _lives(pairs: Pairs, up: int) -> _Lives:
    """Every set of cards with which a hand stands or is doubled; of a pair that is separated again none."""
    known, plan = hands(pairs.setting.decks, pairs.v), pairs.plan[:, up]
    ways = np.zeros(len(plan))
    ways[0] = 1
    found: list[tuple[int, float, bool]] = []
    for row in np.argsort(known.size, kind="stable"):
        if not ways[row]:
            continue
        if plan[row] == STAND:
            found.append((int(row), float(ways[row]), False))
            continue
        for v in range(VALUES):
            more = int(known.more[row, v])
            if more < 0 or (row == 0 and v == pairs.v and pairs.again):
                continue
            if plan[row] == HIT:
                ways[more] += ways[row]
            elif plan[row] == DOUBLE:
                found.append((more, float(ways[row]), True))
    rows, orders, doubled = (np.array(column) for column in zip(*found, strict=True))
    stakes = 1.0 + doubled
    first = np.zeros((len(rows), _ENDS))
    for end, points in enumerate(range(17, MOST + 1)):
        first[:, end] = np.sign(known.points[rows] - points) * stakes
    first[:, BUST] = stakes
    other = first.copy()
    original = pairs.setting.original_only
    first[:, NATURAL], other[:, NATURAL] = (-1, 0) if original else (-stakes, -stakes)
    return _Lives(known.counts[rows] - known.counts[0], orders, first + 1, other + 1)


def _together(lives: _Lives) -> tuple[NDArray[np.int64], Floats, list[Floats]]:
    """Cards of two hands, and products of what both gain: of the first hand and another, of two others."""
    keys = lives.cards @ _BASE
    both, place = np.unique((keys[:, None] + keys).reshape(-1), return_inverse=True)
    orders = (lives.orders[:, None] * lives.orders).reshape(-1)
    gains: list[Floats] = []
    for some in (lives.first, lives.other):
        products = (some[:, None] * lives.other).reshape(-1, _ENDS) * orders[:, None]
        sums = np.zeros((len(both), _ENDS))
        for end in range(_ENDS):
            sums[:, end] = np.bincount(place.reshape(-1), products[:, end])
        gains.append(sums)
    return np.asarray(both[:, None] // _BASE % _BASE[1]), np.ones(len(both)), gains


class _Open:
    """
    Means over cards of hands and the croupier's, for any number of cards of the pair's value that are out.

    Args:
        pairs: of which value.
        up: the croupier's card.
        cards: that hands take, shape (n, 10).
        orders: in which they come, shape (n,).
        gains: what is averaged, by the croupier's end, each of shape (n, 7).
    """

    def __init__(
        self, pairs: Pairs, up: int, cards: NDArray[np.int64], orders: Floats, gains: list[Floats]
    ) -> None:
        left = fresh(pairs.setting.decks) - (np.arange(VALUES) == up)
        self._same, self._all = int(left[pairs.v]), int(left.sum())
        others = orders.copy()
        for v in range(VALUES):
            if v != pairs.v:
                others *= falling(left[v : v + 1], int(cards[:, v].max()))[cards[:, v], 0]
        bins = cards[:, pairs.v] * _MANY + cards.sum(axis=1)
        self._sums = np.zeros((len(gains), _MANY * _MANY))
        for at, (end, size, many), products in open_ends(left - cards, up, pairs.v):
            to = bins[at] + many * _MANY + size
            for sums, gain in zip(self._sums, gains, strict=True):
                sums += np.bincount(to, gain[at, end] * others[at] * products, len(sums))
        self._used = np.flatnonzero(self._sums.any(axis=0))

    def means(self, out: int) -> list[float]:
        """With ``out`` cards of the pair's value out in all."""
        same = falling(np.array([self._same - out]), _MANY)[self._used // _MANY, 0]
        whole = falling(np.array([self._all - out]), _MANY)[self._used % _MANY, 0]
        return [float(sums[self._used] @ (same / whole)) for sums in self._sums]
