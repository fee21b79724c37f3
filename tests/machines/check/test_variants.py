# SPDX-License-Identifier: MIT
"""Payout variants of one model: other strips, weights or plans, each a machine of its own."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from left_out import shipped

from emulator import Cabinet, cli
from machines.model import MODELS_FOLDER, ModelError, load_model, read_model
from machines.rom.build import build_file
from machines.rom.read import open_rom

VARIANTS = """
[[variants.plano.reels]]
[[variants.plano.reels]]
[[variants.plano.reels]]
weights = [1, 3, 4, 2, 4, 5, 3, 4, 5, 3, 4, 5, 3, 3, 2, 5, 2, 4, 2, 3]

[[variants.alto.paytable]]
symbols = ["siete", "siete", "siete"]
cents = 1200000

[[variants.alto.paytable]]
symbols = ["barra", "barra", "barra"]
cents = 30000

[[variants.alto.paytable]]
symbols = ["cereza", "*", "*"]
cents = 1200
"""


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Moncayo with two variants."""
    path = tmp_path / "pareja.toml"
    text = (MODELS_FOLDER / "moncayo.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('name = "moncayo"', 'name = "pareja"') + VARIANTS, encoding="utf-8")
    return path


def test_a_variant_is_a_machine_of_its_own(model: Path) -> None:
    own, flat = load_model(model), load_model(f"{model}@plano")
    assert (own.name, own.variants) == ("pareja", ("plano", "alto"))
    assert (flat.name, flat.variants) == ("pareja_plano", ())
    assert own.tables.digest == load_model("moncayo").tables.digest != flat.tables.digest
    assert own.art == flat.art


def test_a_reel_that_says_its_weights_keeps_the_rest(model: Path) -> None:
    own, flat = load_model(model), load_model(f"{model}@plano")
    assert flat.strips == own.strips and flat.motor_steps == own.motor_steps
    assert flat.payout is not None and own.payout is not None and flat.payout < own.payout


def test_a_rom_of_a_variant_says_which_and_needs_no_other(model: Path) -> None:
    own, flat = build_file(model), build_file(f"{model}@plano")
    rom = open_rom("x.rom", flat)
    assert rom.model.name == "pareja_plano"
    assert rom.model.tables.digest == load_model(f"{model}@plano").tables.digest
    assert rom.digest != open_rom("y.rom", own).digest


def test_a_variant_is_played(model: Path) -> None:
    cabinet = Cabinet(f"{model}@plano", seed="00")
    assert cabinet.model.name == "pareja_plano"


def test_a_plan_may_differ() -> None:
    raw = shipped("cierzo")
    strata = json.loads(json.dumps(raw["cycle"]["strata"]))
    strata[0]["prizes"]["20"] -= 10
    raw["variants"] = {"bajo": {"cycle": {"strata": strata}}}
    low = read_model(raw | {"variant": "bajo"})
    own = read_model(raw)
    assert low.name == "cierzo_bajo" and low.payout is not None and own.payout is not None
    assert own.payout - low.payout == Fraction(2 * 10 * 20, 20_000 * 20)


@pytest.mark.parametrize(
    ("table", "path"),
    [
        ("[variants.alto]\nprice_cents = 30", "variants.alto.price_cents"),
        ("[variants.Alto]", "variants.Alto"),
        ("[variants]\nalto = 1", "variants"),
    ],
)
def test_what_is_no_variant_is_refused(model: Path, table: str, path: str) -> None:
    text = (MODELS_FOLDER / "moncayo.toml").read_text(encoding="utf-8")
    model.write_text(f"{text}\n{table}\n", encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        load_model(model)
    assert [problem.path for problem in caught.value.problems] == [path]


def test_a_variant_that_is_not_there_is_named(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["par", str(model), "--variant", "nada"]) == 1
    assert "variant: must be one of plano, alto (got nada)" in capsys.readouterr().err


def test_check_tells_the_mistakes_of_every_variant(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", str(model)]) == 1
    err = capsys.readouterr().err
    assert "variant alto: paytable: pays" in err and "C-06" in err


def test_the_sheet_compares_them(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["par", str(model), "--draft", "--json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    assert [row["variant"] for row in sheet["variants"]] == ["plano", "alto"]
    assert [bool(row.get("breaks")) for row in sheet["variants"]] == [False, True]
    assert cli.run(["par", str(model), "--variant", "plano", "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert alone["model"] == "pareja_plano" and alone["rtp"] == sheet["variants"][0]["rtp"]
    assert cli.run(["par", str(model), "--draft"]) == 0
    assert "Payout variants" in capsys.readouterr().out


def test_an_at_in_a_path_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "a@b" / "cierzo.toml"
    path.parent.mkdir()
    path.write_bytes((MODELS_FOLDER / "cierzo.toml").read_bytes())
    assert load_model(path).name == "cierzo"
