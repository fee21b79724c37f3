# SPDX-License-Identifier: MIT
"""
What the croupier comes to behind one card, for many compositions of the shoe at once.

The order of his cards matters only in that he stops at seventeen. So every set of cards with which he can
stop is listed once with the number of its orders, and has the same chance in each of them: a product of what
is left of each value, falling by one a card, over what is left of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

VALUES = 10
"""Aces first, tens last: place v holds cards worth v + 1."""
ENDS = ("17", "18", "19", "20", "21", "bust", "black jack", "7-7-7")
"""What he may come to; 7-7-7 is one of his 21s besides."""
BUST, NATURAL, SEVENS = 5, 6, 7
_MOST, _SEVEN = 21, 6
_AT_ONCE = 512
"""So many compositions at a time: their products stay in the cache of a processor."""
UNIT = 2.0**-53
"""The relative error of one rounding at most."""
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


class Walk(NamedTuple):
    """
    How to multiply out all sets of cards with which he stops.

    Attributes:
        rows: of the products.
        most: cards that he draws.
        steps: a product's row, the row that it goes on from (-1: one), the value and how many cards of it.
        parts: sets of one end, size and number of cards of the open value: these three, their first row, and
            the orders of each.
    """

    rows: int
    most: int
    steps: tuple[tuple[int, int, int, int], ...]
    parts: tuple[tuple[int, int, int, int, Floats], ...]


@lru_cache(maxsize=VALUES * (VALUES + 1))
def _walk(up: int, opened: int = -1) -> Walk:
    """
    The sets of ``endings`` as products that go on from one another, those of one end and size together.

    Args:
        up: the place of his first card.
        opened: the place of a value that is not multiplied; its sets are told apart by how many they have.
    """
    sets = endings(up)

    def part(drawn: Counts) -> tuple[int, int, int]:
        return sets[drawn][1], sum(drawn), drawn[opened] if opened >= 0 else 0

    ended = sorted(sets, key=part)
    rows: dict[Counts, int] = {drawn: row for row, drawn in enumerate(ended)}
    steps: list[tuple[int, int, int, int]] = []
    done = {(0,) * VALUES}

    def step(drawn: Counts) -> None:
        if drawn in done:
            return
        v = max(at for at, some in enumerate(drawn) if some)
        before = (*drawn[:v], *[0] * (VALUES - v))
        step(before)
        done.add(drawn)
        row = rows.setdefault(drawn, len(rows))
        steps.append((row, rows.get(before, -1), v, drawn[v]))

    for drawn in ended:
        step(drawn)
    parts = []
    for (end, size, many), some in groupby(ended, key=part):
        these = [*some]
        orders = np.array([sets[drawn][0] for drawn in these], dtype=float)
        parts.append((end, size, many, rows[these[0]], orders))
    return Walk(len(rows), max(map(sum, sets)), tuple(steps), tuple(parts))


def chances(left: NDArray[np.int64], up: int) -> Floats:
    """
    How he ends.

    Args:
        left: cards of each value that are in the shoe, his first one taken out, shape (n, 10).
        up: the place of his first card.

    Returns:
        Chances of ENDS, shape (n, 8); each is within ``error(up)`` of itself.
    """
    walk = _walk(up)
    products = np.empty((walk.rows, _AT_ONCE))  # once: new memory costs more than the products
    found = np.zeros((len(left), len(ENDS)))
    for at in range(0, len(left), _AT_ONCE):
        some = left[at : at + _AT_ONCE]
        found[at : at + _AT_ONCE] = _chances(some, up, walk, products[:, : len(some)]).T
    return found


def _chances(left: NDArray[np.int64], up: int, walk: Walk, products: Floats) -> Floats:
    _multiply(left, walk, products)
    whole = falling(left.sum(axis=1), walk.most)
    found = np.zeros((len(ENDS), len(left)))
    for end, size, _, row, orders in walk.parts:
        found[end] += np.einsum("i,ij->j", orders, products[row : row + len(orders)]) / whole[size]
    if up == _SEVEN:
        found[SEVENS] = falling(left[:, _SEVEN], 2)[2] / whole[2]
    return found


def _multiply(left: NDArray[np.int64], walk: Walk, products: Floats, opened: int = -1) -> None:
    """What is left of every value but an open one, falling by one a card, of every set."""
    fallen = [falling(left[:, v], walk.most) for v in range(VALUES)]
    if opened >= 0:
        fallen[opened][:] = 1
    for row, before, v, some in walk.steps:
        if before < 0:
            products[row] = fallen[v][some]
        else:
            np.multiply(products[before], fallen[v][some], out=products[row])


def falling(left: NDArray[np.int64], most: int) -> Floats:
    """Products of what is left, falling by one a card, of 0 to ``most`` cards, shape (most + 1, n)."""
    found = np.ones((most + 1, len(left)))
    found[1:] = np.cumprod(np.maximum(left - np.arange(most)[:, None], 0), axis=0, dtype=float)
    return found


def open_ends(
    left: NDArray[np.int64], up: int, opened: int
) -> Iterator[tuple[slice, tuple[int, int, int], Floats]]:
    """
    How he ends, in parts that leave one value and the quotient open.

    Args:
        left: cards of each value that are in the shoe, his first one taken out, shape (n, 10).
        up: the place of his first card.
        opened: the place of the value whose cards are not multiplied.

    Yields:
        Of some rows of ``left`` the end, how many cards he draws and how many of them are of that value; for
        each row, over all such sets, the orders times what is left of other values, falling by one a card.
    """
    walk = _walk(up, opened)
    space = np.empty((walk.rows, _AT_ONCE))
    for at in range(0, len(left), _AT_ONCE):
        rows = slice(at, min(at + _AT_ONCE, len(left)))
        products = space[:, : rows.stop - at]
        _multiply(left[rows], walk, products, opened)
        for end, size, many, row, orders in walk.parts:
            yield rows, (end, size, many), np.einsum("i,ij->j", orders, products[row : row + len(orders)])


def error(up: int) -> float:
    """
    The relative error of ``chances`` at most.

    No term is negative, so the error of a sum is at most that of its worst term. What is left of a value,
    falling by one a card, multiplies to less than 2**53 (at most 24 * 23 * ... * 14, or 96 * 95) and is
    exact. A term then has at most four roundings where it multiplies the values of a set, five where it
    divides by more than six cards of 311 (311**6 < 2**53), one at the quotient, one at its orders, and one
    for each sum in which it stands: of the sets of one end and size, and of the sizes of an end. So many
    roundings are within n * u / (1 - n * u), u = 2**-53 (Higham, Accuracy and Stability of Numerical
    Algorithms, lemma 3.1).
    """
    walk = _walk(up)
    sets = max(len(orders) for *_, orders in walk.parts)
    many = 4 + max(0, walk.most - 6) + 1 + 1 + sets + walk.most
    return many * UNIT / (1 - many * UNIT)


def without(left: NDArray[np.int64], up: int) -> NDArray[np.int64]:
    """What is left once he has his first card; of a hand that the shoe cannot deal no less than none."""
    return np.asarray(np.maximum(left - (np.arange(VALUES) == up), 0))


class Ends:
    """
    How he ends behind many compositions of the shoe, each of them counted once, where it is wanted.

    Args:
        left: cards of each value before his first one, shape (n, 10).
    """

    def __init__(self, left: NDArray[np.int64]) -> None:
        self._left, self._place = np.unique(left, axis=0, return_inverse=True)
        self._place = self._place.reshape(-1)
        self._found = np.zeros((len(self._left), VALUES, len(ENDS)))
        self._known = np.zeros((len(self._left), VALUES), dtype=bool)

    def all(self) -> Floats:
        """Behind every composition and card of his, shape (n, 10, 8)."""
        return self.of(np.arange(len(self._place)), np.ones((len(self._place), VALUES), dtype=bool))

    def of(self, rows: NDArray[np.int64], wanted: NDArray[np.bool_]) -> Floats:
        """
        Behind some compositions.

        Args:
            rows: of ``left``, shape (m,).
            wanted: against which cards of his, shape (m, 10); others may be zeros.
        """
        places = self._place[rows]
        for up in range(VALUES):
            new = np.unique(places[wanted[:, up] & ~self._known[places, up]])
            self._found[new, up] = chances(without(self._left[new], up), up)
            self._known[new, up] = True
        return np.asarray(self._found[places])
