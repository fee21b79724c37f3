# SPDX-License-Identifier: MIT
"""The exact tests of a series: against every order counted by hand, and on series with a memory."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from emulator.lab.bench.independence import detectable, losing_runs, of_longest, of_table, p_values


def by_hand(first: int, first_of: int, second: int, second_of: int) -> Fraction:
    """Fisher's test, table by table."""
    wins = first + second
    tables = [comb(first_of, k) * comb(second_of, wins - k) for k in range(wins + 1) if k <= first_of]
    seen = comb(first_of, first) * comb(second_of, second)
    return Fraction(sum(weight for weight in tables if weight <= seen), comb(first_of + second_of, wins))


@pytest.mark.parametrize("table", [(3, 10, 1, 9), (0, 5, 6, 9), (5, 5, 0, 4), (2, 3, 7, 30), (0, 0, 3, 9)])
def test_two_shares_are_held_against_every_table(table: tuple[int, int, int, int]) -> None:
    assert of_table(*table) == by_hand(*table)


def test_the_longest_run_is_held_against_every_order() -> None:
    plays, wins = 12, 4
    orders = [[at in places for at in range(plays)] for places in combinations(range(plays), wins)]
    longest = Counter(max(losing_runs(order)) for order in orders)
    for order in orders[:: len(orders) // 20]:
        here = max(losing_runs(order))
        short = Fraction(sum(n for run, n in longest.items() if run <= here), len(orders))
        long = Fraction(sum(n for run, n in longest.items() if run >= here), len(orders))
        assert of_longest(order) == min(1, 2 * min(short, long))


def drawn(plays: int, seed: int, memory: bool) -> list[bool]:
    """Wins of one in six; a machine with a memory lets nobody lose more than five times."""
    chance, found, run = random.Random(seed), [], 0
    for _ in range(plays):
        won = chance.random() < 1 / 6 or (memory and run >= 5)
        found.append(won)
        run = 0 if won else run + 1
    return found


def test_a_memory_is_found_and_chance_is_not_blamed() -> None:
    blamed = 0
    for seed in range(40):
        for memory in (False, True):
            wins = drawn(400, seed, memory)
            worst = min(p_values(wins, [600 * won for won in wins]).values())
            blamed += not memory and worst < Fraction(1, 1_000)
            assert not memory or worst < Fraction(1, 10**6)
    assert blamed <= 1


def test_large_prizes_that_wait_for_many_losses_are_found() -> None:
    wins = drawn(600, 1, False)
    run, amounts = 0, []
    for won in wins:
        amounts.append((6_000 if run >= 5 else 600) if won else 0)
        run = 0 if won else run + 1
    assert p_values(wins, amounts)["amounts"] < Fraction(1, 10**6)


def test_more_plays_find_smaller_differences() -> None:
    few, many = (detectable(drawn(plays, 3, False), 0.01) for plays in (300, 6_000))
    assert all(many[name] < few[name] for name in few)
    assert many["after_a_win"] <= 6
