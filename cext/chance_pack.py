# SPDX-License-Identifier: MIT
"""Machines of chance (type C): their tables checked and packed."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from cext import chance_rows
from cext._core import lib
from cext.chance_rows import ANY_MASK, Combo, Gamble, Pick, Pot, Scatter
from cext.errors import CoreError, need_count, need_range, need_row
from cext.tables_pack import MAX_PRICE_CENTS, MAX_REELS, MAX_ROWS, compiled

_Set = tuple[bytes, bytes, bytes, bytes, int]


@dataclass(frozen=True, kw_only=True)
class ChanceGame:
    """
    A machine of chance, as ``pack_chance`` takes it.

    Attributes:
        strips: symbol ids (0 to symbols - 1) of each reel; 1 to 6 reels of 2 to 256 stops.
        weights: weight of each stop, 1 or more, at most 4,096 a reel; all 1 if None. At most 2^60
            combinations (product of the sums).
        free_strips, free_weights: the same for free plays; None: the same reels.
        rows: rows that the windows show, 1 to 5; row j of a reel at stop s shows
            strip[(s + rows // 2 - j) % stops].
        paylines: row on each reel, shape (paylines, reels); None: all ways count.
        symbols: how many there are, 1 to 32.
        multipliers: what each symbol multiplies by, 1 to 100; all 1 if None.
        combos: with ways sorted by group. On each payline the worthiest one that matches counts.
        scatters: sorted by group.
        picks, pots, gamble: the features, none if not given.
        free_multiplier: what prizes of lines, ways and scatters are multiplied by in free plays, 1 to 100.
        max_free_plays: free plays that one paid play may give in all, 0 to 1,000.
        price_cents: price of a play.
        cap_cents: the most that a play may win, pots apart, 1 to 4,000,000.
        bets: what a play may cost, in multiples of the price, ascending from 1, at most 5 of them up to 100;
            all other amounts are for the first and grow with the bet.
        mystery_of: denominator of the draw that decides on mystery pots; 0: the least that their odds have.

    Source: cext/src/chance_tables.h.
    """

    strips: Sequence[Sequence[int]]
    weights: Sequence[Sequence[int]] | None = None
    free_strips: Sequence[Sequence[int]] | None = None
    free_weights: Sequence[Sequence[int]] | None = None
    rows: int
    paylines: Sequence[Sequence[int]] | None = None
    symbols: int
    multipliers: Sequence[int] | None = None
    combos: Sequence[Combo]
    scatters: Sequence[Scatter] = ()
    picks: Sequence[Pick] = ()
    pots: Sequence[Pot] = ()
    gamble: Gamble | None = None
    free_multiplier: int = 1
    max_free_plays: int = 0
    price_cents: int
    cap_cents: int
    bets: Sequence[int] = (1,)
    mystery_of: int = 0


def _pack_set(
    name: str, strips: Sequence[Sequence[int]], weights: Sequence[Sequence[int]], rows: int, symbols: int
) -> _Set:
    """Stops, sums, strips and weights of a set of reels, and the bytes of its tickets."""
    need_count(f"{name}weights", weights, len(strips), len(strips), "reels")
    combinations = 1
    for r, (strip, weight) in enumerate(zip(strips, weights, strict=True)):
        need_count(f"stops of {name}strips[{r}]", strip, max(2, rows), chance_rows.MAX_STOPS, "stops")
        need_row(f"{name}strips[{r}]", strip, len(strip), 0, symbols - 1)
        need_row(f"{name}weights[{r}]", weight, len(strip), 1, chance_rows.MAX_WEIGHT)
        combinations *= need_range(f"sum of {name}weights[{r}]", sum(weight), 2, chance_rows.MAX_WEIGHT)
    need_range(
        f"product of the sums of {name}weights", combinations, 2, chance_rows.MAX_COMBINATIONS, "combinations"
    )
    pad = [0] * (MAX_REELS - len(strips))
    return (
        chance_rows.REELS_FORM.pack(*map(len, strips), *pad),
        chance_rows.REELS_FORM.pack(*map(sum, weights), *pad),
        b"".join(map(bytes, strips)),
        b"".join(struct.pack(f"<{len(weight)}H", *weight) for weight in weights),
        sum(map(sum, weights)),
    )


def _need_mask(name: str, mask: int, symbols: int) -> int:
    if mask == ANY_MASK:
        return mask
    return need_range(name, mask, 1, (1 << symbols) - 1)


def _pack_combo(i: int, combo: Combo, reels: int, game: ChanceGame) -> bytes:
    name = f"combos[{i}]"
    need_range(f"{name}.prize_cents", combo.prize_cents, 0, game.cap_cents, "cents")
    need_range(f"{name}.span", combo.span, 1, reels, "reels")
    need_range(f"{name}.group", combo.group, 0, 255)
    need_range(f"{name}.pot", combo.pot, 0, len(game.pots), "(1 + level)")
    need_count(f"{name}.masks", combo.masks, reels, reels, "reels")
    for r, mask in enumerate(combo.masks):
        _need_mask(f"{name}.masks[{r}]", mask, game.symbols)
        if r >= combo.span:
            need_range(f"{name}.masks[{r}]", mask, ANY_MASK, ANY_MASK, "(ANY_MASK beyond the span)")
    masks = [*combo.masks, *[ANY_MASK] * (MAX_REELS - reels)]
    return chance_rows.COMBO_FORM.pack(
        combo.prize_cents, combo.group, combo.span, bool(combo.multiplies), combo.pot, *masks
    )


def _pack_scatter(i: int, row: Scatter, game: ChanceGame) -> bytes:
    name = f"scatters[{i}]"
    need_range(f"{name}.prize_cents", row.prize_cents, 0, game.cap_cents, "cents")
    _need_mask(f"{name}.mask", row.mask, game.symbols)
    need_range(f"{name}.count", row.count, 1, MAX_REELS * MAX_ROWS, "cells")
    need_range(f"{name}.group", row.group, 0, 255)
    need_range(f"{name}.free_plays", row.free_plays, 0, chance_rows.MAX_FREE_PLAYS, "plays")
    need_range(f"{name}.retrigger", row.retrigger, 0, chance_rows.MAX_FREE_PLAYS, "plays")
    need_range(f"{name}.picks", row.picks, 0, chance_rows.MAX_GIVEN, "picks")
    need_range(f"{name}.pot", row.pot, 0, len(game.pots), "(1 + level)")
    return chance_rows.SCATTER_FORM.pack(
        row.prize_cents, row.mask, row.free_plays, row.retrigger, row.count, row.group, row.picks, row.pot
    )


def _pack_share(name: str, share: Fraction) -> tuple[int, int]:
    ratio = Fraction(share)
    if not 0 <= ratio <= 1 or ratio.denominator > chance_rows.MAX_SHARE:
        raise CoreError(
            f"{name} must be 0/1 to 1/1 with a denominator of at most {chance_rows.MAX_SHARE} (got {share})"
        )
    return ratio.numerator, ratio.denominator


def _pack_pots(pots: Sequence[Pot], most: int, wanted: int) -> tuple[bytes, int]:
    """The rows of the pots, and the number of draws of which each mystery has its share."""
    odds = [Fraction(pot.mystery) for pot in pots]
    of = lcm(*(ratio.denominator for ratio in odds)) if any(odds) else 0
    if wanted and (not of or wanted % of):
        raise CoreError(f"mystery_of must be a multiple of {of}, the denominator of the odds (got {wanted})")
    of = wanted or of
    need_range("common denominator of the pots' mystery", of, 0, chance_rows.MAX_COMBINATIONS, "draws")
    if sum(odds) * most > 1:
        at = f" at a bet of {most}" if most > 1 else ""
        raise CoreError(f"sum of the pots' mystery must be 0/1 to 1/1{at} (got {sum(odds) * most})")
    packed = []
    for i, (pot, ratio) in enumerate(zip(pots, odds, strict=True)):
        name = f"pots[{i}]"
        need_range(f"{name}.limit_mc", pot.limit_mc, 1, chance_rows.MAX_POT_MC, "millicents")
        need_range(f"{name}.seed_mc", pot.seed_mc, 0, pot.limit_mc - 1, "millicents (below limit_mc)")
        if pot.hit not in chance_rows.HITS:
            raise CoreError(f"{name}.hit must be one of {', '.join(chance_rows.HITS)} (got {pot.hit!r})")
        if ratio < 0 or (ratio > 0) != (pot.hit == "mystery"):
            raise CoreError(f"{name}.mystery must be above 0 if hit is mystery, else 0 (got {pot.mystery})")
        if pot.hit == "must_hit" and not pot.share:
            raise CoreError(f"{name}.share must be above 0 if hit is must_hit (got {pot.share})")
        share, reserve = _pack_share(f"{name}.share", pot.share), _pack_share(f"{name}.reserve", pot.reserve)
        packed.append(
            chance_rows.POT_FORM.pack(
                pot.seed_mc, pot.limit_mc, *share, *reserve, int(ratio * of), chance_rows.HITS.index(pot.hit)
            )
        )
    return b"".join(packed), of


def _pack_gamble(gamble: Gamble | None, cap_cents: int) -> tuple[int, int, int, int]:
    if gamble is None:
        return 0, 0, 0, 0
    need_range("gamble.of", gamble.of, 2, (1 << 32) - 1, "draws")
    need_range("gamble.wins", gamble.wins, 1, gamble.of - 1, "draws (below of)")
    need_range("gamble.rounds", gamble.rounds, 1, 255, "rounds")
    need_range("gamble.max_cents", gamble.max_cents, 1, cap_cents, "cents")
    return gamble.rounds, gamble.wins, gamble.of, gamble.max_cents


def _pack_picks(picks: Sequence[Pick], scatters: Sequence[Scatter], cap_cents: int) -> bytes:
    need_count("picks", picks, 0, chance_rows.MAX_PICKS, "rows")
    given = sum(row.picks for row in scatters)
    need_range("sum of the scatters' picks", given, 0, chance_rows.MAX_GIVEN if picks else 0, "picks")
    for i, row in enumerate(picks):
        need_range(f"picks[{i}].prize_cents", row.prize_cents, 0, cap_cents, "cents")
        need_range(f"picks[{i}].weight", row.weight, 1, (1 << 32) - 1)
    need_range("sum of the picks' weights", sum(row.weight for row in picks), 0, (1 << 32) - 1)
    return b"".join(chance_rows.PICK_FORM.pack(row.prize_cents, row.weight, bool(row.ends)) for row in picks)


def _need_pots(combos: Sequence[Combo], scatters: Sequence[Scatter], pots: Sequence[Pot]) -> None:
    need_count("pots", pots, 0, chance_rows.MAX_POTS, "pots")
    named = [(f"combos[{i}]", row.pot) for i, row in enumerate(combos)]
    named += [(f"scatters[{i}]", row.pot) for i, row in enumerate(scatters)]
    for name, pot in named:
        if 0 < pot <= len(pots) and pots[pot - 1].hit != "combination":
            raise CoreError(f"{name}.pot must name a pot hit by combination (got {pots[pot - 1].hit})")


def _need_ascending(name: str, rows: Sequence[Combo] | Sequence[Scatter]) -> None:
    groups = [row.group for row in rows]
    if groups != sorted(groups):
        raise CoreError(f"{name} must be sorted by group, ascending (got {groups})")


def _pack_bets(bets: Sequence[int], price_cents: int) -> bytes:
    need_count("bets", bets, 1, chance_rows.MAX_BETS, "bets")
    need_range("bets[0]", bets[0], 1, 1)
    for i, (before, bet) in enumerate(itertools.pairwise(bets), 1):
        need_range(f"bets[{i}]", bet, before + 1, min(chance_rows.MAX_BET, MAX_PRICE_CENTS // price_cents))
    return bytes(bets[1:])


def _ones(strips: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[1] * len(strip) for strip in strips]


def _need_numbers(game: ChanceGame) -> None:
    need_count("strips", game.strips, 1, MAX_REELS, "reels")
    need_range("rows", game.rows, 1, MAX_ROWS, "rows")
    need_range("symbols", game.symbols, 1, chance_rows.MAX_SYMBOLS, "symbols")
    need_range("price_cents", game.price_cents, 1, MAX_PRICE_CENTS, "cents")
    need_range("cap_cents", game.cap_cents, 1, chance_rows.MAX_CAP_CENTS, "cents")
    need_range("free_multiplier", game.free_multiplier, 1, chance_rows.MAX_MULTIPLIER)
    need_range("max_free_plays", game.max_free_plays, 0, chance_rows.MAX_FREE_PLAYS, "plays")


def _need_rows(game: ChanceGame) -> None:
    need_count("combos", game.combos, 1, chance_rows.MAX_COMBOS, "rows")
    need_count("scatters", game.scatters, 0, chance_rows.MAX_SCATTERS, "rows")
    _need_pots(game.combos, game.scatters, game.pots)
    _need_ascending("scatters", game.scatters)
    if game.paylines is None:
        _need_ascending("combos", game.combos)
    else:
        need_count("paylines", game.paylines, 1, chance_rows.MAX_PAYLINES, "lines")
        for i, payline in enumerate(game.paylines):
            need_row(f"paylines[{i}]", payline, len(game.strips), 0, game.rows - 1)


def _pack_sets(game: ChanceGame) -> list[_Set]:
    """The reels of paid plays and, where they differ, those of free plays."""
    strips, free = game.strips, game.free_strips
    sets = [_pack_set("", strips, game.weights or _ones(strips), game.rows, game.symbols)]
    if free is not None:
        need_count("free_strips", free, len(strips), len(strips), "reels")
        sets.append(_pack_set("free_", free, game.free_weights or _ones(free), game.rows, game.symbols))
    elif game.free_weights is not None:
        sets.append(_pack_set("free_", strips, game.free_weights, game.rows, game.symbols))
    return sets


def pack_chance(game: ChanceGame) -> bytes:
    """
    Return the tables of a machine of chance as one blob.

    Raises:
        CoreError: a value of ``game`` is out of range.
    """
    _need_numbers(game)
    further = _pack_bets(game.bets, game.price_cents)
    sets = _pack_sets(game)
    _need_rows(game)
    factors = [1] * game.symbols if game.multipliers is None else game.multipliers
    need_row("multipliers", factors, game.symbols, 1, chance_rows.MAX_MULTIPLIER)
    pot_rows, mystery_of = _pack_pots(game.pots, game.bets[-1], game.mystery_of)
    rounds, *odds = _pack_gamble(game.gamble, game.cap_cents)
    lines, reels = game.paylines or (), len(game.strips)
    rows = (lines, game.combos, game.scatters, game.picks, game.pots)
    parts = [
        chance_rows.HEADER_FORM.pack(
            b"azar", int(lib.CORE_CHANCE_VERSION), int(lib.CORE_TYPE_C), game.paylines is None, 0,
            game.price_cents, game.cap_cents, 0, reels, game.rows, game.symbols, *map(len, rows),
            game.max_free_plays, game.free_multiplier, len(sets), rounds, *odds, further, mystery_of,
        ),
        *(stops for stops, *_ in sets),
        *(sums for _, sums, *_ in sets),
        *(_pack_combo(i, row, reels, game) for i, row in enumerate(game.combos)),
        *(_pack_scatter(i, row, game) for i, row in enumerate(game.scatters)),
        _pack_picks(game.picks, game.scatters, game.cap_cents),
        pot_rows,
        *map(bytes, lines),
        bytes(factors),
        *(symbols_of for _, _, symbols_of, *_ in sets),
        *(listed for *_, listed, _ in sets),
    ]  # fmt: skip
    room = sum(tickets for *_, tickets in sets) + int(lib.CORE_DIGEST_SIZE)
    return compiled(b"".join(parts) + bytes(room), lib.core_chance_compile)
