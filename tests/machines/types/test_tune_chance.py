# SPDX-License-Identifier: MIT
"""Spaces of weights, strips and pays, and the search through them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

import pytest
from soon import soon

from machines.check.problems import Problem
from machines.model import load_model
from machines.tune import Targets, TuneError, tune
from machines.types.chance.game import game_of
from machines.types.chance.layout import Reels
from machines.types.chance.model import ChanceModel
from machines.types.chance.tune_figures import Meter, with_reels
from machines.types.chance.tune_pays import PaySpace
from machines.types.chance.tune_search import distance, search
from machines.types.chance.tune_strips import StripSpace, nearest_alike
from machines.types.chance.tune_weights import WeightSpace
from machines.types.common.tuning import Range, around, volatility_range
from machines.types.registry import TYPES

BOTH = ("rtp", "hit")


def chance(name: str) -> ChanceModel:
    return cast("ChanceModel", load_model(name))


def quiet(done: int, total: int, note: str) -> None:
    """Nobody waits."""


@pytest.mark.parametrize("name", ["moncayo", "aneto", "mudejar"])
def test_figures_are_those_of_the_sheet_and_quick_ones_differ_by_the_cap_alone(name: str) -> None:
    model = chance(name)
    game = game_of(model.tables)
    meter = Meter(model, (*BOTH, "variance"))
    exact, quick = meter.figures(model.layout), meter.quick(model.layout)
    assert exact is not None
    assert quick is not None
    assert exact[0] == game.total.mean_cents / game.price_cents
    assert exact[1] == quick[1] == game.total.hit_frequency
    assert exact[2] == game.total.variance_cents2 / game.price_cents**2
    assert quick[0] == game.uncapped_mean_cents / game.price_cents
    assert abs(quick[2] - exact[2]) < exact[2] / 10


def test_splitting_tickets_changes_no_figure() -> None:
    model = chance("moncayo")
    space = WeightSpace(model.layout, Meter(model, BOTH), frozenset())
    finer = space.finer(space.start)
    assert finer is not None
    assert finer[0].figures(finer[1]) == space.figures(space.start)


def test_no_stop_loses_its_last_ticket() -> None:
    model = chance("moncayo")
    space = WeightSpace(model.layout, Meter(model, BOTH), frozenset())
    seven = model.layout.symbols.index("siete")
    assert space.moved(space.start, [(0, seven, -1)]) is None
    more = space.moved(space.start, [(0, seven, 3)])
    assert more is not None
    assert sum(more[0]) == sum(space.start[0]) + 3
    assert space.moved(more, [(0, seven, -3)]) == space.start


@pytest.mark.parametrize("name", ["aneto", "mudejar", "moncayo"])
def test_an_exchanged_symbol_gets_no_equal_neighbour_and_makes_nothing_impossible(name: str) -> None:
    model = chance(name)
    space = StripSpace(model.layout, Meter(model, BOTH), frozenset())
    moves = space.moves(space.start)
    assert len(moves) > 60
    made = 0
    for move in moves:
        state = space.moved(space.start, [move])
        if state is None:
            continue
        made += 1
        for before, after in zip(space.start, state, strict=True):
            assert set(before) == set(after)
            assert len(before) == len(after)
            assert nearest_alike(after) >= nearest_alike(before)
    assert made > len(moves) // 2


def test_a_symbol_that_fits_nowhere_without_a_neighbour_of_its_kind_stays_out() -> None:
    model = chance("moncayo")
    strip = (0, 1, 2, 1, 2, 1)
    reels = Reels((strip, *model.layout.paid.strips[1:]), ((1,) * 6, *model.layout.paid.weights[1:]))
    space = StripSpace(with_reels(model.layout, reels), Meter(model, BOTH), frozenset())
    assert space.moved(space.start, [(0, 2, 1)]) is None
    assert space.moved(space.start, [(0, 0, 2)]) is None
    assert space.moved(space.start, [(0, 1, 0)]) == ((0, 1, 2, 0, 2, 1), *space.start[1:])


def test_pays_stay_in_their_order_and_their_unit() -> None:
    model = chance("mudejar")
    space = PaySpace(model.draft, model.layout, Meter(model, ("rtp",)), frozenset(["uva"]))
    assert space.unit_cents == 100
    assert space.layout(space.start) == model.layout
    paths = [space.places[number].path for number, _ in space.moves(space.start) if isinstance(number, int)]
    assert "paytable[0].counts.3" in paths
    assert "paytable[5].counts.3" not in paths
    cherries = next(n for n, place in enumerate(space.places) if place.path == "paytable[7].counts.3")
    assert space.moved(space.start, [(cherries, 300)]) is not None
    assert space.moved(space.start, [(cherries, 400)]) is None
    assert space.moved(space.start, [(cherries, -100)]) is None


def test_a_search_ends_within_its_ranges_and_repeats() -> None:
    model = chance("moncayo")
    space = WeightSpace(model.layout, Meter(model, BOTH), frozenset())
    ranges = [around(Fraction(90, 100), Fraction(1, 1000)), around(Fraction(16, 100), Fraction(2, 1000))]
    found = search(space, space.start, ranges, seed=3, rounds=8, tell=quiet)
    assert found.misses == 0
    assert all(
        range_.low <= value <= range_.high for range_, value in zip(ranges, found.figures, strict=True)
    )
    assert search(space, space.start, ranges, seed=3, rounds=8, tell=quiet) == found


def test_distance_counts_halves_of_the_width_beyond_the_end() -> None:
    ranges = [Range(Fraction(1), Fraction(3)), Range(Fraction(0), Fraction(1))]
    assert distance([Fraction(2), Fraction(1, 2)], ranges) == 0
    assert distance([Fraction(5), Fraction(2)], ranges) == 2 + 2


def test_a_volatility_index_is_a_range_of_variances() -> None:
    low, high = volatility_range(Fraction(10), Fraction(1, 10))
    assert low < (10 / Fraction("1.645")) ** 2 < high


@pytest.mark.parametrize("name", soon(["cierzo", "moncayo"], "moncayo"))
def test_a_proposal_is_asked_of_the_law(name: str) -> None:
    """A law that forbids every change: nothing is proposed, and its reason is told."""
    model = load_model(name)
    forbids = Problem("cycle", "must stay", None, None, None, "B-22", "art. 7.a", "leave it")
    asked: list[object] = []

    def lawful(parts: object) -> Sequence[Problem]:
        asked.append(parts)
        return [forbids]

    propose = TYPES[model.type].tune
    assert propose is not None
    targets = Targets(rtp=around(Fraction(85, 100), Fraction(1, 2000)))
    found = propose(model, targets, lawful, quiet)
    assert asked
    assert (found.parts, found.stopped) == ({}, forbids)


def test_a_machine_of_skill_is_refused_with_what_to_change_instead() -> None:
    with pytest.raises(TuneError, match="skill alone decides") as caught:
        tune("cometa", Targets(rtp=around(Fraction(80, 100), Fraction(1, 2000))))
    assert "[[awards]]" in caught.value.hint


def test_a_payout_that_is_not_asked_for_stays() -> None:
    for name, hit in (("cierzo", Fraction(23, 100)), ("moncayo", Fraction(17, 100))):
        found = tune(name, Targets(hit=around(hit, Fraction(1, 1000))))
        figures = found.proposal.figures
        assert abs(figures.hit - hit) <= Fraction(1, 1000)
        assert found.model.payout is not None
        assert abs(figures.rtp - found.model.payout) <= Fraction(5, 10_000)
