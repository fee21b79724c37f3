# SPDX-License-Identifier: MIT
"""The PAR sheet is exact: it agrees with the plan entry by entry, as fractions."""

import json
import tomllib
from fractions import Fraction
from statistics import pvariance

import pytest

import cext
from machines.model import MODELS_FOLDER, load_model
from machines.par import par_sheet
from machines.par_terms import ratio

CONTRACT = {
    "model", "type", "price_cents", "rtp", "rtp_percent", "hit_frequency", "variance_stake2",
    "volatility_index", "prizes", "cycle_plays", "prize_plan", "windows",
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
    assert rows[5_000, "sliding"]["required"] == "2/5"
    assert rows[5_000, "sliding, any play double"]["entries_max"] == 10_000
    assert rows[20_000, "sliding, reported only"]["required"] == "0/1"
    assert all(row["holds"] for row in sheet["windows"])
    assert [row["rule"] for row in sheet["windows"]] == ["B-07", "B-08", "B-08", "B-09"]


def test_the_worst_window_can_be_counted_by_hand(sheet, model):
    """Its losses first at one end, last at the other; whole strata between."""
    row = next(row for row in sheet["windows"] if row["kind"] == "sliding, any play double")
    plan = model.plan
    assert Fraction(row["worst_payout"]) == Fraction(row["worst_paid_cents"], row["worst_entries"] * 20)
    first, last = row["worst_first_entry"], row["worst_first_entry"] + row["worst_entries"]
    whole = [s for s in range(20) if first <= 1_000 * s and 1_000 * (s + 1) <= last]
    assert row["worst_paid_cents"] == sum(plan.least[s][-1] for s in whole)


def test_even_sliding_windows_of_a_whole_cycle_pay_the_minimum_on_cierzo(sheet):
    """Reported, not required (B-09); kept because the strictest reading of the law then holds too."""
    assert Fraction(sheet["windows"][-1]["worst_payout"]) >= Fraction(3, 4)


def test_a_whole_number_is_written_as_a_ratio_too():
    assert ratio(Fraction(0)) == "0/1"
    assert ratio(Fraction(6, 8)) == "3/4"
