# SPDX-License-Identifier: MIT
"""Faults in the mathematics of a cycle, each of which brute force over small plans must notice."""

from fractions import Fraction

import numpy as np
import pytest
from test_model_plan import brute_worst
from test_par import brute_runs
from test_watcher import brute, holds

from machines.types.cycle import par_runs, watcher
from machines.types.cycle.par_runs import expected_losing_runs, longest_losing_run
from machines.types.cycle.plan import Plan

PRIZES, PRICE = (0, 10, 40, 100), 20
PLAN = Plan(PRIZES, ((2, 1, 1, 1), (3, 0, 1, 0), (1, 2, 0, 1)), PRICE)
RUNS = Plan((0, 20), ((1, 1), (2, 1)), 20)


def the_watcher_is_right():
    watcher.watch.cache_clear()
    seen = watcher.watch(PLAN)
    exact = [brute(PLAN, row) for row in PLAN.strata]
    return all(
        holds(stratum.gain_cents, gain) and holds(stratum.plays_made, made)
        for stratum, (gain, made) in zip(seen.strata, exact, strict=True)
    )


def the_windows_are_right():
    plan = Plan(PLAN.prizes_cents, PLAN.strata, PLAN.price_cents)
    return all(
        plan.best_window(plays, plays + more).payout == brute_worst(plan, plays, plays + more, max)
        and plan.worst_aligned(plays).payout == brute_worst(plan, plays, plays, min, plays)
        for plays in range(1, 15)
        for more in (0, 3)
    )


def the_runs_are_right():
    longest = longest_losing_run(RUNS)
    lengths = list(range(1, longest + 1))
    found = expected_losing_runs(RUNS, lengths)
    exact = [float(brute_runs(RUNS, plays)) for plays in lengths]
    return longest == 3 and found == pytest.approx(exact, rel=1e-12)


def with_replacement(entries, winners, drawn):
    """Draws that go back into the urn: what memory could not use."""
    law = np.zeros((drawn + 1, winners + 1))
    law[0, 0] = 1.0
    for n in range(drawn):
        law[n + 1] = law[n] * (1 - winners / entries)
        law[n + 1, 1:] += law[n, :-1] * (winners / entries)
    return law[1:]


def bets_at_the_price_too(sets, tails=watcher._tails):
    """Sets with s >= t in place of s > t."""
    above, excess = tails(sets)
    return np.vstack([above[:1], above[:-1]]), excess


def larger_sets_pay_what_smaller_do(prizes, rows, sets=watcher._sets):
    """The sets of more than half of the winners, mirrored the wrong way."""
    for row, found in sets(prizes, rows):
        half = sum(row[1:]) // 2 + 1
        found[:, half:] = found[::-1, half:].copy()
        yield row, found


def too_sure(value, steps):
    """An interval that forgets a rounding of one in 10^7."""
    shifted = Fraction(value) * (1 + Fraction(1, 10**7)) + Fraction(1, 10**6)
    return watcher.Interval(shifted, shifted)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("_winners_in", with_replacement),
        ("_tails", bets_at_the_price_too),
        ("_sets", larger_sets_pay_what_smaller_do),
        ("_around", too_sure),
    ],
)
def test_a_fault_of_the_watcher_is_noticed(name, fault, monkeypatch):
    assert the_watcher_is_right()
    monkeypatch.setattr(watcher, name, fault)
    assert not the_watcher_is_right()
    monkeypatch.undo()
    watcher.watch.cache_clear()


def strata_left_as_they_are(plan):
    """Negated prizes against counts in the old order."""
    return Plan(tuple(-cents for cents in reversed(plan.prizes_cents)), plan.strata, plan.price_cents)


def one_stratum_only(plan, first, entries):
    """A block that never goes on into the next stratum."""
    least = plan.least[0]
    return least[min(entries, len(least) - 1)]


@pytest.mark.parametrize(
    ("name", "fault"), [("_mirror", property(strata_left_as_they_are)), ("_least_of", one_stratum_only)]
)
def test_a_fault_of_the_windows_is_noticed(name, fault, monkeypatch):
    assert the_windows_are_right()
    monkeypatch.setattr(Plan, name, fault)
    assert not the_windows_are_right()


def no_join(losing, stratum, entries):
    """Runs that end with their stratum."""
    return 0.0


def test_a_fault_of_the_losing_runs_is_noticed(monkeypatch):
    assert the_runs_are_right()
    monkeypatch.setattr(par_runs, "_head", no_join)
    assert not the_runs_are_right()
