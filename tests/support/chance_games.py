# SPDX-License-Identifier: MIT
"""Small machines of chance, drawn at random or built by hand, and all their turns counted one by one."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import cext
from cext import Gamble, Pick, Pot, Scatter

ANY = cext.ANY_MASK


def counted(tables: cext.ChanceTables, free: bool = False) -> Counter[cext.Turn]:
    """How many of the equally likely values show each turn: every window evaluated by the core."""
    reels = tables.free_weights if free else tables.weights
    turns: Counter[cext.Turn] = Counter()
    for stops in product(*(range(len(weights)) for weights in reels)):
        turns[tables.evaluate(stops, free)] += prod(reels[r][stop] for r, stop in enumerate(stops))
    assert turns.total() == tables.combinations(free)
    return turns


def machine(**changes: object) -> cext.ChanceTables:
    """Three reels of four symbols: bell 0, seven 1, wild 2, star 3."""
    stated: dict[str, object] = {
        "strips": [[0, 1, 2, 3, 0], [1, 0, 3, 0, 2, 1], [0, 3, 1, 2]],
        "rows": 3,
        "paylines": [[1, 1, 1], [0, 0, 0], [2, 1, 0]],
        "symbols": 4,
        "multipliers": [1, 1, 2, 1],
        "combos": [
            cext.Combo(100, (6, 6, 6), 3, 0, True),
            cext.Combo(40, (5, 5, 5), 3, 1, True),
            cext.Combo(10, (5, 5, ANY), 2, 1),
        ],
        "price_cents": 60,
        "cap_cents": 100_000,
    }
    return cext.ChanceTables(cext.pack_chance(cext.ChanceGame(**{**stated, **changes})))


def rich(**changes: object) -> cext.ChanceTables:
    """The same with weights, free plays on other reels, picks, gamble and pots of all three kinds."""
    return machine(
        **{
            "weights": [[1, 2, 1, 3, 1], [2, 1, 1, 1, 1, 1], [1, 1, 2, 1]],
            "free_strips": [[0, 1, 3], [1, 0, 2, 3], [0, 3, 1]],
            "scatters": [
                Scatter(20, 8, 2, 0, 1, 1, 0),
                Scatter(60, 8, 3, 0, 2, 3, 1),
                Scatter(0, 4, 3, 1, 0, 0, 2, 1),
            ],
            "picks": [Pick(50, 2), Pick(20, 3), Pick(0, 1, True)],
            "pots": [
                Pot(50_000_000, 900_000_000, Fraction(1, 100), Fraction(0), "combination"),
                Pot(5_000_000, 90_000_000, Fraction(1, 150), Fraction(1, 500), "mystery", Fraction(1, 900)),
                Pot(5_000_000, 20_000_000, Fraction(1, 60), Fraction(0), "must_hit"),
            ],
            "gamble": Gamble(1, 2, 3, 500),
            "free_multiplier": 3,
            "max_free_plays": 4,
            **changes,
        }
    )


def drawn(seed: int, ways: bool = False) -> cext.ChanceTables:
    """A machine at random: strips, weights, wilds, masks that overlap, groups, ties and scatters."""
    rng = random.Random(seed)
    reels, rows, symbols = rng.randint(2, 4), rng.randint(1, 3), rng.randint(2, 5)
    strips = [[rng.randrange(symbols) for _ in range(rng.randint(max(2, rows), 6))] for _ in range(reels)]
    weights = [[rng.randint(1, 3) for _ in strip] for strip in strips]

    def combo(group: int) -> cext.Combo:
        span = rng.randint(1, reels)
        masks = tuple(rng.randint(1, (1 << symbols) - 1) if r < span else ANY for r in range(reels))
        return cext.Combo(10 * rng.randint(0, 4), masks, span, group, rng.random() < 0.5)

    groups = sorted(rng.randrange(3) for _ in range(rng.randint(1, 6)))
    scatter_groups = sorted(rng.randrange(2) for _ in range(rng.randint(0, 4)))
    return machine(
        strips=strips,
        weights=weights,
        rows=rows,
        symbols=symbols,
        paylines=None if ways else [[rng.randrange(rows) for _ in strips] for _ in range(rng.randint(1, 4))],
        multipliers=[rng.choice([1, 1, 2, 3]) for _ in range(symbols)],
        combos=[combo(group) for group in groups],
        scatters=[
            Scatter(10 * rng.randint(0, 3), rng.randint(1, (1 << symbols) - 1), rng.randint(1, 4), group)
            for group in scatter_groups
        ],
        free_multiplier=rng.randint(1, 3),
    )


def featured(seed: int) -> cext.ChanceTables:
    """A drawn machine with free plays, retriggers, picks, a multiplier and a cap that may bind."""
    rng, base = random.Random(seed), drawn(seed, ways=seed % 2 == 0)
    scatters = [
        Scatter(
            10 * rng.randint(0, 3), rng.randint(1, (1 << base.symbols) - 1), rng.randint(1, 3), group,
            rng.choice([0, 1, 3]), rng.choice([0, 1, 2, 5]), rng.choice([0, 1, 2]),
        )
        for group in range(2)
    ]  # fmt: skip
    return machine(
        **{
            name: getattr(base, name)
            for name in ("strips", "weights", "rows", "symbols", "paylines", "combos")
        },
        multipliers=base.multipliers,
        scatters=scatters,
        picks=[Pick(10 * rng.randint(0, 5), rng.randint(1, 4), rng.random() < 0.4) for _ in range(3)],
        free_multiplier=rng.randint(1, 3),
        max_free_plays=rng.randint(0, 5),
        cap_cents=rng.choice([100, 400, 3_000]),
    )
