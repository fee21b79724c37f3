# SPDX-License-Identifier: MIT
"""Machines that must fail: the rows of each turn red and no other; and the two checks that read papers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import eight_bits
import pytest
from exam_rig import check, done, grades
from faulty_rig import findings, red
from soon import soon

from emulator import Cabinet
from emulator.lab.exam.catalogue import shipped
from emulator.lab.exam.finding import Grade
from emulator.lab.exam.sample import Sample
from emulator.lab.exam.work import Orders, examine
from emulator.lab.faulty import samples
from emulator.lab.faulty.samples import FaultyError, Patch, faulty, faulty_rom, faulty_sample, named
from machines.model import (
    MODELS_FOLDER,
    ModelError,
    load_draft,
    load_model,
    model_names,
    model_text,
    need_cycle,
)
from machines.rom.build import build_text
from machines.rom.file import DamagedRomError
from machines.rom.read import open_rom
from machines.tables.devices import device_kind

NAMES = sorted(name for name, one in faulty().items() if not device_kind(one.model))
ROOT = Path(load_model.__code__.co_filename).parent


# --- the machines ------------------------------------------------------------------------------------


def test_five_machines_ship_and_their_rows_are_rows_of_checks() -> None:
    assert NAMES == ["doble", "memorion", "otras_tiras", "pobre", "sordo"]
    known = {row for one in shipped() for row in one.rows}
    for one in faulty().values():
        assert one.rows and set(one.rows) <= known
        assert one.title.es and one.title.en and one.wrong.es != one.wrong.en


@pytest.mark.parametrize("name", NAMES)
def test_each_is_built_to_the_same_bytes_and_boots_as_a_test_machine(name: str, tmp_path: Path) -> None:
    data = faulty_rom(name)
    assert data == named(name).rom()
    taken = faulty_sample(name, tmp_path)
    assert taken.data == data
    with Cabinet(tmp_path / f"{name}.rom", seed="00") as cabinet:
        cabinet.run(ms=6_000)
        assert cabinet.test and cabinet.display.credits == "0.00"
        assert cabinet.runtime == ("cpython" if named(name).ours else "micropython")


def test_who_refuses_what() -> None:
    """A draft is refused by all but a laboratory; the others keep the law on paper."""
    with pytest.raises(ModelError, match="B-08"):
        load_model(Path(samples.__file__).parent / "models" / "pobre.toml")
    for name in NAMES:
        if name == "pobre":
            with pytest.raises(DamagedRomError):
                open_rom(name, faulty_rom(name))
        else:
            assert open_rom(name, faulty_rom(name)).model.problems == ()
    assert "pobre" not in model_names()
    assert not (MODELS_FOLDER / "pobre.toml").exists()


def test_a_name_or_a_patch_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FaultyError, match=r"name must be one of cargado, .*doble, .*got cojo"):
        faulty_rom("cojo")
    stale = samples.Faulty(
        "stale", named("sordo").title, named("sordo").wrong, "cierzo", ("B-20",),
        patches=(Patch("credit", "no such line", ""),),
    )  # fmt: skip
    with pytest.raises(FaultyError, match="once"):
        stale.rom()


def test_the_plan_of_pobre_is_poor_in_one_window_alone() -> None:
    drafted = load_draft(Path(samples.__file__).parent / "models" / "pobre.toml")
    model = need_cycle(drafted, "this test needs")
    paid = [
        sum(cents * count for cents, count in zip(model.plan.prizes_cents, row, strict=True))
        for row in model.plan.strata
    ]
    blocks = [sum(paid[at : at + 4]) / (5_000 * 20) for at in range(0, 16, 4)]
    assert blocks[0] < 0.4 and all(block > 0.75 for block in blocks[1:])
    assert sum(blocks) / 4 > 0.75


# --- the matrix --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", soon(["otras_tiras", "pobre", "sordo"], "sordo"))
def test_checks_of_its_rows_turn_red(name: str, tmp_path: Path) -> None:
    assert red(findings(name, tmp_path, of=named(name).rows)) == set(named(name).rows)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_its_rows_turn_red_and_no_other(name: str, tmp_path: Path) -> None:
    assert red(findings(name, tmp_path)) == set(named(name).rows)


@pytest.mark.long
def test_a_core_that_draws_by_the_remainder_of_a_byte_is_red(tmp_path: Path) -> None:
    assert set(eight_bits.red_rows(tmp_path / "core")) == set(eight_bits.described()["rows"])


# --- documents ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", model_names())
def test_papers_of_a_machine_that_ships_are_in_order(name: str, tmp_path: Path) -> None:
    found = done("documents", name, tmp_path)
    assert found and set(grades(found).values()) == {Grade.CONFORME}


def drafted(tmp_path: Path, model: str, **values: Any) -> Sample:
    """A draft of a model that ships, some values changed, as its maker would deliver it."""
    text = model_text(model)[1].decode()
    for old, new in values.pop("text", {}).items():
        assert old in text
        text = text.replace(old, new)
    head = "".join(f"{key} = {value}\n" for key, value in values.items())
    path = tmp_path / "mine.toml"
    path.write_text(head + text, encoding="utf-8")
    return Sample.of(path)


@pytest.mark.parametrize(
    ("model", "values", "row", "figure", "limit"),
    [
        ("cierzo", {"price_cents": 30}, "B-02", 30, 20),
        ("cierzo", {"text": {"[money]": "[money]\ncredits_max_cents = 500"}}, "B-12", 500, 400),
        ("cierzo", {"text": {"8000": "9000"}}, "B-04", 9000, 8000),
        ("cierzo", {"text": {"note_cents = 500": "note_cents = 1000"}}, "B-17", 1000, 800),
        ("moncayo", {"price_cents": 700}, "C-03", 700, 600),
    ],
)  # fmt: skip
def test_a_limit_that_is_broken_on_paper_is_red_with_figure_and_limit(
    model: str, values: dict[str, Any], row: str, figure: int, limit: int, tmp_path: Path
) -> None:
    taken = drafted(tmp_path, model, **values)
    found = examine(check("documents"), taken, Orders("quick", "00"), tmp_path / "documents")
    assert found[row].grade == Grade.NO_CONFORME
    assert (figure, limit) in [(one.value, one.limit) for one in found[row].figures]
    assert str(figure) in found[row].said.es and f"límite {limit}" in found[row].said.es


def test_a_text_that_is_missing_is_red(tmp_path: Path) -> None:
    text = model_text("moncayo")[1].decode()
    cut = re.sub(r"\[texts\.minors\]\n.*\n.*\n", "", text)
    (tmp_path / "mine.toml").write_text(cut, encoding="utf-8")
    found = examine(
        check("documents"), Sample.of(tmp_path / "mine.toml"), Orders("quick", "00"), tmp_path / "x"
    )
    assert {row for row, finding in found.items() if finding.grade == Grade.NO_CONFORME} == {"C-22"}


def test_every_rule_that_reading_a_model_can_break_is_a_row_of_documents() -> None:
    """Collected from the code: what stands in a check of models as a rule is one of the check's rows."""
    files = [*ROOT.glob("check/*.py"), *ROOT.glob("types/*/checks*.py"), *ROOT.glob("types/*/limits.py")]
    named_there = {row for path in files for row in re.findall(r'"([ABCKS]-\d\d)"', path.read_text("utf-8"))}
    assert len(named_there) > 40
    assert named_there <= set(check("documents").rows)


