# SPDX-License-Identifier: MIT
"""
Pai Gow in the core: packets of seven cards set in a declared way, whole tables dealt, every packet looked at.

    game = PaiGowGame(rows)
    game.split(cards)                        # the two hands of the way
    game.play(key, players=6, first=0, deals=1_000_000)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cext._core import ffi, lib
from cext.cards import PAI_GOW, PAI_GOW_LOW, Kind
from cext.cards_table import hand_table
from cext.errors import CoreError, check, need_bytes, need_range
from cext.rng import KEY_SIZE, MACHINE_MAX, U64_MAX

PACKET = int(lib.CORE_PAI_GOW_CARDS)
SPLITS = int(lib.CORE_PAI_GOW_SPLITS)
PLAYERS_MAX = int(lib.CORE_PAI_GOW_PLAYERS)
_DECK = int(lib.CORE_PAI_GOW_DECK)
_LOWS = int(lib.CORE_PAI_GOW_LOWS)
_ROWS_MAX = int(lib.CORE_PAI_GOW_ROWS)


class Pattern(IntEnum):
    """What the ranks of seven cards are, the joker counted as an ace."""

    NO_PAIR = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_PAIRS = 3
    THREE = 4
    FULL = 5
    FULL_TWICE = 6
    THREE_TWICE = 7
    FOUR = 8
    FOUR_PAIR = 9
    FOUR_THREE = 10
    FIVE = 11
    FIVE_PAIR = 12


class WayRow(NamedTuple):
    """
    One row of a way of setting, as ``pai_gow.h`` explains; ranks are 0 (the two) to 12 (the ace).

    Attributes:
        has: kinds of which a sound high hand must be possible; none: the row fits by its ranks alone.
        compare: whether ``other`` is taken where its low hand is better.
    """

    pattern: Pattern
    top: tuple[int, int]
    second: tuple[int, int]
    keep: frozenset[Kind]
    least_low: int
    other: frozenset[Kind]
    has: frozenset[Kind] = frozenset()
    compare: bool = False

    def pack(self, into: ffi.CData) -> None:
        """Write the row into a ``core_pai_gow_row`` of the core."""
        into.pattern, into.least_low, into.compare = self.pattern, self.least_low, self.compare
        into.top_least, into.top_most = self.top
        into.second_least, into.second_most = self.second
        into.keep, into.other, into.has = (
            sum(1 << kind for kind in kinds) for kinds in (self.keep, self.other, self.has)
        )


class Hands(NamedTuple):
    """Two hands: their classes, and the places in the packet of the two cards of the low one."""

    high: int
    low: int
    places: tuple[int, int]


class Tally(NamedTuple):
    """
    What some deals came to.

    Attributes:
        deals: how many.
        results: won, drawn, lost of each player's place, shape (players, 3).
        cases: the text's table of comparison: high hand superior, inferior, equal by low hand, shape (3, 3).
        together: deals in which so many players won and so many lost, shape (7, 7).
    """

    deals: int
    results: NDArray[np.uint64]
    cases: NDArray[np.uint64]
    together: NDArray[np.uint64]


class PaiGowGame:
    """
    The order of Pai Gow and a way of setting, ready to play. Read only, so threads may share it.

    Attributes:
        high: the table of five cards; classes of high hands are its own.
        low: the table of two cards.
    """

    def __init__(self, rows: Iterable[WayRow]) -> None:
        """
        Make a game of a way of setting.

        Args:
            rows: for each pattern one row or more, of which the last fits any ranks.

        Raises:
            CoreError: more than 64 rows, or a pattern without a row for every packet.
        """
        self.high, self.low = hand_table(PAI_GOW, 5), hand_table(PAI_GOW_LOW, 2)
        ordered = sorted(rows, key=lambda row: row.pattern)
        need_range("len(rows)", len(ordered), 1, _ROWS_MAX, "rows")
        packed = ffi.new("core_pai_gow_row[]", len(ordered))
        for at, row in zip(packed, ordered, strict=True):
            need_range("least_low", row.least_low, 0, self.low.classes)
            row.pack(at)
        self._game: ffi.CData = ffi.new("core_pai_gow *")
        self._seven = hand_table(PAI_GOW, PACKET)
        tables = (self.high._table, self.low._table, self._seven._table)
        if lib.core_pai_gow_build(self._game, *tables, packed, len(ordered)):
            raise CoreError("rows must hold, for each pattern, one last that fits every packet")
        self.rows = tuple(ordered)

    def row(self, cards: Sequence[int]) -> WayRow:
        """Return the row of the way that sets these seven cards."""
        number = ffi.new("uint32_t *")
        check(lib.core_pai_gow_row_of(self._game, _packet(cards), number))
        return self.rows[int(number[0])]

    def split(self, cards: Sequence[int]) -> Hands:
        """Return the hands in which the way sets seven cards."""
        hands = ffi.new("core_pai_gow_hands *")
        check(lib.core_pai_gow_set(self._game, _packet(cards), 1, hands))
        return _hands(hands)

    def splits(self, cards: Sequence[int]) -> list[Hands]:
        """Return all 21 ways to split seven cards, foul ones too."""
        hands = ffi.new("core_pai_gow_hands[]", SPLITS)
        check(lib.core_pai_gow_splits(self._game, _packet(cards), hands))
        return [_hands(one) for one in hands]

    def foul(self, high: int, low: int) -> bool:
        """Return whether a high hand is not worth more than a low one, by their classes (16, VII)."""
        code = lib.core_pai_gow_foul(self._game, high, low)
        if code < 0:
            raise CoreError(
                f"classes must be 1 to {self.high.classes} and {self.low.classes} (got {high}, {low})"
            )
        return bool(code)

    def split_many(self, packets: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """
        Return the classes (high, low) in which the way sets many packets. Lets other threads run.

        Args:
            packets: shape (packets, 7), cards 0 to 52 that differ within a packet.

        Returns:
            Shape (packets, 2).
        """
        if packets.dtype != np.uint8 or packets.ndim != 2 or packets.shape[1] != PACKET:
            raise CoreError(f"packets must be uint8 of shape (n, 7) (got {packets.dtype} {packets.shape})")
        rows = np.ascontiguousarray(packets)
        made = np.empty((len(rows), 3), dtype=np.uint16)
        if len(rows):
            given, hands = ffi.from_buffer("uint8_t[]", rows), ffi.from_buffer("core_pai_gow_hands[]", made)
            if lib.core_pai_gow_set(self._game, given, len(rows), hands):
                raise CoreError(f"card must be 0 to {_DECK - 1} (got {int(rows.max())})")
        return made[:, :2].copy()

    def play(self, key: bytes, *, players: int, first: int, deals: int, machine: int = 0) -> Tally:
        """
        Deal whole tables, every place set in the way, the bank at place 0. Lets other threads run.

        Args:
            key: 32 bytes.
            players: 1 to 6 beside the bank.
            first: number of the first deal; deal and throw i are those of ``cext.deal`` and ``cext.throw``.
            deals: how many.
            machine: 0 to 2^40 - 1.
        """
        need_bytes("key", key, KEY_SIZE)
        need_range("players", players, 1, PLAYERS_MAX, "players")
        need_range("machine", machine, 0, MACHINE_MAX)
        need_range("first", first, 0, U64_MAX)
        need_range("deals", deals, 0, 1 << 48, "deals")
        tally = ffi.new("core_pai_gow_tally *")
        check(lib.core_pai_gow_deals(self._game, key, machine, players, first, deals, tally))
        results = np.array([list(row) for row in tally.results[0:players]], dtype=np.uint64)
        cases = np.array([list(row) for row in tally.cases], dtype=np.uint64)
        together = np.array([list(row) for row in tally.together], dtype=np.uint64)
        return Tally(int(tally.deals), results, cases, together)

    def count(
        self, left: Sequence[int] = tuple(range(_DECK)), low: int = 0, high: int | None = None
    ) -> NDArray[np.uint32]:
        """
        Return how many packets the way sets into each pair of hands, by looking at every one of them.

        Args:
            left: cards that the packets are of, ascending; the whole deck has comb(53, 7) = 154,143,080.
            low, high: only packets whose lowest card is at these places of ``left``; parts add up. Other
                threads may run.

        Returns:
            Shape (high.classes + 1, low.classes + 1), by class of high and of low hand.

        Raises:
            CoreError: cards that are not ascending, or places that are not in order.
        """
        deck = bytes(need_range("card", card, 0, _DECK - 1) for card in left)
        if list(deck) != sorted(set(deck)):
            raise CoreError("left must be different cards, ascending")
        last = len(deck) if high is None else need_range("high", high, 0, len(deck))
        first = need_range("low", low, 0, last)
        counts = np.zeros((self.high.classes + 1, _LOWS), dtype=np.uint32)
        into = ffi.from_buffer("uint32_t[]", counts)
        check(lib.core_pai_gow_count(self._game, deck, len(deck), first, last, into))
        return counts[:, : self.low.classes + 1]


def against(hands: Hands, bank: NDArray[np.uint32]) -> tuple[int, int, int]:
    """
    Return how two hands stand to the packets that ``count`` found: wins, draws and losses.

    The player wins with both hands superior and loses with none (16, VII).
    """
    highs, lows = bank.sum(axis=1, dtype=np.uint64), bank.sum(axis=0, dtype=np.uint64)
    won = int(bank[: hands.high, : hands.low].sum(dtype=np.uint64))
    high_won, low_won = int(highs[: hands.high].sum()), int(lows[: hands.low].sum())
    one = high_won + low_won - 2 * won
    return won, one, int(highs.sum()) - won - one


def _packet(cards: Sequence[int]) -> bytes:
    if len(cards) != PACKET or len(set(cards)) != PACKET:
        raise CoreError(f"cards must be 7 different ones (got {list(cards)})")
    return bytes(need_range("card", card, 0, _DECK - 1) for card in cards)


def _hands(hands: ffi.CData) -> Hands:
    return Hands(int(hands.high), int(hands.low), (int(hands.first), int(hands.second)))
