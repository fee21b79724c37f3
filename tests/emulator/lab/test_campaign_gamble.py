# SPDX-License-Identifier: MIT
"""Campaigns of one who gambles on a machine of Type B: the plays of the core, cycle by cycle."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import cext
from emulator.lab import campaign_result
from emulator.lab.campaign import Campaign, CampaignError, run_campaign
from emulator.lab.campaign_gamble import Cycles, GambleWork
from emulator.lab.campaign_pieces import Recipe
from machines.model import CycleModel, load_model


@pytest.fixture(scope="module")
def galacho() -> CycleModel:
    """The model with a gamble."""
    model = load_model("galacho")
    assert isinstance(model, CycleModel)
    return model


def played(model: CycleModel, **options: Any) -> Campaign:
    arguments = {"machines": 3, "seed": "07", "gamble_rounds": 2, "jobs": 1, **options}
    return run_campaign(model, 50_000, **arguments)


def test_cycles_played_apart_are_the_plays_of_the_machine(galacho: CycleModel) -> None:
    """What one long course of each machine wins, in which every cycle follows the one before."""
    key, told = bytes([7]) + bytes(31), played(galacho)
    tallies = [
        cext.campaign(galacho.tables, key, machine, 50_000, player=cext.Player(rounds=2))[1]
        for machine in (1, 2, 3)
    ]
    assert told.won_cents == sum(tally.won_cents for tally in tallies)
    assert told.gambles is not None
    for name, value in told.gambles._asdict().items():
        assert value == sum(getattr(tally, name) for tally in tallies) > 0
    counts = [sum(column) for column in zip(*(tally.counts for tally in tallies), strict=True)]
    assert [count for _, count in told.prizes] == counts
    assert told.way == "every gamble dared, up to 2 of a prize"


def test_threads_and_interruptions_change_nothing(galacho: CycleModel, tmp_path: Path) -> None:
    once = played(galacho).as_dict() | {"plays_per_second": 0}
    assert played(galacho, jobs=3).as_dict() | {"plays_per_second": 0} == once
    kept = tmp_path / "kept.json"
    played(galacho, checkpoint=kept)
    assert played(galacho, checkpoint=kept, resume=True).as_dict() | {"plays_per_second": 0} == once


def test_no_cycle_pays_less_than_its_plan(galacho: CycleModel) -> None:
    """Two whole cycles a machine; a core that let one pay less would be found."""
    told = played(galacho)
    assert told.cycles is not None
    assert told.cycles.whole == 6
    assert told.cycles.least_cents is not None
    assert told.cycles.least_cents >= galacho.plan.paid_cents
    least = told.as_dict()["cycles"]
    assert least == {"count": 6, "least_won_cents": told.cycles.least_cents}
    poor = Cycles(6, 0, 0, galacho.plan.paid_cents - 1)
    with pytest.raises(CampaignError, match="a cycle must pay at least its plan, 322,200 cents"):
        GambleWork(galacho.tables, Recipe(galacho.tables.blob, bytes(32), 1, 1, 1)).found(
            galacho, SimpleNamespace(cycles=poor)
        )


def test_the_interval_comes_from_how_cycles_differ(galacho: CycleModel) -> None:
    told = played(galacho)
    low, high = told.ci99_percent or (0.0, 0.0)
    won = [
        cext.campaign(
            galacho.tables, bytes(32), 1, 20_000,
            state=cext.new_state(galacho.tables, bytes([7]) + bytes(31), machine, cycle=cycle),
            player=cext.Player(rounds=2),
        )[1].won_cents
        for machine in (1, 2, 3) for cycle in (0, 1)
    ]  # fmt: skip
    spread = statistics.stdev(won) * (150_000 / 20_000) ** 0.5
    half = 100 * campaign_result.Z_99 * spread / told.staked_cents
    assert high - low == pytest.approx(2 * half)
    short = run_campaign(galacho, 30_000, seed="00", gamble_rounds=1, jobs=1)
    assert short.ci99_percent is None
    assert short.sigma_from_exact is None
    assert (short.sigma_note or "").startswith("no exact figure is known of one who gambles")


def test_the_command_tells_of_the_gambles(azar: Any) -> None:
    line = "simulate galacho --plays 40000 --seed 00 --gamble 3"
    _, out, _ = azar(line)
    for words in ("every gamble dared, up to 3 of a prize", "returned of that", "least of 2 whole cycles"):
        assert words in out
    told = json.loads(azar(f"{line} --json")[1])
    assert told["gamble_rounds"] == 3
    assert set(told["gambles"]) == {
        "offers", "gambles", "gambles_won", "lost_cents", "added_cents", "returned_cents",
    }  # fmt: skip
    status, _, err = azar("simulate galacho --plays 10 --gamble 4")
    assert (status, err.splitlines()[0]) == (
        1, "error: gamble_rounds of a prize cycle must be 0 to 3 (got 4)",
    )  # fmt: skip
