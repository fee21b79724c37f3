# SPDX-License-Identifier: MIT
"""The window proof against brute force: every order of every stratum of small plans, written out."""

from fractions import Fraction
from itertools import pairwise, permutations, product
from math import lcm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.model import load_model
from machines.types.cycle.plan import Pair, Plan, Window

PRIZES = (0, 20, 40, 100)
PRICE = 20


def orders(plan, stratum):
    return set(permutations(plan.stratum_prizes(stratum)))


def cycles_after(plan, entries):
    """How many whole cycles a window that starts in the first one can reach into."""
    return 2 + entries // plan.plays


def brute_worst(plan, entries_min, entries_max, extreme=min, step=1):
    """Least (or most) payout of any window, by looking at every order of each stratum it touches."""
    spans, start = [], 0
    for _ in range(cycles_after(plan, entries_max)):
        for stratum in range(len(plan.strata)):
            size = sum(plan.strata[stratum])
            spans.append((start, start + size, orders(plan, stratum)))
            start += size
    found = []
    for first in range(plan.plays) if step == 1 else range(0, lcm(step, plan.plays), step):
        for entries in range(entries_min, entries_max + 1):
            paid = 0
            for begin, end, ways in spans:
                low, high = max(first % plan.plays, begin), min(first % plan.plays + entries, end)
                if low < high:
                    paid += extreme(sum(way[low - begin : high - begin]) for way in ways)
            found.append(Fraction(paid, entries * plan.price_cents))
    return extreme(found)


def brute_sequences(plan, entries_min, entries_max, extreme=min):
    """The same by writing out whole sequences of entries; only for the smallest plans."""
    blocks = [orders(plan, stratum) for stratum in range(len(plan.strata))]
    blocks *= cycles_after(plan, entries_max)
    worst = None
    for ways in product(*blocks):
        sequence = sum(ways, ())
        for first in range(plan.plays):
            for entries in range(entries_min, entries_max + 1):
                payout = Fraction(sum(sequence[first : first + entries]), entries * plan.price_cents)
                worst = payout if worst is None else extreme(worst, payout)
    return worst


def brute_pair(plan):
    """The most that two neighbouring entries pay, over two cycles written out."""
    blocks = [orders(plan, stratum) for stratum in range(len(plan.strata))]
    most = 0
    for before, after in zip(blocks, blocks[1:] + blocks[:1], strict=True):
        for way in before:
            most = max([most, *(a + b for a, b in pairwise(way))])
        most = max(most, max(way[-1] for way in before) + max(way[0] for way in after))
    return most


strata = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 1), st.integers(0, 1)).filter(any),
    min_size=1,
    max_size=4,
)
plans = strata.map(lambda rows: Plan(PRIZES, tuple(rows), PRICE))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(plan=plans, shortest=st.integers(1, 12), more=st.integers(0, 8))
def test_the_worst_window_is_the_one_brute_force_finds(plan, shortest, more):
    worst = plan.worst_window(shortest, shortest + more)
    assert worst.payout == brute_worst(plan, shortest, shortest + more)
    assert worst.payout == Fraction(worst.paid_cents, worst.entries * PRICE)
    assert shortest <= worst.entries <= shortest + more
    assert 0 <= worst.first_entry < plan.plays


@settings(max_examples=150, deadline=None, derandomize=True)
@given(plan=plans, shortest=st.integers(1, 12), more=st.integers(0, 8), off=st.integers(-1, 1))
def test_a_payout_is_guaranteed_up_to_the_worst_window_and_no_further(plan, shortest, more, off):
    payout = brute_worst(plan, shortest, shortest + more) + Fraction(off, 10**9)
    assert plan.guarantees(shortest, shortest + more, payout) == (off <= 0)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(plan=plans, shortest=st.integers(1, 12), more=st.integers(0, 8))
def test_the_best_window_is_the_one_brute_force_finds(plan, shortest, more):
    best = plan.best_window(shortest, shortest + more)
    assert best.payout == brute_worst(plan, shortest, shortest + more, max)
    assert best.payout == Fraction(best.paid_cents, best.entries * PRICE)
    assert shortest <= best.entries <= shortest + more
    assert 0 <= best.first_entry < plan.plays


@settings(max_examples=100, deadline=None, derandomize=True)
@given(plan=plans, plays=st.integers(1, 12))
def test_aligned_blocks_are_those_brute_force_finds(plan, plays):
    assert plan.worst_aligned(plays).payout == brute_worst(plan, plays, plays, min, plays)
    assert plan.best_aligned(plays).payout == brute_worst(plan, plays, plays, max, plays)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(plan=plans)
def test_the_richest_pair_is_the_one_brute_force_finds(plan):
    if plan.plays > 1:
        assert plan.largest_pair().cents == brute_pair(plan)


