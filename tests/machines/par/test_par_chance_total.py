# SPDX-License-Identifier: MIT
"""The whole distribution of a play of a chance machine equals every path followed one by one."""

from fractions import Fraction

import pytest
from chance_walk import Pick, Turn, Walk
from hypothesis import given, settings
from hypothesis import strategies as st
from par_mutants import spoiled

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


MUTANTS = {
    "the cap is ignored": ("chance.total", "length = self.cap_cents // self.unit_cents", "length = 1_000"),
    "a feature that reaches the maximum wins nothing": (
        "chance.free", "return self._whole + settled", "return settled",
    ),
    "more free plays than the maximum give none": (
        "chance.total", "(min(turn.free_plays, most)", "(turn.free_plays if turn.free_plays <= most else 0",
    ),
    "the turns after the last end are one too few": ("chance.free", "spare += 1", "spare += 0"),
    "a feature never ends before the maximum": (
        "chance.free", "ways = given * factorial", "ways = 0 * factorial",
    ),
    "a row that ends the picks does not": ("chance.picks", "if not row.ends], unit", "], unit"),
    "picks are multiplied": ("chance.picks", "power = row.prize_cents", "power = 2 * row.prize_cents"),
    "picks are multiplied in free plays": (
        "chance.total", "PickChain(self.picks, unit, short)",
        "PickChain([row._replace(prize_cents=2 * row.prize_cents) for row in self.picks], unit, short)",
    ),
    "only the first pick counts": ("chance.total", "picks.won(count)", "picks.won(min(count, 1))"),
    "free plays that free plays give are ignored": ("chance.free", "if 0 < given < most}", "if False}"),
}  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mutant_is_noticed(mutant, monkeypatch):
    subject = game(most=2 if "more free plays" in mutant else 7, cap=60)
    truth = walked(subject).total
    made = spoiled(monkeypatch, "chance.total", *MUTANTS[mutant])
    wrong = made.Game(*(getattr(subject, field) for field in Game.__dataclass_fields__))
    try:
        found = {cents: Fraction(ways, wrong.total.whole) for cents, ways in wrong.total.items()}
    except (ArithmeticError, ValueError):
        found = {}
    assert found != truth


MEAN_MUTANTS = {
    "a retrigger beyond the maximum gives nothing": (
        "chance.free", "after[min(at + more, most)]", "after.get(at + more, after[at])",
    ),
    "the first turn is not counted": ("chance.free", "at: scale + sum", "at: sum"),
    "picks go on after the row that ends them": (
        "chance.picks", "rows if not row.ends), weight", "rows), weight",
    ),
    "free plays are not counted": (
        "chance.total", "return mean + self.mean_free_plays *", "return mean + 0 *",
    ),
}  # fmt: skip


@pytest.mark.parametrize("mutant", MEAN_MUTANTS)
def test_a_mutant_of_the_first_step_equations_is_noticed(mutant, monkeypatch):
    subject = game(cap=10_000, most=4)
    truth = sum(cents * chance for cents, chance in walked(subject).total.items())
    made = spoiled(monkeypatch, "chance.total", *MEAN_MUTANTS[mutant])
    wrong = made.Game(*(getattr(subject, field) for field in Game.__dataclass_fields__))
    assert wrong.uncapped_mean_cents != truth
