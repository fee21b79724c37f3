# SPDX-License-Identifier: MIT
"""Machines with a prize cycle (type B): strips, paylines, pays and a prize plan, checked and packed."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cext._core import ffi, lib
from cext.errors import CoreError, check, need_count, need_range, need_row

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
HEADER_FORM = struct.Struct("<4sHBBIIBBBBBBBB6sHIIBBHIIIIHH")
PAY_FORM = struct.Struct("<I6sH")
RAISE_FORM = struct.Struct("<BBHII")


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


def _need_reels(strips: Sequence[Sequence[int]], rows: int) -> int:
    need_count("strips", strips, 1, MAX_REELS, "reels")
    need_range("rows", rows, 1, MAX_ROWS, "rows")
    windows = 1
    for r, strip in enumerate(strips):
        need_count(f"stops of strips[{r}]", strip, max(2, rows), MAX_STOPS, "stops")
        need_row(f"strips[{r}]", strip, len(strip), 0, _ANY - 1)
        windows *= len(strip)
    return need_range("product of the stops", windows, 2, MAX_WINDOWS, "windows")


def _need_plan(prizes_cents: Sequence[int], strata: Sequence[Sequence[int]]) -> None:
    need_count("prizes_cents", prizes_cents, 2, MAX_CLASSES, "classes")
    need_range("prizes_cents[0]", prizes_cents[0], 0, 0, "cents")
    for k in range(1, len(prizes_cents)):
        need_range(f"prizes_cents[{k}]", prizes_cents[k], prizes_cents[k - 1] + 1, (1 << 32) - 1, "cents")
    need_count("strata", strata, 1, MAX_STRATA, "strata")
    for s, entries in enumerate(strata):
        need_row(f"strata[{s}]", entries, len(prizes_cents), 0, MAX_STRATUM)
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
    need_count("raises", raises, 0, classes - 2, "raises")
    before = 0
    for i, (prize_class, to, wins, of) in enumerate(raises):
        need_range(f"raises[{i}].prize_class", prize_class, before + 1, classes - 2)
        need_range(f"raises[{i}].to", to, prize_class + 1, classes - 1)
        need_range(f"raises[{i}].of", of, 1, (1 << 32) - 1)
        need_range(f"raises[{i}].wins", wins, 1, of)
        before = prize_class
    return b"".join(RAISE_FORM.pack(row[0], row[1], 0, row[2], row[3]) for row in raises)


@dataclass(frozen=True, kw_only=True)
class CycleGame:
    """
    A machine with a prize cycle, as ``pack_tables`` takes it.

    Attributes:
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

    Source: cext/src/tables.h.
    """

    strips: Sequence[Sequence[int]]
    rows: int
    paylines: Sequence[Sequence[int]]
    pays: Sequence[tuple[Sequence[int], int]]
    prizes_cents: Sequence[int]
    strata: Sequence[Sequence[int]]
    price_cents: int
    simultaneous_max: int
    hold: bool
    machine_type: str = "B"
    gamble: CycleGamble | None = None
    raises: Sequence[Raise] = ()


def _need_game(game: CycleGame) -> int:
    """The number of windows; CoreError if anything is out of range that stands in no row of its own."""
    if game.machine_type != "B":
        raise CoreError(f"machine_type must be 'B' (got {game.machine_type!r})", int(lib.CORE_E_FORMAT))
    windows = _need_reels(game.strips, game.rows)
    need_count("paylines", game.paylines, 1, MAX_PAYLINES, "lines")
    need_count("pays", game.pays, 1, MAX_PAYS, "pays")
    _need_plan(game.prizes_cents, game.strata)
    need_range("price_cents", game.price_cents, 1, MAX_PRICE_CENTS, "cents")
    need_range("simultaneous_max", game.simultaneous_max, 1, MAX_SIMULTANEOUS, "entries")
    if game.gamble:
        _need_gamble(game.gamble)
    return windows


def pack_tables(game: CycleGame) -> bytes:
    """
    Return the tables of a machine as one blob, with the window lists that the core derives.

    Raises:
        CoreError: a value of ``game`` is out of range, or a class that is dealt or raised to has no window.
    """
    windows = _need_game(game)
    reels, classes, gamble = len(game.strips), len(game.prizes_cents), game.gamble
    counts = (reels, game.rows, len(game.paylines), len(game.pays), classes, len(game.strata))
    stops = bytes(len(strip) for strip in game.strips)
    header = HEADER_FORM.pack(
        b"azar", TABLES_VERSION, ord(game.machine_type), bool(game.hold), 0, game.price_cents,
        game.simultaneous_max, *counts, 0, stops, 0, windows, 0, gamble.rounds if gamble else 0,
        len(game.raises), 0, *(gamble[1:] if gamble else (0,) * 6),
    )  # fmt: skip
    parts = [header, struct.pack(f"<{classes}I", *game.prizes_cents), bytes(4 * (classes + 1))]
    parts += [struct.pack(f"<{classes}H", *entries) for entries in game.strata]
    for i, (symbols, prize_cents) in enumerate(game.pays):
        need_row(f"pays[{i}]", symbols, reels, ANY_SYMBOL, _ANY - 1)
        need_range(f"prize of pays[{i}]", prize_cents, 1, MAX_PRIZE_CENTS, "cents")
        parts.append(PAY_FORM.pack(prize_cents, bytes(symbol & 0xFF for symbol in symbols), 0))
    for i, payline in enumerate(game.paylines):
        need_row(f"paylines[{i}]", payline, reels, 0, game.rows - 1)
        parts.append(bytes(payline))
    parts += [bytes(strip) for strip in game.strips]
    parts.append(_raise_rows(game.raises, classes))
    blob = b"".join(parts) + bytes(3 * windows + int(lib.CORE_DIGEST_SIZE))
    return compiled(blob, lib.core_tables_compile)


def compiled(stated: bytes, compile_blob: Callable[..., int]) -> bytes:
    """The blob with what the core derives from what is stated; ``stated`` ends with room for that."""
    blob = bytearray(stated)
    size = ffi.new("size_t *")
    check(compile_blob(ffi.from_buffer("uint8_t[]", blob), len(blob), size))
    return bytes(blob[: size[0]])
