# SPDX-License-Identifier: MIT
"""
Every hand of a fresh shoe: what standing, drawing and doubling come to by its cards and the croupier's first.

    shoe = Shoe(Setting(decks=6))
    shoe.stand[shoe.row((0, 0, 0, 0, 0, 0, 0, 0, 0, 2)), 5]         # two tens against a six
    shoe.play(shoe.best())[...]

Chances are kept in doubles: a figure is a sum of at most some 10**7 products of at most 40 factors, each
rounded once, all of one sign within a win or a loss, so it is within 10**7 * 40 * 2**-53 < 5e-8. What the
croupier comes to behind a seven and a ten is counted again in fractions (tests), and is within 1e-13 there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from machines.tables.games.black_jack.croupier import (
    BUST,
    ENDS,
    NATURAL,
    SEVENS,
    VALUES,
    Counts,
    Floats,
    best,
    chances,
    plus,
)

STAND, HIT, DOUBLE, SPLIT = range(4)
MOST, SEVEN = 21, 6
Plan = NDArray[np.int8]
"""A decision for every hand and card of the croupier's, shape (hands, 10)."""


class Setting(NamedTuple):
    """
    What of rules and readings changes a figure.

    Attributes:
        decks: in the shoe.
        sevens_any: an ordinary 21 of the croupier's makes three sevens null.
        original_only: his black jack takes no more than the first stake.
        soft_double: nine and ten with an ace may be doubled.
        resplit_aces: an ace upon a separated ace is separated again.
        by_name: a ten and a king are no pair.
        sevens_split: three sevens of a separated hand are paid double.
    """

    decks: int = 6
    sevens_any: bool = False
    original_only: bool = False
    soft_double: bool = False
    resplit_aces: bool = True
    by_name: bool = False
    sevens_split: bool = False


class Hands(NamedTuple):
    """
    All hands of 21 points or fewer.

    Attributes:
        counts: cards of each value, shape (hands, 10); ``rows`` finds a hand's row.
        more: the row with one card more, by its value; -1: above 21. Shape (hands, 10).
        points, low, size: at their best, with aces as one, and how many cards.
    """

    counts: NDArray[np.int64]
    rows: dict[Counts, int]
    more: NDArray[np.int64]
    points: NDArray[np.int64]
    low: NDArray[np.int64]
    size: NDArray[np.int64]


@lru_cache(maxsize=2)
def hands(decks: int) -> Hands:
    """Of a shoe: no more cards of a value than there are."""
    rows: dict[Counts, int] = {(0,) * VALUES: 0}
    queue = [(0,) * VALUES]
    for one in queue:
        low = sum((v + 1) * many for v, many in enumerate(one))
        for v in range(min(VALUES, MOST - low)):
            other = plus(one, v)
            if other not in rows and other[v] <= (16 if v == VALUES - 1 else 4) * decks:
                rows[other] = len(queue)
                queue.append(other)
    counts = np.array(queue, dtype=np.int64)
    more = np.array([[rows.get(plus(one, v), -1) for v in range(VALUES)] for one in queue], dtype=np.int64)
    points = np.array([best(one) for one in queue], dtype=np.int64)
    return Hands(counts, rows, more, points, counts @ np.arange(1, VALUES + 1), counts.sum(axis=1))


def fresh(decks: int) -> NDArray[np.int64]:
    """Cards of each value in a new shoe."""
    return np.array([4 * decks] * (VALUES - 1) + [16 * decks], dtype=np.int64)


