# SPDX-License-Identifier: MIT
"""
Streams of hands: a table of an order ranks hundreds of millions a second and counts all hands of a deck.

    table = hand_table(POKER_52, 7)
    classes = table.rank(deals(key, 0, 1_000_000, 52, 7))    # 1 the lowest, table.classes the best
    table.kind_counts()                                      # of all 133,784,560 hands
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cext._core import ffi, lib
from cext.cards import HAND_MAX_CARDS, HandOrder, Kind
from cext.errors import CoreError, check, need_range
from cext.rng import widest_tier

_BINS = int(lib.CORE_HANDS_MAX_CLASSES) + 1


class HandTable:
    """
    The classes of all hands of some cards, ready to look up. Some 400 KB; read only, so threads may share it.

    Attributes:
        order: the deck and the order.
        count: cards of a hand.
        classes: how many different scores there are; class 1 is the lowest, the same for any ``count``.
        scores: the score of each class, shape (classes + 1,); 0 for class 0, which is none.
        kinds: the kind of each class, shape (classes + 1,); 0 for class 0.
    """

    def __init__(self, order: HandOrder, count: int) -> None:
        """
        Build the table, which takes some hundredths of a second; ``hand_table`` keeps those made before.

        Args:
            order: the deck and the order.
            count: cards of a hand, ``order.width`` to 7; to 5 where 3 of them count (4 with a joker).

        Raises:
            CoreError: ``count`` is out of range.
        """
        most = HAND_MAX_CARDS
        if order.width > 2:
            most = min(most, 2 * (order.width - order.joker) - 1 + order.joker)
        self.order, self.count = order, need_range("count", count, order.width, most, "cards")
        self._table: ffi.CData = ffi.new("core_hand_table *")
        check(lib.core_hand_table_build(self._table, ffi.new("core_hand_builder *"), order.packed, count))
        self.classes = int(self._table.classes)
        self.scores: NDArray[np.uint32] = np.array([0, *self._table.score[0 : self.classes]], dtype=np.uint32)
        self.kinds: NDArray[np.uint8] = (self.scores >> 20 & 15).astype(np.uint8)

    @property
    def packed(self) -> ffi.CData:
        """The same as the core reads it."""
        return self._table

    def rank(self, cards: NDArray[np.uint8], *, tier: int | None = None) -> NDArray[np.uint16]:
        """
        Return the class of every hand. Lets other threads run.

        Args:
            cards: shape (hands, count), of a deck numbered as HandOrder says. That the cards of a hand
                differ is not looked at; the class of one in which they do not means nothing.
            tier: how wide the loops are, 0 to ``widest_tier()``, which None chooses; the same classes.

        Returns:
            Classes, shape (hands,).

        Raises:
            CoreError: another shape or type, a card that the deck has not, or no such tier.
        """
        if cards.dtype != np.uint8 or cards.ndim != 2 or cards.shape[1] != self.count:
            raise CoreError(
                f"cards must be of type uint8 and shape (hands, {self.count})"
                f" (got {cards.dtype} and {cards.shape})"
            )
        chosen = need_range("tier", widest_tier() if tier is None else tier, 0, widest_tier())
        rows = np.ascontiguousarray(cards)
        classes = np.empty(len(rows), dtype=np.uint16)
        if len(rows):
            given, made = ffi.from_buffer("uint8_t[]", rows), ffi.from_buffer("uint16_t[]", classes)
            if lib.core_hand_table_rank(chosen, self._table, given, len(rows), made):
                raise CoreError(f"card must be 0 to {self.order.deck - 1} (got {int(rows.max())})")
        return classes

    def counts(self) -> NDArray[np.uint64]:
        """
        Return how many hands of the deck are of each class, exactly, in a few milliseconds.

        Returns:
            Shape (classes + 1,), in all ``comb(order.deck, count)``.

        Source: sets of ranks times the ways to give them suits, none of which is a flush, and flushes apart.
        """
        bins = ffi.new("uint64_t[]", _BINS)
        check(lib.core_hand_table_count(self._table, bins))
        return np.frombuffer(ffi.buffer(bins), dtype=np.uint64)[: self.classes + 1].copy()

    def enumerate(self, low: int = 0, high: int | None = None) -> NDArray[np.uint64]:
        """
        Return the same by looking at every hand whose lowest card is from ``low`` to ``high`` - 1.

        Parts add up; other threads may run.
        """
        last = self.order.deck if high is None else need_range("high", high, 0, self.order.deck)
        bins = ffi.new("uint64_t[]", _BINS)
        check(lib.core_hand_table_enumerate(self._table, need_range("low", low, 0, last), last, bins))
        return np.frombuffer(ffi.buffer(bins), dtype=np.uint64)[: self.classes + 1].copy()

    def kind_counts(self) -> dict[Kind, int]:
        """Return how many hands of the deck are of each kind that occurs, the lowest kind first."""
        totals = np.zeros(len(Kind), dtype=np.uint64)
        np.add.at(totals, self.kinds[1:], self.counts()[1:])
        return {kind: int(totals[kind]) for kind in self.order.kinds if totals[kind]}


@lru_cache(maxsize=32)
def hand_table(order: HandOrder, count: int) -> HandTable:
    """Return the table of an order and a number of cards, built once."""
    return HandTable(order, count)
