# SPDX-License-Identifier: MIT
"""The short visits that ship hold on every machine, whatever coins it takes and whatever a play costs."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from left_out import LEFT_OUT, coins, toml

from emulator import Cabinet, cli
from emulator.cabinet import commission
from emulator.scenario import script, visit
from machines.model import Model, load_model, model_names, parse_model

OTHERS = coins()
# A linked machine is visited on a link of its own; test_cli_play does.
ALONE = {name: raw for name, raw in LEFT_OUT.items() if not raw.get("link")}


@functools.cache
def model_of(name: str) -> Model:
    """A model by what is other about its coins."""
    return parse_model(toml((OTHERS | ALONE)[name]).encode(), source=name)


def visited(name: str) -> script.ScriptResult:
    """The visit that fits, made on a TEST machine."""
    cab = Cabinet(model_of(name), seed="00")
    result = script.run(visit.load("visit", cab.model), cab)
    cab.ledger.audit()
    return result


@pytest.mark.parametrize("name", OTHERS | ALONE)
def test_the_visit_holds_whatever_coins_a_machine_takes(name: str) -> None:
    result = visited(name)
    assert [str(step) for step in result.steps if not step.held] == []


@pytest.mark.parametrize("name", model_names())
def test_every_visit_is_without_mistakes_and_has_no_empty_slot(name: str) -> None:
    model = load_model(name)
    loaded = visit.load("visit", model)
    assert loaded.path == visit.name_for(model)
    assert loaded.steps and "'{" not in str(loaded)


def test_every_visit_that_ships_fits_a_machine() -> None:
    assert {visit.name_for(load_model(name)) for name in model_names()} == set(visit.shipped())


def test_a_visit_to_another_machine_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["play", "cierzo", "--headless", "--script", "visit_card", "--seed", "00"]) == 2
    assert 'visit_card: step 2: balance_cents must be a whole number (got "{balance_cents}")' in (
        capsys.readouterr().err.replace("'", '"')
    )


def test_the_machines_that_ship_are_met_as_ever() -> None:
    """So their journals stay what they were: a coin of 0.50 and 1 EUR; 2 EUR and three times 2."""

    def paid(name: str) -> list[Any]:
        steps = visit.load("visit", load_model(name)).steps
        return [step.arguments["cents"] for step in steps if step.do == "insert"]

    assert [paid(name) for name in ("cierzo", "moncayo", "cometa")] == [[50, 100], [200] * 4, [50]]
    assert commission.first_purse(load_model("cierzo")) == commission.DEFAULT_PURSE
    assert commission.first_purse(load_model("moncayo")) == commission.DEFAULT_PURSE
