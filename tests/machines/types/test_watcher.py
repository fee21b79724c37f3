# SPDX-License-Identifier: MIT
"""The watcher's gain against every order of small urns, whole numbers, every policy and the core's plays."""

from fractions import Fraction
from functools import cache
from itertools import accumulate, permutations
from math import comb, gcd
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cext
from machines.model import load_model
from machines.types.cycle import watcher
from machines.types.cycle.plan import Plan
from machines.types.cycle.watcher import lattice_points, watch

PRIZES = (0, 10, 40, 100)
PRICE = 20

strata = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 1), st.integers(0, 1)).filter(any),
    min_size=1,
    max_size=3,
)
plans = strata.map(lambda rows: Plan(PRIZES, tuple(rows), PRICE))


def holds(interval, exact):
    """The exact value lies inside, and the interval is narrow."""
    narrow = interval.high - interval.low <= Fraction(1, 10**7) + exact / 10**11
    return interval.low <= exact <= interval.high and narrow


def brute(plan, row):
    """Gain and plays made, averaged over every order of one stratum written out."""
    entries = list(Plan(plan.prizes_cents, (row,), plan.price_cents).stratum_prizes(0))
    gain, made, orders = Fraction(0), Fraction(0), list(permutations(entries))
    for order in orders:
        left = sum(entries)
        for n, prize in zip(range(len(order), 0, -1), order, strict=True):
            if left > plan.price_cents * n:
                gain, made = gain + prize - plan.price_cents, made + 1
            left -= prize
    return gain / len(orders), made / len(orders)


