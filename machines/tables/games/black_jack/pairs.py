# SPDX-License-Identifier: MIT
"""
What a separated pair comes to, all hands by one plan that looks at a hand's own cards and the croupier's.

Under such a plan it does not matter in which order hands take their cards: every order of unseen cards is
as likely. So the second cards of all hands may be thought to come first. With k further cards of the
pair's value there are k + 2 hands, whose second cards are of other values; a ballot sequence counts the
orders. That the second cards of the other hands are of other values is put in by inclusion and exclusion
over how many of them are not: then as many cards more of that value are out, and nothing else is known of
the shoe.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from machines.tables.games.black_jack.analysis import (
    DOUBLE,
    HIT,
    STAND,
    Hands,
    Plan,
    Setting,
    Shoe,
    fresh,
    gain_error,
    hands,
    left_of,
)
from machines.tables.games.black_jack.croupier import ENDS, UNIT, VALUES, Counts, Ends, Floats

FURTHER = 7
"""So many further cards of the value are followed; hands beyond FURTHER + 2 are in the bound."""


def out_at_most(further: int) -> int:
    """So many other cards of the value are out at most, where inclusion and exclusion puts them there."""
    return 2 * further + 2


class Parted(NamedTuple):
    """What a separated pair comes to against each card of the croupier's, in first stakes, and how surely."""

    gain: Floats
    bound: Floats


@lru_cache(maxsize=VALUES)
def _ends(decks: int, v: int, most: int) -> Ends:
    """How the croupier ends behind a separated hand, with up to so many cards of its value out."""
    return Ends(np.concatenate([left_of(decks, v, out) for out in range(most + 1)]))


