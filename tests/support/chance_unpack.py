# SPDX-License-Identifier: MIT
"""
Blobs and states of machines of chance, read by what ``chance.h`` and ``chance_state.h`` say of them.

A blob is whole where packing what it says makes the same bytes again; a state where every number is one that
a play can leave behind. Neither asks the core, which checks both in ways of its own.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from fractions import Fraction

import cext
from cext import chance_rows
from cext.chance_pack import ChanceGame
from cext.chance_rows import HITS, Combo, Gamble, Pick, Pot, Scatter

STATE_FORM = struct.Struct("<BB2s4xQ16s32xQBBHHHII6sBB32s")
POT_FORM = struct.Struct("<QQQII")
PHASES = ("idle", "pick", "free", "gamble")
MOST_MACHINES, MOST_PLAYS, MOST_RESERVE, MOST_GIVEN = 1 << 40, 1 << 44, 1 << 62, 255
DIGEST_SIZE, MOST_CELLS = 32, 30


class Reader:
    """Takes what lies next."""

    def __init__(self, blob: bytes) -> None:
        self._blob, self._at = blob, 0

    def rows(self, form: struct.Struct, count: int) -> Iterator[tuple[int, ...]]:
        for _ in range(count):
            yield form.unpack_from(self._blob, self._at)
            self._at += form.size

    def take(self, count: int, letter: str = "B") -> list[int]:
        (row,) = self.rows(struct.Struct(f"<{count}{letter}"), 1)
        return list(row)


def game_of(blob: bytes) -> ChanceGame:
    """What a blob says; what it must say of itself is left to packing."""
    read = Reader(blob)
    (head,) = read.rows(chance_rows.HEADER_FORM, 1)
    _, _, _, ways, _, price, cap, _, reels, rows, symbols, *counts = head
    lines, combos, scatters, picks, pots, free, factor, sets, rounds, wins, of, most, further, draws = counts
    further = bytes(further).rstrip(b"\0")
    stops = [row[:reels] for row in read.rows(chance_rows.REELS_FORM, sets)]
    _ = list(read.rows(chance_rows.REELS_FORM, sets))
    found = {
        "combos": [
            Combo(cents, masks[:reels], span, group, bool(multiplies), pot)
            for cents, group, span, multiplies, pot, *masks in read.rows(chance_rows.COMBO_FORM, combos)
        ],
        "scatters": [
            Scatter(cents, mask, min(count, MOST_CELLS), group, given, again, picked, pot)
            for cents, mask, given, again, count, group, picked, pot in read.rows(
                chance_rows.SCATTER_FORM, scatters
            )
        ],
        "picks": [
            Pick(cents, weight, bool(ends)) for cents, weight, ends in read.rows(chance_rows.PICK_FORM, picks)
        ],
        "pots": [
            Pot(
                seed,
                limit,
                Fraction(a, b),
                Fraction(c, d),
                HITS[hit],
                Fraction(odds, draws) if odds else Fraction(0),
            )
            for seed, limit, a, b, c, d, odds, hit in read.rows(chance_rows.POT_FORM, pots)
        ],
        "paylines": None if ways else [read.take(reels) for _ in range(lines)],
        "multipliers": read.take(symbols),
    }
    strips = [[read.take(count) for count in row] for row in stops]
    weights = [[read.take(count, "H") for count in row] for row in stops]
    return ChanceGame(
        strips=strips[0], weights=weights[0],
        free_strips=strips[1] if sets > 1 else None, free_weights=weights[1] if sets > 1 else None,
        rows=rows, symbols=symbols, gamble=Gamble(wins, of, rounds, most) if rounds else None,
        free_multiplier=factor, max_free_plays=free, price_cents=price, cap_cents=cap,
        bets=(1, *further), mystery_of=draws, **found,
    )  # fmt: skip


def _loose(blob: bytes) -> bytes:
    """
    A blob without what two whole ones may say differently.

    That is shares that are not reduced, and what a scatter is counted to beyond what any window shows.
    """
    game, loose = game_of(blob), bytearray(blob[:-DIGEST_SIZE])
    at = chance_rows.HEADER_FORM.size + 2 * chance_rows.REELS_FORM.size * (2 if game.free_strips else 1)
    at += chance_rows.COMBO_FORM.size * len(game.combos)
    for _ in game.scatters:
        loose[at + 12] = min(loose[at + 12], MOST_CELLS)
        at += chance_rows.SCATTER_FORM.size
    at += chance_rows.PICK_FORM.size * len(game.picks)
    for _ in game.pots:
        _, _, _, share_of, _, reserve_of, *_ = chance_rows.POT_FORM.unpack_from(blob, at)
        if max(share_of, reserve_of) > chance_rows.MAX_SHARE:
            raise cext.CoreError("a denominator is too large")
        loose[at + 16 : at + 32] = bytes(16)
        at += chance_rows.POT_FORM.size
    return bytes(loose)


def is_whole(blob: bytes) -> bool:
    """Whether packing what a blob says makes it again."""
    try:
        return _loose(cext.pack_chance(game_of(blob))) == _loose(blob)
    except (cext.CoreError, struct.error, ZeroDivisionError, IndexError):
        return False


def _phase(game: ChanceGame, picks_left: int, free_left: int, gambles: int, won_cents: int) -> str:
    """The first that applies."""
    gamble = game.gamble
    if won_cents >= game.cap_cents:
        return "idle"
    if picks_left:
        return "pick"
    if free_left:
        return "free"
    if gamble and gambles < gamble.rounds and 0 < won_cents <= min(gamble.max_cents, game.cap_cents // 2):
        return "gamble"
    return "idle"


def _is_pot(pot: Pot, values: tuple[int, ...]) -> bool:
    value, reserve, threshold, carry, reserve_carry = values
    if pot.hit == "must_hit":
        if threshold > pot.limit_mc or threshold <= value < pot.limit_mc:
            return False
    elif threshold:
        return False
    kept = 0 <= carry < pot.share.denominator and reserve_carry < pot.reserve.denominator
    return kept and pot.seed_mc <= value <= pot.limit_mc and reserve <= MOST_RESERVE


def is_state(game: ChanceGame, digest: bytes, state: bytes) -> bool:
    """Whether a play of this game can leave a state; whose key it has is not looked at."""
    version, kind, zero, machine, tables, play, phase, *course, stops, free_set, bet, zeros = (
        STATE_FORM.unpack_from(state)
    )
    gambles, picks_left, free_left, free_given, drawn, won_cents = course
    if (version, kind) != (1, ord("C")) or any(zero + zeros) or tables != digest[:16] or phase >= len(PHASES):
        return False
    if PHASES[phase] == "idle":
        fits = not any(course) and bet == 0 and play <= MOST_PLAYS
    else:
        made = free_given - free_left + gambles
        fits = (
            _phase(game, picks_left, free_left, gambles, won_cents) == PHASES[phase]
            and bet < len(game.bets)
            and play < MOST_PLAYS
            and free_left <= free_given <= game.max_free_plays
            and (PHASES[phase] == "gamble" or gambles == 0)
        )
        # Picks leave no count of those that were made, in any of the turns.
        most = MOST_GIVEN * (chance_rows.MAX_FREE_PLAYS + 1) if game.picks else 0
        fits = fits and picks_left <= bool(game.picks) * MOST_GIVEN and made <= drawn <= made + most
    sets = [game.strips, *([game.free_strips] if game.free_strips else [])]
    if not fits or machine >= MOST_MACHINES or free_set >= len(sets):
        return False
    turned = [len(strip) for strip in sets[free_set]]
    if any(stops[len(turned) :]) or any(stop >= count for stop, count in zip(stops, turned, strict=False)):
        return False
    levels = [
        POT_FORM.unpack_from(state, 128 + POT_FORM.size * level) for level in range(chance_rows.MAX_POTS)
    ]
    return not any(map(any, levels[len(game.pots) :])) and all(map(_is_pot, game.pots, levels))
