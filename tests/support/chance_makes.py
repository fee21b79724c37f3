# SPDX-License-Identifier: MIT
"""Machines of chance made from a seed: every evaluation and feature there is, in all mixtures."""

from __future__ import annotations

import random
from fractions import Fraction

import cext
from cext import Gamble, Pick, Pot, Scatter

ANY = cext.ANY_MASK


def _strips(rng: random.Random, reels: int, symbols: int, stops: tuple[int, int]) -> list[list[int]]:
    return [[rng.randrange(symbols) for _ in range(rng.randint(*stops))] for _ in range(reels)]


def _weights(rng: random.Random, strips: list[list[int]]) -> list[list[int]] | None:
    if rng.random() < 0.5:
        return None
    return [[rng.choice((1, 1, 2, 5)) for _ in strip] for strip in strips]


def _combos(rng: random.Random, reels: int, symbols: int, ways: bool, pots: int) -> list[cext.Combo]:
    combos = []
    wild = 1 << rng.randrange(symbols)
    for group in range(rng.randint(1, 6)):
        chosen = 1 << rng.randrange(symbols) | (wild if rng.random() < 0.7 else 0)
        chosen |= 1 << rng.randrange(symbols) if rng.random() < 0.2 else 0
        multiplies, prize_cents = rng.random() < 0.3, 5 * rng.randint(1, 40)
        for span in range(rng.randint(1, min(3, reels)), reels + 1):
            masks = [chosen if rng.random() < 0.95 else ANY for _ in range(span)] + [ANY] * (reels - span)
            pot = rng.randint(1, pots) if pots and rng.random() < 0.1 else 0
            combos.append(cext.Combo(prize_cents, tuple(masks), span, group, multiplies, pot))
            prize_cents = min(1_000, prize_cents * rng.choice((1, 2, 4)))
    return combos if ways else rng.sample(combos, len(combos))


def _scatters(rng: random.Random, symbols: int, picks: bool, pots: int) -> list[Scatter]:
    rows = []
    for group in range(rng.randint(0, 2)):
        mask = 1 << rng.randrange(symbols)
        for count in range(rng.randint(1, 3), rng.randint(3, 6)):
            gives = rng.random() < 0.4
            rows.append(
                Scatter(
                    5 * rng.randint(0, 20), mask if rng.random() < 0.9 else 3, count, group,
                    rng.randint(0, 4) if gives else 0, rng.randint(0, 2) if gives else 0,
                    rng.randint(0, 2) if gives and picks else 0,
                    rng.randint(1, pots) if pots and rng.random() < 0.2 else 0,
                )
            )  # fmt: skip
    return rows


def made(
    seed: int,
    *,
    reels: tuple[int, int] = (1, 6),
    stops: tuple[int, int] = (5, 7),
    lines: tuple[int, int] = (1, 30),
    ways: bool | None = None,
) -> cext.ChanceTables:
    """Tables that follow from `seed`, with reels, stops and paylines between these bounds."""
    rng = random.Random(seed)
    count, rows, symbols = rng.randint(*reels), rng.randint(1, 5), rng.randint(2, 8)
    by_ways = rng.random() < 0.3 if ways is None else ways
    pots = rng.randint(0, 2)
    picks = [Pick(5 * rng.randint(0, 30), rng.randint(1, 3), rng.random() < 0.3) for _ in range(4)]
    scatters = _scatters(rng, symbols, True, pots)
    strips = _strips(rng, count, symbols, stops)
    free_strips = _strips(rng, count, symbols, stops) if rng.random() < 0.3 else None
    mystery = Pot(5_000_000, 90_000_000, Fraction(1, 150), Fraction(1, 500), "mystery", Fraction(1, 97))
    return cext.ChanceTables(
        cext.pack_chance(
            cext.ChanceGame(
                strips=strips,
                weights=_weights(rng, strips),
                free_strips=free_strips,
                rows=rows,
                paylines=None if by_ways else _paylines(rng, count, rows, rng.randint(*lines)),
                symbols=symbols,
                multipliers=[rng.choice((1, 1, 1, 2, 3)) for _ in range(symbols)],
                combos=_combos(rng, count, symbols, by_ways, pots),
                scatters=scatters,
                picks=picks,
                pots=[Pot(50_000_000, 900_000_000, Fraction(1, 100), Fraction(0), "combination")] * pots
                + ([mystery] if rng.random() < 0.2 else []),
                gamble=Gamble(1, 2, 3, 500) if rng.random() < 0.3 else None,
                free_multiplier=rng.choice((1, 2, 3)),
                max_free_plays=20,
                price_cents=60,
                cap_cents=rng.choice((1_000, 20_000, 100_000)),
            )
        )
    )


def _paylines(rng: random.Random, reels: int, rows: int, count: int) -> list[list[int]]:
    return [[rng.randrange(rows) for _ in range(reels)] for _ in range(count)]
