# SPDX-License-Identifier: MIT
"""A report says the same on page and paper and as plain values; its first page answers five questions."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import jsonschema
import pytest
from report_evidence import evidence
from report_rig import invented_report

from emulator import cli
from emulator.lab.exam.finding import AT_LEAST, AT_MOST, Figure, Grade, Words
from emulator.lab.powercut import chapters
from emulator.lab.report import HTML, JSON, PDF, write_report
from emulator.lab.report.charts import CHARTS, drawn
from emulator.lab.report.figures import Scribe
from emulator.lab.report.pdf import PdfError, day, faces
from emulator.lab.report.texts import LANGUAGES, Texts
from emulator.lab.report.view import spans, view
from machines.model import load_model
from machines.support.plain import Json, read_toml

PRIZE = Words("premio", "prize")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A report that found everything, in both languages."""
    folder = tmp_path_factory.mktemp("report")
    kept = evidence(folder / "evidence")
    for language in LANGUAGES:
        (folder / language).mkdir()
        write_report(folder / language, invented_report(), kept, language)
    return {language: folder / language for language in LANGUAGES}


class PageWords(HTMLParser):
    """The words of a page, and what its tags refer to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.refers: list[str] = []
        self.quiet = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.quiet = tag == "style"
        self.refers += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data")]

    def handle_data(self, data: str) -> None:
        if not self.quiet:
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))


def page(folder: Path) -> PageWords:
    return PageWords((folder / HTML).read_text(encoding="utf-8"))


def front(folder: Path) -> str:
    """What the first page says."""
    text = (folder / HTML).read_text(encoding="utf-8")
    return PageWords(text[text.index('<section class="front">') : text.index("</section>")]).text


def of_row(report: Json, row: str) -> Json:
    found: Json = next(one for one in report["rows"] if one["id"] == row)
    return found


def test_the_plain_values_are_as_the_schema_says(written: dict[str, Path]) -> None:
    schema = json.loads(
        resources.files("emulator.lab.report").joinpath("report.schema.json").read_text(encoding="utf-8")
    )
    for folder in written.values():
        jsonschema.validate(json.loads((folder / JSON).read_text(encoding="utf-8")), schema)
    wrong = invented_report()
    wrong["rows"][0]["grade"] = "bien"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, schema)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_stands_on_the_page_with_article_grade_and_words(
    written: dict[str, Path], language: str
) -> None:
    said = page(written[language]).text
    texts = Texts(language)
    report = invented_report()
    assert len(report["rows"]) > 60
    assert {row["grade"] for row in report["rows"]} == set(map(str, Grade))
    for row in report["rows"]:
        assert row["text"][language] in said and row["id"] in said
        assert row["article"] == "-" or texts.article(row["article"]) in said
        for finding in row["findings"]:
            assert finding["said"][language] in said and finding["command"] in said
            assert all(figure["name"][language] in said for figure in finding["figures"])
            assert all(f"evidence/checks/{finding['check']}/{name}" in said for name in finding["files"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_refers_to_nothing_outside(written: dict[str, Path], language: str) -> None:
    found = page(written[language])
    assert all(one.startswith(("data:", "#")) for one in found.refers)
    text = (written[language] / HTML).read_text(encoding="utf-8")
    assert "url(http" not in text and "@import" not in text and "<script" not in text
    assert set(re.findall(r"https?://[^\s\"<]+", text)) == {"http://www.w3.org/2000/svg"}


def test_the_first_page_answers_five_questions_in_spanish(written: dict[str, Path]) -> None:
    said = front(written["es"])
    assert "CIERZO (cierzo)" in said and "Tipo B" in said and "137" in said
    assert "NO CONFORME" in said and "Incumple 6 de los" in said
    assert "Leer el código es tarea de una persona" in said and "G-01" in said and "K-15" in said
    assert "80,20 €" in said and "≤ 80,00 €" in said and "0,20 € (0,25 % del límite)" in said
    assert "azar lab verify DIR --only B-04" in said


def test_the_first_page_answers_five_questions_in_english(written: dict[str, Path]) -> None:
    said = front(written["en"])
    assert "CIERZO (cierzo)" in said and "Type B" in said and "137" in said
    assert "NOT CONFORMING" in said and "It fails 6 of" in said
    assert "Reading source is a person's work" in said and "G-01" in said and "K-15" in said
    assert "4.871 s ± 2 ms" in said and "≥ 5 s" in said and "129 ms (2.58 % of the limit)" in said
    assert "azar lab verify DIR --only B-04" in said


def test_the_first_page_names_every_row_that_was_not_examined_and_every_one_that_failed() -> None:
    shown = view(invented_report(), "es")
    told = {id for one in shown["unexamined"] for span in one["ids"] for id in members(span)}
    assert told == {row["id"] for row in invented_report()["rows"] if row["grade"] == Grade.NO_EXAMINADO}
    failed = [row["id"] for row in invented_report()["rows"] if row["grade"] == Grade.NO_CONFORME]
    assert {one["id"] for one in shown["missed"]["lines"]} == set(failed)


def members(span: str) -> list[str]:
    """The rows of "G-02" or "G-02 - G-05"."""
    ends = [end.rpartition("-") for end in re.split(r"\s–\s", span)]
    numbers = range(int(ends[0][2]), int(ends[-1][2]) + 1)
    return [f"{ends[0][0]}-{number:02d}" for number in numbers]


def test_a_right_machine_conforms_and_says_that_nothing_missed_its_limit(tmp_path: Path) -> None:
    write_report(tmp_path, invented_report("moncayo", faulty=False), tmp_path, "es")
    said = front(tmp_path)
    assert "CONFORME" in said and "NO CONFORME" not in said
    assert "Ninguna cifra ha incumplido su límite" in said


def test_what_the_laboratory_left_out_is_seen(written: dict[str, Path], tmp_path: Path) -> None:
    blanks = (written["es"] / HTML).read_text(encoding="utf-8").count('<span class="blank">')
    write_report(tmp_path, invented_report(filled=True), tmp_path, "es")
    filled = (tmp_path / HTML).read_text(encoding="utf-8")
    # Address and accreditation are still blank, and who delivered the machine stands twice.
    assert blanks == 13 and filled.count('<span class="blank">') == 4
    assert "Inés Gállego Ara" in filled


def test_the_pdf_is_the_same_twice_and_has_no_date_but_that_of_issue(tmp_path: Path) -> None:
    files = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        write_report(folder, invented_report(filled=True), evidence(folder / "evidence"), "es")
        files.append((folder / PDF).read_bytes())
    assert files[0] == files[1] and files[0].startswith(b"%PDF-")
    assert b"2026-11-20" in files[0] or b"20261120" in files[0]
    assert day("2026-11-20") == (2026, 11, 20)
    assert day("") is None and day("noviembre") is None


def test_a_report_without_evidence_to_draw_is_whole(tmp_path: Path) -> None:
    write_report(tmp_path, invented_report(), tmp_path / "nothing", "en")
    assert "left nothing to draw" in page(tmp_path).text


def test_without_typst_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with pytest.raises(PdfError, match="not installed") as raised:
        write_report(tmp_path, invented_report(), tmp_path, "es")
    assert raised.value.hint == "pip install 'azar[lab]', in a clone pip install '.[lab]'"


def test_without_typst_nothing_is_examined(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    assert cli.run(["lab", "cometa", "--quick", "-o", str(tmp_path / "report")]) == 1
    assert not (tmp_path / "report").exists()


def test_the_faces_are_files_of_packages() -> None:
    assert len(faces()) == 3 and all(path.is_file() for path in faces())


def test_every_chart_is_drawn_of_its_evidence_and_a_shapeless_file_is_left_out(tmp_path: Path) -> None:
    shown = drawn(evidence(tmp_path), Scribe("es"))
    assert len(shown) == 10
    titles = [chart.title for chart in shown]
    assert titles[0] == "Porcentaje pagado en 5.000 partidas seguidas"
    assert "Cortes de corriente por capítulo" in titles and "Últimas partidas recordadas" in titles
    for chart in shown:
        assert bool(chart.svg) != bool(chart.columns)
        if chart.svg:
            parsed = list(numbers(chart.svg))
            assert parsed and all(-1 <= number <= 2_000 for number in parsed)
            assert "nan" not in chart.svg and "None" not in chart.svg


def numbers(svg: str) -> Iterator[float]:
    """Every place in a drawing."""
    for attribute in re.findall(r' (?:x|y|x1|x2|y1|y2|cx|cy|width|height)="([^"]+)"', svg):
        yield float(attribute)


def test_every_file_of_evidence_that_charts_know_is_documented() -> None:
    from emulator.lab.report import charts

    for name in CHARTS:
        assert name.split("/")[1] in (charts.__doc__ or "")


@pytest.mark.parametrize(
    ("figure", "found", "by"),
    [
        (Figure("f", PRIZE, 8_020, "cents", 8_000, AT_MOST), "80,20 €", "0,20 € (0,25 % del límite)"),
        (
            Figure("f", PRIZE, Fraction(742, 10), "percent", 75, AT_LEAST),
            "74,2 %",
            "0,8 puntos (1,07 % del límite)",
        ),
        (Figure("f", PRIZE, Fraction(749_999, 10_000), "percent", 75, AT_LEAST), "74,9999 %", None),
        (Figure("f", PRIZE, 4_999_999, "us", 5_000_000, AT_LEAST), "4,999999 s", None),
        (Figure("f", PRIZE, 7, "plays", 0, AT_MOST), "7 partidas", "7 partidas"),
        (Figure("f", PRIZE, Fraction(1, 10**7), "p", Fraction(1, 10**5), AT_LEAST), "1 × 10⁻⁷", None),
        (Figure("f", PRIZE, 75, "percent", 75, AT_LEAST), "75 %", ""),
        (Figure("f", PRIZE, 3, "furlongs", 2, AT_LEAST), "3 furlongs", ""),
    ],
)
def test_a_figure_reads_with_its_unit_and_by_how_much_it_missed(
    figure: Figure, found: str, by: str | None
) -> None:
    shown = Scribe("es").figure(json.loads(json.dumps(figure.as_dict())))
    assert shown["found"].replace("\u00a0", " ") == found
    if by is not None:
        assert shown["by"].replace("\u00a0", " ") == by


def test_an_interval_is_told_with_its_confidence() -> None:
    figure = Figure("f", PRIZE, 80, "percent", 75, AT_LEAST, 79.5, 80.5, 99.0)
    assert Scribe("es").figure(figure.as_dict())["interval"] == "[79,5; 80,5] al 99 % de confianza"


def test_neighbours_are_joined() -> None:
    joined = spans(["G-03", "B-07", "G-02", "G-04", "G-06", "G-07"])
    assert [one.replace("\u00a0", " ") for one in joined] == ["B-07", "G-02 – G-04", "G-06", "G-07"]


def test_the_words_are_in_both_languages() -> None:
    raw = read_toml(resources.files("emulator.lab.report").joinpath("texts.toml").read_text(encoding="utf-8"))
    for key, words in raw.items():
        for one in words.values() if key == "units" else [words]:
            if key not in ("articles", "chapters"):
                assert one.keys() == {"es", "en"}, key
                assert set(re.findall(r"\{(\w+)\}", one["es"])) == set(re.findall(r"\{(\w+)\}", one["en"])), (
                    key
                )


@pytest.mark.parametrize(
    "name", ["bochorno", "galacho", "aneto", "mudejar", "veruela", "verbena", "cometa_nacional"]
)
def test_every_chapter_of_a_sweep_has_a_spanish_title(name: str) -> None:
    texts = Texts("es")
    model = load_model(name)
    for chapter in chapters(model):
        assert texts.chapter(chapter.title) != chapter.title, chapter.title


def test_every_unit_of_a_shipped_check_has_a_name() -> None:
    """Units are the fourth argument of a figure; one that a laboratory adds stays as its check has it."""
    raw = resources.files("emulator.lab.report").joinpath("texts.toml").read_text("utf-8")
    used = set()
    for file in resources.files("emulator.lab.checks").iterdir():
        if file.name.endswith(".py"):
            used |= set(units(ast.parse(file.read_text("utf-8"))))
    assert {"plays", "ms"} <= used
    assert used - read_toml(raw)["units"].keys() <= {"cents", "cents/h", "percent", ""}


def test_every_unit_of_a_broken_rule_has_a_name() -> None:
    """Rules of models name units by keyword; shares of the stakes are told as percent."""
    used = set()
    for file in Path(str(resources.files("machines"))).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            words = node.keywords if isinstance(node, ast.Call) else []
            told = (one.value for one in words if one.arg == "unit" and isinstance(one.value, ast.Constant))
            used |= {str(one.value) for one in told}
    assert {"plays", "of stakes"} <= used
    raw = resources.files("emulator.lab.report").joinpath("texts.toml").read_text("utf-8")
    assert used - read_toml(raw)["units"].keys() <= {"cents", "of stakes"}


def units(tree: ast.AST) -> Iterator[str]:
    """What stands as a unit in every figure that a module makes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Figure":
            given = [*node.args[3:4], *(one.value for one in node.keywords if one.arg == "unit")]
            texts = (one.value for one in given if isinstance(one, ast.Constant))
            yield from (text for text in texts if isinstance(text, str))
