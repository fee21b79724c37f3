# SPDX-License-Identifier: MIT
"""
What hands of cards are worth: the decks and orders of the games as data, one function for all of them.

    score = POKER_52.score(POKER_52.cards("Ah Kd Qs Jc Th 2c 2d"))
    POKER_52.hand(score)              # Hand(kind=Kind.STRAIGHT, ranks=("A",))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from cext._core import ffi, lib
from cext.errors import CoreError, check, need_range

SUITS = "cdhs"
"""Clubs, diamonds, hearts, spades: suits have no order."""
JOKER = "Jk"
HAND_MAX_CARDS = int(lib.CORE_HANDS_MAX_CARDS)


class Kind(IntEnum):
    """Kinds of hands; which is worth more is said by a HandOrder, not by these numbers."""

    HIGH = lib.CORE_HAND_HIGH
    PAIR = lib.CORE_HAND_PAIR
    TWO_PAIRS = lib.CORE_HAND_TWO_PAIRS
    FIGURES = lib.CORE_HAND_FIGURES
    THREE = lib.CORE_HAND_THREE
    STRAIGHT = lib.CORE_HAND_STRAIGHT
    FLUSH = lib.CORE_HAND_FLUSH
    FULL = lib.CORE_HAND_FULL
    FOUR = lib.CORE_HAND_FOUR
    STRAIGHT_FLUSH = lib.CORE_HAND_STRAIGHT_FLUSH
    ROYAL = lib.CORE_HAND_ROYAL
    FIVE = lib.CORE_HAND_FIVE


USUAL = tuple(Kind)
"""Kinds from the lowest up, as with a whole deck."""
STRIPPED = (*USUAL[: Kind.FLUSH], Kind.FULL, Kind.FLUSH, *USUAL[Kind.FOUR :])
"""With less than 52 cards a flush beats a full house (Orden of 30 December 2005, Illes Balears, 12, VI.1)."""
OF_THREE = (
    *USUAL[: Kind.THREE], Kind.FLUSH, Kind.STRAIGHT, Kind.THREE, *USUAL[Kind.FULL :],
)  # fmt: skip
"""Of three cards a straight beats a flush, and three alike beat both (the same, 17, V.1)."""


class Hand(NamedTuple):
    """What a score says."""

    kind: Kind
    ranks: tuple[str, ...]
    """Ranks that decide, most important first; of a straight its highest card."""


@dataclass(frozen=True)
class HandOrder:
    """
    The deck of a game and the order of its hands.

    Card ``4 * rank + suit``, rank 0 being the lowest; the joker is card ``4 * len(ranks)``.
    """

    ranks: str = "23456789TJQKA"
    """Names of 5 to 13 ranks, the lowest first; the last is the ace."""
    width: int = 5
    """Cards of a hand: 5; 3; or 2, which are a pair or high cards only."""
    kinds: tuple[Kind, ...] = USUAL
    """All kinds, the lowest first."""
    ace_low: bool = True
    """Whether an ace may stand below the lowest rank in a straight."""
    joker: bool = False
    """Whether the deck has a joker: an ace, or what completes a straight, a flush or a straight flush."""
    figures: int = 0
    """How many of the highest ranks make the kind FIGURES; 0: there is no such kind."""
    low_second: bool = False
    """Whether the ace-low straight is second only to the highest."""
    low_second_flush: bool = False
    """The same among straight flushes."""
    joker_ace: bool = False
    """Whether the joker in a flush is an ace beside an ace, and not the highest card missing."""

    def __post_init__(self) -> None:
        if len(set(self.ranks)) != len(self.ranks) or set(self.ranks) & set(" " + SUITS):
            raise CoreError(f"ranks must be different letters, none of {SUITS!r} (got {self.ranks!r})")
        least, most = int(lib.CORE_HANDS_MIN_RANKS), int(lib.CORE_HANDS_MAX_RANKS)
        need_range("len(ranks)", len(self.ranks), least, most, "ranks")
        need_range("figures", self.figures, 0, len(self.ranks), "ranks")
        if self.width not in (2, 3, 5):
            raise CoreError(f"width must be 2, 3 or 5 cards (got {self.width!r})")
        if sorted(self.kinds) != list(Kind) or lib.core_hands_check(self.packed):
            names = " ".join(kind.name for kind in self.kinds)
            raise CoreError(f"kinds must be all kinds, none below one that its hands contain (got {names})")

    @cached_property
    def packed(self) -> ffi.CData:
        """The same as the core reads it."""
        flags = (
            (self.ace_low, lib.CORE_HANDS_ACE_LOW),
            (self.joker, lib.CORE_HANDS_JOKER),
            (self.low_second, lib.CORE_HANDS_LOW_SECOND),
            (self.low_second_flush, lib.CORE_HANDS_LOW_SECOND_FLUSH),
            (self.joker_ace, lib.CORE_HANDS_JOKER_ACE),
        )
        made = ffi.new("core_hands *")
        made.ranks, made.width, made.figures = len(self.ranks), self.width, self.figures
        made.flags = sum(flag for wanted, flag in flags if wanted)
        for place, kind in enumerate(self.kinds):
            made.place[kind] = place
        return made

    @property
    def deck(self) -> int:
        """How many cards the deck has, with the joker."""
        return 4 * len(self.ranks) + self.joker

    def score(self, cards: Sequence[int]) -> int:
        """
        Return a number that is larger for a better hand and the same for hands that tie.

        Args:
            cards: as many as a hand has, up to 7, of which the best count.

        Raises:
            CoreError: too few or too many cards, one that the deck has not, or the same one twice.
        """
        given = ffi.new("uint8_t[]", [need_range("card", card, 0, self.deck - 1) for card in cards])
        need_range("len(cards)", len(cards), self.width, HAND_MAX_CARDS, "cards")
        if len(set(cards)) != len(cards):
            raise CoreError(f"cards must all differ (got {self.text(cards)})")
        score = ffi.new("uint32_t *")
        check(lib.core_hands_score(self.packed, given, len(cards), score))
        return int(score[0])

    def hand(self, score: int) -> Hand:
        """Return what a score says."""
        kind = Kind(score >> 20 & 15)
        numbers = [score >> shift & 15 for shift in (16, 12, 8, 4, 0)]
        second = self.low_second if kind == Kind.STRAIGHT else self.low_second_flush
        if kind in (Kind.STRAIGHT, Kind.STRAIGHT_FLUSH, Kind.ROYAL) and second and self.ace_low:
            many = len(self.ranks)
            numbers[0] = {many + 1: many, many: self.width - 1}.get(numbers[0], numbers[0])
        return Hand(kind, tuple(self.ranks[n - 1] for n in numbers if n))

    def cards(self, text: str) -> list[int]:
        """Return the cards that a text names, as in ``"As Td Jk"``."""
        return [self.card(name) for name in text.split()]

    def card(self, name: str) -> int:
        """Return the card of a name: rank and suit, or ``Jk``."""
        if name == JOKER and self.joker:
            return 4 * len(self.ranks)
        if len(name) != 2 or name[0] not in self.ranks or name[1] not in SUITS:
            raise CoreError(f"card must be one of {self.ranks} with one of {SUITS} (got {name!r})")
        return 4 * self.ranks.index(name[0]) + SUITS.index(name[1])

    def text(self, cards: Sequence[int]) -> str:
        """Return the names of cards."""
        return " ".join(
            JOKER if card == 4 * len(self.ranks) else self.ranks[card // 4] + SUITS[card % 4]
            for card in cards
        )


# Catalogue of games of the Illes Balears, Orden of 30 December 2005 as amended: its numbers in brackets.
POKER_52 = HandOrder()
"""Poker with 52 cards (12, VI)."""
POKER_32 = HandOrder(ranks="789TJQKA", kinds=STRIPPED)
"""Poker with 32 cards: the ace below the 7 or above the king (12.1, I; 12.2.d, II)."""
POKER_28 = HandOrder(ranks="89TJQKA", kinds=STRIPPED)
"""Synthetic poker: 28 cards, the ace below the 8 or above the king (12.2.e, II)."""
DRAW_52 = replace(POKER_52, figures=4)
"""Covered poker, which also has figures: nothing but aces, kings, queens and jacks (12, VI.1 h)."""
DRAW_32 = replace(POKER_32, figures=4)
PAI_GOW = HandOrder(joker=True, low_second=True, low_second_flush=True)
"""The high hand of Pai Gow: 52 cards and a joker, ace to five the second straight (16, II.1 and V)."""
PAI_GOW_LOW = HandOrder(width=2, joker=True)
"""The low hand of Pai Gow: two aces are the best (16, I)."""
THREE_CARD = HandOrder(width=3, kinds=OF_THREE)
"""Poker of three cards (17, V.1)."""