def in_whole_numbers(plan, row):
    """
    Gain and plays made, by counting sets in integers of unlimited size.

    One integer holds, for each sum of prizes and each number of winners, how many sets of winners have
    them: a winner is one shift and one addition. Nothing is rounded before the last division.
    """
    unit = gcd(plan.price_cents, *plan.prizes_cents)
    price, losers, entries = plan.price_cents // unit, row[0], sum(row)
    winners = [c // unit for c, k in zip(plan.prizes_cents[1:], row[1:], strict=True) for _ in range(k)]
    total, width = sum(winners), len(winners) // 8 + 1  # bytes that hold any count of sets
    stride = width * (len(winners) + 1)
    sets = 1
    for pays in winners:
        sets += sets << 8 * (pays * stride + width)
    counts = sets.to_bytes(stride * (total + 1), "little")
    rows = [
        [int.from_bytes(counts[at : at + width], "little") for at in range(i * width, len(counts), stride)]
        for i in range(len(winners) + 1)
    ]
    chance = [[*list(accumulate(reversed(row)))[::-1][1:], 0] for row in rows]
    excess = [list(accumulate(reversed(row)))[::-1] for row in chance]
    gain = made = Fraction(0)
    for n in range(1, entries + 1):
        t = price * n
        if t >= total:
            break
        ways = [(i, comb(losers, n - i)) for i in range(len(winners) + 1) if 0 <= n - i <= losers]
        gain += Fraction(sum(way * excess[i][t] for i, way in ways) * unit, comb(entries, n) * n)
        made += Fraction(sum(way * chance[i][t] for i, way in ways), comb(entries, n))
    return gain, made


@settings(max_examples=60, deadline=None, derandomize=True)
@given(plan=plans)
def test_gain_and_plays_are_those_of_every_order_written_out(plan):
    seen = watch(plan)
    exact = [brute(plan, row) for row in plan.strata]
    for stratum, (gain, made) in zip(seen.strata, exact, strict=True):
        assert holds(stratum.gain_cents, gain) and holds(stratum.plays_made, made)
    assert holds(seen.gain_cents, sum(gain for gain, _ in exact))
    assert holds(seen.plays_made, sum(made for _, made in exact))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(plan=plans)
def test_whole_numbers_say_the_same_as_orders_written_out(plan):
    assert all(in_whole_numbers(plan, row) == brute(plan, row) for row in plan.strata)


@pytest.mark.long
def test_a_shipped_stratum_agrees_with_whole_numbers_to_the_last_digit_told():
    plan = load_model("cierzo").plan
    row = plan.strata[2]  # with a prize of 80 EUR
    stratum = watch(Plan(plan.prizes_cents, (row,), plan.price_cents)).strata[0]
    gain, made = in_whole_numbers(plan, row)
    assert holds(stratum.gain_cents, gain) and holds(stratum.plays_made, made)
    assert stratum.gain_cents.high - stratum.gain_cents.low < Fraction(1, 10**7)


def best_policy(plan, row, *, double, hold):
    """The most that any policy gains from a stratum, by looking at every composition of its urn."""
    price, prizes = plan.price_cents, plan.prizes_cents

    def less(urn, k):
        return (*urn[:k], urn[k] - 1, *urn[k + 1 :])

    def one(urn, classes, after):
        size = sum(urn[k] for k in classes)
        return sum(Fraction(urn[k], size) * after(k, less(urn, k)) for k in classes if urn[k])

    @cache
    def value(urn):
        everything = range(len(urn))
        if not any(urn):
            return Fraction(0)
        kept = [everything]
        if hold and urn[0]:  # held reels leave the loss and any of the prizes within reach
            kept = [[k for k in everything if k == 0 or pattern >> k & 1] for pattern in range(2 ** len(urn))]
        found = [one(urn, everything, lambda k, rest: value(rest))]
        found += [one(urn, keep, lambda k, rest: prizes[k] - price + value(rest)) for keep in kept]
        if double and sum(urn) > 1:
            both = one(urn, everything, lambda k, rest: prizes[k] - price + second(rest))
            found.append(both)
        return max(found)

    def second(urn):
        return one(urn, range(len(urn)), lambda k, rest: prizes[k] - price + value(rest))

    return value(row)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(plan=plans)
def test_no_policy_of_single_and_double_plays_gains_more(plan):
    for stratum, row in zip(watch(plan).strata, plan.strata, strict=True):
        assert holds(stratum.gain_cents, best_policy(plan, row, double=True, hold=False))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(plan=plans)
def test_with_hold_no_policy_gains_more_than_foresight(plan):
    best = sum(best_policy(plan, row, double=True, hold=True) for row in plan.strata)
    seen = watch(plan)
    assert seen.gain_cents.low <= best <= seen.foresight_cents


def test_hold_can_gain_more_than_the_watcher_does():
    """Why the claim is made for plays without hold only."""
    plan = Plan((0, 10, 100), ((2, 3, 1),), 20)
    assert best_policy(plan, (2, 3, 1), double=False, hold=True) > watch(plan).gain_cents.high


def test_a_cycle_whose_entries_are_known_is_milked_to_the_last_cent():
    """The mutant: strata of one entry leave nothing to chance, so memory is worth what foresight is."""
    honest = Plan((0, 40), ((10, 10),), 20)
    known = Plan((0, 40), tuple((1 - k % 2, k % 2) for k in range(20)), 20)
    assert honest.payout == known.payout == 1
    assert holds(watch(known).gain_cents, Fraction(200)) and watch(known).foresight_cents == 200
    assert watch(honest).gain_cents.high < 100
    assert watch(known).strata[1].best == (1, 20.0, 1.0)


def test_prizes_kept_for_the_end_of_a_cycle_are_seen_stratum_by_stratum():
    plan = Plan((0, 20, 100), ((7, 3, 0), (7, 3, 0), (0, 0, 2)), 20)
    gains = [stratum.gain_cents.high for stratum in watch(plan).strata]
    assert gains[:2] == [0, 0] and gains[2] >= 160


def test_a_cycle_that_never_pays_more_than_its_price_gains_a_watcher_nothing():
    seen = watch(Plan((0, 20), ((3, 7), (4, 6)), 20))
    assert seen.gain_cents == seen.plays_made == (0, 0) and seen.foresight_cents == 0


def test_prizes_below_the_price_and_odd_cents_are_counted():
    plan = Plan((0, 7, 13, 55), ((2, 2, 1, 1),), 20)
    assert lattice_points(plan) == 5 * 83
    gain, made = brute(plan, plan.strata[0])
    assert holds(watch(plan).gain_cents, gain) and holds(watch(plan).plays_made, made)


def test_a_lattice_too_large_is_refused_with_its_size(monkeypatch):
    plan = Plan((0, 40), ((3, 4), (1, 1)), 20)
    monkeypatch.setattr(watcher, "MOST_POINTS", 44)
    watch.__wrapped__(Plan((0, 40), ((2, 3),), 20))
    with pytest.raises(
        ValueError, match=r"at most 1000 prizes \(got 4\) and a lattice of 44 points \(got 45\)"
    ):
        watch.__wrapped__(plan)


@pytest.mark.long
def test_as_many_prizes_as_are_worked_on_fit_a_double_and_one_more_is_refused():
    """1,000 prizes have 2.7 10^299 sets of 500. One loss among them: it is left with n / 1,001."""
    seen = watch(Plan((0, 30), ((1, 1_000),), 20))
    lost = [Fraction(n, 1_001) for n in range(1, 1_002)]
    worth = [max(Fraction(0), 30 * Fraction(n - 1, n) - 20) for n in range(1, 1_002)]
    assert holds(seen.gain_cents, sum(10 * (1 - p) + p * more for p, more in zip(lost, worth, strict=True)))
    with pytest.raises(ValueError, match=r"at most 1000 prizes \(got 1001\)"):
        watch(Plan((0, 30), ((1, 1_001),), 20))


def test_the_core_plays_what_the_watcher_expects():
    """120 strata of a fixed key; 4.5 standard errors are a false alarm of 10^-5 for a normal law."""
    model = load_model("cierzo")
    plan, seen = model.plan, watch(model.plan)
    state, over = cext.new_state(model.tables, bytes(31) + b"\x07"), []
    for _ in range(6):
        for row, stratum in zip(plan.strata, seen.strata, strict=True):
            left, gain = sum(c * k for c, k in zip(plan.prizes_cents, row, strict=True)), 0
            for n in range(sum(row), 0, -1):
                state, outcome = cext.step(model.tables, state)
                prize = outcome.entries[0].prize_cents
                gain += (prize - PRICE) * (left > PRICE * n)
                left -= prize
            over.append(gain - float(stratum.gain_cents.low))
    assert abs(mean(over)) < 4.5 * stdev(over) / len(over) ** 0.5
