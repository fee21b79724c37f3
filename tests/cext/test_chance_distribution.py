# SPDX-License-Identifier: MIT
"""Exact counts of all turns: against each combination evaluated, and against the symbol counts."""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction

import pytest
from chance_makes import ANY, made
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_game import LINES, PAYS_CENTS, SCATTER_CENTS, make_strips
from reference_game import reference_tables as reference
from soon import soon

import cext


def counted(tables: cext.ChanceTables, free: bool) -> Counter[cext.Turn]:
    """Every value of a play evaluated by the definition."""
    values = range(tables.combinations(free))
    return Counter(tables.evaluate(tables.stops(value, free), free) for value in values)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**9), free=st.booleans())
def test_distribution_counts_what_evaluation_shows(seed: int, free: bool) -> None:
    tables = made(seed, reels=(1, 4), stops=(5, 6))
    if tables.combinations(free) <= 5_000:
        assert counted(tables, free) == cext.turn_distribution(tables, free)


def test_distribution_counts_more_lines_than_a_word_has_bits() -> None:
    tables = made(5, reels=(3, 3), lines=(100, 100), ways=False)
    assert counted(tables, False) == cext.turn_distribution(tables)


def line_cents(stops: int) -> Fraction:
    """Mean of the lines from the symbols of each strip alone: every row shows them equally often."""
    strips = make_strips(stops)
    total = 0
    shares: dict[tuple[int, ...], int] = {(): 1}
    for strip in strips:
        there = Counter(strip)
        after: dict[tuple[int, ...], int] = {}
        for seen, count in shares.items():
            for symbol, times in there.items():
                after[(*seen, symbol)] = after.get((*seen, symbol), 0) + count * times
        shares = after
    for seen, count in shares.items():
        best = 0
        for symbol, pays in enumerate(PAYS_CENTS):
            run = next((i for i, shown in enumerate(seen) if shown not in (0, symbol)), 5)
            best = max(best, pays.get(run, 0))
        total += best * count
    return len(LINES) * Fraction(total, stops**5)


def scatter_cents(stops: int) -> Fraction:
    """Mean of the scatters: the windows of each reel that show one, convolved."""
    shown = [1]
    for strip in make_strips(stops):
        windows = sum(9 in (strip[s - 1], strip[s], strip[(s + 1) % stops]) for s in range(stops))
        shown = [a * (stops - windows) + b * windows for a, b in zip([*shown, 0], [0, *shown], strict=True)]
    return Fraction(sum(SCATTER_CENTS.get(n, 0) * count for n, count in enumerate(shown)), stops**5)


@pytest.mark.parametrize("stops", soon([32, 72, 100], 32))
def test_distribution_of_the_reference_game_has_the_mean_of_its_symbols(stops: int) -> None:
    tables = reference(stops)
    shares = cext.turn_distribution(tables)
    assert sum(shares.values()) == stops**5
    mean = Fraction(sum(turn.prize_cents * count for turn, count in shares.items()), stops**5)
    assert mean == line_cents(stops) + scatter_cents(stops)


def test_distribution_of_ways_has_the_mean_of_its_cells() -> None:
    """One group a symbol and no wild: the mean of ways of exactly three is a product of means."""
    strips = make_strips(40)
    combos = [cext.Combo(10, (1 << s,) * 3 + (ANY,) * 2, 3, s) for s in range(9)]
    tables = cext.ChanceTables(
        cext.pack_chance(
            cext.ChanceGame(
                strips=strips, rows=3, symbols=10, combos=combos, price_cents=20, cap_cents=40_000
            )
        )
    )
    shares = cext.turn_distribution(tables)
    mean = Fraction(sum(turn.prize_cents * count for turn, count in shares.items()), 40**5)
    cells = [Counter(strip) for strip in strips[:3]]
    assert mean == sum(10 * 27 * Fraction(a[s] * b[s] * c[s], 40**3) for a, b, c in [cells] for s in range(9))


def test_distribution_too_large_for_its_memory_says_how_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["cext.chance_campaign"], "DISTRIBUTION_BYTES", 7 << 20)
    with pytest.raises(cext.CoreError, match=r"must fit 7 MB .* \(got more, with [1-9]\d* states"):
        cext.turn_distribution(reference(256))


def test_distribution_in_any_memory_is_whole_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever its memory ends: nothing is written behind it, and nothing left out."""
    tables, refused, made = reference(12), 0, 0
    whole = cext.turn_distribution(tables)
    for step in range(160):
        size = int(512 * 1.07**step)
        monkeypatch.setattr(sys.modules["cext.chance_campaign"], "DISTRIBUTION_BYTES", size)
        try:
            assert cext.turn_distribution(tables) == whole
            made += 1
        except cext.CoreError:
            refused += 1
    assert refused > 20 and made > 20
