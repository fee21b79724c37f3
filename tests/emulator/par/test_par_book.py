# SPDX-License-Identifier: MIT
"""The workbook of a PAR sheet, read back: numbers, sums, formulas that come to what they carry."""

import io
import re
from collections import Counter
from fractions import Fraction
from math import prod

import openpyxl
import pytest
from par_sheets import MODELS, model_of, sheet_of

from emulator.par.book import par_book
from emulator.par.page import par_page
from emulator.sheets.writer import Writer
from machines.model import model_text, parse_model

BOOKS = [(name, language) for name in MODELS for language in ("en", "es")]


@pytest.fixture(scope="module", params=BOOKS, ids="-".join)
def book(request):
    """A workbook read back twice: its formulas, and the values that they carry."""
    name, language = request.param
    raw = par_book(model_of(name), sheet_of(name), Writer(language))
    kinds = (False, True)
    made, values = (openpyxl.load_workbook(io.BytesIO(raw), data_only=kept) for kept in kinds)
    return sheet_of(name), Writer(language), made, values


def test_equal_sheets_make_equal_workbooks():
    one, two = (par_book(model_of("moncayo"), sheet_of("moncayo"), Writer("es")) for _ in range(2))
    assert one == two


REFERENCE = r"(?:'([^']+)'!)?\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?"


def compute(formula, sheet, values):
    """What a formula of a workbook comes to: sums, products, counts and arithmetic of other cells."""

    def cells(found):
        name, left, top, right, bottom = found.groups()
        there = values[name] if name else values[sheet]
        span = there[f"{left}{top}:{right or left}{bottom or top}"]
        return [cell.value for row in span for cell in row]

    def call(found):
        name, inner = found[1], [cells(one) for one in re.finditer(REFERENCE, found[2])]
        if name == "COUNTIF":
            return str(inner[0].count(inner[1][0]))
        if name == "SUMIF":
            return str(sum(n for s, n in zip(inner[0], inner[2], strict=True) if s == inner[1][0]))
        return repr({"SUM": sum, "PRODUCT": prod}[name](inner[0]))

    plain = re.sub(r"([A-Z]+)\(([^)]*)\)", call, formula.removeprefix("="))
    plain = re.sub(REFERENCE, lambda found: repr(cells(found)[0]), plain)
    assert re.fullmatch(r"[0-9.e+*/-]+", plain), plain
    return eval(plain)


def test_every_formula_of_the_workbook_comes_to_the_value_that_it_carries(book):
    _, _, made, values = book
    formulas = 0
    for sheet in made:
        for row in sheet.iter_rows():
            for cell in row:
                if isinstance(cell.value, str) and cell.value.startswith("="):
                    carried = values[sheet.title][cell.coordinate].value
                    assert compute(cell.value, sheet.title, values) == pytest.approx(carried, rel=1e-9)
                    formulas += 1
    assert formulas > 50


def test_the_workbook_adds_up_to_the_payout_of_the_sheet(book):
    sheet, write, _, values = book
    rows = list(values[write.say("Distribution")].iter_rows(min_row=5, values_only=True))
    *prizes, sums = rows
    assert None not in [row[5] for row in prizes]
    assert sums[3] == pytest.approx(float(Fraction(sheet["rtp"])), rel=1e-12)
    assert sums[1] == pytest.approx(1, rel=1e-12)
    exact_sum = sum(Fraction(str(row[0])) * Fraction(row[5]) for row in prizes)
    assert exact_sum * 100 / sheet["price_cents"] == Fraction(sheet["rtp"])


def test_the_workbook_holds_numbers_and_not_their_pictures(book):
    sheet, write, _, values = book
    summary = {row[0]: row[1] for row in values[write.say("Summary")].iter_rows(min_row=4, values_only=True)}
    assert summary[write.say("price of a play")] == sheet["price_cents"] / 100
    assert summary[write.say("payout")] == pytest.approx(float(Fraction(sheet["rtp"])), rel=1e-12)
    model = model_of(sheet["model"])
    reels = list(values[write.say("Reels")].iter_rows(min_row=5, values_only=True))
    assert reels[0][:2] == (0, model.strips[0][0]) and len(reels) == max(map(len, model.strips))
    symbols = list(values[write.say("Symbols")].iter_rows(min_row=5, values_only=True))
    assert [row[0] for row in symbols[:-1]] == list(model.symbols)


