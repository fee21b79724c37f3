# SPDX-License-Identifier: MIT
"""The game that campaigns are measured on: five reels, three rows, 20 lines, a wild (0) and a scatter (9)."""

from __future__ import annotations

import random
from fractions import Fraction

import cext

WILD, SCATTER, SYMBOLS = 0, 9, 10
PRICE_CENTS, CAP_CENTS = 20, 40_000

# Row on each reel, 0 is the top.
LINES = [
    [1, 1, 1, 1, 1], [0, 0, 0, 0, 0], [2, 2, 2, 2, 2], [0, 1, 2, 1, 0], [2, 1, 0, 1, 2],
    [0, 0, 1, 0, 0], [2, 2, 1, 2, 2], [1, 0, 0, 0, 1], [1, 2, 2, 2, 1], [0, 1, 1, 1, 0],
    [2, 1, 1, 1, 2], [1, 0, 1, 0, 1], [1, 2, 1, 2, 1], [0, 1, 0, 1, 0], [2, 1, 2, 1, 2],
    [1, 1, 0, 1, 1], [1, 1, 2, 1, 1], [0, 2, 0, 2, 0], [2, 0, 2, 0, 2], [0, 2, 2, 2, 0],
]  # fmt: skip

# Cents of three, four and five in a row from the left, a line; a wild stands for all but the scatter.
PAYS_CENTS = [
    {3: 90, 4: 450, 5: 4000},
    {3: 48, 4: 240, 5: 1000},
    {3: 38, 4: 190, 5: 800},
    {3: 32, 4: 120, 5: 420},
    {3: 25, 4: 105, 5: 320},
    {3: 17, 4: 62, 5: 210},
    {3: 13, 4: 40, 5: 160},
    {3: 10, 4: 30, 5: 125},
    {3: 9, 4: 25, 5: 105},
]
SCATTER_CENTS = {3: 40, 4: 200, 5: 1000}

# How often each symbol stands on 32 stops.
_COUNTS = (1, 2, 2, 3, 3, 4, 5, 5, 5, 2)


def make_strips(stops: int = 32, seed: int = 11) -> list[list[int]]:
    """Return five strips of `stops` stops, scatters at least three apart; the same ones for a seed."""
    rng = random.Random(seed)
    strips = []
    for _ in range(5):
        counts = [max(1, round(n * stops / 32)) for n in _COUNTS]
        while sum(counts) != stops:
            counts[rng.randrange(4, 9)] += 1 if sum(counts) < stops else -1
        strip = [symbol for symbol, count in enumerate(counts) for _ in range(count)]
        while not _apart(strip):
            rng.shuffle(strip)
        strips.append(strip)
    return strips


def _apart(strip: list[int]) -> bool:
    """Whether a window of three rows never shows two scatters of one reel, and the strip is shuffled."""
    at = [i for i, symbol in enumerate(strip) if symbol == SCATTER]
    return strip != sorted(strip) and all((b - a) % len(strip) >= 3 for a in at for b in at if a != b)


def reference_tables(stops: int = 32, *, pot: bool = False, features: bool = False) -> cext.ChanceTables:
    """
    Return the game's tables: about 90 % back, a hit in three plays.

    Args:
        stops: of each reel, 32 or more.
        pot: five wilds on a line hit a pot.
        features: three scatters give ten free plays.
    """
    combos = [
        cext.Combo(
            cents,
            (1 | 1 << s,) * span + (cext.ANY_MASK,) * (5 - span),
            span,
            pot=int(pot and (s, span) == (0, 5)),
        )
        for s, pays in enumerate(PAYS_CENTS)
        for span, cents in pays.items()
    ]
    scatters = [
        cext.Scatter(cents, 1 << SCATTER, count, 0, 10 * features, 5 * features)
        for count, cents in SCATTER_CENTS.items()
    ]
    level = cext.Pot(100_000_000, 900_000_000, Fraction(1, 100), Fraction(0), "combination")
    return cext.ChanceTables(
        cext.pack_chance(cext.ChanceGame(
            strips=make_strips(stops), rows=3, paylines=LINES, symbols=SYMBOLS, combos=combos,
            scatters=scatters, pots=[level] if pot else [], max_free_plays=100 * features,
            price_cents=PRICE_CENTS, cap_cents=CAP_CENTS,
        ))
    )  # fmt: skip
