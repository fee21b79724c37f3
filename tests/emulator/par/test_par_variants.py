# SPDX-License-Identifier: MIT
"""Payout variants of a model in one workbook, one page and one answer of JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest

from emulator import cli
from emulator.par.variant import marks, tab
from machines.model import MODELS_FOLDER, load_model
from machines.par import par_sheet

VARIANTS = """
[[variants.plano_del_verano.reels]]
[[variants.plano_del_verano.reels]]
[[variants.plano_del_verano.reels]]
weights = [1, 3, 4, 2, 4, 5, 3, 4, 5, 3, 4, 5, 3, 3, 2, 5, 2, 4, 2, 3]

[[variants.plano_del_invierno.paytable]]
symbols = ["siete", "siete", "siete"]
cents = 1200000

[[variants.plano_del_invierno.paytable]]
symbols = ["barra", "barra", "barra"]
cents = 45000

[[variants.plano_del_invierno.paytable]]
symbols = ["cereza", "*", "*"]
cents = 1200
"""
NAMES = ("plano_del_verano", "plano_del_invierno")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Moncayo with two variants whose names begin alike."""
    path = tmp_path / "pareja.toml"
    text = (MODELS_FOLDER / "moncayo.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('name = "moncayo"', 'name = "pareja"') + VARIANTS, encoding="utf-8")
    return path


def test_the_workbook_has_the_sheets_of_each_variant(model: Path, tmp_path: Path) -> None:
    file = tmp_path / "pareja.xlsx"
    assert cli.run(["par", str(model), "--xlsx", str(file)]) == 0
    book = openpyxl.load_workbook(file, data_only=True)
    names = book.sheetnames
    assert len({name.casefold() for name in names}) == len(names) and max(map(len, names)) <= 31
    for name, mark in marks(NAMES).items():
        sheet = par_sheet(load_model(f"{model}@{name}"))
        for title in ("Summary", "Reels", "Paytable", "Distribution"):
            assert tab(title, mark, ()) in names
        cells = [row[0:2] for row in book[f"Summary ({mark})"].iter_rows(values_only=True)]
        assert dict(cells)["payout"] == pytest.approx(float(Fraction(sheet["rtp"])))
        prizes = [row[0] for row in book[f"Distribution ({mark})"].iter_rows(min_row=5, values_only=True)]
        assert [round(100 * cents) for cents in prizes if isinstance(cents, (int, float)) and cents] == [
            row["prize_cents"] for row in sheet["prizes"]
        ]
    own = book["Summary"]
    assert [row[0].value for row in own.iter_rows(min_row=4) if row[0].value == "payout"]


def test_formulas_of_a_variant_count_on_its_own_sheets(model: Path, tmp_path: Path) -> None:
    file = tmp_path / "pareja.xlsx"
    assert cli.run(["par", str(model), "--xlsx", str(file)]) == 0
    book = openpyxl.load_workbook(file)
    for mark in marks(NAMES).values():
        for title, other in (("Summary", "Distribution"), ("Symbols", "Reels")):
            formulas = [
                cell.value
                for row in book[f"{title} ({mark})"].iter_rows()
                for cell in row
                if isinstance(cell.value, str) and cell.value.startswith("=") and "!" in cell.value
            ]
            assert formulas and all(f"'{other} ({mark})'!" in formula for formula in formulas)


def test_the_page_has_a_part_for_each_variant(model: Path, tmp_path: Path) -> None:
    file = tmp_path / "pareja.html"
    assert cli.run(["par", str(model), "--html", str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    ids = [part.partition('"')[0] for part in text.split(' id="')[1:]]
    assert len(ids) == len(set(ids))
    for name in NAMES:
        assert f'href="#variant-{name}"' in text and {
            f"variant-{name}",
            f"{name}-reels",
            f"{name}-paytable",
        } <= set(ids)
        assert load_model(f"{model}@{name}").tables.digest in text


@pytest.mark.long
def test_json_and_csv_have_every_sheet_where_asked(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["par", str(model), "--json", "--all-variants"]) == 0
    told = json.loads(capsys.readouterr().out)
    for row in told["variants"]:
        assert row["sheet"] == par_sheet(load_model(f"{model}@{row['variant']}"))
    assert cli.run(["par", str(model), "--json"]) == 0
    assert all("sheet" not in row for row in json.loads(capsys.readouterr().out)["variants"])
    assert cli.run(["par", str(model), "--csv", "-", "--all-variants"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["model"] for row in rows} == {"pareja", *(f"pareja_{name}" for name in NAMES)}
    assert all(row["section"] != "section" for row in rows)


def test_the_terminal_shows_every_sheet_where_asked(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["par", str(model), "--all-variants"]) == 0
    out = capsys.readouterr().out
    assert all(f"PAR sheet of pareja_{name}" in out for name in NAMES)


def test_marks_and_tabs_are_short_and_differ() -> None:
    long = [f"{'a' * 31}{number}" for number in range(12)]
    found = marks(long)
    assert len(set(found.values())) == 12 and max(map(len, found.values())) <= 12
    taken: list[str] = []
    for mark in (*found.values(), "A"):
        for title in ("What each part of it adds", "What each part of it takes", "x"):
            taken.append(tab(title, mark, taken))
    assert len({name.casefold() for name in taken}) == len(taken) and max(map(len, taken)) <= 31
