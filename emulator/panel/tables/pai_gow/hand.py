# SPDX-License-Identifier: MIT
"""The visitor's seven cards on the rail: which lie low, which high, and what that makes of them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from machines.tables.games.pai_gow.hands import Setting, house_setting
from machines.tables.games.pai_gow.way import Way


def _rank(card: int) -> int:
    return 12 if card == 52 else card // 4


@dataclass
class HandOnRail:
    """
    Seven cards in the order in which they lie: the first two are the low hand.

    Attributes:
        cards: empty while there are none.
        chosen: the place that was touched first of two that change places; -1 none.
    """

    cards: list[int] = field(default_factory=list)
    chosen: int = -1

    def take(self, packet: list[int], low: list[int]) -> None:
        """
        Lay a packet down unless it lies there: as it was set, by whomever, or the lowest two low.

        Args:
            packet: the seven cards, or none.
            low: the two that were set; none before. Without them no foul hand is laid.
        """
        if set(packet) == set(self.cards) and (not low or set(low) == set(self.cards[:2])):
            return
        self.cards, self.chosen = [], -1
        ordered = sorted(packet, key=lambda card: (_rank(card), card))
        if low:
            high = [card for card in reversed(ordered) if card not in low]
            self.cards = [*(card for card in reversed(ordered) if card in low), *high]
            return
        for pair in itertools.combinations(ordered, 2):
            high = [card for card in reversed(ordered) if card not in pair]
            if not Setting.of(pair, high).foul:
                self.cards = [*reversed(pair), *high]
                return

    def touch(self, place: int) -> None:
        """Touch a card: the second one touched changes places with the first."""
        if self.chosen < 0:
            self.chosen = place
        else:
            self.swap(self.chosen, place)

    def swap(self, one: int, other: int) -> None:
        """Two cards change places."""
        self.cards[one], self.cards[other] = self.cards[other], self.cards[one]
        self.chosen = -1

    def as_house(self, way: Way) -> None:
        """Lay them as the house would."""
        made = house_setting(self.cards, way)
        self.cards = [*made.low, *made.high]
        self.chosen = -1

    @property
    def setting(self) -> Setting | None:
        """The two hands as they lie; None while there are none."""
        return Setting.of(self.cards[:2], self.cards[2:]) if len(self.cards) == 7 else None