class Pairs:
    """
    Separated pairs of one value.

    Args:
        setting: of the table.
        v: the value's place.
        plan: of every hand; of a hand of two cards, too, whose black jack is none.
        further: so many further cards of the value are followed.
    """

    def __init__(self, setting: Setting, v: int, plan: Plan, further: int = FURTHER) -> None:
        self.setting, self.v, self.further = setting, v, further
        out = out_at_most(further)
        known = hands(setting.decks, v)
        every = hands(setting.decks).rows
        self.plan = plan[[every[tuple(one)] for one in known.counts.tolist()]]
        if v == 0:
            self.plan[:] = STAND  # one card alone upon each ace
        self.plan[0] = HIT
        wanted = stood(known, self.plan)
        self._rows = np.flatnonzero(wanted.any(axis=1))
        places = np.arange(out + 1)[:, None] * len(wanted) + self._rows
        found = _ends(setting.decks, v, out).of(places.reshape(-1), np.tile(wanted[self._rows], (out + 1, 1)))
        self._ends = found.reshape(out + 1, len(self._rows), VALUES, len(ENDS))
        self._known: dict[tuple[int, float], tuple[Floats, Floats]] = {}
        left = fresh(setting.decks)
        self.same = [int(left[v]) - 2 - (up == v) for up in range(VALUES)]
        self._all = int(left.sum()) - 3

    def hand(self, out: int, cost: float) -> tuple[Floats, Floats]:
        """A hand of one card with ``out`` others of its value out: its gain, and that with another."""
        if (out, cost) not in self._known:
            ends = np.zeros((*self.plan.shape, len(ENDS)))
            ends[self._rows] = self._ends[out]
            shoe = Shoe(self.setting, self.v, out, natural_cost=cost, ends=ends)
            value = shoe.play(self.plan)
            same = shoe.next[0, :, self.v] * value[shoe.hands.more[0, self.v]]
            self._known[out, cost] = (value[0], same)
        return self._known[out, cost]

    def parted(self) -> Parted:
        """
        Of this value against every card of the croupier's.

        The bound has two parts: hands beyond those that are followed, which gain 2 at most each, and
        rounding. A factor of ``factors`` has at most twice as many roundings as cards of the value may be
        further or out, and stands in a sum of no more than twice as many terms; what it multiplies is the
        difference of two gains.
        """
        gain = self._sum(self.setting.original_only)
        if not self.again:
            return Parted(gain, gain * 0 + 2 * gain_error())
        bound = np.zeros(VALUES)
        for up in range(VALUES):
            bound[up] = sum(
                self.ways(k) * self.chance_of(up, k, k + 2) * 2 * (k + 2)
                for k in range(self.further + 1, self.same[up] + 1)
            )
            weight = sum((k + 2) * abs(factor) for k, _, factor in self._all_factors(up))
            bound[up] += weight * (
                2 * gain_error() + 2 * 4 * (self.further + out_at_most(self.further)) * UNIT
            )
        return Parted(gain, bound)

    @property
    def again(self) -> bool:
        """Whether a further card of the value is separated again."""
        return self.v != 0 or self.setting.resplit_aces

    def _sum(self, original_only: bool) -> Floats:
        """All hands; the first one alone pays for a black jack of the croupier's where the reading has it."""
        if not original_only:
            return self._hands(1.0, all_hands=True)
        first = self._hands(1.0, all_hands=False)
        others = self._hands(0.0, all_hands=True) - self._hands(0.0, all_hands=False)
        return first + others

    def _hands(self, cost: float, *, all_hands: bool) -> Floats:
        """The gain of all hands, or of one of them."""
        if not self.again:
            return self.hand(1, cost)[0] * (2 if all_hands else 1)
        found = np.zeros(VALUES)
        for up in range(VALUES):
            for k, out, factor in self._all_factors(up):
                of_any, of_same = self.hand(out, cost)
                found[up] += factor * (k + 2 if all_hands else 1) * (of_any[up] - of_same[up])
        return found

    def _all_factors(self, up: int) -> Iterator[tuple[int, int, float]]:
        """With k further cards: how many of the value are out, and how much such a hand's gain counts."""
        for k in range(self.further + 1):
            for j, factor in self.factors(up, k, k + 1):
                yield k, 1 + k + j, factor

    def factors(self, up: int, k: int, others: int) -> Iterator[tuple[int, float]]:
        """
        How much a mean counts of which k further cards and j second cards of the others are of the value.

        Args:
            up: the place of the croupier's card.
            k: further cards of the value.
            others: hands whose second card is of another value, those apart of which the mean is.
        """
        if not self.again:
            yield 0, 1.0
            return
        for j in range(others + 1):
            yield j, self.ways(k) * self.chance_of(up, k + j, 0) * (-1) ** j * comb(others, j)

    @staticmethod
    def ways(k: int) -> int:
        """Orders in which k further cards make two hands into k + 2."""
        return 2 * comb(2 * k + 2, k) // (2 * k + 2)

    def chance_of(self, up: int, same: int, other: int) -> float:
        """That so many given cards are of the value, and so many others are not."""
        found, left, rest = 1.0, self._all, self._all - self.same[up]
        for i in range(same):
            found *= max(0, self.same[up] - i) / left
            left -= 1
        for i in range(other):
            found *= (rest - i) / left
            left -= 1
        return found


def pair_of(counts: Counts) -> int:
    """The place of a pair's value; -1: no pair."""
    return next((v for v, many in enumerate(counts) if many == 2), -1) if sum(counts) == 2 else -1


def stood(known: Hands, plan: Plan) -> NDArray[np.bool_]:
    """With which hands whoever begins with the first one ends against each card of the croupier's."""
    come = np.zeros(plan.shape, dtype=bool)
    come[0], last = True, come.copy()
    for size in range(1, int(known.size.max()) + 1):
        at = np.flatnonzero(known.size == size)
        for v in range(VALUES):
            more = known.more[at, v]
            there = more >= 0
            hit = come[at] & (plan[at] == HIT)
            twice = come[at] & (plan[at] == DOUBLE)
            np.logical_or.at(come, more[there], hit[there])
            np.logical_or.at(last, more[there], twice[there])
    return np.asarray(last | (come & (plan == STAND)))
