# SPDX-License-Identifier: MIT
"""The search for strata: its plans keep prizes and law and leave a watcher less; it refuses what cannot."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_model_plan import brute_pair, brute_worst

from machines.model import load_cycle
from machines.types.cycle import strata_search
from machines.types.cycle.plan import Plan
from machines.types.cycle.strata_search import Demand, demand_of, search, spread
from machines.types.cycle.watcher import watch

PRIZES = (0, 20, 40, 100)
PRICE = 20


def gain(plan):
    return watch(plan).gain_cents.high


@pytest.mark.long  # tests/machines/types/test_docs_strata.py asks the same of the docs' rows every time
@pytest.mark.parametrize(
    ("name", "strata", "spare_cents"),
    [("cierzo", 16, 0), ("bochorno", 16, 0), ("monegros", 8, 0), ("galacho", 16, 1000)],
)
def test_the_strata_that_ship_are_those_that_the_search_finds(name, strata, spare_cents):
    model = load_cycle(name)
    demand = demand_of(model)
    assert demand.kept(model.plan)
    demand = replace(demand, lost_cents=demand.lost_cents + spare_cents)
    found = search(model.plan, strata, demand)
    assert (found.strata, found.counts) == (model.plan.strata, model.plan.counts)


@pytest.mark.long
def test_the_strata_that_a_plan_has_do_not_matter_to_the_search():
    model = load_cycle("galacho")
    heap = Plan(model.plan.prizes_cents, (model.plan.counts,), model.plan.price_cents)
    assert search(heap, 20, demand_of(model)) == search(model.plan, 20, demand_of(model))


@pytest.mark.long
def test_more_strata_leave_more_to_the_watcher_and_to_the_worst_window():
    model = load_cycle("galacho")
    demand = demand_of(model)
    few, many = (search(model.plan, strata, demand) for strata in (16, 28))
    assert gain(few) < gain(many) and demand.spare_cents(few) < demand.spare_cents(many)


@pytest.mark.long
def test_the_same_number_of_strata_filled_without_a_thought_leaves_more():
    """Twenty strata that hold the large prizes of Cierzo in turn, and as many small ones as each other."""
    model = load_cycle("cierzo")
    rows = [[0] * len(model.plan.counts) for _ in range(20)]
    for kind, count in enumerate(model.plan.counts):
        for number in range(count):
            rows[number % 20][kind] += 1
    naive = Plan(model.plan.prizes_cents, tuple(map(tuple, rows)), 20)
    assert gain(search(model.plan, 20, demand_of(model))) < gain(naive) * 9 / 10


@pytest.mark.long
def test_a_number_of_strata_that_no_order_makes_lawful_is_refused():
    """11 strata of 1,818 plays: 5,000 double plays can meet 7,800 entries of which hardly any pays."""
    model = load_cycle("cierzo")
    demand = demand_of(model)
    assert search(model.plan, 11, demand) is None
    assert not spread(model.plan, 11, demand, 80).guarantees(5_000, 10_000, Fraction(40, 100))


@pytest.mark.long
def test_a_prize_above_the_stakes_of_every_stratum_is_refused():
    """200 EUR stand against 166.60 EUR of 833 plays."""
    model = load_cycle("monegros")
    assert search(model.plan, 24, demand_of(model)) is None


def test_a_number_of_strata_must_be_possible():
    plan = Plan((0, 20), ((3, 1),), PRICE)
    with pytest.raises(ValueError, match=r"strata must be 1 to 4 \(got 5\)"):
        search(plan, 5, Demand(1, 1, Fraction(0)))


counts = st.tuples(st.integers(3, 6), st.integers(0, 4), st.integers(0, 2), st.integers(0, 2))


def broken_promises(prizes, strata, demand):
    """What is wrong with the plan that a search finds, by brute force; nothing if it finds none."""
    plan = search(prizes, strata, demand)
    if plan is None:
        return []
    worst = brute_worst(plan, demand.entries_min, demand.entries_max)
    sizes = [sum(row) for row in plan.strata]
    promises = {
        "prizes": plan.counts == prizes.counts,
        "strata": len(sizes) == strata
        and sorted(sizes)[:-1] == [plan.plays // strata] * (strata - 1)
        and min(map(min, plan.strata)) >= 0,
        "windows": worst >= demand.payout,
        "pairs": demand.pair_max_cents is None or brute_pair(plan) <= demand.pair_max_cents,
        "stakes": all(paid[-1] <= size * PRICE for paid, size in zip(plan.least, sizes, strict=True)),
    }
    return [name for name, kept in promises.items() if not kept]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    counts=counts,
    strata=st.integers(2, 5),
    entries=st.integers(2, 9),
    payout=st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(2, 5)]),
    pair=st.sampled_from([None, 120, 200]),
)
def test_whatever_is_found_keeps_what_was_asked(counts, strata, entries, payout, pair):
    prizes = Plan(PRIZES, (counts,), PRICE)
    assert (
        broken_promises(prizes, min(strata, prizes.plays), Demand(entries, 2 * entries, payout, 0, pair))
        == []
    )


def test_strata_pay_no_more_alike_than_the_demand_asks():
    """The loosest strata break it: what is found keeps it, and a floor of one percent less does not."""
    sample = Plan(PRIZES, ((23, 14, 1, 0),), PRICE), 3, Demand(20, 40, Fraction(1, 10))
    kept = [sample[2].kept(spread(*sample, percent)) for percent in range(101)]
    least = kept.index(True)
    assert (least, kept[least:]) == (17, [True] * (101 - least))
    assert search(*sample) == spread(*sample, least)
    assert search(*sample).strata == ((10, 1, 1, 0), (8, 6, 0, 0), (5, 7, 0, 0))


def test_strata_that_break_the_demand_though_all_pay_alike_are_not_there():
    prizes = Plan(PRIZES, ((40, 0, 0, 1),), PRICE)
    assert search(prizes, 4, Demand(10, 10, Fraction(2, 5))) is None


# Mutants: searches that promise too much. What they return from these prizes must be seen to be wrong.
SAMPLES = [
    ("windows", (Plan(PRIZES, ((6, 2, 4, 0),), PRICE), 4, Demand(5, 10, Fraction(2, 5)))),  # in some orders
    ("windows", (Plan(PRIZES, ((9, 2, 2, 1),), PRICE), 3, Demand(4, 8, Fraction(2, 5)))),  # in no order
    ("pairs", (Plan(PRIZES, ((8, 0, 0, 2),), PRICE), 2, Demand(1, 1, Fraction(0), 0, 100))),
    ("stakes", (Plan(PRIZES, ((8, 0, 0, 2),), PRICE), 4, Demand(1, 1, Fraction(0)))),
]


def seen_wrong():
    return {what for what, sample in SAMPLES if what in broken_promises(*sample)}


def test_the_samples_find_nothing_wrong_with_the_search():
    assert all(broken_promises(*sample) == [] for _, sample in SAMPLES)


@pytest.mark.parametrize(
    ("owner", "name", "fault", "what"),
    [
        (Demand, "spare_cents", lambda *arguments: 0, "windows"),
        (Demand, "pair_excess_cents", lambda *arguments: 0, "pairs"),
        (Plan, "overpaid", lambda *arguments: [], "stakes"),
        (Demand, "kept", lambda *arguments: True, "windows"),
    ],
)
def test_a_search_that_forgets_a_demand_is_caught(owner, name, fault, what, monkeypatch):
    monkeypatch.setattr(owner, name, fault)
    assert what in seen_wrong()


def test_the_gain_that_the_search_goes_by_is_close_to_the_watchers():
    """Stand-ins of one size for the small prizes of a stratum of Cierzo, with the same sum of squares."""
    plan = load_cycle("cierzo").plan
    row = plan.strata[2]
    small = [(cents, count) for cents, count in zip(plan.prizes_cents, row, strict=True) if 0 < cents < 1000]
    money = sum(cents * count for cents, count in small)
    bare = (sum(row) - row[-1], *[0] * (len(row) - 2), row[-1])
    stand_ins = strata_search._gain(plan.prizes_cents, 20, bare, 160, round(money / 160))
    assert stand_ins == pytest.approx(float(gain(Plan(plan.prizes_cents, (row,), 20))), rel=1 / 100)
