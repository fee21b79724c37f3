# SPDX-License-Identifier: MIT
"""A game that was sent as a sheet comes back as the same tables; what a sheet cannot say is refused."""

import csv
import io
import json
import shlex
import tomllib
from dataclasses import replace

import openpyxl
import pytest
from par_sheets import model_of, sheet_of
from soon import soon

from emulator import cli
from emulator.par.book import par_book
from emulator.par.exchange import SheetError, read_game
from emulator.par.imported import with_game
from emulator.sheets.writer import Writer
from machines.model import model_text, parse_model


def text_of(name):
    return model_text(name)[1].decode()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", soon(["aneto", "cierzo", "moncayo", "mudejar"], "cierzo", "moncayo"))
def test_a_workbook_read_back_is_the_same_game(name, language, tmp_path):
    """Reels, weights, lines, pays, pots: all that the core plays, though the model had others."""
    path = tmp_path / "sheet.xlsx"
    path.write_bytes(par_book(model_of(name), sheet_of(name), Writer(language)))
    text = text_of(name)
    game = read_game(path)
    rows = [[(row + 1) % model_of(name).rows for row in line] for line in game.lines]
    turned = with_game(text, replace(game, lines=rows), "turned") if rows else text
    again = parse_model(with_game(turned, game, path.name).encode())
    assert again.tables.blob == model_of(name).tables.blob


def csv_of(name):
    """The documented file of a model, written from its own numbers."""
    model, made = model_of(name), io.StringIO()
    rows = csv.writer(made)
    rows.writerow(["# a game", "of ours"])
    for number, strip in enumerate(model.strips, start=1):
        rows.writerow(["reel", number, *strip])
        weights = model.layout.paid.weights[number - 1] if name == "moncayo" else [1]
        if set(weights) != {1}:
            rows.writerow(["weights", number, *weights])
    for line in model.paylines:
        rows.writerow(["line", *(row + 1 for row in line)])
    for combo in model.layout.combos if name != "cierzo" else ():
        rows.writerow(["pay", combo.prize_cents, *combo.label.split()])
    for pay in model.paytable if name == "cierzo" else ():
        rows.writerow(["pay", pay.cents, *pay.symbols])
    return made.getvalue()


@pytest.mark.parametrize("name", ["cierzo", "moncayo", "mudejar"])
def test_a_csv_file_is_read_as_the_game_that_it_tells(name, tmp_path):
    path = tmp_path / "sheet.csv"
    path.write_text(csv_of(name), "utf-8-sig")
    again = parse_model(with_game(text_of(name), read_game(path), path.name).encode())
    assert again.tables.blob == model_of(name).tables.blob


def test_a_game_of_another_size_keeps_what_the_sheet_does_not_tell(tmp_path):
    path = tmp_path / "sheet.csv"
    path.write_text("reel,1,a,b\nweights,1,3,1\nreel,2,b,a,a\nline,2,1\npay,500,a,x2\npay,20,a/b,*\n")
    text = (
        '# kept\n[symbols.a]\n[symbols.b]\n[[reels]]\nmotor_steps = 200\nstrip = ["b"]\n'
        '[[free_reels]]\nstrip = ["b"]\n'
    )
    made = with_game(text, read_game(path), "sheet.csv")
    assert made.startswith("# kept\npaylines = [[1, 0]]\n\n[symbols.a]\n[symbols.b]\n[[reels]]\n")
    read = tomllib.loads(made)
    assert read["reels"] == [
        {"motor_steps": 200, "strip": ["a", "b"], "weights": [3, 1]},
        {"motor_steps": 200, "strip": ["b", "a", "a"]},
    ]
    pays = [{"symbols": ["a", "a"], "cents": 500}, {"symbols": [["a", "b"], "*"], "cents": 20}]
    assert read["paytable"] == pays and "free_reels" not in read


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("reel,2,siete", "row 1: must be of reel 1 (got 2)"),
        ("reel,1,siete\nweights,1,0.5", "row 2: must be a whole number (got 0.5)"),
        ("reel,1,siete\nline,0", "row 2: a line must read stop 1 to 5 (got 0)"),
        ("reel,1,siete\npay,4.50,siete", "row 2: must be a whole number (got 4.50)"),
        ("reel,1,siete\npay,450,×3", "row 2: must name a symbol before ×3"),
        ("prize,450,siete", "row 1: must be a row of a known kind (got prize,450,siete)"),
        ("line,1,1,1", "must have reels (got none)"),
    ],
)
def test_a_row_that_says_nothing_is_named(rows, said, tmp_path):
    path = tmp_path / "sheet.csv"
    path.write_text(rows)
    with pytest.raises(SheetError) as caught:
        read_game(path)
    assert said in str(caught.value) and caught.value.hint


def test_an_amount_between_two_cents_is_refused(tmp_path):
    path = tmp_path / "sheet.xlsx"
    path.write_bytes(par_book(model_of("moncayo"), sheet_of("moncayo"), Writer("en")))
    book = openpyxl.load_workbook(path)
    book["Paytable"]["B5"] = 4.125
    book.save(path)
    with pytest.raises(SheetError, match=r"must be whole cents \(got 4.125 EUR\)"):
        read_game(path)


def test_files_that_are_no_sheet_are_refused(tmp_path):
    torn, other, words = tmp_path / "torn.xlsx", tmp_path / "other.xlsx", tmp_path / "sheet.ods"
    torn.write_bytes(b"PK no workbook")
    openpyxl.Workbook().save(other)
    for path, said in (
        (torn, "must be a workbook"),
        (other, "must have the sheets"),
        (words, ".xlsx or .csv"),
    ):
        with pytest.raises(SheetError, match=said):
            read_game(path)
    with pytest.raises(SheetError, match="No such file"):
        read_game(tmp_path / "none.csv")


def test_the_command_computes_and_writes_the_model_of_a_sheet(tmp_path, capsys):
    sheet, model = tmp_path / "sheet.csv", tmp_path / "mine.toml"
    sheet.write_text(csv_of("mudejar"), "utf-8")
    line = f"par mudejar --import {sheet} --toml {model} --json"
    assert cli.run(shlex.split(line)) == 0
    assert json.loads(capsys.readouterr().out)["rtp"] == sheet_of("mudejar")["rtp"]
    assert parse_model(model.read_bytes()).tables.blob == model_of("mudejar").tables.blob
    for line, said in (
        (f"par moncayo --import {sheet}", "the model must have every symbol (it lacks cierzo, estrella"),
        (f"par cometa --import {sheet}", "the model must have reels"),
        ("par moncayo --toml x.toml", "--toml needs --import"),
    ):
        assert cli.run(shlex.split(line)) != 0
        assert said in capsys.readouterr().err
