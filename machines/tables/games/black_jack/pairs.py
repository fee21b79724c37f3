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

from math import comb
from typing import NamedTuple

from machines.tables.games.black_jack.analysis import Plan, Setting, Shoe, fresh
from machines.tables.games.black_jack.croupier import VALUES, Counts, Floats, plus

FURTHER = 3
"""So many further cards of the value are followed; hands beyond FURTHER + 2 are in the bound."""
MOST_HANDS = 4


class Parted(NamedTuple):
    """What a separated pair comes to against each card of the croupier's, in first stakes, and how surely."""

    gain: Floats
    bound: Floats


class Pairs:
    """
    Separated pairs of one value.

    Args:
        setting: of the table.
        v: the value's place.
        plan: of every hand; of a hand of two cards, too, whose black jack is none.
    """

    def __init__(self, setting: Setting, v: int, plan: Plan) -> None:
        self.setting, self.v, self.plan = setting, v, plan
        self._known: dict[tuple[int, float], tuple[Floats, Floats]] = {}
        left = fresh(setting.decks)
        self._same = [int(left[v]) - 2 - (up == v) for up in range(VALUES)]
        self._all = int(left.sum()) - 3

    def _hand(self, out: int, cost: float) -> tuple[Floats, Floats]:
        """A hand of one card with ``out`` others of its value out: its gain, and that with another."""
        if (out, cost) not in self._known:
            without = tuple(out * (v == self.v) for v in range(VALUES))
            shoe = Shoe(self.setting, without, of_pair=True, natural_cost=cost, holding=self.v)
            value = shoe.stand if self.v == 0 else shoe.play(self.plan)
            first = plus((0,) * VALUES, self.v)
            row = shoe.row(first)
            each = [shoe.next[row, :, card] * value[shoe.row(plus(first, card))] for card in range(VALUES)]
            self._known[out, cost] = (sum(each), each[self.v])
        return self._known[out, cost]

    def parted(self) -> Parted:
        """Of this value against every card of the croupier's."""
        gain = self._sum(self.setting.original_only)
        bound = gain * 0
        if not self._again:
            return Parted(gain, bound)
        for up in range(VALUES):
            bound[up] = sum(
                self._ways(k) * self._chance(up, k, k + 2) * 2 * (k + 2)
                for k in range(FURTHER + 1, self._same[up] + 1)
            )
        return Parted(gain, bound)

    @property
    def _again(self) -> bool:
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
        if not self._again:
            return self._hand(1, cost)[0] * (2 if all_hands else 1)
        found = self._hand(1, cost)[0] * 0
        for k in range(FURTHER + 1):
            many = k + 2
            for j in range(many):
                of_any, of_same = self._hand(1 + k + j, cost)
                sign = (-1) ** j * comb(many - 1, j)
                for up in range(VALUES):
                    chance = self._ways(k) * self._chance(up, k + j, 0) * sign * (many if all_hands else 1)
                    found[up] += chance * (of_any[up] - of_same[up])
        return found

    @staticmethod
    def _ways(k: int) -> int:
        """Orders in which k further cards make two hands into k + 2."""
        return 2 * comb(2 * k + 2, k) // (2 * k + 2)

    def _chance(self, up: int, same: int, other: int) -> float:
        """That so many given cards are of the value, and so many others are not."""
        found, left, rest = 1.0, self._all, self._all - self._same[up]
        for i in range(same):
            found *= max(0, self._same[up] - i) / left
            left -= 1
        for i in range(other):
            found *= (rest - i) / left
            left -= 1
        return found


def pair_of(counts: Counts) -> int:
    """The place of a pair's value; -1: no pair."""
    return next((v for v, many in enumerate(counts) if many == 2), -1) if sum(counts) == 2 else -1
