# SPDX-License-Identifier: MIT
"""What must hold of the walks of machines of chance, as functions of the core under test."""

from __future__ import annotations

from typing import Any

import numpy as np
from chance_makes import made
from core_checks import KEY
from reference_game import reference_tables

MACHINE = 7
# A play of five reels of 181 stops whose pair of words is rejected: one in 96 million.
REJECTED_STOPS, REJECTED_PLAY = 181, 62_875_888


def line_game(core: Any, reels: int, stops: int, symbols: int = 5, least: int = 3) -> Any:
    """Three rows, each of them a line, and a prize for `least` alike from the left or more."""
    combos = [
        core.Combo(
            20 * 5 ** (span - least) * (1 + symbol),
            (1 << symbol,) * span + (core.ANY_MASK,) * (reels - span),
            span,
        )
        for symbol in reversed(range(symbols - 1))
        for span in range(least, reels + 1)
    ]
    strips = [[(stop * stop + reel * stop) % symbols for stop in range(stops)] for reel in range(reels)]
    return core.ChanceTables(core.pack_chance(core.ChanceGame(
        strips=strips, rows=3, symbols=symbols, paylines=[[row] * reels for row in range(3)], combos=combos,
        price_cents=100, cap_cents=1_000_000,
    )))  # fmt: skip


def run(
    core: Any,
    tables: Any,
    first: int,
    plays: int,
    kernel: str = "plain",
    rounds: int = 0,
    capacity: int = 65536,
) -> tuple[Any, np.ndarray, np.ndarray]:
    """Tally, histogram and events of a campaign."""
    histogram = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
    course = core.Course(KEY, MACHINE, first, plays)
    tally, events = core.chance_campaign(
        tables, course, gamble_rounds=rounds, kernel=kernel, histogram=histogram, capacity=capacity
    )
    return tally, histogram, events


def same(a: tuple[Any, np.ndarray, np.ndarray], b: tuple[Any, np.ndarray, np.ndarray]) -> bool:
    """Whether two campaigns agree in every count, bin, bit of the digest, and event."""
    return tuple(a[0]) == tuple(b[0]) and bool((a[1] == b[1]).all()) and a[2].tolist() == b[2].tolist()


def check_same(core: Any, tables: Any, first: int, plays: int, rounds: int = 0) -> None:
    """Every kernel makes what the plain one makes."""
    plain = run(core, tables, first, plays, rounds=rounds)
    for kernel in core.chance_kernels(tables)[1:]:
        assert same(plain, run(core, tables, first, plays, kernel, rounds)), kernel


def check_walks(core: Any) -> None:
    """Two to four lookups a play, words that are rejected, features."""
    for stops in (32, 72):
        check_same(core, core.ChanceTables(reference_tables(stops).blob), 5_000_000_000, 3_000)
    check_same(core, core.ChanceTables(reference_tables(32, features=True).blob), 0, 1_000)
    check_same(core, core.ChanceTables(reference_tables(32, pot=True).blob), 0, 1_000)
    # Of the words of 74^5 combinations half are rejected, mostly several times.
    for reels, stops in ((3, 17), (3, 64), (4, 17), (5, 17), (6, 17), (5, 74)):
        check_same(core, line_game(core, reels, stops), 7, 2_000)


def check_masks(core: Any) -> None:
    """Lanes that fill half a row, their alarm rung by wilds, and a whole one, the last of which win."""
    check_same(core, core.ChanceTables(reference_tables(32).blob), 0, 20_000)
    check_same(core, line_game(core, 5, 31, symbols=13), 0, 20_000)


def check_pairs(core: Any) -> None:
    """Pairs of words, and the pair that no even draw can use."""
    tables = line_game(core, 5, REJECTED_STOPS)
    check_same(core, tables, REJECTED_PLAY - 1_000, 2_000)


def check_features(core: Any) -> None:
    """Picks, free plays and gambles, of lines and of ways, some with multipliers, up to the cap."""
    for seed in range(45):
        check_same(core, core.ChanceTables(made(seed).blob), 0, 512, rounds=1)
