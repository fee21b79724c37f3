# SPDX-License-Identifier: MIT
"""Numbers of prizes that pay a sum and win so often, and how they are dealt to strata."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from machines.model import load_cycle
from machines.types.cycle.plan import Plan
from machines.types.cycle.tune_counts import counts_for, fewest_hits, most_hits
from machines.types.cycle.tune_strata import dealt, grouped, plan_of_rows, rows_of

SMALL = Plan((0, 20, 40, 100), ((60, 20, 10, 10),), 20)


def cost(plan: Plan, counts: tuple[int, ...]) -> Fraction:
    rows = zip(plan.prizes_cents[1:], plan.counts[1:], counts[1:], strict=True)
    return sum(
        (Fraction(cents * (after - before) ** 2, before) for cents, before, after in rows), Fraction(0)
    )


@pytest.mark.parametrize(("paid", "hits"), [(1800, 40), (1700, 38), (2000, 45), (1500, 40), (1800, None)])
def test_counts_are_the_nearest_of_all_that_meet_both_sums(paid: int, hits: int | None) -> None:
    found = counts_for(SMALL, paid, hits)
    assert found is not None
    every = [
        (100 - a - b - c, a, b, c)
        for a, b, c in product(range(1, 80), range(1, 50), range(1, 21))
        if 20 * a + 40 * b + 100 * c == paid and hits in (None, a + b + c) and a + b + c <= 100
    ]
    assert found in every
    assert cost(SMALL, found) == min(cost(SMALL, counts) for counts in every)


def test_kept_prizes_keep_their_number() -> None:
    found = counts_for(SMALL, 1900, 42, frozenset([100]))
    assert found is not None
    assert found[3] == 10


def test_sums_that_no_prizes_make_are_none() -> None:
    assert counts_for(SMALL, 1810, None) is None
    assert counts_for(SMALL, 1800, 100) is None


def test_bounds_of_hits_are_reached_and_not_passed() -> None:
    most, fewest = most_hits(SMALL, 1800), fewest_hits(SMALL, 1800)
    every = [
        a + b + c
        for a, b, c in product(range(1, 90), range(1, 50), range(1, 21))
        if 20 * a + 40 * b + 100 * c <= 1800 < 20 * (a + 1) + 40 * b + 100 * c
    ]
    assert max(every) == most
    assert min(every) == fewest


@pytest.mark.parametrize("name", ["cierzo", "galacho", "monegros"])
def test_dealt_strata_hold_the_counts_and_never_pay_above_their_stakes(name: str) -> None:
    model = load_cycle(name)
    assert model.draft.cycle
    rows = rows_of(model.draft.cycle, model.plan.prizes_cents)
    assert plan_of_rows(rows, model.plan) == model.plan
    counts = counts_for(model.plan, 372_000, 5_600)
    assert counts is not None
    strata = dealt(rows, counts, model.plan)
    assert strata is not None
    plan = plan_of_rows(strata, model.plan)
    assert plan.counts == counts
    assert not plan.overpaid()
    assert list(map(sum, plan.strata)) == list(map(sum, model.plan.strata))
    assert grouped(plan) == strata


def test_what_a_model_has_already_is_dealt_as_it_stands() -> None:
    model = load_cycle("cierzo")
    assert model.draft.cycle
    rows = rows_of(model.draft.cycle, model.plan.prizes_cents)
    found = dealt(rows, model.plan.counts, model.plan)
    assert found is not None
    assert plan_of_rows(found, model.plan) == model.plan
