# SPDX-License-Identifier: MIT
"""Every view of a PAR sheet tells what the sheet holds, in both languages, and cuts nothing."""

import csv
import io
import json
import re
import shlex
import sys
import threading
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from babel.messages import pofile
from par_sheets import MODELS, model_of, sheet_of, variants

from emulator import cli
from emulator.commands.console import working
from emulator.par.book import par_book
from emulator.par.page import par_page
from emulator.par.sections import par_sections
from emulator.par.variant import Variant
from emulator.sheets import charts
from emulator.sheets.csv import FIELDS, csv_text
from emulator.sheets.section import count, exact, money, number, share, yes
from emulator.sheets.writer import Writer
from machines.support.languages import FOLDER

CATALOGUE = FOLDER / "es" / "LC_MESSAGES" / "sheets.po"


@pytest.fixture(scope="module")
def sheets():
    return {name: sheet_of(name) for name in (*MODELS, "mudejar")}


@pytest.fixture
def azar(capsysbinary, monkeypatch):
    monkeypatch.setattr("machines.par.sheet.par_sheet", lambda model, bet_cents: sheet_of(model.name))

    def run(line, columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        status = cli.run(shlex.split(line))
        out, err = capsysbinary.readouterr()
        return status, out.decode(), err.decode()

    return run


class Recorder(Writer):
    """Remembers what it was asked to say."""

    def __init__(self):
        super().__init__("en")
        self.said = {"yes", "NO"}
        self.say = lambda words: self.said.add(words) or words


@pytest.mark.long
def test_every_message_has_its_spanish_words_and_no_other_is_kept():
    recorder = Recorder()
    for sheet, model in variants():
        model = replace(model, draft=replace(model.draft, author="A", version="1"))
        par_page(model, sheet, recorder, {"alto": Variant(model, sheet)})
        par_book(model, sheet, recorder)
    catalogue = pofile.read_po(io.BytesIO(CATALOGUE.read_bytes()))
    ready = {message.id: message.string for message in catalogue if message.id}
    assert recorder.said == set(ready) and all(ready.values())
    for english, spanish in ready.items():
        assert sorted(re.findall(r"{\w*}", english)) == sorted(re.findall(r"{\w*}", spanish))
        assert english.count("{}") < 2 or re.findall("{}", english) == re.findall("{}", spanish)


@pytest.mark.parametrize(
    ("value", "english", "spanish"),
    [
        (money(321_680), "3,216.80 EUR", "3.216,80 €"),
        (money(21156.430415689), "211.56 EUR", "211,56 €"),
        (money(1.84), "0.0184 EUR", "0,0184 €"),
        (money(-20), "-0.20 EUR", "-0,20 €"),
        (count(20_000), "20,000", "20.000"),
        (share("4021/5000"), "80.42 %", "80,42 %"),
        (share("1/100000"), "0.001 %", "0,001 %"),
        (share(1), "100.00 %", "100,00 %"),
        (number("1000/101"), "9.90", "9,90"),
        (number("250/1"), "250.0", "250,0"),
        (number("10000/3"), "3,333", "3.333"),
        (number("1/30000000000"), "3.33e-11", "3,33e-11"),
        (number(0), "0.00", "0,00"),
        (exact("4021/5000"), "4021/5000", "4021/5000"),
        (yes(True), "yes", "sí"),
        (yes(None), "-", "-"),
    ],
)
def test_figures_are_written_as_each_language_does(value, english, spanish):
    assert Writer("en").show(value) == english
    assert Writer("es").show(value) == spanish


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("columns", [80, 200])
@pytest.mark.parametrize("name", [*MODELS, "mudejar"])
def test_the_terminal_shows_every_value_and_cuts_none(name, columns, language, azar, sheets):
    status, out, err = azar(f"par {name} --lang {language}", columns)
    assert (status, err) == (0, "") and "…" not in out
    assert max(map(len, out.splitlines())) <= columns
    writer = Writer(language)
    shown = set(" ".join(out.split()).split(" "))
    for section in par_sections(sheets[name], writer):
        words = [section.title, section.note, *(column.title for column in section.columns)]
        words += [writer.show(value) for row in section.rows for value in row]
        assert {word for line in words for word in line.split()} <= shown


def test_the_csv_table_holds_every_value_of_the_sheet(azar, sheets):
    for name, sheet in sheets.items():
        status, out, _ = azar(f"par {name} --csv -")
        rows = list(csv.DictReader(io.StringIO(out)))
        assert status == 0 and tuple(rows[0]) == FIELDS
        assert {row["model"] for row in rows} == {name}
        told = {(row["section"], row["row"], row["field"]): row["value"] for row in rows}
        assert len(told) == len(rows)
        assert told["summary", "", "rtp"] == sheet["rtp"]
        for index, prize in enumerate(sheet["prizes"], start=1):
            assert told["prizes", str(index), "probability"] == prize["probability"]
        assert len(rows) == leaves(sheet)


def leaves(part):
    """Values of a sheet: scalars, and lists of what is no object."""
    if isinstance(part, dict):
        return sum(map(leaves, part.values()))
    if isinstance(part, list) and part and isinstance(part[0], dict):
        return sum(map(leaves, part))
    return 1


def test_csv_writes_what_json_holds_and_nothing_else():
    sheet = {
        "model": "m",
        "empty": None,
        "held": True,
        "rows": [["a", "*"], ["b", "c"]],
        "in": {"x": [{"y": 1.5}]},
    }
    lines = csv_text(sheet).splitlines()
    assert lines[1:] == [
        "m,summary,,model,m",
        "m,summary,,empty,",
        "m,summary,,held,true",
        "m,summary,,rows,a *; b c",
        "m,in.x,1,y,1.5",
    ]


def test_no_text_of_a_model_becomes_a_formula_of_a_spreadsheet():
    texts = [
        "=1+1",
        "+1",
        "-1/36",
        "-2.5",
        "-1e-05",
        "@SUM(A1)",
        "\t=1",
        "-cmd|' /C calc'!A0",
        "plain",
        "1/36",
    ]
    assert csv_text({"model": "=m"}).splitlines()[1] == "'=m,summary,,model,'=m"
    assert csv_cells(texts) == [
        "'=1+1", "'+1", "-1/36", "-2.5", "-1e-05", "'@SUM(A1)", "'\t=1", "'-cmd|' /C calc'!A0", "plain",
        "1/36",
    ]  # fmt: skip


def csv_cells(texts):
    """The texts as cells of the table."""
    table = csv_text({"model": "m", "in": [{"t": text} for text in texts]})
    return [row[-1] for row in csv.reader(io.StringIO(table, newline=""))][2:]


class Page(HTMLParser):
    """What a page refers to, and its text."""

    def __init__(self, text):
        super().__init__()
        self.references, self.tags, self.words = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.references += [value for name, value in attrs if name in ("src", "href", "xlink:href", "data")]

    def handle_data(self, data):
        self.words.append(data)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_needs_no_network_and_shows_every_value(language):
    writer = Writer(language)
    for sheet, model in variants():
        text = par_page(model, sheet, writer)
        page = Page(text)
        assert f'<html lang="{language}">' in text
        assert not page.references and "script" not in page.tags and "link" not in page.tags
        assert not re.search(r"https?:|@import", text)
        assert all(found.startswith('"data:') for found in re.findall(r"url\(([^)]*)\)", text))
        words = set(page.words)
        for section in par_sections(sheet, writer):
            assert section.title in words and (not section.note or section.note in words)
            assert {writer.show(value) for row in section.rows for value in row} <= words


def test_a_page_escapes_what_a_model_file_says(sheets):
    sheet = sheets["cierzo"] | {"title": "<b>&", "model": "<i>"}
    page = par_page(model_of("cierzo"), sheet, Writer("en"))
    assert "<h1>&lt;b&gt;&amp;</h1>\n<p>" in page and "<b>&" not in page


def drawings(text):
    return [ElementTree.fromstring(found) for found in re.findall(r"<svg.*?</svg>", text, re.DOTALL)]


@pytest.mark.parametrize("language", ["en", "es"])
def test_charts_keep_inside_their_frame_and_their_labels_apart(language):
    for sheet, _ in variants():
        found = drawings(par_page(model_of(sheet["model"]), sheet, Writer(language)))
        assert len(found) >= (3 if "rtp" in sheet else 1)
        for drawing in found:
            width, height = map(float, drawing.get("viewBox").split()[2:])
            lines = {}
            for mark in drawing:
                if mark.tag == "text":
                    size = len(mark.text or "") * 6.2
                    start = (
                        float(mark.get("x"))
                        - {"start": 0, "middle": size / 2, "end": size}[mark.get("text-anchor")]
                    )
                    assert start >= -1 and start + size <= width + 1 and float(mark.get("y")) <= height
                    lines.setdefault(mark.get("y"), []).append((start, start + size))
                elif mark.tag == "rect":
                    assert float(mark.get("x")) >= 0 and float(mark.get("y")) >= 0
                    assert float(mark.get("x")) + float(mark.get("width")) <= width
            for spans in lines.values():
                spans.sort()
                assert all(left[1] <= right[0] for left, right in pairwise(spans))


def test_bars_are_as_long_as_their_values():
    rows = [charts.Mark("a", 1.0, "1"), charts.Mark("b", 4.0, "4"), charts.Mark("c", 0.0, "0")]
    (drawing,) = drawings(charts.bars("t", rows))
    one, four, none = (float(mark.get("width")) for mark in drawing if mark.tag == "rect")
    assert four == pytest.approx(4 * one, rel=1e-3) and none < 1


def test_a_falling_curve_falls():
    (drawing,) = drawings(charts.falling("t", [(1, 100.0), (2, 10.0), (4, 0.1)], str))
    (curve,) = [mark for mark in drawing if mark.tag == "polyline"]
    points = [tuple(map(float, point.split(","))) for point in curve.get("points").split()]
    assert points == sorted(points) and len(points) == 3
    (x1, y1), (x2, y2), (x3, y3) = points
    assert (y3 - y2) == pytest.approx(2 * (y2 - y1), rel=1e-3) and x3 - x2 == pytest.approx(
        2 * (x2 - x1), rel=1e-3
    )


def test_files_are_written_and_named_on_standard_error(azar, tmp_path, sheets):
    page, table, workbook = tmp_path / "c.html", tmp_path / "c.csv", tmp_path / "c.xlsx"
    status, out, err = azar(f"par cierzo --html {page} --csv {table} --xlsx {workbook} --lang es")
    assert (status, out) == (0, "")
    assert err == f"wrote {table}\nwrote {page}\nwrote {workbook}\n"
    assert workbook.read_bytes() == par_book(model_of("cierzo"), sheets["cierzo"], Writer("es"))
    assert page.read_text("utf-8") == par_page(model_of("cierzo"), sheets["cierzo"], Writer("es"))
    assert table.read_text("utf-8") == csv_text(sheets["cierzo"])


def test_json_may_go_along_with_files(azar, tmp_path, sheets):
    status, out, _ = azar(f"par cierzo --html {tmp_path / 'c.html'} --json")
    assert status == 0 and json.loads(out) == sheets["cierzo"]


@pytest.mark.parametrize("line", ["--csv - --json", "--csv - --html -"])
def test_standard_output_takes_one_view(line, azar):
    status, out, err = azar(f"par cierzo {line}")
    assert status == 2 and "standard output must be used once" in out + err


def test_a_file_that_cannot_be_written_is_named_with_a_hint(azar, tmp_path):
    status, out, err = azar(f"par cierzo --html {tmp_path / 'no' / 'c.html'}")
    assert (status, out) == (1, "")
    assert "c.html: No such file or directory" in err and "hint: " in err


class AtOnce:
    """A timer whose time has come when it starts."""

    daemon = False

    def __init__(self, seconds, call):
        assert seconds == 1
        self.start = call

    def cancel(self):
        pass

    def join(self):
        pass


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_without_end_shows_on_a_terminal_and_nowhere_else(terminal, monkeypatch, capsys):
    monkeypatch.setattr(threading, "Timer", AtOnce)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    with working("computing"):
        pass
    out, err = capsys.readouterr()
    assert out == "" and ("computing" in err) == terminal
