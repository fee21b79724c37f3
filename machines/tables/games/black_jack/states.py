# SPDX-License-Identifier: MIT
"""
Hands, the croupier and payments as tables that the core walks: a plan given as data.

    declared_hands(setting)     # the declared strategy by total, pairs too
    composed_hands(setting)     # best play by composition, no pair separated
    bank(), pays(setting)

Kinds of cards are their ranks, 2 to ace as 0 to 12, so that a ten and a king may be a pair or none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cext.table_black_jack import BANK, ENDS, KINDS, WORTHS, BankStates, HandStates
from machines.tables.games.black_jack.analysis import DOUBLE, HIT, MOST, SEVEN, SPLIT, STAND, Setting
from machines.tables.games.black_jack.croupier import BUST, NATURAL, SEVENS, VALUES
from machines.tables.games.black_jack.hands import ACE, value
from machines.tables.games.black_jack.plan import shoe
from machines.tables.games.black_jack.strategy import letter

RANKS = 13
VALUE = tuple(value(4 * rank) for rank in range(RANKS))
"""What a card of each rank is worth, an ace one."""
PASSED, BLACK_JACK, LESS, OF_17, OF_SEVENS = 0, 1, 2, 3, 8
"""Rows of ``pays``: passed, black jack, less than 17, 17 to 21 (3 to 7), three sevens."""
STANDS_AT, MANY = 17, 3
_DOUBLES = (9, 10, 11)
_TWO_SEVENS = 7


class Hand(NamedTuple):
    """
    What the declared strategy and the readings have to know of a hand.

    Attributes:
        low: points, aces as one.
        ace: it has one.
        cards: how many, 3 for more.
        twin: the rank of one card, or of two that are a pair; -1 of others.
        sevens: all its cards are sevens, none from a pair: who separates sevens does so with every further
            one, so that no separated hand comes to three.
        parted: it has one or two cards and comes from a pair.
        of_aces: from a pair of aces.
    """

    low: int = 0
    ace: bool = False
    cards: int = 0
    twin: int = -1
    sevens: bool = True
    parted: bool = False
    of_aces: bool = False

    @property
    def soft(self) -> bool:
        """An ace counts eleven."""
        return self.ace and self.low + 10 <= MOST

    @property
    def points(self) -> int:
        """At their best."""
        return self.low + 10 * self.soft

    def more(self, rank: int, setting: Setting) -> Hand:
        """With one card more."""
        worth, cards = VALUE[rank], min(MANY, self.cards + 1)
        named = rank if setting.by_name else VALUE.index(worth)
        young = self.parted and cards < MANY
        return Hand(
            self.low + worth, self.ace or worth == ACE, cards,
            named if cards == 1 or (cards == 2 and self.twin == named) else -1,
            self.sevens and worth == SEVEN + 1 and not self.parted, young,
            young and (self.of_aces or (cards == 1 and worth == ACE)),
        )  # fmt: skip

    def part(self, setting: Setting) -> Hand:
        """One of its two cards, separated."""
        return Hand(parted=True).more(self.twin, setting)

    def does(self, up: int, setting: Setting) -> int:
        """What the declared strategy does against a rank, of what the text lets a player do."""
        if self.cards < 2 or self.points >= MOST:
            return STAND
        against = VALUE[up]
        pair = self.cards == 2 and self.twin >= 0 and (not self.of_aces or setting.resplit_aces)
        if pair and letter("pair", VALUE[self.twin], against) == "P":
            return SPLIT
        if self.of_aces:
            return STAND
        said = letter("soft" if self.soft else "hard", self.points, against)
        able = self.cards == 2 and self.low in _DOUBLES and (not self.soft or setting.soft_double)
        return STAND if said == "S" else DOUBLE if said == "D" and able else HIT

    def worth(self) -> int:
        """The row of ``pays`` if it stands."""
        if self.cards == 2 and self.points == MOST and not self.parted:
            return BLACK_JACK
        return OF_SEVENS if self.sevens and self.low == MOST else worth_of(self.points)


def worth_of(points: int) -> int:
    """The row of ``pays`` of points that are nothing else."""
    return LESS if points < STANDS_AT else OF_17 + points - STANDS_AT


def declared_hands(setting: Setting) -> HandStates:
    """The declared strategy: all hands of some points alike, but for pairs and what may be doubled."""
    found = {Hand(): None}
    queue = [*found]
    for hand in queue:
        following = [one for rank in range(RANKS) if (one := hand.more(rank, setting)).low <= MOST]
        if any(hand.does(up, setting) == SPLIT for up in range(RANKS)):
            following.append(hand.part(setting))
        queue += [one for one in dict.fromkeys(following) if one not in found]
        found |= dict.fromkeys(following)
    hands = sorted(found, key=lambda one: (one.low, one.cards))
    rows = {hand: row for row, hand in enumerate(hands)}
    made = _none(len(hands))
    for hand, row in rows.items():
        made.worth[row] = hand.worth()
        for rank in range(RANKS):
            made.next[row, rank] = rows.get(hand.more(rank, setting), len(hands))
            made.act[rank, row] = hand.does(rank, setting)
            if made.act[rank, row] == SPLIT:
                made.parted[row] = rows[hand.part(setting)]
    return made


def composed_hands(setting: Setting) -> HandStates:
    """Best play by the cards of a hand and the croupier's, no pair separated."""
    known = shoe(setting)
    many = len(known.hands.counts)
    made, places = _none(many), np.array(VALUE) - 1
    more = known.hands.more
    made.next[:many, :RANKS] = np.where(more < 0, many, more)[:, places]
    made.act[:RANKS, :many] = known.best()[0].T[places] * (known.hands.size >= 2)
    made.worth[:many] = [worth_of(int(points)) for points in known.hands.points]
    made.worth[known.row((1, *[0] * (VALUES - 2), 1))] = BLACK_JACK
    made.worth[known.row(tuple(3 * (v == SEVEN) for v in range(VALUES)))] = OF_SEVENS
    return made


