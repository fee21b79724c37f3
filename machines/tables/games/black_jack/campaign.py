# SPDX-License-Identifier: MIT
"""
Campaigns of black jack: hands of a fresh shoe against the croupier, played best and no pair separated.

Every hand has a shoe of its own, so that hands are independent and their figures are those of ``odds.py``;
whole shoes dealt to the separator, separated pairs and the declared strategy are not played here. Hand i owns
the words ``64 * i`` to ``64 * i + 63`` of purpose feature: the first cards of a shuffle (Durstenfeld 1964),
the hand's two, the croupier's first, then whoever draws.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cext import PURPOSE_FEATURE
from cext.rng import draws
from machines.tables.campaign import Result, tally
from machines.tables.games.black_jack.analysis import DOUBLE, HIT, MOST, SEVEN, fresh
from machines.tables.games.black_jack.croupier import VALUES
from machines.tables.games.black_jack.odds import GAINS, setting_of
from machines.tables.games.black_jack.plan import shoe
from machines.tables.odds import figures_of
from machines.tables.pocket_campaign import refuse_fresh
from machines.tables.rules import Rules

CARDS, WORDS = 48, 64
"""Cards of a shoe that are dealt, more than a hand and the croupier can draw; words that they own."""
PIECE_HANDS = 1 << 15
STANDS_AT, ACE = 17, 0
Values = NDArray[np.int64]
Counts = NDArray[np.uint64]
"""Hands by what they gained, as GAINS has it, then croupiers with an ace, and with a ten behind it."""


class HandCounter:
    """
    Plays one hand of a fresh shoe after the other.

    Args:
        rules: the table's.
    """

    unit = "hands"
    piece = PIECE_HANDS

    def __init__(self, rules: Rules) -> None:
        self._rules, self._setting = rules, setting_of(rules)
        known = shoe(self._setting)
        self._hands = known.hands
        self._plan = known.best()[0]
        self._natural = known.row((1, *[0] * (VALUES - 2), 1))
        self._sevens = known.row(tuple(3 * (v == SEVEN) for v in range(VALUES)))
        self._shoe = np.repeat(np.arange(VALUES, dtype=np.uint8), fresh(self._setting.decks))

    def count(self, key: bytes, *, first: int, units: int, machine: int = 0) -> Counts:
        """Hands first to first + units - 1."""
        found = np.zeros(len(GAINS) + 2, dtype=np.uint64)
        for at in range(first, first + units, PIECE_HANDS):
            cards = self._dealt(key, at, min(PIECE_HANDS, first + units - at), machine)
            found[: len(GAINS)] += np.bincount(self._played(cards), minlength=len(GAINS)).astype(np.uint64)
            aces = cards[:, 2] == ACE
            found[len(GAINS) :] += np.array(
                [aces.sum(), (aces & (cards[:, 3] == VALUES - 1)).sum()], np.uint64
            )
        return found

    def _dealt(self, key: bytes, first: int, hands: int, machine: int) -> Values:
        """The first cards of shuffled shoes by their values, shape (hands, CARDS)."""
        bounds = [len(self._shoe) - j for j in range(CARDS)]
        words = draws(key, machine, PURPOSE_FEATURE, first, hands, bounds, width=WORDS)
        picks = np.frombuffer(words, dtype=np.uint32).reshape(hands, CARDS)
        shoes = np.tile(self._shoe, (hands, 1))
        every = np.arange(hands)
        for j in range(CARDS):
            place = j + picks[:, j].astype(np.int64)
            drawn = shoes[every, place]
            shoes[every, place] = shoes[:, j]
            shoes[:, j] = drawn
        return shoes[:, :CARDS].astype(np.int64)

    def _played(self, cards: Values) -> Values:
        """What of GAINS each hand comes to."""
        more, plan = self._hands.more, self._plan
        every = np.arange(len(cards))
        row = more[more[0, cards[:, 0]], cards[:, 1]]
        up, at = cards[:, 2], np.full(len(cards), 3)
        twice, passed = np.zeros(len(cards), dtype=bool), np.zeros(len(cards), dtype=bool)
        going = plan[row, up] != 0
        while going.any():
            acts = plan[row[going], up[going]]
            twice[going] = acts == DOUBLE
            drawn = more[row[going], cards[every[going], at[going]]]
            at[going] += 1
            passed[going] = drawn < 0
            row[going] = np.maximum(drawn, 0)
            on = (acts == HIT) & (drawn >= 0)
            going[going] = on & (plan[row[going], up[going]] != 0)
        return self._settled(row, twice, passed, self._croupier(cards, at))

    def _croupier(self, cards: Values, at: Values) -> tuple[Values, NDArray[np.bool_], NDArray[np.bool_]]:
        """His points, whether they are a black jack, and whether three sevens."""
        every, at = np.arange(len(cards)), at.copy()
        low, aces, many = (
            cards[:, 2] + 1,
            (cards[:, 2] == ACE).astype(np.int64),
            np.ones(len(cards), np.int64),
        )
        sevens = cards[:, 2] == SEVEN
        best = low + 10 * (aces > 0)
        while (on := best < STANDS_AT).any():
            drawn = cards[every[on], at[on]]
            low[on] += drawn + 1
            aces[on] += drawn == ACE
            sevens[on] &= drawn == SEVEN
            many[on] += 1
            at[on] += 1
            best = low + 10 * ((aces > 0) & (low + 10 <= MOST))
        whole = best == MOST
        return best, whole & (many == 2), whole & sevens & (many == 3)

    def _settled(
        self,
        row: Values,
        twice: NDArray[np.bool_],
        passed: NDArray[np.bool_],
        his: tuple[Values, NDArray[np.bool_], NDArray[np.bool_]],
    ) -> Values:
        points, natural, sevens = his
        mine = self._hands.points[row]
        gain = np.where(points > MOST, 1.0, np.sign(mine - points))
        gain = np.where(twice, 2 * gain, gain)
        gain[natural] = -1.0
        gain[natural & twice & (not self._setting.original_only)] = -2.0
        three = (row == self._sevens) & ~twice & ~natural
        null = (points == MOST) if self._setting.sevens_any else sevens
        gain[three] = np.where(null[three], 0.0, 2.0)
        black = (row == self._natural) & ~twice
        gain[black] = np.where(natural[black], 0.0, 1.5)
        gain[passed] = np.where(twice[passed], -2.0, -1.0)
        return np.searchsorted(np.array(GAINS, dtype=float), gain)

    def results(self, counts: Counts) -> list[Result]:
        """A stake on each box, and each insurance."""
        ends = tally((Fraction(gain), int(many)) for gain, many in zip(GAINS, counts, strict=False))
        aces, tens = int(counts[-2]), int(counts[-1])
        insured = tally([(Fraction(2), tens), (Fraction(-1), aces - tens)])
        spots = self._rules.spots
        return [
            Result(row, ends if spots[row.spot].kind == "mano" else insured)
            for row in figures_of(self._rules)
        ]

    def facts(self, counts: Counts) -> dict[str, float]:
        """How often the croupier has an ace, and a black jack behind it."""
        total = max(1, int(counts[: len(GAINS)].sum()))
        aces = int(counts[-2])
        return {"croupiers with an ace": aces / total, "tens behind it": int(counts[-1]) / max(1, aces)}


def open_counter(rules: Rules, *, fresh: bool = False) -> HandCounter:
    """What counts the hands of a table; TableError: every hand has a fresh shoe already."""
    refuse_fresh(fresh, rules)
    return HandCounter(rules)
