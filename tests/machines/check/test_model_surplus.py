# SPDX-License-Identifier: MIT
"""A model that would pay more than it takes for ever is refused, with all that adds to what it pays."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from left_out import shipped

from machines.check.problems import euro, percent
from machines.model import ModelError, read_model
from machines.types.chance import checks_front as checks_chance_front
from machines.types.chance import gamble as chance_gamble
from machines.types.cycle import checks_plan

Raw = dict[str, Any]


def raised(odds: str) -> Raw:
    raw = shipped("galacho")
    for row in raw["raises"]:
        row["odds"] = odds
    return raw


def told(raw: Raw) -> list[tuple[str, str | None]]:
    """Key path and rule of each mistake."""
    try:
        read_model(raw)
    except ModelError as error:
        return [(problem.path, problem.rule) for problem in error.problems]
    return []


def test_the_message_names_the_figure_the_limit_and_the_next_step() -> None:
    raw = raised("1/1")
    with pytest.raises(ModelError) as caught:
        read_model(raw)
    (problem,) = [one for one in caught.value.problems if one.path == "raises"]
    payout = Fraction(problem.value)
    assert payout > 1
    assert str(problem) == (
        f"raises: pays {percent(payout)} of 20,000 plays with its raises, at most 100 % allowed: "
        "it would pay more than it takes in every cycle"
    )
    more = euro(int((payout - 1) * 400_000))
    assert problem.hint == f"take prizes worth {more} out of the strata, or raise fewer of them"


def test_raises_count_with_what_they_make_of_prizes() -> None:
    assert told(raised("1/10")) == []
    found = told(raised("1/1"))
    assert ("raises", None) in found


def test_pots_count_with_what_they_return() -> None:
    raw = shipped("aneto")
    raw["pots"][0]["share"] = "1/20"
    assert told(raw) == []
    raw["pots"][0]["share"] = "1/8"
    assert told(raw) == [("paytable", None)]


def test_a_gamble_that_wins_more_often_counts_for_whoever_never_lets_it_pass() -> None:
    raw = shipped("aneto")
    raw["gamble"]["odds"] = "501/1000"
    assert told(raw) == []
    raw["gamble"]["odds"] = "3/5"
    assert told(raw) == [("paytable", None)]


def test_a_check_that_looks_at_the_plan_alone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_plan, "raised_payout", lambda plan, raises: plan.payout)
    with pytest.raises(AssertionError):
        test_raises_count_with_what_they_make_of_prizes()


def test_a_check_that_forgets_the_pots_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_chance_front, "pots_payout", lambda tables: Fraction(0))
    with pytest.raises(AssertionError):
        test_pots_count_with_what_they_return()


def test_a_check_that_forgets_the_gamble_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance_gamble, "gambled", lambda total, *_: total)
    with pytest.raises(AssertionError):
        test_a_gamble_that_wins_more_often_counts_for_whoever_never_lets_it_pass()
