# SPDX-License-Identifier: MIT
"""The dossier of arts. 16 and 17: the same bytes twice, true figures, visible blanks, nothing left out."""

from __future__ import annotations

import hashlib
import io
import json
import re
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from emulator.cli import run as azar
from emulator.lab.campaign import run_campaign
from emulator.lab.dossier import counters, simulation
from emulator.lab.dossier.block import BLANK, Document, Facts, Table
from emulator.lab.dossier.bundle import SUMS, Dossier, DossierError, make_dossier
from emulator.lab.dossier.case import Case
from emulator.lab.dossier.elevation import Body, elevation, elevation_scale, face, face_scale
from emulator.lab.dossier.entity import KEYS, Entity, EntityError
from emulator.lab.dossier.front import body_of
from emulator.lab.dossier.payout import payout_document
from emulator.lab.dossier.pdf import png_of
from emulator.lab.dossier.prizes import prize_document
from emulator.lab.dossier.wiring import wiring_of
from emulator.lab.exam.sample import Sample
from emulator.panel.machine.facade import facade_places
from machines.firmware import pins
from machines.model import MODELS_FOLDER, load_model, model_names

# Together they take a minute; ``.ci/run-long`` runs them.
pytestmark = pytest.mark.long

NOBODY = Entity.read(None)
MAKE_RUNS = counters.run_modes


def case_of(name: str, language: str = "es", entity: Entity = NOBODY) -> Case:
    return Case(Sample.of(name), entity, language, "00")


@pytest.fixture(scope="module", autouse=True)
def few_plays() -> Iterator[None]:
    """The counter's plays are few, and made once: test_counter_check.py has them all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counters, "ALONE_PLAYS", 10_000)
        patch.setattr(counters, "MACHINE_PLAYS", 20)
        kept: list[tuple[counters.ModeRun, ...]] = []

        def once(case: Case, rom: str, told: counters.Told) -> tuple[counters.ModeRun, ...]:
            if not kept:
                kept.append(MAKE_RUNS(case, rom, told))
            return kept[0]

        patch.setattr(counters, "run_modes", once)
        yield


@pytest.fixture(scope="module")
def entity(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every key that there is, each with a value of its own."""
    text = re.findall(
        r"```toml\n(.*?)```", (ROOT / "docs" / "dossier.md").read_text(encoding="utf-8"), re.DOTALL
    )
    path = tmp_path_factory.mktemp("entity") / "entity.toml"
    path.write_text(text[0], encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Dossier:
    """Of a machine of type B, of which nobody has filled in anything."""
    return make_dossier(case_of("cierzo"), tmp_path_factory.mktemp("blank"))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, entity: Path) -> Dossier:
    """Of a machine of type B, in English, with every key of the entity."""
    case = case_of("cierzo", "en", Entity.read(entity))
    return make_dossier(case, tmp_path_factory.mktemp("filled"))


def document(made: Dossier, slug: str) -> Document:
    return next(one for one in made.documents if one.slug.startswith(slug))


def said(one: Document) -> str:
    return "\n".join(one.texts())


def facts(one: Document) -> dict[str, str]:
    return {name: value for block in one.blocks if isinstance(block, Facts) for name, value in block.rows}


def tables(one: Document) -> list[Table]:
    return [block for block in one.blocks if isinstance(block, Table)]


