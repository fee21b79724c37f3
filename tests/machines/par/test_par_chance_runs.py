# SPDX-License-Identifier: MIT
"""The longest losing run: enclosed figures against a walk over the length of the run under way."""

from fractions import Fraction
from itertools import product

import pytest

from machines.types.chance.runs import longest_run


def at_least(losing, plays, length):
    """Probability of a losing run of ``length``, by the chain of the run under way."""
    under_way, reached = [1] + [0] * (length - 1), 0
    for _ in range(plays):
        reached += under_way[-1] * losing
        under_way = [sum(under_way) * (1 - losing), *(chance * losing for chance in under_way[:-1])]
    return reached


def never(losing, plays, length):
    """The same by Feller's recurrence (An Introduction to Probability Theory, vol. 1, XIII.7): quick."""
    none = [1] * length + [1 - losing**length]
    for play in range(length + 1, plays + 1):
        none.append(none[-1] - (1 - losing) * losing**length * none[play - length - 1])
    return none[plays]


@pytest.mark.parametrize("length", [1, 2, 5, 29, 30, 31])
def test_both_ways_to_a_length_agree(length):
    assert never(Fraction(2, 3), 30, length) == 1 - at_least(Fraction(2, 3), 30, length)


@pytest.mark.parametrize("losing", [Fraction(x) for x in ("1/2", "3/4", "4/5", "1/9", "97/100")])
@pytest.mark.parametrize("plays", [1, 2, 7, 30])
def test_the_mean_is_that_of_the_chain(losing, plays):
    run = longest_run(losing, plays)
    mean = sum(at_least(losing, plays, length) for length in range(1, plays + 1))
    assert run.mean_low <= mean <= run.mean_high < run.mean_low + Fraction(1, 10**15)


def test_three_plays_can_be_listed():
    lengths = [max(map(len, "".join(plays).split("w"))) for plays in product("wl", repeat=3)]
    run = longest_run(Fraction(1, 2), 3)
    assert run.mean_low <= Fraction(sum(lengths), 8) <= run.mean_high
    assert run.exceeded_1_percent == 3


@pytest.mark.parametrize("losing", [0.55, 0.8, 0.95])
def test_the_length_exceeded_with_1_percent(losing):
    plays = 1_000
    length = longest_run(Fraction(losing), plays).exceeded_1_percent
    assert at_least(losing, plays, length + 1) <= 0.01 < at_least(losing, plays, length)


def test_a_long_series_of_plays_has_short_and_long_runs():
    """Short lengths are as good as certain, and their terms would cancel: the mean must not suffer."""
    run = longest_run(Fraction(3, 4), 10_000)
    mean = sum(1 - never(0.75, 10_000, length) for length in range(1, 130))
    assert abs(float(run.mean_low) - mean) < 1e-9
    assert run.mean_high - run.mean_low < Fraction(1, 2**60)


def test_a_play_that_always_wins_or_never_does():
    assert longest_run(Fraction(0), 50)[1:] == (0, 0, 0)
    assert longest_run(Fraction(1), 50)[1:] == (50, 50, 50)
