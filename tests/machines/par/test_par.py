# SPDX-License-Identifier: MIT
"""The PAR sheet is exact: it agrees with the plan entry by entry, as fractions."""

import json
import tomllib
from fractions import Fraction
from itertools import pairwise, permutations, product
from statistics import pvariance

import pytest

import cext
from machines.model import MODELS_FOLDER, load_model
from machines.par.sheet import par_sheet
from machines.types.common.par_terms import ratio
from machines.types.cycle import watcher
from machines.types.cycle.par_runs import expected_losing_runs, longest_losing_run
from machines.types.cycle.plan import Plan
from machines.types.cycle.watcher import watch

CONTRACT = {
    "model", "type", "price_cents", "rtp", "rtp_percent", "hit_frequency", "variance_stake2",
    "volatility_index", "prizes", "cycle_plays", "prize_plan", "windows", "losing_runs", "watcher",
}  # fmt: skip


@pytest.fixture(scope="module")
def model():
    return load_model("cierzo")


@pytest.fixture(scope="module")
def sheet(model):
    return par_sheet(model)


@pytest.fixture(scope="module")
def entries():
    """Every prize of a cycle, one an entry, read off the file and nothing else."""
    raw = tomllib.loads((MODELS_FOLDER / "cierzo.toml").read_text(encoding="utf-8"))
    found = []
    for stratum in raw["cycle"]["strata"]:
        prizes = [int(cents) for cents, count in stratum["prizes"].items() for _ in range(count)]
        found += (prizes + [0] * (stratum["plays"] - len(prizes))) * stratum.get("repeat", 1)
    return found


def test_the_sheet_has_the_keys_of_the_contract_and_is_json(sheet):
    assert set(sheet) >= CONTRACT
    assert json.loads(json.dumps(sheet)) == sheet


def test_payout_hits_and_variance_are_those_of_the_entries(sheet, entries):
    assert Fraction(sheet["rtp"]) == Fraction(sum(entries), len(entries) * 20) == Fraction(4021, 5000)
    assert Fraction(sheet["hit_frequency"]) == Fraction(sum(cents > 0 for cents in entries), len(entries))
    stakes = [Fraction(cents, 20) for cents in entries]
    assert Fraction(sheet["variance_stake2"]) == pvariance(stakes)


def test_prizes_and_plan_are_those_of_the_entries(sheet, entries):
    assert {row["prize_cents"]: row["count"] for row in sheet["prize_plan"]} == {
        cents: entries.count(cents) for cents in set(entries) - {0}
    }
    assert sum(Fraction(row["probability"]) for row in sheet["prizes"]) == Fraction(sheet["hit_frequency"])
    assert sum(Fraction(row["rtp"]) for row in sheet["prizes"]) == Fraction(sheet["rtp"])
    assert sheet["losses"] == entries.count(0)
    assert sheet["cycle_plays"] == len(entries) == 20_000


def test_contributions_and_odds_are_those_of_the_entries(sheet, entries):
    rows = sheet["contributions"]
    assert sum(Fraction(row["rtp"]) for row in rows) == Fraction(sheet["rtp"])
    for row in rows:
        assert Fraction(row["times_per_play"]) == Fraction(entries.count(int(row["row"])), len(entries))
        assert float(Fraction(row["rtp"]) * 100) == pytest.approx(row["rtp_percent"], rel=1e-12)
    more = Fraction(sum(cents > 20 for cents in entries), len(entries))
    assert {row["event"]: Fraction(row["probability"]) for row in sheet["odds"]} == {
        "win": Fraction(sheet["hit_frequency"]),
        "more than the price": more,
    }
    assert all(Fraction(row["probability"]) * Fraction(row["plays_per_event"]) == 1 for row in sheet["odds"])


def test_windows_of_each_prize_are_those_of_the_core(model, sheet):
    tables = cext.Tables(model.tables.blob)
    for row in sheet["prizes"]:
        prize_class = tables.prizes_cents.index(row["prize_cents"])
        assert row["windows"] == len(tables.windows(prize_class))
    assert sheet["combinations"] == 24**3
    assert sheet["tables_digest"] == tables.digest


def test_the_proof_holds_and_names_its_rules(sheet):
    rows = {(row["plays"], row["kind"]): row for row in sheet["windows"]}
    assert rows[20_000, "aligned"]["required"] == "3/4"
    assert rows[5_000, "aligned"]["required"] == "2/5"
    assert rows[5_000, "sliding"]["required"] == "2/5"
    assert rows[5_000, "sliding, any play double"]["entries_max"] == 10_000
    assert rows[20_000, "sliding, reported only"]["required"] == "0/1"
    assert rows[20_000, "sliding, any play double, reported only"]["entries_max"] == 40_000
    assert all(row["holds"] for row in sheet["windows"])
    assert [row["rule"] for row in sheet["windows"]] == ["B-07", "B-08", "B-08", "B-08", "B-09", "B-09"]


