# SPDX-License-Identifier: MIT
"""Machines of chance (type C): their tables opened and checked, and what a turn pays."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from cext import chance_rows
from cext._core import ffi, lib
from cext.chance_rows import Combo, Gamble, Pick, Pot, Scatter
from cext.errors import check, need_range, need_row
from cext.tables import Tables
from cext.tables_pack import MAX_REELS


class Turn(NamedTuple):
    """What one turn of the reels pays (at most the cap) and gives; bit l of `pots`: pot l is hit."""

    prize_cents: int
    free_plays: int
    picks: int
    pots: int


class ChanceTables:
    """
    Tables of a machine of chance that the core has opened: every bound checked, the SHA-256 compared.

    Attributes:
        blob: the bytes.
        digest: SHA-256 of all the blob but its last 32 bytes, which hold it; hex.
        type, machine_type: "C".
        reels, rows, symbols: shape of a window, and how many symbols there are.
        strips, weights: symbol and weight of each stop, shape (reels, stops).
        free_strips, free_weights: those of free plays; the same ones if the machine has no others.
        paylines: row on each reel, shape (paylines, reels); None: all ways.
        multipliers: one a symbol.
        combos, scatters, picks, pots, gamble: the rows, in the order of the blob; gamble None: none.
        free_multiplier, max_free_plays, price_cents, cap_cents, bets: as ChanceGame has them.
        unit_cents: every total of a play is a multiple of it.
        mystery_of: denominator of the mystery draw; 0 without one.

    Raises:
        CoreError: the blob is damaged.
    """

    def __init__(self, blob: bytes) -> None:
        self.type = self.machine_type = "C"
        self.blob = bytes(blob)
        self._buffer = ffi.from_buffer("uint8_t[]", self.blob)
        self._tables = ffi.new("core_chance *")
        check(lib.core_chance_open(self._tables, self._buffer, len(self.blob)))
        self.digest = self.blob[-int(lib.CORE_DIGEST_SIZE) :].hex()
        fields = chance_rows.HEADER_FORM.unpack_from(self.blob)
        evaluation, _, self.price_cents, self.cap_cents, self.unit_cents = fields[3:8]
        self.reels, self.rows, self.symbols, *counts = fields[8:16]
        self.max_free_plays, self.free_multiplier, self._sets, *gamble, further, self.mystery_of = fields[16:]
        rounds, wins, of, most = gamble
        self.bets = (1, *(bet for bet in further if bet))
        self.gamble = Gamble(wins, of, rounds, most) if rounds else None
        self._read_rows(bool(evaluation), *counts)

    def _read_rows(
        self, ways: bool, paylines: int, combos: int, scatters: int, picks: int, pots: int
    ) -> None:
        at = chance_rows.HEADER_FORM.size

        def take(form: struct.Struct, count: int) -> list[tuple[int, ...]]:
            nonlocal at
            found = [form.unpack_from(self.blob, at + form.size * i) for i in range(count)]
            at += form.size * count
            return found

        def take_reels(form: str) -> list[tuple[tuple[int, ...], ...]]:
            return [
                tuple(take(struct.Struct(f"<{n}{form}"), 1)[0] for n in row[: self.reels]) for row in stops
            ]

        stops, _ = take(chance_rows.REELS_FORM, self._sets), take(chance_rows.REELS_FORM, self._sets)
        self.combos = tuple(
            Combo(row[0], row[5 : 5 + self.reels], row[2], row[1], bool(row[3]), row[4])
            for row in take(chance_rows.COMBO_FORM, combos)
        )
        self.scatters = tuple(
            Scatter(cents, mask, count, group, free, retrigger, given, pot)
            for cents, mask, free, retrigger, count, group, given, pot in take(
                chance_rows.SCATTER_FORM, scatters
            )
        )
        self.picks = tuple(
            Pick(cents, weight, bool(ends)) for cents, weight, ends in take(chance_rows.PICK_FORM, picks)
        )
        self.pots = tuple(
            Pot(
                row[0], row[1], Fraction(row[2], row[3]), Fraction(row[4], row[5]), chance_rows.HITS[row[7]],
                Fraction(row[6], self.mystery_of or 1),
            )
            for row in take(chance_rows.POT_FORM, pots)
        )  # fmt: skip
        lines = tuple(take(struct.Struct(f"<{self.reels}B"), paylines))
        self.paylines = None if ways else lines
        self.multipliers = take(struct.Struct(f"<{self.symbols}B"), 1)[0]
        strips = take_reels("B")
        weights = take_reels("H")
        self.strips, self.free_strips = strips[0], strips[-1]
        self.weights, self.free_weights = weights[0], weights[-1]

    def _set(self, free: bool) -> int:
        return int(free and self._sets == 2)

    def combinations(self, free: bool = False) -> int:
        """Return how many equally likely values a paid (or free) play draws from: products of the weights."""
        return int(self._tables.combinations[self._set(free)])

    def stops(self, value: int, free: bool = False) -> tuple[int, ...]:
        """Return the stops of a drawn value, 0 to combinations(free) - 1; raises CoreError outside."""
        need_range("value", value, 0, self.combinations(free) - 1)
        stops = ffi.new("uint8_t[]", MAX_REELS)
        check(lib.core_chance_stops(self._tables, self._set(free), value, stops))
        return tuple(stops)[: self.reels]

    def evaluate(self, stops: Sequence[int], free: bool = False) -> Turn:
        """
        Return what the reels pay and give at these stops, in a paid or a free play.

        Args:
            stops: stop of each reel, shape (reels,).

        Raises:
            CoreError: a stop is off its strip.
        """
        strips = self.free_strips if free else self.strips
        need_row("stops", stops, self.reels, 0, chance_rows.MAX_STOPS - 1)
        for r, stop in enumerate(stops):
            need_range(f"stops[{r}]", stop, 0, len(strips[r]) - 1, "stops")
        turn = ffi.new("core_chance_turn *")
        padded = bytes(stops) + bytes(MAX_REELS - self.reels)
        check(lib.core_chance_evaluate(self._tables, int(free), padded, turn))
        return Turn(turn.prize_cents, turn.free_plays, turn.picks, turn.pots)

    def __reduce__(self) -> tuple[type[ChanceTables], tuple[bytes]]:
        return type(self), (self.blob,)

    def __repr__(self) -> str:
        return f"ChanceTables({self.reels} reels, {self.digest[:16]})"


def open_tables(blob: bytes) -> Tables | ChanceTables:
    """Return the opened tables of either type, told by the blob's type byte; CoreError if it is damaged."""
    kind = bytes(blob[6:7])
    return ChanceTables(blob) if kind == b"C" else Tables(blob)
