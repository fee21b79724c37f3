# SPDX-License-Identifier: MIT
"""What a machine can come to owe, and whether its hoppers can pay it, against plain enumeration."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from machines.check.owed import amounts, money_owed, payable, pays_at_once

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
