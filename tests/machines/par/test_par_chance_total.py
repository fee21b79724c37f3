# SPDX-License-Identifier: MIT
"""The whole distribution of a play of a chance machine equals every path followed one by one."""

from fractions import Fraction

import pytest
from chance_walk import Pick, Turn, Walk
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.types.chance.free import TooLongError, multiset_count, multisets
from machines.types.chance.total import Game

PICKS = (Pick(30, 3), Pick(50, 2), Pick(10, 1, ends=True), Pick(0, 1, ends=True))
PAID = {Turn(0): 50, Turn(20): 9, Turn(0, 2): 3, Turn(10, 3, 1): 1, Turn(0, 0, 3): 1}
FREE = {Turn(0): 20, Turn(40): 6, Turn(0, 1): 2, Turn(20, 3, 2): 1, Turn(40, 0, 1): 1}


def game(paid=None, free=None, picks=PICKS, most=7, cap=10_000, unit=10):
    return Game(paid or PAID, free or FREE, picks, most, 20, cap, unit)


def walked(game):
    return Walk(game.paid, game.free, game.picks, game.max_free_plays, game.cap_cents)


def spread(game):
    return {cents: Fraction(ways, game.total.whole) for cents, ways in game.total.items()}


@pytest.mark.parametrize("most", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("cap", [30, 120, 10_000])
def test_the_distribution_is_that_of_every_path(most, cap):
    subject = game(most=most, cap=cap)
    assert spread(subject) == walked(subject).total


def test_a_free_turn_that_always_gives_more_plays_all_there_are():
    subject = game(free={Turn(10, 1): 1, Turn(20, 2): 1}, most=6)
    assert spread(subject) == walked(subject).total


def test_no_free_plays_at_all_need_no_free_turn():
    subject = Game({Turn(0): 3, Turn(50, 0, 2): 1}, {}, PICKS, 0, 20, 10_000, 10)
    assert spread(subject) == Walk(subject.paid, {}, PICKS, 0, 10_000).total
    assert subject.mean_free_plays == 0


def test_what_would_take_hours_is_refused_with_a_way_out():
    subject = game(free={Turn(0): 2**40, Turn(10, 1): 5, Turn(0, 2): 3}, most=900, cap=1_000_000)
    with pytest.raises(TooLongError, match=r"must have at most 10,000 Mbit .* lower the most free plays"):
        subject.total  # noqa: B018


def test_multisets_are_counted_as_they_are_listed():
    for sizes in [(1,), (1, 2), (2, 3, 5), ()]:
        assert multiset_count(sizes, 17) == len(list(multisets(sizes, 17)))


turns = st.builds(
    Turn, st.sampled_from([0, 10, 20, 70]), st.sampled_from([0, 0, 1, 2, 4]), st.sampled_from([0, 0, 1, 2])
)
counted = st.dictionaries(turns, st.integers(1, 9), min_size=1, max_size=6)
rows = st.lists(
    st.builds(Pick, st.sampled_from([0, 10, 40]), st.integers(1, 5), st.booleans()), min_size=1, max_size=4
)


@settings(max_examples=60, deadline=None)
@given(paid=counted, free=counted, picks=rows, most=st.integers(1, 6), cap=st.sampled_from([40, 200, 5_000]))
def test_any_game_agrees_with_its_paths(paid, free, picks, most, cap):
    subject = game(paid, free, tuple(picks), most, cap)
    path = walked(subject)
    assert spread(subject) == path.total
    assert sum(subject.total.ways) == subject.total.whole
    assert subject.total.variance_cents2 >= 0
    mean = sum(cents * chance for cents, chance in path.total.items())
    assert subject.total.mean_cents == mean <= subject.uncapped_mean_cents


def test_without_a_cap_first_step_equations_give_the_same_mean():
    subject = game(cap=10_000)
    assert subject.total.ways[-1] == 0
    assert subject.uncapped_mean_cents == subject.total.mean_cents
    assert subject.mean_free_plays == walked(subject).free_plays


def test_a_cap_that_binds_takes_from_the_mean():
    subject = game(cap=100)
    assert subject.total.probability(100) == walked(subject).total[100] > 0
    assert subject.total.mean_cents < subject.uncapped_mean_cents


def test_a_prize_of_exactly_the_cap_is_no_loss():
    subject = Game({Turn(0): 1, Turn(100): 1}, {}, (), 0, 20, 100, 100)
    assert subject.total.mean_cents == subject.uncapped_mean_cents == 50
