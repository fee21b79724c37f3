# SPDX-License-Identifier: MIT
"""The profile ``libre``: no limit of the law binds, what a machine needs to work still does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from left_out import shipped
from soon import soon

from emulator import Cabinet, cli
from emulator.lab.exam.sample import NoLawError, Sample
from machines.check.problems import Problem
from machines.model import MODELS_FOLDER, ModelError, load_model, model_names, read_model
from machines.par import par_sheet
from machines.rom.build import build_file
from machines.rom.file import canonical
from machines.rom.profile_data import profile_data, read_profile
from machines.rom.read import open_rom
from machines.rules import load_profile
from machines.support.plain import Json

FOREIGN = """
profile = "libre"
price_cents = 50
"""


def foreign(model: str, **values: Any) -> Json:
    """A model that ships, moved to another market at a price that no profile of ours knows."""
    return {**shipped(model), "profile": "libre", "price_cents": 50, **values}


def told(raw: Json) -> list[Problem]:
    with pytest.raises(ModelError) as caught:
        read_model(raw)
    return caught.value.problems


@pytest.mark.parametrize("name", model_names())
def test_what_keeps_a_law_keeps_none(name: str) -> None:
    assert load_model(name, "libre").problems == ()


def test_price_payout_and_length_of_plays_are_the_makers_own() -> None:
    model = read_model(foreign("cierzo", durations={"play_min_ms": 1500, "auto_start_ms": 3000}))
    assert model.price_cents == 50 and model.payout is not None and model.payout < 0.75
    assert par_sheet(model)["price_cents"] == 50
    told_by_law = told({**foreign("cierzo"), "profile": "es-rd2110-2001"})
    assert "B-01" in {problem.rule for problem in told_by_law}


def test_a_prize_above_every_cap_is_paid_whole() -> None:
    raw = shipped("moncayo") | {"profile": "libre"}
    raw["paytable"][0]["cents"] = 3_400_000
    sheet = par_sheet(read_model(raw))
    assert sheet["largest_prize_cents"] == 3_400_000
    assert "warnings" not in sheet and "breaks" not in sheet


def test_the_front_says_what_its_maker_likes() -> None:
    raw = foreign("moncayo", price_cents=100)
    raw["texts"]["minors"] = {"es": "Solo mayores de 21 años", "en": "Over 21 only"}
    assert read_model(raw).texts["en"]["minors"] == "Over 21 only"


@pytest.mark.parametrize("model", soon(["moncayo", "mudejar"], "moncayo"))
def test_what_pays_more_than_it_takes_is_a_warning(model: str) -> None:
    raw = shipped(model) | {"profile": "libre", "price_cents": 100}
    found = read_model(raw)
    assert [warning.path for warning in found.warnings()] == ["paytable"]
    assert "at most 100 %" in found.warnings()[0].message
    assert found.slips == tuple(found.warnings()[:1])


def test_what_a_machine_needs_to_work_is_still_asked_for() -> None:
    raw = foreign("cierzo")
    raw["hoppers"][1]["fill_coins"] = 10
    assert {problem.rule for problem in told(raw)} == {"B-20"}
    raw = foreign("moncayo", price_cents=130)
    assert {problem.rule for problem in told(raw)} == {"K-01"}


def test_what_is_no_limit_of_the_law_is_refused_as_ever() -> None:
    raw = foreign("cierzo")
    raw["reels"][0]["strip"][0] = "nada"
    assert "reels[0].strip[0]" in [problem.path for problem in told(raw)]


def test_skill_may_earn_what_its_maker_gives() -> None:
    assert load_model("cometa", "libre").problems == ()


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A file of such a model."""
    text = (MODELS_FOLDER / "cierzo.toml").read_text(encoding="utf-8")
    path = tmp_path / "mercado.toml"
    path.write_text(text.replace('profile = "es-ar-2002"\n', FOREIGN.lstrip()), encoding="utf-8")
    return path


def test_it_is_played_at_its_price(machine: Path) -> None:
    cabinet = Cabinet(str(machine), seed="00")
    cabinet.run(ms=8000)
    cabinet.insert(100)
    cabinet.run(ms=2000)
    cabinet.press("start")
    cabinet.run(ms=20_000)
    assert cabinet.meters["book_staked_cents"] == 50 * cabinet.meters["book_plays"] == 100


def test_a_rom_carries_that_no_law_binds(machine: Path) -> None:
    rom = open_rom("x.rom", build_file(machine))
    assert rom.model.profile.free and rom.model.price_cents == 50


def test_a_law_is_written_as_ever() -> None:
    law, none = load_profile("es-ar-2002"), load_profile("libre")
    assert "free" not in profile_data(law)
    assert read_profile(canonical(profile_data(none))).free
    assert not law.free and load_profile("libre").rule("B-04").in_force is False


def test_a_laboratory_gives_no_verdict(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NoLawError, match=r"profile must be a law .*got libre"):
        Sample.of(machine)
    assert cli.run(["lab", "plan", str(machine)]) == 1
    err = capsys.readouterr().err
    assert "no limit binds" in err and "hint: name one with --profile" in err
    assert Sample.of("cierzo").law.id == "es-ar-2002"


@pytest.mark.long
def test_check_says_that_no_law_was_looked_at(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", str(machine)]) == 0
    assert "no legal limit was looked at" in capsys.readouterr().out
    assert cli.run(["check", "moncayo", "--profile", "libre", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["profile"] == "libre"
