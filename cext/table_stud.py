# SPDX-License-Identifier: MIT
"""
Five cards against the bank's of one deck, one of whose lies open: all hands exactly, and many deals.

    best = BestPlay(POKER_52, plays_at=1114, raises=2, pays={Kind.FLUSH: 5, ...})
    best.cells.sum()                       # 2,598,960 hands x 47 open cards x 163,185 hands of the bank
    best.goes_on(cards, open_card)
    best.count(key, first=0, deals=1_000_000, rows=best.table.kinds.tolist())
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from cext._core import ffi, lib
from cext.cards import HandOrder, Kind
from cext.cards_table import HandTable, hand_table
from cext.errors import CoreError, check, need_bytes, need_range
from cext.rng import KEY_SIZE, MACHINE_MAX, U64_MAX, widest_tier

HANDS = int(lib.CORE_STUD_HANDS)
AGAINST = int(lib.CORE_STUD_AGAINST)
LOOK = int(lib.CORE_STUD_LOOK)
FATES = ("folds", "out", "worse", "equal", "better")
"""It retires; the bank does not play; or plays and is below it, like it or above it."""
DECK, CARDS = 52, 5
ROWS = 16


class BestPlay:
    """
    How all hands stand by best play. Read only, so threads may share it.

    Args:
        order: a deck of 52 cards.
        plays_at: the least class with which the bank plays.
        raises: the second bet in first ones, 1 to 100.
        pays: what the second bet is paid, to one, by the kind of the hand, 0 to 65,535.

    Attributes:
        table: of the order.
        cells: hands by class and by what comes of them, over all open cards and all hands of the bank; shape
            (classes + 1, 5), columns as ``FATES``.
        goes: whether hands of a class go on: 0 none, 1 all of them with any open card, ``LOOK``: it depends.

    Raises:
        CoreError: an argument is out of range.
    """

    def __init__(self, order: HandOrder, *, plays_at: int, raises: int, pays: Mapping[Kind, int]) -> None:
        if order.deck != DECK or order.width != CARDS:
            raise CoreError(
                f"order must be of {DECK} cards and hands of {CARDS} (got {order.deck}, {order.width})"
            )
        self.table: HandTable = hand_table(order, CARDS)
        rules = self._rules = ffi.new("core_stud_rules *")
        rules.plays_at = need_range("plays_at", plays_at, 1, self.table.classes)
        rules.raises = need_range("raises", raises, 1, 100)
        for place, kind in enumerate(self.table.kinds.tolist()):
            rules.pays[place] = need_range("pays", pays[Kind(kind)], 0, 65_535) if place else 0
        tally = self._tally = ffi.new("core_stud_tally *")
        self._goes: NDArray[np.uint64] = np.zeros(HANDS, dtype=np.uint64)
        check(
            lib.core_stud_best(
                self.table.packed, rules, ffi.new("core_stud_scratch *"), self._sets(), tally
            )
        )  # fmt: skip
        shape = (self.table.classes + 1, len(FATES))
        cells = np.frombuffer(ffi.buffer(tally.cells), dtype=np.uint64)
        self.cells: NDArray[np.uint64] = cells.reshape(-1, len(FATES))[: shape[0]].copy()
        self.goes: NDArray[np.uint8] = np.frombuffer(ffi.buffer(tally.goes), dtype=np.uint8)[
            : shape[0]
        ].copy()

    def _sets(self) -> ffi.CData:
        return ffi.from_buffer("uint64_t[]", self._goes)

    def goes_on(self, cards: Sequence[int], up: int) -> bool:
        """Whether five cards go on where a card of the bank lies open."""
        given = sorted(need_range("card", card, 0, self.table.order.deck - 1) for card in (*cards, up))
        if len(set(given)) != CARDS + 1 or len(cards) != CARDS:
            raise CoreError(f"cards must be {CARDS} and an open one, all different (got {cards} and {up})")
        hand = sum(comb(card, place) for place, card in enumerate(sorted(cards), 1))
        return bool(int(self._goes[hand]) >> up & 1)

    def count(
        self,
        key: bytes,
        *,
        first: int,
        deals: int,
        rows: Sequence[int],
        machine: int = 0,
        tier: int | None = None,
    ) -> NDArray[np.uint64]:
        """
        Play deals by best play. Lets other threads run.

        Args:
            key: 32 bytes.
            first: number of the first deal, as ``cext.deal`` has them: one card to the hand, one to the
                bank, and so on, the bank's last one open.
            deals: how many.
            rows: in which row, 0 to 15, hands of each class are counted, class 0 first.
            machine: 0 to 2^40 - 1.
            tier: how wide the loops are, 0 to ``widest_tier()``, which None chooses; the counts are the same.

        Returns:
            Deals by row and fate, shape (16, 5).

        Raises:
            CoreError: an argument is out of range.
        """
        need_bytes("key", key, KEY_SIZE)
        need_range("machine", machine, 0, MACHINE_MAX)
        need_range("first", first, 0, U64_MAX)
        chosen = need_range("tier", widest_tier() if tier is None else tier, 0, widest_tier())
        need_range("deals", deals, 0, 1 << 46, "deals")
        if len(rows) != self.table.classes + 1:
            raise CoreError(f"rows must be of all {self.table.classes + 1} classes (got {len(rows)})")
        kinds = ffi.new("uint8_t[]", int(lib.CORE_HANDS_MAX_CLASSES) + 1)
        for place, row in enumerate(rows):
            kinds[place] = need_range("row", row, 0, ROWS - 1)
        cells: NDArray[np.uint64] = np.zeros((ROWS, len(FATES)), dtype=np.uint64)
        made = ffi.cast("uint64_t (*)[5]", ffi.from_buffer(cells))
        where = (key, machine, first, deals)
        play = (self.table.packed, self._rules, self._tally, self._sets())
        check(lib.core_table_stud(chosen, *play, kinds, *where, made))
        return cells