def _none(hands: int) -> HandStates:
    """Hands that stand whatever they have, and one that has passed."""
    return HandStates(
        np.full((hands + 1, KINDS), hands, dtype=np.uint16), np.zeros((KINDS, hands + 1), dtype=np.uint8),
        np.zeros(hands + 1, dtype=np.uint16), np.zeros(hands + 1, dtype=np.uint8),
    )  # fmt: skip


def bank() -> BankStates:
    """The croupier, who draws to seventeen and may insure an ace."""
    first_cards = {(worth, worth == ACE, 1) for worth in VALUE}
    drawn = {(low, ace, 2) for low in range(2, STANDS_AT) for ace in (False, True)}
    live = sorted([*first_cards, *drawn, (2 * (SEVEN + 1), False, _TWO_SEVENS)])
    rows = {one: ENDS + row for row, one in enumerate(live)}
    made = np.full((BANK, KINDS), BUST, dtype=np.uint8)
    for (low, ace, cards), row in rows.items():
        for rank, worth in enumerate(VALUE):
            total, has_ace = low + worth, ace or worth == ACE
            best = total + 10 * (has_ace and total + 10 <= MOST)
            if best < STANDS_AT:
                twins = cards == 1 and low == worth == SEVEN + 1
                made[row, rank] = rows[total, has_ace, _TWO_SEVENS if twins else 2]
            elif best <= MOST:
                natural = cards == 1 and best == MOST
                three = cards == _TWO_SEVENS and worth == SEVEN + 1
                made[row, rank] = NATURAL if natural else SEVENS if three else best - STANDS_AT
    first, insured = np.full(KINDS, ENDS, dtype=np.uint8), np.zeros(KINDS, dtype=np.uint8)
    first[:RANKS] = [rows[worth, worth == ACE, 1] for worth in VALUE]
    insured[:RANKS] = [worth == ACE for worth in VALUE]
    return BankStates(first, made, insured)


def pays(setting: Setting) -> NDArray[np.int8]:
    """Half stakes: by doubled and not the first of its box, by what a hand and the croupier are worth."""
    made = np.zeros((4, WORTHS, ENDS), dtype=np.int8)
    for kind in range(4):
        stakes, first = 1 + kind % 2, kind < 2
        for end in range(ENDS):
            total = 0 if end == BUST else MOST if end in (NATURAL, SEVENS) else STANDS_AT + end
            for points in range(STANDS_AT - 1, MOST + 1):
                made[kind, worth_of(points), end] = 2 * stakes * (1 if points > total else -(points < total))
            null = end == SEVENS or (setting.sevens_any and total == MOST)
            made[kind, OF_SEVENS, end] = 0 if null else 4
            if end == NATURAL:
                taken = int(first) if setting.original_only else stakes
                made[kind, :, end] = -2 * taken
            made[kind, BLACK_JACK, end] = 0 if end == NATURAL else 3
            made[kind, PASSED, end] = -2 * stakes
    return made