def words_of_docx(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        tree = ElementTree.fromstring(archive.read("word/document.xml"))
    found = (node.text or "" for node in tree.iter() if node.tag.endswith("}t"))
    return " ".join(found).replace("\u00a0", " ")


def test_the_same_inputs_give_the_same_bytes(blank: Dossier, tmp_path: Path) -> None:
    again = make_dossier(case_of("cierzo"), tmp_path)
    assert {name for name in blank.files if blank.files[name] != again.files.get(name)} == set()
    assert set(again.files) == set(blank.files)


def test_every_document_is_there_as_docx_and_pdf(blank: Dossier) -> None:
    slugs = [one.slug for one in blank.documents]
    assert [slug[:2] for slug in slugs] == [f"{number:02d}" for number in range(1, 10)]
    for slug in ("00_indice", *slugs):
        assert blank.files[f"{slug}.pdf"].startswith(b"%PDF-")
        assert zipfile.is_zipfile(io.BytesIO(blank.files[f"{slug}.docx"]))


def test_docx_and_document_say_the_same(blank: Dossier) -> None:
    for one in blank.documents:
        found = words_of_docx(blank.files[f"{one.slug}.docx"])
        missing = [
            words for words in one.texts() if words and words not in found and words.upper() not in found
        ]
        assert missing == []


def test_the_list_has_the_digest_of_every_file(blank: Dossier) -> None:
    listed = dict(
        reversed(line.split("  ", 1))
        for line in (blank.folder / SUMS).read_text(encoding="utf-8").splitlines()
    )
    on_disk = {str(path.relative_to(blank.folder)) for path in blank.folder.rglob("*") if path.is_file()}
    assert set(listed) == on_disk - {SUMS}
    for name, digest in listed.items():
        assert hashlib.sha256((blank.folder / name).read_bytes()).hexdigest() == digest


def test_the_index_names_every_file_but_itself(blank: Dossier) -> None:
    found = words_of_docx(blank.files["00_indice.docx"])
    for name, data in blank.files.items():
        if name != SUMS and not name.startswith("00_"):
            assert name in found
            assert hashlib.sha256(data).hexdigest() in found


def test_what_nobody_filled_in_is_a_visible_blank(blank: Dossier) -> None:
    for one in blank.documents:
        assert BLANK in said(one), one.slug
        assert BLANK in words_of_docx(blank.files[f"{one.slug}.docx"])


def test_what_was_filled_in_leaves_no_blank(filled: Dossier, entity: Path) -> None:
    told = "\n".join(said(one) for one in filled.documents)
    assert BLANK not in told
    raw = tomllib.loads(entity.read_text(encoding="utf-8"))
    assert set(raw) == {"date", *KEYS}
    values = [str(value) for name in KEYS if name != "importer" for value in raw[name].values()]
    assert [value for value in values if value not in told] == []


def test_a_date_of_the_entity_stands_in_every_file(filled: Dossier, blank: Dossier) -> None:
    for made, day in ((filled, "2026-11-23"), (blank, "2000-01-01")):
        for name, data in made.files.items():
            if name.endswith(".docx"):
                with zipfile.ZipFile(io.BytesIO(data)) as archive:
                    assert {info.date_time[0] for info in archive.infolist()} == {1980}
                    assert day.encode() in archive.read("docProps/core.xml")
            if name.endswith(".pdf"):
                assert f"D:{day.replace('-', '')}".encode() in data


def test_the_prize_plan_is_the_models(blank: Dossier) -> None:
    """Art. 17.1: every prize, and the most that a play wins."""
    sheet = blank.case.sheet
    plan = next(table for table in tables(document(blank, "02")) if table.columns[1].title == "Por ciclo")
    money, whole = blank.case.write.money, blank.case.write.whole
    rows = {row[0]: row[1] for row in plan.rows}
    assert rows == {
        **{money(row["prize_cents"]): whole(row["count"]) for row in sheet["prize_plan"]},
        "Sin premio": whole(sheet["losses"]),
        "Ciclo": whole(sheet["cycle_plays"]),
    }
    told = facts(document(blank, "02"))
    assert told["Premio máximo de una partida"] == "80,00 € (límite: 80,00 €)"
    assert told["Premio máximo de dos partidas simultáneas"] == "100,00 € (límite: 120,00 €)"


def test_the_strata_add_up_to_the_plan(blank: Dossier) -> None:
    strata = next(table for table in tables(document(blank, "02")) if table.columns[0].title == "Estrato")
    counts = [0] * len(blank.case.sheet["prize_plan"])
    for row in strata.rows:
        first, _, last = row[0].partition("-")
        times = int(last or first) - int(first) + 1
        for at, cell in enumerate(row[2:]):
            counts[at] += times * (0 if cell == "·" else int(cell))
    assert counts == [row["count"] for row in blank.case.sheet["prize_plan"]]


def test_the_payout_is_exact_and_every_option_is_declared(blank: Dossier) -> None:
    one = document(blank, "03")
    told = facts(one)
    assert told["Fracción exacta"] == "4021/5000"
    assert told["Porcentaje de devolución"] == "80,42 %"
    assert told["Ciclo sobre el que se calcula"] == "20.000 partidas consecutivas"
    options = next(table for table in tables(one) if table.columns[0].title == "Dispositivo")
    fitted = {row[1][:3]: row[2] for row in options.rows}
    assert {letter for letter, has in fitted.items() if has == "Sí"} == {"7.b", "7.c", "7.d", "7.e", "7.f"}
    assert {letter for letter, has in fitted.items() if has == "No"} == {"7.a", "7.g", "7.h"}


def test_a_machine_that_raises_its_payout_says_to_what() -> None:
    one = payout_document(case_of("galacho"))
    assert "83,98 %" in said(one) and "4199/5000" in said(one)
    options = {row[1][:3]: row[2] for row in tables(one)[0].rows}
    assert (options["7.a"], options["7.g"]) == ("Sí", "Sí")


def test_a_machine_of_chance_has_its_jackpots_apart() -> None:
    """Art. 10.d: their share is no part of the 80 %."""
    case = case_of("aneto")
    told = facts(payout_document(case))
    assert told["Porcentaje de devolución"] == "88,06 %"
    assert told["Botes, además de lo anterior (art. 10.d)"] == "2,33 %"
    plan = facts(prize_document(case, "x"))
    assert plan["Bote «aneto», máximo"] == "45.000,00 €"


def test_the_simulation_is_the_campaign_of_its_seed(blank: Dossier) -> None:
    """Art. 17.2: two cycles, the originals beside the summary."""
    original = json.loads(blank.files["originales/simulacion.json"])
    campaign = run_campaign(load_model("cierzo"), 40_000, seed="00")
    assert (original["plays"], original["digest"]) == (40_000, campaign.digest)
    assert original["won_cents"] == campaign.won_cents
    plays = blank.files["originales/partidas.csv"].decode().splitlines()[1:]
    prizes = [int(line.partition(",")[2]) for line in plays]
    assert (len(prizes), sum(prizes)) == (40_000, campaign.won_cents)
    told = facts(document(blank, "07"))
    assert told["Premios"] == blank.case.money(campaign.won_cents)
    assert told["Huella de las partidas"] == campaign.digest
    blocks = tables(document(blank, "07"))[0].rows
    assert [row[0] for row in blocks].count("Subciclo 8") == 1
    for row, at in zip(blocks[2:], range(0, 40_000, 5_000), strict=True):
        assert row[2] == blank.case.money(sum(prizes[at : at + 5_000]))


def test_other_prizes_one_by_one_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = simulation._every_play

    def spoilt(*given: Any) -> tuple[int, ...]:
        first, *rest = real(*given)
        return (first + 20, *rest)

    monkeypatch.setattr(simulation, "_every_play", spoilt)
    with pytest.raises(simulation.SimulationError, match="must win what the campaign won"):
        simulation.simulate(case_of("cierzo"), lambda done, total: None)


def test_a_gamble_that_is_offered_is_refused_in_the_simulation() -> None:
    made = simulation.simulate(case_of("galacho"), lambda done, total: None)
    assert len(made.prizes) == 40_000


def test_type_c_knows_beforehand_how_many_plays_it_takes() -> None:
    """(2.576 s / h)^2 plays: reference 3.2."""
    assert simulation.needed_plays(Fraction(25)) == 165_872_416
    case = case_of("moncayo")
    made = simulation.simulate(case, lambda done, total: None)
    assert made.campaign.plays == simulation.PLAYS_C >= 2 * case.sheet["combinations"]
    one = simulation.simulation_document(case, made, ("x",))
    told = facts(one)
    assert told["Las simuladas bastan"] == "No"
    assert told["Partidas para ±0,1 % al 99 %"] == "150.366.326"
    assert told["Premios"] == case.money(made.campaign.won_cents)


def test_both_modes_of_the_counter_are_within_their_limit(blank: Dossier) -> None:
    original = json.loads(blank.files["originales/contador.json"])
    assert [run["mode"] for run in original] == ["every", "random"]
    assert all(run[where]["held"] for run in original for where in ("alone", "machine"))
    shown = [row for table in tables(document(blank, "08")) for row in table.rows]
    given = [
        blank.case.write.whole(row["given"])
        for run in original
        for where in ("alone", "machine")
        for row in run[where]["quantities"]
    ]
    assert [row[2] for row in shown] == given
    assert "dentro del límite en ambos modos" in said(document(blank, "08"))


@pytest.mark.long
def test_a_linked_machine_counts_with_its_controller(tmp_path: Path) -> None:
    """Without one it would not play."""
    case = case_of("veruela")
    rom = tmp_path / "veruela.rom"
    rom.write_bytes(case.sample.data)
    assert all(run.machine.held for run in MAKE_RUNS(case, str(rom), lambda done, total: None))


def test_a_counter_that_fails_is_told_in_red_words(blank: Dossier) -> None:
    runs = counters.run_modes(blank.case, str(blank.folder / "memoria/cierzo.rom"), lambda done, total: None)
    first, *rest = runs[0].alone.quantities
    worse = replace(first, shown=first.shown + 99)
    alone = replace(runs[0].alone, quantities=(worse, *rest))
    one = counters.modes_document(blank.case, (runs[0]._replace(alone=alone), runs[1]), "x")
    assert "FUERA DEL LÍMITE" in said(one)


def test_the_game_memory_is_listed_part_by_part(blank: Dossier) -> None:
    parts = blank.case.sample.rom.box.parts
    (table,) = tables(document(blank, "09"))
    assert {row[0]: row[2] for row in table.rows} == {
        name: hashlib.sha256(part).hexdigest() for name, part in parts.items()
    }
    assert blank.files["memoria/cierzo.rom"] == blank.case.sample.data
    assert facts(document(blank, "09"))["Huella que se precinta"] == blank.case.sample.rom.digest


@pytest.mark.parametrize("name", ["cierzo", "aneto", "ronda", "moncayo_tarjeta"])
def test_every_line_of_the_pin_table_has_a_device(name: str) -> None:
    case = case_of(name)
    wired = wiring_of(case, facade_places(case.model))
    assert [line.name for line in wired.chip] == [row[0] for row in pins.PINS]
    assert [line.name for line in wired.expander] == [row[0] for row in pins.expander(case.model.type)]
    for line in (*wired.chip, *wired.expander):
        assert line.device != line.name
    on_bus = {part.address for part in wired.bus}
    assert (pins.CARD_ADDRESS in on_bus) == (name == "moncayo_tarjeta")
    assert (pins.COUNTER_ADDRESS in on_bus) == (name != "ronda")


def boxes(drawing: bytes) -> Iterator[tuple[float, float, float, float]]:
    for node in ElementTree.fromstring(drawing).iter():
        if node.tag.endswith("}rect"):
            x, y, width, height = (float(node.attrib[key]) for key in ("x", "y", "width", "height"))
            yield x, y, x + width, y + height


@pytest.mark.parametrize("name", sorted(model_names()))
def test_nothing_of_a_drawing_leaves_its_sheet(name: str) -> None:
    case = case_of(name)
    places = facade_places(case.model)
    body = body_of(case, places)
    for drawing in (elevation(case, body), face(case, body)):
        root = ElementTree.fromstring(drawing)
        width, height = (float(root.attrib[key].removesuffix("mm")) for key in ("width", "height"))
        assert width <= 172 and height <= 205
        for left, top, right, bottom in boxes(drawing):
            assert 0 <= left < right <= width and 0 <= top < bottom <= height
    assert {"display", "crown"} <= {part.name for part in body.parts}


def test_a_cabinet_of_other_measures_is_drawn_to_another_scale() -> None:
    big = Entity({"cabinet": {"width_mm": 900, "height_mm": 2_200, "depth_mm": 900, "base_mm": 1_000}})
    case = case_of("cierzo", entity=big)
    body = body_of(case, facade_places(case.model))
    assert (elevation_scale(body), face_scale(body)) == (20, 10)
    assert b"2200" in elevation(case, body)
    assert isinstance(body, Body)


def test_a_drawing_becomes_a_picture(blank: Dossier) -> None:
    assert png_of("planos/placa.svg", blank.folder).startswith(b"\x89PNG")


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(DossierError, match="must be empty"):
        make_dossier(case_of("ronda"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_machine_that_breaks_the_law_is_not_filed(tmp_path: Path) -> None:
    text = (MODELS_FOLDER / "cierzo.toml").read_text(encoding="utf-8")
    model = tmp_path / "cierzo.toml"
    model.write_text(
        text.replace('es = "Prohibido su uso a menores de 18 años"', 'es = "Hola"'), encoding="utf-8"
    )
    with pytest.raises(DossierError, match="must keep the law"):
        make_dossier(case_of(str(model)), tmp_path / "dossier")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[maker]\nnme = "x"\n', "maker.nme must be one of name, tax_id"),
        ("[maker]\nname = 1\n", "maker.name must be a text"),
        ("[other]\n", "other must be date or a table"),
        ('date = "tomorrow"\n', "date must be a day"),
        ("[cabinet]\nwidth_mm = 30\n", "cabinet.width_mm must be 200 to 3000 mm"),
        ("[cabinet]\nbase_mm = 1900\n", "cabinet.base_mm must be below"),
        ("[cabinet]\nweight_kg = 0\n", "cabinet.weight_kg must be a whole number"),
        ("[", "must be a readable TOML file"),
    ],
)
def test_a_mistake_of_the_entity_is_named(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "entity.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(EntityError, match=re.escape(told)):
        Entity.read(path)


@pytest.mark.long
def test_the_command_writes_what_art_16_alone_asks_for_of_type_a(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "d"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine", encoding="utf-8")
    assert azar(["dossier", "ronda", "-o", str(folder)]) == 1
    assert "--force" in capsys.readouterr().err
    assert azar(["dossier", "ronda", "-o", str(folder), "--force", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["model"], told["seed"]) == ("ronda", "00")
    documents = sorted(name[:2] for name in told["files"] if name.endswith(".pdf"))
    assert documents == ["00", "01", "04", "05"]
    assert not any(name.startswith("originales") for name in told["files"])


def test_without_its_packages_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "docx", None)
    assert azar(["dossier", "ronda", "-o", str(tmp_path / "d")]) == 1
    assert 'pip install "azar[lab]"' in capsys.readouterr().err