def test_the_workbook_of_a_cycle_holds_its_plan():
    raw = par_book(model_of("cierzo"), sheet_of("cierzo"), Writer("en"))
    values = openpyxl.load_workbook(io.BytesIO(raw), data_only=True)
    plan = model_of("cierzo").plan
    rows = list(values["Plan"].iter_rows(min_row=5, values_only=True))
    assert [row[1 : 1 + len(plan.prizes_cents)] for row in rows] == [*plan.strata, plan.counts]
    assert rows[-1][-2] == pytest.approx(plan.paid_cents / 100)


@pytest.mark.long
def test_the_workbook_and_the_page_tell_the_lines_the_roles_and_whose_game_it_is():
    model = parse_model(
        b'author = "Talleres del Ebro"\nversion = "1.2"\n' + model_text("mudejar")[1], source="mudejar.toml"
    )
    sheet = sheet_of("mudejar")
    values = openpyxl.load_workbook(io.BytesIO(par_book(model, sheet, Writer("en"))), data_only=True)
    lines = list(values["Paylines"].iter_rows(min_row=5, values_only=True))
    assert [tuple(row - 1 for row in line[1:-1]) for line in lines] == list(model.paylines)
    assert [["▔─▁".index(stroke) for stroke in line[-1].split()] for line in lines] == [
        list(line) for line in model.paylines
    ]
    roles = {row[0]: row[-1] for row in values["Symbols"].iter_rows(min_row=5, values_only=True)}
    assert roles["torre"] == "wild for all others, ×2" and roles["estrella"] == "scatter"
    identity = dict(row[:2] for row in values["Identity"].iter_rows(min_row=4, values_only=True))
    assert identity["author"] == "Talleres del Ebro" and identity["version"] == "1.2"
    assert identity["digest of the tables"] == model.tables.digest == sheet["tables_digest"]
    page = par_page(model, sheet, Writer("en"))
    for line, drawn in zip(model.paylines, windows_of(page, model), strict=True):
        assert drawn == list(line)
    stops = re.findall(r"<td[^>]*>([a-z]+)</td>", page[page.index('id="reels"') :])
    assert Counter(stops) >= Counter(name for strip in model.strips for name in strip)


def windows_of(page, model):
    """The row that each drawn line fills on each reel, read off the squares of the page."""
    squares = re.findall(r'<rect class="(stop(?: read)?)" ', page)
    reels, rows = len(model.strips), model.rows
    filled = [kind == "stop read" for kind in squares]
    for start in range(0, len(filled), reels * rows):
        columns = [filled[start + reel * rows : start + (reel + 1) * rows] for reel in range(reels)]
        assert all(sum(column) == 1 for column in columns)
        yield [column.index(True) for column in columns]


def test_charts_are_drawn_from_the_cells_that_they_show(book):
    """Each series is a column of shares or counts beside its names, sums left out; the workbook draws it."""
    sheet, write, made, values = book
    drawn = {name.title: chart for name in made for chart in name._charts}
    assert write.say("Losing runs") in drawn and len(drawn) >= 4
    for title, chart in drawn.items():
        for series in chart.series:
            reference = (series.val or series.yVal).numRef.f
            found = re.fullmatch(r"(?:'(.+)'|(\w+))!\$([A-Z]+)\$(\d+):\$([A-Z]+)\$(\d+)", reference)
            cells = values[title][f"{found[3]}{found[4]}:{found[5]}{found[6]}"]
            figures = [row[0].value for row in cells if row[0].value != write.say("reported")]
            assert (found[1] or found[2]) == title
            assert len(figures) >= len(cells) / 2 and {type(value) for value in figures} <= {int, float}
    name, column = write.say("Distribution"), values[write.say("Distribution")]
    assert (name in drawn) == (len(sheet["prizes"]) < 100)
    if name in drawn:
        first, last = map(int, re.findall(r"\$(\d+)", next(iter(drawn[name].series)).val.numRef.f))
        paid = sum(column.cell(row, 4).value for row in range(first, last + 1))
        assert paid == pytest.approx(float(Fraction(sheet["rtp"])))