def test_sequences_written_out_whole_agree():
    """The brute force above takes strata one by one; this one does not even assume that."""
    plan = Plan(PRIZES, ((1, 1, 0, 0), (1, 0, 0, 1), (0, 0, 1, 0)), PRICE)
    for shortest, longest in ((1, 1), (2, 3), (3, 6), (6, 8)):
        assert plan.worst_window(shortest, longest).payout == brute_sequences(plan, shortest, longest)
        assert plan.best_window(shortest, longest).payout == brute_sequences(plan, shortest, longest, max)


def test_aligned_blocks_are_counted_from_the_start_of_a_cycle():
    plan = Plan(PRIZES, ((1, 0, 0, 1), (2, 0, 0, 0), (0, 2, 0, 0), (1, 1, 0, 0)), PRICE)
    assert plan.worst_aligned(8).payout == plan.worst_aligned(16).payout == plan.payout == Fraction(160, 160)
    assert plan.worst_aligned(4) == Window(4, 4, 60, Fraction(60, 80))
    assert plan.worst_aligned(2) == Window(2, 2, 0, Fraction(0))
    with pytest.raises(ValueError, match="plays must be 1 or more"):
        plan.worst_aligned(0)


def test_a_range_of_windows_must_make_sense():
    plan = Plan(PRIZES, ((1, 1, 0, 0),), PRICE)
    with pytest.raises(ValueError, match="entries must be 1 <= min <= max"):
        plan.worst_window(3, 2)


def test_every_window_of_cierzo_keeps_its_minimum():
    plan = load_model("cierzo").plan
    assert plan.payout >= Fraction(75, 100)
    assert plan.guarantees(5_000, 10_000, Fraction(40, 100))
    assert plan.largest_pair().cents <= 12_000


# Mutants: proofs with one thing wrong. Each must disagree with brute force somewhere.
class ShortWindow(Plan):
    """Looks at windows of one entry less (4,999 for 5,000)."""

    def _poorest(self, entries_min, entries_max, payout):
        return super()._poorest(max(1, entries_min - 1), entries_max, payout)


class SinglePlays(Plan):
    """Forgets that plays may be double."""

    def _poorest(self, entries_min, entries_max, payout):
        return super()._poorest(entries_min, entries_min, payout)


class OneCycle(Plan):
    """Forgets windows that reach into the next cycle: takes its entries as if they paid their best."""

    def _excess(self, parts, last):
        excess = super()._excess(parts, last)
        return [above if y <= self.plays else 10**12 for y, above in enumerate(excess)]


class FixedOrder(Plan):
    """Takes each stratum in one order, smallest prizes first, at both ends."""

    def _ends(self, excess, first, start, end):
        return [excess[start] + excess[end] - excess[x] for x in range(first, end)]


class StrictlyAbove(Plan):
    """Asks for more than the minimum."""

    def guarantees(self, entries_min, entries_max, payout):
        return self._poorest(entries_min, entries_max, payout)[0] > 0


class NoCyclicJoin(Plan):
    """Forgets that the last entry of a cycle and the first of the next can be one double play."""

    def pairs(self):
        last = len(self.strata) - 1
        return [pair for pair in super().pairs() if pair.inside or pair.first_stratum != last]


class NoInnerPairs(Plan):
    """Forgets pairs inside a stratum."""

    def pairs(self):
        return [pair for pair in super().pairs() if not pair.inside] or [Pair(0, 0, 0, inside=True)]


SAMPLES = (
    ((3, 1, 0, 0), (0, 1, 1, 0)),
    ((1, 0, 0, 1), (2, 1, 0, 0), (1, 0, 1, 1)),
    ((4, 0, 0, 1),),
    ((1, 1, 1, 2), (3, 0, 0, 0), (3, 1, 0, 0)),
    ((0, 0, 0, 1), (2, 1, 1, 0), (1, 0, 0, 1)),
)
RANGES = ((2, 2), (2, 4), (5, 7), (9, 11))


def disagreements(kind):
    """On how many samples a kind of plan judges a window or a pair otherwise than brute force."""
    wrong = 0
    for rows in SAMPLES:
        plan = Plan(PRIZES, rows, PRICE)
        judged = kind(PRIZES, rows, PRICE)
        wrong += judged.largest_pair().cents != brute_pair(plan)
        for shortest, longest in RANGES:
            worst = brute_worst(plan, shortest, longest)
            wrong += not judged.guarantees(shortest, longest, worst)
            wrong += judged.guarantees(shortest, longest, worst + Fraction(1, 10**9))
    return wrong


def test_the_samples_find_nothing_wrong_with_the_proof():
    assert disagreements(Plan) == 0


@pytest.mark.parametrize(
    "mutant", [ShortWindow, SinglePlays, OneCycle, FixedOrder, StrictlyAbove, NoCyclicJoin, NoInnerPairs]
)
def test_a_proof_with_one_thing_wrong_is_caught(mutant):
    assert disagreements(mutant) > 0


def test_a_worst_window_says_where_it_lies():
    plan = Plan((0, 20), ((1, 1), (3, 1)), PRICE)
    assert plan.worst_window(4, 4) == Window(1, 4, 0, Fraction(0))
