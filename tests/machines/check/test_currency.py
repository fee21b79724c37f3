# SPDX-License-Identifier: MIT
"""Another money than the euro, under the profile ``libre`` alone: its name stands wherever an amount does."""

from __future__ import annotations

import io
import json
from pathlib import Path

import openpyxl
import pytest
from left_out import shipped

from emulator import Cabinet, cli
from emulator.panel.machine.parts.recalled import money_of
from emulator.panel.machine.registry import read_front
from emulator.panel.machine.stage import Stage
from emulator.sheets.section import money
from emulator.sheets.writer import Writer
from machines.check.problems import Problem
from machines.model import MODELS_FOLDER, ModelError, load_model, read_model
from machines.par import par_sheet
from machines.rom.build import build_file
from machines.rom.read import open_rom
from machines.support.currency import EURO, Currency, amount
from machines.support.plain import Json

POUND = Currency("GBP", "£", 2, before=True)
CROWN = Currency("SEK", "kr", 2, before=False)
NAMED = {"code": "GBP", "symbol": "£", "position": "before"}


def of(model: str, currency: Json, **values: object) -> Json:
    raw = shipped(model) | {"profile": "libre", "price_cents": 100} | values
    return {**raw, "money": {**raw["money"], "currency": currency}}


def told(raw: Json) -> list[Problem]:
    with pytest.raises(ModelError) as caught:
        read_model(raw)
    return caught.value.problems


@pytest.mark.parametrize(
    ("currency", "cents", "whole", "english", "spanish"),
    [
        (POUND, 1_250, False, "£12.50", "£12,50"),
        (POUND, 1_200, True, "£12", "£12"),
        (CROWN, 1_250_000, False, "12,500.00 kr", "12.500,00 kr"),
        (Currency("JPY", "¥", 0, before=True), 1_250, False, "¥1250", "¥1250"),
        (Currency("TND", "DT", 3, before=False), 1_250, False, "1.250 DT", "1,250 DT"),
        (EURO, 20, False, "€0.20", "0,20 €"),
    ],
)
def test_an_amount_is_written_as_its_money_is(
    currency: Currency, cents: int, whole: bool, english: str, spanish: str
) -> None:
    assert amount(cents, "en", currency, whole) == english
    assert amount(cents, "es", currency, whole) == spanish


def test_a_sheet_names_it() -> None:
    assert Writer("en", POUND).show(money(1_250)) == "12.50 GBP"
    assert Writer("es", POUND).show(money(1_250)) == "£12,50"
    assert Writer("en", Currency("JPY", "¥", 0, before=True)).show(money(1_250)) == "1,250 JPY"
    sheet = par_sheet(read_model(of("moncayo", NAMED)))
    assert sheet["currency"] == {"code": "GBP", "symbol": "£", "digits": 2, "before": True}
    assert "currency" not in par_sheet(load_model("moncayo"))


@pytest.mark.parametrize("model", ["cierzo", "moncayo", "cometa"])
def test_a_law_of_the_euro_refuses_another(model: str) -> None:
    raw = shipped(model)
    problems = told({**raw, "money": {**raw["money"], "currency": NAMED}})
    assert [problem.path for problem in problems] == ["money.currency"]
    assert "whose money is the euro (got GBP)" in problems[0].message


def test_what_the_board_cannot_show_or_name_is_refused() -> None:
    (digits,) = told(of("moncayo", {**NAMED, "digits": 4}))
    assert digits.path == "money.currency.digits"
    (bus,) = told(of("cierzo", NAMED, mechanisms="cctalk"))
    assert "ccTalk" in bus.message
    (shape,) = told(of("moncayo", {**NAMED, "code": "pound"}))
    assert shape.path == "money.currency.code"


def test_the_glass_and_recalled_plays_show_it() -> None:
    model = read_model(of("moncayo", NAMED))
    assert read_front(model, 1, False).currency == POUND
    assert money_of(model, "es")(600) == "£6,00"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    path = tmp_path / "mercado.toml"
    text = (MODELS_FOLDER / "moncayo.toml").read_text(encoding="utf-8")
    text = text.replace('profile = "es-ar-2002"\n', 'profile = "libre"\nprice_cents = 600\n')
    path.write_text(f'{text}\n[money.currency]\ncode = "GBP"\nsymbol = "£"\nposition = "before"\n', "utf-8")
    return path


def test_commands_and_workbook_show_it(
    machine: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.run(["par", str(machine)]) == 0
    out = capsys.readouterr().out
    assert "6.00 GBP a play" in out and "EUR" not in out
    assert cli.run(["simulate", str(machine), "--plays", "1000", "--seed", "00"]) == 0
    out = capsys.readouterr().out
    assert "6.00 GBP" in out and "EUR" not in out
    assert cli.run(["simulate", "moncayo", "--plays", "1000", "--seed", "00"]) == 0
    assert "6.00 EUR" in capsys.readouterr().out
    file = tmp_path / "mercado.xlsx"
    assert cli.run(["par", str(machine), "--xlsx", str(file)]) == 0
    book = openpyxl.load_workbook(io.BytesIO(file.read_bytes()))
    formats = {cell.number_format for row in book["Paytable"].iter_rows() for cell in row}
    assert '"£"#,##0.00' in formats and not any("€" in shown for shown in formats)
    capsys.readouterr()
    assert cli.run(["models", "--json"]) == 0
    assert {row["currency"] for row in json.loads(capsys.readouterr().out)["models"]} == {"EUR"}


def test_a_rom_carries_it_and_it_is_played(machine: Path) -> None:
    assert open_rom("x.rom", build_file(machine)).model.currency == POUND
    cabinet = Cabinet(str(machine), seed="00")
    cabinet.run(ms=3000)
    assert cabinet.model.currency == POUND


def test_where_no_law_is_in_force_no_window_is_required_and_the_glass_speaks_as_the_panel_does() -> None:
    model = read_model(of("cierzo", NAMED))
    assert {row["required"] for row in par_sheet(model)["windows"]} == {"0/1"}
    front = read_front(model, 1, False)
    printed = {language: Stage(front, (1280, 800), language).kit.front.texts for language in ("es", "en")}
    assert printed["en"]["rules"] == model.texts["en"]["rules"] != printed["es"]["rules"]
    lawful = read_front(load_model("cierzo"), 1, False)
    assert Stage(lawful, (1280, 800), "en").kit.front.texts == lawful.texts
