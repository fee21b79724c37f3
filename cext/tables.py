# SPDX-License-Identifier: MIT
"""What a machine is, in one blob: packed from strips, paylines, pays and a prize plan; opened and checked."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

from cext._core import ffi, lib
from cext.errors import CoreError, check, need_range

MAX_REELS = int(lib.CORE_MAX_REELS)
MAX_CLASSES = int(lib.CORE_MAX_CLASSES)
MAX_ROWS = int(lib.CORE_MAX_ROWS)
MAX_STOPS = int(lib.CORE_MAX_STOPS)
MAX_WINDOWS = int(lib.CORE_MAX_WINDOWS)
MAX_PAYLINES = int(lib.CORE_MAX_PAYLINES)
MAX_PAYS = int(lib.CORE_MAX_PAYS)
MAX_STRATA = int(lib.CORE_MAX_STRATA)
MAX_STRATUM = int(lib.CORE_MAX_STRATUM)
MAX_PRIZE_CENTS = int(lib.CORE_MAX_PRIZE)
MAX_PRICE_CENTS = int(lib.CORE_MAX_PRICE)
MAX_SIMULTANEOUS = int(lib.CORE_MAX_SIMULTANEOUS)
MAX_ROUNDS = int(lib.CORE_MAX_ROUNDS)
MAX_ACCOUNT_CENTS = int(lib.CORE_MAX_ACCOUNT)
MAX_SPREAD = (1 << 16) - 1
TABLES_VERSION = int(lib.CORE_TABLES_VERSION)

ANY_SYMBOL = -1
_ANY = int(lib.CORE_SYMBOL_ANY)
_NO_CLASS = int(lib.CORE_NO_CLASS)
_HEADER = struct.Struct("<4sHBBIIBBBBBBBB6sHIIBBHIIIIHH")
_PAY = struct.Struct("<I6sH")
_RAISE = struct.Struct("<BBHII")


class CycleGamble(NamedTuple):
    """
    Double or nothing by an even draw, offered after a play that wins.

    Attributes:
        rounds: most gambles of one prize, 1 to 20.
        single_max_cents: what a single play may come to win by it.
        double_max_cents: the same of a double play; single_max_cents or more.
        return_max_cents: most that the return account may hold of lost prizes, which later plays give back.
        advance_max_cents: most of what won gambles gave that is set against lost ones of the same cycle.
        return_one_in: at most one in so many losing entries gives a piece of the account back, 1 to 65,535.
        return_spare: losses at the end of a cycle that the account is not spread over, 0 to 65,535.
    """

    rounds: int
    single_max_cents: int
    double_max_cents: int
    return_max_cents: int
    advance_max_cents: int = 0
    return_one_in: int = 1
    return_spare: int = 0


class Raise(NamedTuple):
    """An entry of class `prize_class` becomes one of the higher class `to` in `wins` of `of` draws."""

    prize_class: int
    to: int
    wins: int
    of: int


def _need_count(name: str, items: Sequence[object], low: int, high: int, unit: str) -> None:
    need_range(f"number of {name}", len(items), low, high, unit)


def _need_row(name: str, row: Sequence[int], count: int, low: int, high: int) -> None:
    if len(row) != count:
        raise CoreError(f"{name} must have {count} values (got {len(row)})")
    for i, value in enumerate(row):
        need_range(f"{name}[{i}]", value, low, high)


def _need_reels(strips: Sequence[Sequence[int]], rows: int) -> int:
    _need_count("strips", strips, 1, MAX_REELS, "reels")
    need_range("rows", rows, 1, MAX_ROWS, "rows")
    windows = 1
    for r, strip in enumerate(strips):
        _need_count(f"stops of strips[{r}]", strip, max(2, rows), MAX_STOPS, "stops")
        _need_row(f"strips[{r}]", strip, len(strip), 0, _ANY - 1)
        windows *= len(strip)
    return need_range("product of the stops", windows, 2, MAX_WINDOWS, "windows")


def _need_plan(prizes_cents: Sequence[int], strata: Sequence[Sequence[int]]) -> None:
    _need_count("prizes_cents", prizes_cents, 2, MAX_CLASSES, "classes")
    need_range("prizes_cents[0]", prizes_cents[0], 0, 0, "cents")
    for k in range(1, len(prizes_cents)):
        need_range(f"prizes_cents[{k}]", prizes_cents[k], prizes_cents[k - 1] + 1, (1 << 32) - 1, "cents")
    _need_count("strata", strata, 1, MAX_STRATA, "strata")
    for s, entries in enumerate(strata):
        _need_row(f"strata[{s}]", entries, len(prizes_cents), 0, MAX_STRATUM)
        need_range(f"sum of strata[{s}]", sum(entries), 1, MAX_STRATUM, "entries")


def _need_gamble(gamble: CycleGamble) -> None:
    need_range("gamble.rounds", gamble.rounds, 1, MAX_ROUNDS, "gambles")
    need_range("gamble.single_max_cents", gamble.single_max_cents, 1, MAX_PRIZE_CENTS, "cents")
    least = gamble.single_max_cents
    need_range("gamble.double_max_cents", gamble.double_max_cents, least, MAX_PRIZE_CENTS, "cents")
    need_range("gamble.return_max_cents", gamble.return_max_cents, 1, MAX_ACCOUNT_CENTS, "cents")
    need_range("gamble.advance_max_cents", gamble.advance_max_cents, 0, MAX_ACCOUNT_CENTS, "cents")
    need_range("gamble.return_one_in", gamble.return_one_in, 1, MAX_SPREAD, "entries")
    need_range("gamble.return_spare", gamble.return_spare, 0, MAX_SPREAD, "entries")


def _raise_rows(raises: Sequence[Raise], classes: int) -> bytes:
    _need_count("raises", raises, 0, classes - 2, "raises")
    before = 0
    for i, (prize_class, to, wins, of) in enumerate(raises):
        need_range(f"raises[{i}].prize_class", prize_class, before + 1, classes - 2)
        need_range(f"raises[{i}].to", to, prize_class + 1, classes - 1)
        need_range(f"raises[{i}].of", of, 1, (1 << 32) - 1)
        need_range(f"raises[{i}].wins", wins, 1, of)
        before = prize_class
    return b"".join(_RAISE.pack(row[0], row[1], 0, row[2], row[3]) for row in raises)


def pack_tables(
    *,
    strips: Sequence[Sequence[int]],
    rows: int,
    paylines: Sequence[Sequence[int]],
    pays: Sequence[tuple[Sequence[int], int]],
    prizes_cents: Sequence[int],
    strata: Sequence[Sequence[int]],
    price_cents: int,
    simultaneous_max: int,
    hold: bool,
    machine_type: str = "B",
    gamble: CycleGamble | None = None,
    raises: Sequence[Raise] = (),
) -> bytes:
    """
    Return the tables of a machine as one blob, with the window lists that the core derives.

    Args:
        strips: symbol ids (0 to 254) of each reel; 1 to 6 reels of 2 to 255 stops, at most 65,536 windows.
        rows: rows that the windows show, 1 to 5. A reel at stop s shows strip[s] on row rows // 2; row 0 is
            the top, and the next stop stands above because a reel turns downward:
            row j shows strip[(s + rows // 2 - j) % stops].
        paylines: row index on each reel, shape (paylines, reels).
        pays: symbol id of each reel (-1: any) and the prize in cents. On each payline the largest matching
            pay counts; paylines add up.
        prizes_cents: prize of each class, [0] == 0, strictly ascending, at most 32.
        strata: entries of each class in each stratum, shape (strata, classes); 1 to 65,535 a stratum.
        price_cents: price of a play.
        simultaneous_max: 2 if a play may take two entries, else 1.
        hold: whether reels may be held after a loss.
        machine_type: "B".
        gamble: None without one.
        raises: ascending by class, each class once; not of the loss.

    Raises:
        CoreError: an argument is out of range, or a class that is dealt or raised to has no window.
    """
    if machine_type != "B":
        raise CoreError(f"machine_type must be 'B' (got {machine_type!r})", int(lib.CORE_E_FORMAT))
    windows = _need_reels(strips, rows)
    reels = len(strips)
    _need_count("paylines", paylines, 1, MAX_PAYLINES, "lines")
    _need_count("pays", pays, 1, MAX_PAYS, "pays")
    _need_plan(prizes_cents, strata)
    need_range("price_cents", price_cents, 1, MAX_PRICE_CENTS, "cents")
    need_range("simultaneous_max", simultaneous_max, 1, MAX_SIMULTANEOUS, "entries")
    if gamble:
        _need_gamble(gamble)
    counts = (reels, rows, len(paylines), len(pays), len(prizes_cents), len(strata))
    stops = bytes(len(strip) for strip in strips)
    header = _HEADER.pack(
        b"azar", TABLES_VERSION, ord(machine_type), bool(hold), 0, price_cents, simultaneous_max,
        *counts, 0, stops, 0, windows, 0, gamble.rounds if gamble else 0, len(raises), 0,
        *(gamble[1:] if gamble else (0,) * 6),
    )  # fmt: skip
    parts = [header, struct.pack(f"<{len(prizes_cents)}I", *prizes_cents), bytes(4 * (len(prizes_cents) + 1))]
    parts += [struct.pack(f"<{len(entries)}H", *entries) for entries in strata]
    for i, (symbols, prize_cents) in enumerate(pays):
        _need_row(f"pays[{i}]", symbols, reels, ANY_SYMBOL, _ANY - 1)
        need_range(f"prize of pays[{i}]", prize_cents, 1, MAX_PRIZE_CENTS, "cents")
        parts.append(_PAY.pack(prize_cents, bytes(symbol & 0xFF for symbol in symbols), 0))
    for i, payline in enumerate(paylines):
        _need_row(f"paylines[{i}]", payline, reels, 0, rows - 1)
        parts.append(bytes(payline))
    parts += [bytes(strip) for strip in strips]
    parts.append(_raise_rows(raises, len(prizes_cents)))
    return _compile(b"".join(parts), windows)


def _compile(stated: bytes, windows: int) -> bytes:
    blob = bytearray(stated + bytes(3 * windows + int(lib.CORE_DIGEST_SIZE)))
    size = ffi.new("size_t *")
    check(lib.core_tables_compile(ffi.from_buffer("uint8_t[]", blob), len(blob), size))
    return bytes(blob[: size[0]])


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
        fields = _HEADER.unpack_from(self.blob)
        self.machine_type = chr(fields[2])
        self.hold = bool(fields[3])
        self.price_cents: int = fields[5]
        self.simultaneous_max: int = fields[6]
        self.reels, self.rows, _, _, classes, strata = fields[7:13]
        self.stops: tuple[int, ...] = tuple(fields[14][: self.reels])
        rounds, raises, _, *bounds = fields[18:]
        self.gamble = CycleGamble(rounds, *bounds) if rounds else None
        at = _HEADER.size
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
        at = _HEADER.size + 4 * (2 * classes + 1) + 2 * classes * len(self.strata)
        at += _PAY.size * pays + paylines * self.reels + sum(self.stops)
        rows = _RAISE.iter_unpack(self.blob[at : at + count * _RAISE.size])
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
        _need_row("stops", stops, self.reels, 0, MAX_STOPS)
        for r, stop in enumerate(stops):
            need_range(f"stops[{r}]", stop, 0, self.stops[r] - 1, "stops")
        padded = bytes(stops) + bytes(MAX_REELS - self.reels)
        cls = check(lib.core_tables_class(self._tables, padded))
        return None if cls == _NO_CLASS else cls

    def __reduce__(self) -> tuple[type[Tables], tuple[bytes]]:
        return type(self), (self.blob,)

    def __repr__(self) -> str:
        return f"Tables({self.machine_type}, {self.reels} reels, {self.digest[:16]})"
