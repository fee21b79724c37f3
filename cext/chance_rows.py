# SPDX-License-Identifier: MIT
"""What the tables of a machine of chance (type C) are made of: their bounds, rows and layout."""

from __future__ import annotations

import struct
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from cext._core import lib

MAX_STOPS = int(lib.CORE_CHANCE_MAX_STOPS)
MAX_WEIGHT = int(lib.CORE_CHANCE_MAX_WEIGHT)
MAX_SYMBOLS = int(lib.CORE_CHANCE_MAX_SYMBOLS)
MAX_PAYLINES = int(lib.CORE_CHANCE_MAX_PAYLINES)
MAX_COMBOS = int(lib.CORE_CHANCE_MAX_COMBOS)
MAX_SCATTERS = int(lib.CORE_CHANCE_MAX_SCATTERS)
MAX_PICKS = int(lib.CORE_CHANCE_MAX_PICKS)
MAX_POTS = int(lib.CORE_CHANCE_MAX_POTS)
MAX_FREE_PLAYS = int(lib.CORE_CHANCE_MAX_FREE_PLAYS)
MAX_GIVEN = int(lib.CORE_CHANCE_MAX_GIVEN)
MAX_CAP_CENTS = int(lib.CORE_CHANCE_MAX_CAP)
MAX_MULTIPLIER = int(lib.CORE_CHANCE_MAX_MULTIPLIER)
MAX_BETS = int(lib.CORE_CHANCE_MAX_BETS)
MAX_BET = int(lib.CORE_CHANCE_MAX_BET)
MAX_SHARE = int(lib.CORE_CHANCE_MAX_SHARE)
MAX_POT_MC = 4_000_000_000_000
MAX_COMBINATIONS = 1 << 60
ANY_MASK = int(lib.CORE_CHANCE_ANY)

Hit = Literal["combination", "mystery", "must_hit"]
HITS: tuple[Hit, ...] = get_args(Hit)

# How the blob has them, one after the other; cext/src/chance.h.
HEADER_FORM = struct.Struct("<4sHBBIIII8BHBBB3xIII4sQ")
COMBO_FORM = struct.Struct("<IBBBB6I")
SCATTER_FORM = struct.Struct("<IIHHBBBB")
PICK_FORM = struct.Struct("<IIB3x")
POT_FORM = struct.Struct("<QQIIIIQB7x")
REELS_FORM = struct.Struct("<6H")


class Combo(NamedTuple):
    """
    A combination that pays.

    Attributes:
        prize_cents: what it is worth, 0 or more.
        masks: one a reel; bit s: the reel may show symbol s; ANY_MASK: any symbol.
        span: leading reels that count; beyond them every mask is ANY_MASK.
        group: with ways, the longest combination of each group counts.
        multiplies: whether the multipliers of the symbols on its span multiply the prize (or the ways).
        pot: 1 + the level of the pot that it hits, 0: none.
    """

    prize_cents: int
    masks: tuple[int, ...]
    span: int
    group: int = 0
    multiplies: bool = False
    pot: int = 0


class Scatter(NamedTuple):
    """
    What `count` or more symbols of `mask` anywhere in the window give; in each group the largest count.

    Attributes:
        free_plays, retrigger: free plays given in a paid and in a free play.
        picks: picks given.
        pot: 1 + the level of the pot that it hits in a paid play, 0: none.
    """

    prize_cents: int
    mask: int
    count: int  # type: ignore[assignment]  # a tuple has a method of this name
    group: int = 0
    free_plays: int = 0
    retrigger: int = 0
    picks: int = 0
    pot: int = 0


class Pick(NamedTuple):
    """What a pick may show; one that ends takes all picks left."""

    prize_cents: int
    weight: int
    ends: bool = False


class Pot(NamedTuple):
    """
    A progressive pot, in thousandths of a cent.

    Attributes:
        seed_mc, limit_mc: what it begins with, and the most that it shows.
        share, reserve: of the price of each play, to the pot and to its hidden reserve.
        hit: by a combination that names it, by a draw in every play, or on a hidden threshold.
        mystery: chance of the draw at the first bet; it grows with the bet.
    """

    seed_mc: int
    limit_mc: int
    share: Fraction
    reserve: Fraction
    hit: Hit
    mystery: Fraction = Fraction(0)


class Gamble(NamedTuple):
    """Double up: won in `wins` of `of` draws, at most `rounds` times, from a win of at most `max_cents`."""

    wins: int
    of: int
    rounds: int
    max_cents: int