class Shoe:
    """
    A fresh shoe without some cards.

    Args:
        setting: of the table.
        without: cards of each value that lie in other hands.
        of_pair: hands are separated ones: no black jack, and three sevens as the reading has them.
        natural_cost: what a croupier's black jack takes of a hand that has not passed, in stakes.
        holding: hands without a card in this place are left out, and come to nothing.
    """

    def __init__(
        self, setting: Setting, without: Counts = (0,) * VALUES, *, of_pair: bool = False,
        natural_cost: float = 1.0, holding: int | None = None,
    ) -> None:  # fmt: skip
        self.setting, self.of_pair, self.cost = setting, of_pair, natural_cost
        self.hands = hands(setting.decks)
        self._wanted = slice(None) if holding is None else self.hands.counts[:, holding] > 0
        self._left = fresh(setting.decks) - np.array(without) - self.hands.counts
        ups = range(VALUES)
        self.ends = np.stack([self._ends(up) for up in ups], axis=1)
        self.stand = self._stand()
        self.next = np.stack([self._next(up) for up in ups], axis=1)
        self.double = self._double()

    def row(self, counts: Counts) -> int:
        """A hand's row."""
        return self.hands.rows[counts]

    def _ends(self, up: int) -> Floats:
        left = self._left.copy()
        left[:, up] -= 1
        found = np.zeros((len(left), len(ENDS)))
        found[self._wanted] = chances(np.maximum(left, 0)[self._wanted], up)
        return found

    def _next(self, up: int) -> Floats:
        """Chances of the next card by its value."""
        left = self._left.copy()
        left[:, up] -= 1
        left = np.maximum(left, 0)
        return np.asarray(left / np.maximum(left.sum(axis=1, keepdims=True), 1))

    def _against(self, points: NDArray[np.int64]) -> Floats:
        """Gain of hands with these points that are no black jack, his black jack apart."""
        ends = self.ends
        gain = ends[:, :, BUST].copy()
        for at, total in enumerate(range(17, MOST + 1)):
            gain += np.sign(points - total)[:, None] * ends[:, :, at]
        return np.asarray(gain)

    def _stand(self) -> Floats:
        known, ends = self.hands, self.ends
        gain = self._against(known.points) - self.cost * ends[:, :, NATURAL]
        sevens = known.rows.get(tuple(3 * (v == SEVEN) for v in range(VALUES)))
        if sevens is not None and (not self.of_pair or self.setting.sevens_split):
            at = ends[sevens]
            null = at[:, 4] if self.setting.sevens_any else at[:, SEVENS]
            gain[sevens] = 2 * (1 - at[:, NATURAL] - null) - self.cost * at[:, NATURAL]
        natural = known.rows[(1, *[0] * (VALUES - 2), 1)]
        if not self.of_pair:
            gain[natural] = 1.5 * (1 - ends[natural][:, NATURAL])
        return np.asarray(gain)

    def _drawn(self, values: Floats, bust: float) -> Floats:
        """The mean over the next card; above 21 it is ``bust``."""
        more = self.hands.more
        found = np.zeros(values.shape)
        for v in range(VALUES):
            there = more[:, v] >= 0
            found += self.next[:, :, v] * np.where(there[:, None], values[more[:, v]], bust)
        return found

    def _double(self) -> Floats:
        """Twice the stake and one card; what his black jack takes is the reading's."""
        known = self.hands
        plain = self._against(known.points) * 2
        lost = self.cost if self.setting.original_only else 2 * self.cost
        return self._drawn(plain - lost * self.ends[:, :, NATURAL], -2.0)

    def may_double(self) -> NDArray[np.bool_]:
        """Hands that may be doubled."""
        known = self.hands
        soft = (known.counts[:, 0] > 0) & (known.points > known.low)
        nine = (known.size == 2) & (known.low >= 9) & (known.low <= 11)
        plain = ~soft | self.setting.soft_double
        return np.asarray(nine & plain & (known.points < MOST))

    def best(self) -> tuple[Plan, Floats]:
        """What does best without pairs, and what every hand comes to by it."""
        known = self.hands
        plan = np.zeros(self.stand.shape, dtype=np.int8)
        value = self.stand.copy()
        able = self.may_double()
        for low in range(MOST, 0, -1):
            at = np.flatnonzero((known.low == low) & (known.points < MOST))
            if not len(at):
                continue
            hit = self._drawn_rows(value, at)
            better = hit > value[at]
            value[at] = np.where(better, hit, value[at])
            plan[at] = better * HIT
            twice = able[at][:, None] & (self.double[at] > value[at])
            value[at] = np.where(twice, self.double[at], value[at])
            plan[at] = np.where(twice, DOUBLE, plan[at])
        return plan, value

    def play(self, plan: Plan) -> Floats:
        """What every hand comes to by a plan without pairs."""
        known = self.hands
        value = self.stand.copy()
        for low in range(MOST, 0, -1):
            at = np.flatnonzero((known.low == low) & (known.points < MOST))
            hit = self._drawn_rows(value, at)
            value[at] = np.where(
                plan[at] == HIT, hit, np.where(plan[at] == DOUBLE, self.double[at], value[at])
            )
        return value

    def _drawn_rows(self, values: Floats, at: NDArray[np.int64]) -> Floats:
        more = self.hands.more[at]
        found = np.zeros((len(at), VALUES))
        for v in range(VALUES):
            there = (more[:, v] >= 0)[:, None]
            found += self.next[at, :, v] * np.where(there, values[more[:, v]], -1.0)
        return found


def deals(decks: int) -> list[tuple[Counts, int, float]]:
    """Two cards of a hand and the croupier's first, with their chances."""
    left = fresh(decks)
    total = int(left.sum())
    found = []
    for one in range(VALUES):
        for other in range(one, VALUES):
            for up in range(VALUES):
                some = left.astype(float)
                chance = 1.0
                for card, of in ((one, total), (other, total - 1), (up, total - 2)):
                    chance *= some[card] / of
                    some[card] -= 1
                if one != other:
                    chance *= 2
                found.append((plus(plus((0,) * VALUES, one), other), up, chance))
    return found
