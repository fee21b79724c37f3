# SPDX-License-Identifier: MIT
"""What a machine can come to owe, and whether its hoppers can pay it, against plain enumeration."""

import re
import tomllib
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.check.owed import amounts, money_owed, payable, pays_at_once
from machines.check.problems import ModelError
from machines.model import MODELS_FOLDER, read_model

coins = st.lists(st.sampled_from([1, 2, 5, 10, 20, 50]), min_size=1, max_size=3, unique=True)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(coins=coins, last=st.integers(0, 60))
def test_payable_amounts_are_the_sums_of_coins(coins, last):
    handfuls = product(*(range(last // coin + 1) for coin in coins))
    sums = {sum(c * n for c, n in zip(coins, handful, strict=True)) for handful in handfuls}
    assert amounts(payable(coins, last)) == sorted(cents for cents in sums if cents <= last)


def test_hoppers_of_ten_cents_pay_every_multiple_of_ten():
    assert amounts(payable([10, 100], 300)) == list(range(0, 301, 10))
    assert amounts(payable([20, 50], 100)) == [0, 20, 40, 50, 60, 70, 80, 90, 100]


def test_a_coin_of_fifty_leaves_odd_tens():
    """One coin of 0.50 and two plays of 0.20 leave 0.10."""
    assert 10 in amounts(money_owed([50], [20], 400, 0))
    assert 10 not in amounts(money_owed([20, 100], [20], 400, 0))


@pytest.mark.parametrize(
    ("plays", "least", "parts"), [(1, 132, "80.00 EUR + 80.00 EUR"), (2, 192, "120.00 EUR + 100.00 EUR")]
)
def test_hoppers_hold_what_the_plays_that_are_offered_need(plays, least, parts):
    """B-20: two plays at once raise what the meter may hold and what a play may win; single plays do not."""
    raw = tomllib.loads((MODELS_FOLDER / "cierzo.toml").read_text(encoding="utf-8"))
    raw["simultaneous_max"] = plays
    raw["hoppers"][1]["fill_coins"] = least
    read_model(raw)
    raw["hoppers"][1]["fill_coins"] = least - 1
    with pytest.raises(ModelError, match=re.escape(f"hoppers: must pay {parts} + 12.00 EUR")):
        read_model(raw)


def test_money_never_exceeds_credits_and_reserve():
    owed = amounts(money_owed([10, 200], [20, 40], 400, 800))
    assert owed[0] == 0
    assert owed[-1] == 1200


def test_the_reserve_is_played_only_through_the_credits():
    """Credits of 0.40 and a reserve of 0.80 make no play of 0.60 once the reserve may not move (B-13)."""
    owed = amounts(money_owed([100], [60], 100, 100))
    assert 80 in owed
    assert 20 not in owed


def test_hoppers_pay_one_amount_after_the_other_from_what_is_left():
    assert pays_at_once([250, 50], [(100, 2), (10, 10)])
    assert not pays_at_once([250, 60], [(100, 2), (10, 10)])
    assert not pays_at_once([5], [(100, 2), (10, 10)])
