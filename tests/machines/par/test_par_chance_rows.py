# SPDX-License-Identifier: MIT
"""What each row of the paytable gives adds up to the core's own turns, and alone to those of its own."""

from fractions import Fraction
from itertools import product

import pytest
from chance_games import counted, drawn, machine, rich

import cext
from cext import Scatter
from machines.types.chance.rows import TurnRows


def mean_cents(turns):
    return Fraction(sum(turn.prize_cents * ways for turn, ways in turns.items()), sum(turns.values()))


@pytest.mark.parametrize("ways", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_rows_add_up_to_all_turns_counted(seed, ways):
    tables = drawn(seed, ways)
    for free in (False, True):
        rows = TurnRows(tables, free=free)
        given = sum(row.cents for row in (*rows.combos, *rows.scatters))
        assert given == mean_cents(counted(tables, free))


def test_free_turns_have_reels_of_their_own():
    tables = rich()
    for free in (False, True):
        rows = TurnRows(tables, free=free)
        assert sum(row.cents for row in (*rows.combos, *rows.scatters)) == mean_cents(counted(tables, free))


def window(tables, stops):
    return [
        [strip[(stop + tables.rows // 2 - row) % len(strip)] for row in range(tables.rows)]
        for strip, stop in zip(tables.strips, stops, strict=True)
    ]


def line_winner(tables, symbols):
    """The first of the worthiest combinations on a line, as chance.h defines it."""
    best = None
    for n, combo in enumerate(tables.combos):
        if all(combo.masks[r] >> symbols[r] & 1 for r in range(tables.reels)):
            cents = combo.prize_cents
            for symbol in symbols[: combo.span] if combo.multiplies else ():
                cents *= tables.multipliers[symbol]
            if best is None or cents > best[1]:
                best = n, cents
    return best


@pytest.mark.parametrize("seed", range(14))
def test_each_combination_gives_what_its_own_lines_pay(seed):
    """The last two have reels whose stops weigh the same: all of a reel, then of each reel another weight."""
    even = [machine(), machine(weights=[[3] * 5, [2] * 6, [1] * 4])]
    tables = even[seed - 12] if seed >= 12 else drawn(100 + seed)
    rows = TurnRows(tables).combos
    whole = tables.combinations()
    times, cents = [0] * len(rows), [0] * len(rows)
    for stops in product(*(range(len(strip)) for strip in tables.strips)):
        weight = 1
        for reel, stop in enumerate(stops):
            weight *= tables.weights[reel][stop]
        shown = window(tables, stops)
        for line in tables.paylines:
            winner = line_winner(tables, [shown[reel][row] for reel, row in enumerate(line)])
            if winner:
                times[winner[0]] += weight
                cents[winner[0]] += weight * winner[1]
    assert [row.times * whole for row in rows] == times
    assert [row.cents * whole for row in rows] == cents


@pytest.mark.parametrize("seed", range(12))
def test_each_way_gives_what_it_alone_would_take_away(seed):
    """Without its prize the machine pays less by exactly what the row gives."""
    tables = drawn(200 + seed, ways=True)
    whole = mean_cents(counted(tables))
    for n, row in enumerate(TurnRows(tables).combos):
        poorer = [combo._replace(prize_cents=0) if n == i else combo for i, combo in enumerate(tables.combos)]
        changed = machine(
            strips=tables.strips,
            weights=tables.weights,
            rows=tables.rows,
            symbols=tables.symbols,
            paylines=None,
            multipliers=tables.multipliers,
            combos=poorer,
            scatters=tables.scatters,
        )
        assert whole - mean_cents(counted(changed)) == row.cents


def test_a_scatter_row_counts_as_often_as_it_applies():
    tables = machine(scatters=[Scatter(20, 8, 1), Scatter(70, 8, 2)], strips=[[0, 3], [0, 3], [1, 1]], rows=1,
                     paylines=[[0, 0, 0]])  # fmt: skip
    assert [row.times for row in TurnRows(tables).scatters] == [Fraction(1, 2), Fraction(1, 4)]
    assert [row.cents for row in TurnRows(tables, free=True).scatters] == [10, Fraction(70, 4)]


def test_a_three_reel_machine_can_be_counted_by_hand():
    """Ten stops a reel with one seven and three bars: 1, 27 and the lone cherry of 10^3."""
    strip = [0, 1, 1, 1, 2, 3, 3, 3, 3, 3]  # seven, bar, cherry, blank
    tables = machine(
        strips=[strip] * 3, rows=1, paylines=[[0, 0, 0]], multipliers=[1] * 4,
        combos=[cext.Combo(10_000, (1, 1, 1), 3), cext.Combo(500, (2, 2, 2), 3),
                cext.Combo(100, (4, cext.ANY_MASK, cext.ANY_MASK), 1)],
    )  # fmt: skip
    rows = TurnRows(tables).combos
    assert [row.times for row in rows] == [Fraction(1, 1000), Fraction(27, 1000), Fraction(1, 10)]
    assert sum(row.cents for row in rows) == 10 + Fraction(27, 2) + 10
