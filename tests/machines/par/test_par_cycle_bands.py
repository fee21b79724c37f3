# SPDX-License-Identifier: MIT
"""Return bands of a prize cycle: every order of small plans written out, and windows that the core plays."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cext
from machines.model import load_model
from machines.par import par_sheet
from machines.types.cycle.bands import BAND_PERCENTS, return_bands, sampled
from machines.types.cycle.plan import Plan

PRIZES = (0, 20, 60)
PLAN = Plan(PRIZES, ((2, 1, 0), (1, 1, 1), (2, 0, 1)), 20)
ONE = Plan(PRIZES, ((2, 1, 1),), 20)


def orders(plan, stratum):
    return [Counter(order)[0] >= 0 and order for order in set(permutations(plan.stratum_prizes(stratum)))]


def law_of_window(plan, first, plays):
    """
    How likely each sum is, over every order of every stratum that the window touches, cycle after cycle.
    """
    totals = Counter({0: Fraction(1)})
    at, left = 0, plays
    stratum = 0
    while left:
        size = sum(plan.strata[stratum % len(plan.strata)])
        begin = max(0, first - at)
        if begin < size:
            taken = slice(begin, min(size, begin + left))
            every = orders(plan, stratum % len(plan.strata))
            part = Counter()
            for order in every:
                part[sum(order[taken])] += Fraction(1, len(every))
            added = Counter()
            for (a, p), (b, q) in product(totals.items(), part.items()):
                added[a + b] += p * q
            totals, left = added, left - (taken.stop - taken.start)
        at, stratum = at + size, stratum + 1
    return totals


def ends(law, percent):
    tail = Fraction(100 - percent, 200)
    total, low, high = Fraction(0), None, None
    for cents in sorted(law):
        total += law[cents]
        low = cents if low is None and total >= tail else low
        high = cents if high is None and total >= 1 - tail else high
    return low, high


def near(row, plan, law):
    """
    Either end is that of the law, unless the law comes to the tail exactly there, which doubles cannot
    tell.
    """
    stakes = row["plays"] * plan.price_cents
    low, high = ends(law, row["confidence_percent"])
    tail = Fraction(100 - row["confidence_percent"], 200)
    total, exact = Fraction(0), set()
    for cents in sorted(law):
        total += law[cents]
        if total in (tail, 1 - tail):
            exact.add(cents)
    assert row["low_percent"] == pytest.approx(100 * low / stakes) or low in exact
    assert row["high_percent"] == pytest.approx(100 * high / stakes) or high in exact


@pytest.mark.parametrize("plan", [PLAN, ONE])
@pytest.mark.parametrize("plays", [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13, 18, 20])
def test_the_bands_are_those_of_every_order(plan, plays):
    anywhere = Counter()
    for first in range(plan.plays):
        for cents, chance in law_of_window(plan, first, plays).items():
            anywhere[cents] += chance / plan.plays
    laws = {"start": law_of_window(plan, 0, plays), "random": anywhere}
    rows = return_bands(plan, [plays])
    assert {row["place"] for row in rows} == set(laws) and len(rows) == 2 * len(BAND_PERCENTS)
    for row in rows:
        near(row, plan, laws[row["place"]])
        assert row["method"] == (
            "fixed" if len(laws[row["place"]]) == 1 and row["place"] == "start" else "hypergeometric"
        )


@settings(max_examples=30, deadline=None)
@given(counts=st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)).filter(any))
def test_a_sample_of_a_stratum_is_one_without_replacement(counts):
    plan = Plan(PRIZES, (counts,), 20)
    table = sampled(counts, (0, 1, 3))
    for entries in range(sum(counts) + 1):
        law = Counter()
        every = list(permutations(plan.stratum_prizes(0)))
        for order in every:
            law[sum(order[:entries]) // 20] += Fraction(1, len(every))
        assert [float(law[units]) for units in range(table.shape[1])] == pytest.approx(list(table[entries]))


@pytest.mark.long
def test_the_core_pays_inside_the_bands():
    """300 keys, windows of 1,000 plays from the start of a cycle; 95 % inside, 4 sigma being 5 %."""
    model = load_model("cierzo")
    rows = [row for row in par_sheet(model)["bands"] if row["plays"] == 1_000]
    (start,) = (row for row in rows if row["place"] == "start" and row["confidence_percent"] == 95)
    inside = 0
    for key in range(300):
        paid = 0
        state = cext.new_state(model.tables, key.to_bytes(32, "little"), 1)
        for _ in range(1_000):
            state, outcome = cext.step(model.tables, state)
            paid += outcome.entries[0].prize_cents
        inside += start["low_percent"] <= 100 * paid / 20_000 <= start["high_percent"]
    assert 0.90 * 300 <= inside <= 300


def test_whole_cycles_have_no_variance():
    rows = [row for row in par_sheet(load_model("cierzo"))["bands"] if row["place"] == "start"]
    whole = [row for row in rows if row["plays"] >= 100_000]
    assert {row["method"] for row in whole} == {"fixed"}
    assert {row["low_percent"] for row in whole} == {row["high_percent"] for row in whole}
    assert np.isclose(whole[0]["low_percent"], par_sheet(load_model("cierzo"))["rtp_percent"])
