# SPDX-License-Identifier: MIT
"""The PAR sheet of type A: skill curves, visitors, and the hour, against plays counted one by one."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from emulator.lab.campaign import run_campaign
from machines.model import load_model
from machines.par.sheet import par_sheet
from machines.types.skill.par import DELAYS_MS, SPREADS_MS

STOPPERS = ("cometa", "verbena", "cometa_nacional")


def games(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = par_sheet(load_model(name))["games"]
    return found


def curve(name: str, of: str) -> list[dict[str, Any]]:
    return next(list(one["rows"]) for one in games(name)[0]["curves"] if one["of"] == of)


@pytest.mark.parametrize("name", [*STOPPERS, "ronda"])
def test_every_machine_of_type_a_has_a_sheet_without_a_payout(name: str) -> None:
    sheet = par_sheet(load_model(name))
    assert (sheet["type"], "rtp" in sheet, "inherited" in sheet) == ("A", False, True)
    assert sheet["most_value_cents"] <= sheet["price_cents"]


@pytest.mark.parametrize("name", STOPPERS)
def test_results_of_a_play_add_up_to_one(name: str) -> None:
    for game in games(name):
        rows = [row for one in game["curves"] if one["of"] != "slips" for row in one["rows"]]
        for row in [*rows, *(game["visitors"] or ())]:
            assert sum(Fraction(one["probability"]) for one in row["results"]) == 1
            assert 1 <= row["plays"] <= 1 + game["extra_plays_max"]


def test_the_skill_curve_falls_from_a_perfect_hand() -> None:
    rows = curve("cometa", "spread")
    best = [Fraction(row["results"][-1]["probability"]) for row in rows]
    assert [row["value"] for row in rows] == [*SPREADS_MS]
    assert best[0] == 1
    assert best == sorted(best, reverse=True)


def test_too_early_is_as_bad_as_too_late() -> None:
    rows = {row["value"]: row["results"] for row in curve("verbena", "delay")}
    assert [*rows] == [*DELAYS_MS]
    for late in (25, 50, 100):
        early = Fraction(rows[-late][0]["probability"])
        assert abs(early - Fraction(rows[late][0]["probability"])) < Fraction(1, 1000)


@pytest.mark.parametrize("name", ["cometa", "verbena"])
def test_visitors_are_those_of_a_campaign(name: str) -> None:
    model = load_model(name)
    row = next(row for row in games(name)[0]["visitors"] if row["kind"] is None)
    visits = run_campaign(model, 50_000, seed="00", jobs=1).visits
    assert visits is not None and visits.expected_per_hour is not None
    assert (row["plays_per_hour"], row["tickets_per_hour"]) == pytest.approx(visits.expected_per_hour)
    assert visits.tickets_per_hour == pytest.approx(row["tickets_per_hour"], rel=0.05)
    assert row["price_per_hour_cents"] == pytest.approx(row["plays_per_hour"] * model.price_cents)


def test_kinds_of_visitors_make_up_all_of_them() -> None:
    rows = games("cometa")[0]["visitors"]
    every, kinds = rows[0], rows[1:]
    assert sum(Fraction(row["share"]) for row in kinds) == 1
    for place, one in enumerate(every["results"]):
        parts = (Fraction(row["share"]) * Fraction(row["results"][place]["probability"]) for row in kinds)
        assert sum(parts) == Fraction(one["probability"])


def test_tunes_are_powers_of_a_right_note() -> None:
    rows = curve("ronda", "slips")
    assert games("ronda")[0]["visitors"] is None
    for row, one in itertools.product(rows, range(2)):
        result = row["results"][one]
        right = 1 - Fraction(row["value"], 1_000_000)
        assert Fraction(result["probability"]) == right ** result["count"]