def test_no_window_is_worse_than_the_worst_or_better_than_the_best(sheet, entries):
    """The order of the file itself, smallest prizes last: one order of the many that the proof covers."""
    for row in sheet["windows"]:
        plays, step = row["plays"], row["plays"] if row["kind"] == "aligned" else 97
        again = entries * (2 + plays // len(entries))
        paid = [sum(again[first : first + plays]) for first in range(0, len(entries), step)]
        assert Fraction(row["worst_payout"]) <= Fraction(min(paid), plays * 20)
        assert Fraction(row["best_payout"]) >= Fraction(max(paid), plays * 20)


def test_the_worst_window_can_be_counted_by_hand(sheet, model):
    """Its losses first at one end, last at the other; whole strata between."""
    row = next(row for row in sheet["windows"] if row["kind"] == "sliding, any play double")
    plan = model.plan
    assert Fraction(row["worst_payout"]) == Fraction(row["worst_paid_cents"], row["worst_entries"] * 20)
    first, last = row["worst_first_entry"], row["worst_first_entry"] + row["worst_entries"]
    whole = [s for s in range(32) if first <= 1_250 * s and 1_250 * (s + 1) <= last]
    before, after = 1_250 * whole[0] - first, last - 1_250 * (whole[-1] + 1)
    assert before <= plan.strata[(whole[0] - 1) % 16][0] and after <= plan.strata[(whole[-1] + 1) % 16][0]
    assert row["worst_paid_cents"] == sum(plan.least[s % 16][-1] for s in whole)


def test_the_best_window_can_be_counted_by_hand(sheet, model):
    """All prizes of its two ends, and whole strata between."""
    row = next(row for row in sheet["windows"] if row["kind"] == "sliding")
    plan = model.plan
    first, last = row["best_first_entry"], row["best_first_entry"] + row["best_entries"]
    touched = [s for s in range(32) if first < 1_250 * (s + 1) and 1_250 * s < last]
    assert row["best_paid_cents"] == sum(plan.least[s % 16][-1] for s in touched)


def test_even_sliding_windows_of_a_whole_cycle_pay_the_minimum_on_cierzo(sheet):
    """Reported, not required (B-09); kept because the strictest reading of the law then holds too."""
    row = next(row for row in sheet["windows"] if row["kind"] == "sliding, reported only")
    assert Fraction(row["worst_payout"]) >= Fraction(3, 4)


def brute_runs(plan, length):
    """Losing runs of at least ``length`` that begin in a cycle, averaged over all orders written out."""
    blocks = [set(permutations(plan.stratum_prizes(stratum))) for stratum in range(len(plan.strata))]
    found = orders = 0
    for ways in product(*blocks * 3):
        sequence = sum(ways, ())
        for first in range(plan.plays, 2 * plan.plays):
            begins = sequence[first - 1] > 0
            found += begins and not any(sequence[first : first + length])
        orders += 1
    return Fraction(found, orders)


@pytest.mark.parametrize(
    "strata",
    [((1, 1), (2, 1)), ((2, 1),), ((1, 1), (1, 0), (1, 1)), ((0, 1), (3, 0), (1, 1)), ((2, 2), (0, 1))],
)
def test_losing_runs_are_those_of_every_order_written_out(strata):
    plan = Plan((0, 20), strata, 20)
    longest = longest_losing_run(plan)
    lengths = [plays for plays in range(1, longest + 2) if plays <= plan.plays]
    for plays, expected in zip(lengths, expected_losing_runs(plan, lengths), strict=True):
        assert expected == pytest.approx(float(brute_runs(plan, plays)), rel=1e-12, abs=1e-15)
        assert (expected > 1e-12) == (plays <= longest)


def test_a_plan_that_never_wins_has_a_losing_run_without_end():
    assert longest_losing_run(Plan((0, 20), ((3, 0), (1, 0)), 20)) is None


def test_the_longest_losing_run_crosses_the_join_with_most_losses(sheet, model):
    losses = [row[0] for row in model.plan.strata]
    assert sheet["losing_runs"]["longest_plays"] == max(
        a + b for a, b in zip(losses, losses[1:] + losses[:1], strict=True)
    )
    rows = sheet["losing_runs"]["at_least"]
    assert all(a["expected_per_cycle"] > b["expected_per_cycle"] for a, b in pairwise(rows))
    assert [row["plays"] for row in rows] == [1, 2, 5, 10, 15, 20, 30, 40, 50, 60, 80, 100]


def test_the_sheet_tells_what_the_watcher_gains(sheet, model):
    seen, told = watch(model.plan), sheet["watcher"]
    assert Fraction(told["gain_cents_low"]) == seen.gain_cents.low
    assert Fraction(told["gain_cents_high"]) == seen.gain_cents.high
    assert told["payout_percent"] == pytest.approx(
        100 + 5 * told["expected_gain_cents"] / told["expected_plays"], rel=1e-12
    )
    assert sum(row["expected_gain_cents"] for row in told["strata"]) == pytest.approx(
        told["expected_gain_cents"], rel=1e-12
    )
    assert [row["plays"] for row in told["strata"]] == [1_250] * 16


def test_a_stratum_too_large_to_watch_is_left_out_and_not_guessed(model, monkeypatch):
    monkeypatch.setattr(watcher, "MOST_POINTS", 10)
    assert par_sheet(model)["watcher"] is None


def test_a_whole_number_is_written_as_a_ratio_too():
    assert ratio(Fraction(0)) == "0/1"
    assert ratio(Fraction(6, 8)) == "3/4"
