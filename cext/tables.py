# SPDX-License-Identifier: MIT
"""What a machine with a prize cycle is, in one blob that the core has opened and checked."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from cext._core import ffi, lib
from cext.errors import check, need_range, need_row
from cext.tables_pack import HEADER_FORM, MAX_REELS, MAX_STOPS, PAY_FORM, RAISE_FORM, CycleGamble, Raise

_NO_CLASS = int(lib.CORE_NO_CLASS)


class Tables:
    """
    Tables that the core has opened: every bound and every window checked, the SHA-256 compared.

    Attributes:
        blob: the bytes.
        digest: SHA-256 of all the blob but its last 32 bytes, which hold it; hex.
        reels, rows: shape of a window.
        stops: stops of each reel.
        prizes_cents: prize of each class; class 0 is the loss.
        price_cents: price of a play.
        simultaneous_max: most entries a play may take.
        cycle_plays: entries of a whole cycle.
        strata: entries of each class in each stratum, shape (strata, classes).
        hold: whether reels may be held.
        gamble: its bounds; None without one.
        raises: what may become of a prize.
        machine_type: "B".

    Raises:
        CoreError: the blob is damaged.
    """

    def __init__(self, blob: bytes) -> None:
        self.blob = bytes(blob)
        self._buffer = ffi.from_buffer("uint8_t[]", self.blob)
        self._tables = ffi.new("core_tables *")
        check(lib.core_tables_open(self._tables, self._buffer, len(self.blob)))
        fields = HEADER_FORM.unpack_from(self.blob)
        self.machine_type = chr(fields[2])
        self.hold = bool(fields[3])
        self.price_cents: int = fields[5]
        self.simultaneous_max: int = fields[6]
        self.reels, self.rows, _, _, classes, strata = fields[7:13]
        self.stops: tuple[int, ...] = tuple(fields[14][: self.reels])
        rounds, raises, _, *bounds = fields[18:]
        self.gamble = CycleGamble(rounds, *bounds) if rounds else None
        at = HEADER_FORM.size
        self.prizes_cents: tuple[int, ...] = struct.unpack_from(f"<{classes}I", self.blob, at)
        at += 4 * classes
        self._first: tuple[int, ...] = struct.unpack_from(f"<{classes + 1}I", self.blob, at)
        self.strata: tuple[tuple[int, ...], ...] = tuple(
            tuple(int(lib.core_tables_plan(self._tables, s, k)) for k in range(classes))
            for s in range(strata)
        )
        self.raises = self._raises(raises, fields[9], fields[10])
        self.cycle_plays = sum(map(sum, self.strata))
        self.digest = self.blob[-int(lib.CORE_DIGEST_SIZE) :].hex()

    def _raises(self, count: int, paylines: int, pays: int) -> tuple[Raise, ...]:
        classes = len(self.prizes_cents)
        at = HEADER_FORM.size + 4 * (2 * classes + 1) + 2 * classes * len(self.strata)
        at += PAY_FORM.size * pays + paylines * self.reels + sum(self.stops)
        rows = RAISE_FORM.iter_unpack(self.blob[at : at + count * RAISE_FORM.size])
        return tuple(Raise(row[0], row[1], row[3], row[4]) for row in rows)

    def window_count(self, cls: int) -> int:
        """Return how many windows pay exactly the prize of class ``cls``."""
        need_range("cls", cls, 0, len(self.prizes_cents) - 1)
        return self._first[cls + 1] - self._first[cls]

    def windows(self, cls: int) -> list[tuple[int, ...]]:
        """Return all stop tuples whose window pays exactly the prize of class ``cls``, in ascending order."""
        return [self.window(cls, index) for index in range(self.window_count(cls))]

    def window(self, cls: int, index: int) -> tuple[int, ...]:
        """Return the stops of window ``index``, 0 to ``window_count(cls) - 1``, of those of class ``cls``."""
        need_range("index", index, 0, self.window_count(cls) - 1)
        stops = ffi.new("uint8_t[]", MAX_REELS)
        check(lib.core_tables_window(self._tables, cls, index, stops))
        return tuple(stops)[: self.reels]

    def window_class(self, stops: Sequence[int]) -> int | None:
        """
        Return the class of the window at these stops, None if it pays an amount that is no class.

        Args:
            stops: stop of each reel, shape (reels,).

        Raises:
            CoreError: a stop is off its strip.
        """
        need_row("stops", stops, self.reels, 0, MAX_STOPS)
        for r, stop in enumerate(stops):
            need_range(f"stops[{r}]", stop, 0, self.stops[r] - 1, "stops")
        padded = bytes(stops) + bytes(MAX_REELS - self.reels)
        cls = check(lib.core_tables_class(self._tables, padded))
        return None if cls == _NO_CLASS else cls

    def __reduce__(self) -> tuple[type[Tables], tuple[bytes]]:
        return type(self), (self.blob,)

    def __repr__(self) -> str:
        return f"Tables({self.machine_type}, {self.reels} reels, {self.digest[:16]})"
