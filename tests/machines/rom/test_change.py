# SPDX-License-Identifier: MIT
"""The change plan pays all that any choice of coins pays, with the fewest coins, held against brute force."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from types import SimpleNamespace
from typing import Any

import pytest
from firmware_rig import PURSE, SEED, SERIAL, image, machine, record, run_until
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator import Cabinet
from machines.firmware import change
from machines.rom.program import firmware_sources

Plan = Callable[[tuple[int, ...], list[int], int], tuple[list[int], int]]

COINS = st.sampled_from((1, 2, 3, 5, 7, 10, 20, 25, 50, 100, 200))
HOPPER_ROWS = st.lists(st.tuples(COINS, st.integers(0, 9)), min_size=1, max_size=4).filter(
    lambda rows: _choices([count for _, count in rows]) <= 400
)


def _choices(counts: Sequence[int]) -> int:
    total = 1
    for count in counts:
        total *= count + 1
    return total


def brute(coins: Sequence[int], counts: Sequence[int], cents: int) -> tuple[int, int]:
    """(least rest, fewest coins that leave it) of every choice of coins there is."""
    best = (cents, 0)
    for choice in product(*[range(count + 1) for count in counts]):
        paid = sum(coin * number for coin, number in zip(coins, choice, strict=True))
        if paid <= cents:
            best = min(best, (cents - paid, sum(choice)))
    return best


def hold(plan: Plan, coins: tuple[int, ...], counts: list[int], cents: int) -> None:
    """One plan against every choice there is."""
    before = list(counts)
    used, rest = plan(coins, counts, cents)
    assert counts == before, "a plan takes nothing out"
    assert all(0 <= taken <= count for taken, count in zip(used, counts, strict=True))
    assert sum(coin * taken for coin, taken in zip(coins, used, strict=True)) + rest == cents
    assert (rest, sum(used)) == brute(coins, counts, cents)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(rows=HOPPER_ROWS, cents=st.integers(0, 900))
def test_no_choice_of_coins_pays_more_or_with_fewer_coins(rows: list[tuple[int, int]], cents: int) -> None:
    hold(change.plan, tuple(coin for coin, _ in rows), [count for _, count in rows], cents)


def stock_of(coins: tuple[int, ...]) -> dict[str, Any]:
    """The firmware's module ``stock`` in a machine whose hoppers hold these coins."""
    modules = {
        "change": change,
        "settings": SimpleNamespace(HOPPERS=tuple((cents, "", 0) for cents in coins)),
        "state": SimpleNamespace(HOPPERS=len(coins), State=object),
    }
    found: dict[str, Any] = {"__builtins__": {**vars(builtins), "__import__": lambda name, *_: modules[name]}}
    exec(firmware_sources()["stock"], found)
    return found


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    rows=st.one_of(
        HOPPER_ROWS, st.permutations(((100, 3), (20, 7), (10, 9))), st.permutations(((10, 9), (100, 2)))
    ),
    cents=st.integers(0, 900),
)
def test_what_is_taken_out_of_the_hoppers_is_the_plan(rows: list[tuple[int, int]], cents: int) -> None:
    """Where each coin is a multiple of the next smaller one nothing is tried, and the same comes out."""
    coins, counts = tuple(coin for coin, _ in rows), [count for _, count in rows]
    stock = stock_of(coins)
    used, rest = change.plan(coins, counts, cents)
    left = list(counts)
    assert stock["take"](left, cents) == rest
    paid = sum(coin * (a - b) for coin, a, b in zip(coins, counts, left, strict=True))
    assert paid == cents - rest and sum(counts) - sum(left) == sum(used)
    ordered = sorted(coins)
    nested = all(more % less == 0 for less, more in pairwise(ordered))
    assert stock["NESTED"] == nested


# coins, counts, amount: where the largest coin first would leave something over, or take too many coins.
HARD = (
    ((20, 50), [3, 1], 60),
    ((20, 50), [4, 3], 80),
    ((1, 20, 50), [10, 3, 1], 60),
    ((7, 10), [10, 10], 63),
    ((3, 5, 7), [4, 2, 3], 29),
    ((10, 25, 20, 50), [1, 3, 4, 1], 95),
    ((200, 7), [2, 60], 399),
    ((5, 5), [2, 3], 25),
)


@pytest.mark.parametrize("case", HARD, ids=str)
def test_the_largest_coin_is_not_always_the_first(case: tuple[tuple[int, ...], list[int], int]) -> None:
    hold(change.plan, *case)


def test_what_no_coins_make_up_goes_to_the_hand_pay_to_the_cent() -> None:
    assert change.plan((10, 100), [7, 3], 450) == ([7, 3], 80)
    assert change.plan((10, 100), [0, 0], 450) == ([0, 0], 450)
    assert change.plan((10, 100), [99, 99], 5) == ([0, 0], 5)
    assert change.plan((10, 100), [9, 9], 0) == ([0, 0], 0)


def test_the_payer_follows_the_plan_by_what_the_hoppers_hold() -> None:
    """Both hoppers share an amount; the counts are exact where the level sensors let them be."""
    for hundreds, tens, tray in ((3, 30, {100: 3, 10: 20}), (19, 300, {100: 5})):
        held = {10: tens, 100: hundreds}
        cab = machine(hoppers=held, prize_meter_cents=500)
        cab.press("collect")
        run_until(cab, lambda cab=cab: not record(cab)["queue"] and cab.tray_cents == 500, 30_000, 50)
        assert cab.ledger.count("tray") == tray
        assert cab.tilt == ""


def test_counts_that_are_wrong_are_no_hand_pay_while_the_hoppers_give() -> None:
    """The counts are a belief: what they do not cover is tried all the same before anybody is called."""
    cab = Cabinet(
        "cierzo", seed=SEED, serial=SERIAL, purse=PURSE, hoppers={10: 10, 100: 10},
        nvram=image(hoppers={10: 5, 100: 2}, prize_meter_cents=930),
    )  # fmt: skip
    cab.run(ms=5_100)
    cab.press("collect")
    run_until(cab, lambda: not record(cab)["queue"] and cab.tray_cents == 930, 30_000, 50)
    assert cab.tilt == ""