# --- declared ----------------------------------------------------------------------------------------


def beside(tmp_path: Path, model: str, old: str = "", new: str = "") -> Sample:
    """A ROM of a model, beside a declaration in which something differs."""
    text = model_text(model)[1].decode()
    assert not old or text.count(old) == 1
    rom, filed = tmp_path / "sample.rom", tmp_path / "filed.toml"
    rom.write_bytes(build_text(text.encode()))
    filed.write_text(text.replace(old, new) if old else text, encoding="utf-8")
    return Sample.of(rom, declared=filed)


@pytest.mark.parametrize(
    ("model", "old", "new", "rows"),
    [
        ("cierzo", "", "", set()),
        ("moncayo", "", "", set()),
        ("cierzo", "hold = true", "hold = false", {"B-25", "K-14"}),
        ("cierzo", '"cierzo", "uva", "campana", "luna", "melocoton", "siete", "uva", "cereza",',
         '"cierzo", "campana", "uva", "luna", "melocoton", "siete", "uva", "cereza",', {"K-14"}),
        ("moncayo", "cents = 4200", "cents = 3600", {"G-20", "K-14"}),
    ],
    ids=["cierzo", "moncayo", "hold", "strip", "prize"],
)  # fmt: skip
def test_what_differs_from_the_declaration_is_red(
    model: str, old: str, new: str, rows: set[str], tmp_path: Path
) -> None:
    taken = beside(tmp_path, model, old, new)
    found = examine(check("declared"), taken, Orders("quick", "00"), tmp_path / "declared")
    assert {row for row, finding in found.items() if finding.grade == Grade.NO_CONFORME} == rows
    assert {row for row, finding in found.items()} == {"K-14", "G-20"} | (
        {"B-25"} if model == "cierzo" else set()
    )


def test_a_reel_of_another_strip_is_seen_from_outside(tmp_path: Path) -> None:
    taken = faulty_sample("otras_tiras", tmp_path)
    found = examine(check("declared"), taken, Orders("quick", "00"), tmp_path / "declared")
    seen = {figure.id: figure.value for figure in found["K-14"].figures}
    assert seen["memory_differ"] == 2 and int(seen["windows"]) > 0
    assert "rodillo 1" in found["K-14"].said.es


def test_without_a_declaration_nothing_is_said(tmp_path: Path) -> None:
    assert done("declared", "cierzo", tmp_path) == {}
