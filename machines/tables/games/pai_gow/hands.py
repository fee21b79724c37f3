# SPDX-License-Identifier: MIT
"""
Two hands of seven cards: whether they are foul, how they compare with the bank's, and the best play.

    hands = Setting.of(low=PAI_GOW.cards("Kd Kc"), high=PAI_GOW.cards("As Ah 9s 5d 2c"))
    hands.foul                        # False
    compare(hands, bank)              # Case(name="1", high="superior", low="superior", result="win")

Source: Orden of the Illes Balears of 30 December 2005, number 16, V to VIII.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from cext.cards import PAI_GOW, PAI_GOW_LOW, Hand
from cext.cards_table import hand_table
from cext.pai_gow import Hands, against
from machines import MachinesError
from machines.tables.games.pai_gow.text import TEXT
from machines.tables.games.pai_gow.way import Way, load_way

PACKET: int = TEXT["packet"]
LOW_CARDS: int = TEXT["low_cards"]
HIGH_CARDS = PACKET - LOW_CARDS
DECK = PAI_GOW.deck
Comparison = Literal["superior", "inferior", "igualdad"]
Result = Literal["win", "push", "loss"]

CASES: dict[tuple[Comparison, Comparison], tuple[str, Result]] = {
    (row["high"], row["low"]): (name, row["result"]) for name, row in TEXT["cases"].items()
}
"""The text's table (16, VII): high hand, low hand -> case and result."""


class Case(NamedTuple):
    """A row of the text's table: its name, both comparisons, and what it means for the player's stake."""

    name: str
    high: Comparison
    low: Comparison
    result: Result


FOUL = Case("VIII.3", "inferior", "inferior", "loss")
"""A hand set wrongly loses (16, VIII.3)."""
FOUL_BANK = Case("VIII.3", "superior", "superior", "win")
"""A sound hand against a bank set wrongly (reading ``foul_bank``)."""


@dataclass(frozen=True)
class Setting:
    """
    Seven cards as somebody set them.

    Attributes:
        low: the two cards of the low hand.
        high: the five of the high one.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]

    @classmethod
    def of(cls, low: Sequence[int], high: Sequence[int]) -> Setting:
        """Return a setting; raises MachinesError unless it is two and five different cards of the deck."""
        if len(low) != LOW_CARDS or len(high) != HIGH_CARDS:
            raise MachinesError(f"hands must be 2 and 5 cards (got {len(low)} and {len(high)})")
        if len({*low, *high}) != PACKET or not all(0 <= card < DECK for card in (*low, *high)):
            raise MachinesError(f"cards must be 7 different ones of 53 (got {[*low, *high]})")
        return cls(tuple(low), tuple(high))

    @property
    def classes(self) -> tuple[int, int]:
        """Classes of the high and of the low hand; a larger one is worth more, equal ones are equal."""
        high = np.array([self.high], dtype=np.uint8)
        low = np.array([self.low], dtype=np.uint8)
        return int(hand_table(PAI_GOW, 5).rank(high)[0]), int(hand_table(PAI_GOW_LOW, 2).rank(low)[0])

    @property
    def foul(self) -> bool:
        """Whether the high hand is not worth more than the low one (16, VII)."""
        return load_way("casa").game.foul(*self.classes)

    @property
    def names(self) -> tuple[Hand, Hand]:
        """What the high and the low hand are."""
        return PAI_GOW.hand(PAI_GOW.score(self.high)), PAI_GOW_LOW.hand(PAI_GOW_LOW.score(self.low))


def prepare() -> None:
    """Build what hands are compared by, once a process: a tenth of a second that no picture need wait for."""
    hand_table(PAI_GOW, 5)
    hand_table(PAI_GOW_LOW, 2)
    _ = load_way("casa").game


def house_setting(cards: Sequence[int], way: Way | None = None) -> Setting:
    """Return seven cards set in a declared way, the house's own if None."""
    low, high = (way or load_way("casa")).set(cards)
    return Setting.of(low, high)


def _compared(mine: int, bank: int) -> Comparison:
    return "superior" if mine > bank else "inferior" if mine < bank else "igualdad"


def compare(player: Setting, bank: Setting) -> Case:
    """Return how a player's hands stand to the bank's: the case of the text's table, fouls first."""
    if player.foul:
        return FOUL
    if bank.foul:
        return FOUL_BANK
    mine, theirs = player.classes, bank.classes
    high, low = (_compared(one, other) for one, other in zip(mine, theirs, strict=True))
    return Case(CASES[high, low][0], high, low, CASES[high, low][1])


class Prospect(NamedTuple):
    """
    One way to split seven cards, and what it brings against a bank that sets in the declared way.

    Attributes:
        setting: the split.
        wins, pushes, losses: of all packets that the bank can have.
        value: exact expectation in stakes, the commission taken from wins.
    """

    setting: Setting
    wins: int
    pushes: int
    losses: int
    value: Fraction


def prospects(
    cards: Sequence[int], way: Way | None = None, commission: Fraction = Fraction(5, 100)
) -> list[Prospect]:
    """
    Return every sound split of seven cards with its exact prospects, the best first.

    Looks at every packet of the 46 cards that the player does not see: comb(46, 7) = 53,524,680.

    Args:
        cards: seven different ones of 53.
        way: how the bank sets; the house's own if None.
        commission: share of a win that the house keeps.
    """
    game = (way or load_way("casa")).game
    bank = _bank_of(tuple(sorted(cards)), way or load_way("casa"))
    found: dict[tuple[int, int], Prospect] = {}
    for split in game.splits(cards):
        if game.foul(split.high, split.low) or (split.high, split.low) in found:
            continue
        wins, pushes, losses = against(split, bank)
        value = Fraction(wins * (1 - commission) - losses, wins + pushes + losses)
        found[split.high, split.low] = Prospect(_setting(cards, split), wins, pushes, losses, value)
    return sorted(found.values(), key=lambda one: (one.value, one.setting.classes), reverse=True)


@lru_cache(maxsize=8)
def _bank_of(cards: tuple[int, ...], way: Way) -> np.ndarray:
    return way.game.count([card for card in range(DECK) if card not in cards])


def _setting(cards: Sequence[int], split: Hands) -> Setting:
    low = [cards[place] for place in split.places]
    return Setting.of(low, [card for card in cards if card not in low])


def best_setting(
    cards: Sequence[int], way: Way | None = None, commission: Fraction = Fraction(5, 100)
) -> Setting:
    """Return the split that brings most against a bank that sets in the declared way."""
    return prospects(cards, way, commission)[0].setting
