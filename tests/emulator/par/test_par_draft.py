# SPDX-License-Identifier: MIT
"""``azar par --draft``: the whole sheet of a model that breaks the law, with what breaks which article."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from soon import spared

from emulator import cli
from machines.model import MODELS_FOLDER

Azar = Callable[..., tuple[int, str, str]]


@pytest.fixture
def azar(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Azar:
    monkeypatch.setenv("COLUMNS", "200")

    def run(*line: object) -> tuple[int, str, str]:
        status = cli.run([str(word) for word in line])
        out, err = capsysbinary.readouterr()
        return status, out.decode("latin-1"), err.decode()

    return run


def changed(folder: Path, model: str, *changes: tuple[str, str]) -> Path:
    """A model that ships with some of its lines changed."""
    text = (MODELS_FOLDER / f"{model}.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def poor(tmp_path: Path) -> Path:
    """Moncayo with a prize above the law's, and less returned than the law asks for."""
    return changed(
        tmp_path, "moncayo", ("cents = 1200000", "cents = 3400000"), ("cents = 6000", "cents = 1000")
    )


def test_a_draft_has_its_whole_sheet_and_each_article_that_it_breaks(azar: Azar, poor: Path) -> None:
    assert azar("par", poor)[0] == 1
    status, out, _ = azar("par", poor, "--draft", "--json")
    sheet = json.loads(out)
    assert status == 0
    assert {(row["rule"], row["path"]) for row in sheet["breaks"]} >= {
        ("C-04", "paytable[0].cents"),
        ("C-06", "paytable"),
    }
    assert all(row["article"].startswith("RD 2110/1998 art. ") and row["hint"] for row in sheet["breaks"])
    assert "warnings" not in sheet


def test_a_prize_above_the_cap_is_computed_as_it_is_written(azar: Azar, poor: Path) -> None:
    sheet = json.loads(azar("par", poor, "--draft", "--json")[1])
    assert sheet["largest_prize_cents"] == 3_400_000 == sheet["cap_cents"]
    assert sheet["prizes"][-1] == {"prize_cents": 3_400_000, "probability": "1/262144"}
    assert sheet["rtp"] == sheet["rtp_without_cap"]


def test_every_view_marks_it(azar: Azar, poor: Path, tmp_path: Path) -> None:
    page, book, table = tmp_path / "a.html", tmp_path / "a.xlsx", tmp_path / "a.csv"
    assert (
        azar("par", poor, "--draft", "--lang", "es", "--html", page, "--xlsx", book, "--csv", table)[0] == 0
    )
    html = page.read_text(encoding="utf-8")
    assert "BORRADOR que incumple C-04, C-06" in html
    assert "Qué incumple la norma" in html and "RD 2110/1998 art. 10.b" in html
    sheet = openpyxl.load_workbook(io.BytesIO(book.read_bytes()))["Qué incumple la norma"]
    assert "C-04" in {cell.value for row in sheet.rows for cell in row}
    assert "RD 2110/1998 art. 10.b" in table.read_text(encoding="utf-8")
    out = azar("par", poor, "--draft")[1]
    assert "DRAFT that breaks C-04, C-06" in out and "What breaks the law" in out


@pytest.mark.long
def test_of_a_cycle_too(azar: Azar, tmp_path: Path) -> None:
    more = changed(tmp_path, "cierzo", ("cents = 8000\n", "cents = 9000\n"), ("8000 = 1", "9000 = 1"))
    sheet = json.loads(azar("par", more, "--draft", "--json")[1])
    assert {row["rule"] for row in sheet["breaks"]} == {"B-04"}
    assert sheet["largest_prize_cents"] == 9000


@pytest.mark.parametrize(
    ("model", "change", "path"),
    [
        ("moncayo", ("cents = 6000", "cents = 19000"), "paytable"),
        spared(("cierzo", ("20 = 140", "20 = 900"), "cycle")),
        spared(("cierzo", ("20 = 140", "20 = 900"), "cycle.strata[3]")),
    ],
)
def test_what_pays_more_than_it_takes_is_a_warning(
    azar: Azar, tmp_path: Path, model: str, change: tuple[str, str], path: str
) -> None:
    rich = changed(tmp_path, model, change)
    assert azar("par", rich)[0] == 1
    sheet = json.loads(azar("par", rich, "--draft", "--json")[1])
    assert sheet["rtp_percent"] > 100 and "breaks" not in sheet
    assert path in [row["path"] for row in sheet["warnings"]]
    assert "Above 100 %" in azar("par", rich, "--draft")[1]


def test_what_is_no_limit_of_the_law_is_refused(azar: Azar, tmp_path: Path) -> None:
    broken = changed(
        tmp_path, "cierzo", ('"cierzo", "uva", "campana", "luna"', '"nada", "uva", "campana", "luna"'),
        ("cents = 8000\n", "cents = 9000\n"),
    )  # fmt: skip
    status, out, err = azar("par", broken, "--draft")
    assert (status, out) == (1, "")
    assert "reels[0].strip[0]" in err and "B-04" in err
    huge = changed(tmp_path, "moncayo", ("cents = 1200000", "cents = 5000000"))
    status, out, err = azar("par", huge, "--draft")
    assert (status, out) == (1, "") and "C-04" in err


def test_a_lawful_model_has_the_same_sheet_as_ever(azar: Azar) -> None:
    assert azar("par", "moncayo", "--draft", "--json") == azar("par", "moncayo", "--json")
