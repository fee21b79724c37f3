# SPDX-License-Identifier: MIT
"""Drafts: models that break the law alone are made for a laboratory, and refused by everybody else."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from emulator import Cabinet
from machines.model import (
    ModelError,
    load_draft,
    load_model,
    model_names,
    model_text,
    parse_model,
    read_model,
)
from machines.rom.build import DRAFT, build_file
from machines.rom.file import DamagedRomError, canonical, pack, unpack
from machines.rom.read import DraftRomError, open_rom, read_rom
from machines.support.plain import read_toml

POBRE = Path(str(resources.files("emulator.lab.faulty").joinpath("models/pobre.toml")))


def changed(model: str, **values: Any) -> dict[str, Any]:
    """The tables of a model that ships, some top-level values or tables' keys changed."""
    raw = read_toml(model_text(model)[1].decode())
    for key, value in values.items():
        raw[key] = {**raw.get(key, {}), **value} if isinstance(value, dict) else value
    return raw


@pytest.fixture(scope="module")
def rom() -> bytes:
    """The ROM of a draft."""
    return build_file(POBRE, draft=True)


@pytest.mark.parametrize("name", model_names())
def test_a_lawful_file_has_no_problems(name: str) -> None:
    source, text = model_text(name)
    drafted, strict = parse_model(text, source=source, draft=True), load_model(name)
    assert drafted.problems == () == strict.problems
    assert drafted.tables.digest == strict.tables.digest


def test_a_draft_names_the_rule_the_figure_and_the_limit() -> None:
    with pytest.raises(ModelError) as caught:
        load_model(POBRE)
    draft = load_draft(POBRE)
    assert draft.problems == tuple(caught.value.problems)
    (problem,) = draft.problems
    assert (problem.rule, problem.value, problem.limit) == ("B-08", "454/1925", "2/5")


@pytest.mark.parametrize(
    ("model", "values", "rule", "value"),
    [
        ("cierzo", {"price_cents": 30}, "B-02", 30),
        ("cierzo", {"durations": {"play_min_ms": 4_000}}, "B-10", 4_000),
        ("cierzo", {"durations": {"auto_start_ms": 9_000}}, "B-11", 9_000),
        ("cierzo", {"money": {"credits_max_cents": 1_000}}, "B-12", 1_000),
        ("moncayo", {"price_cents": 700}, "C-03", 700),
        ("moncayo", {"durations": {"play_min_ms": 2_000}}, "C-09", 2_000),
    ],
)
def test_a_draft_is_made_as_it_is_written(model: str, values: dict[str, Any], rule: str, value: int) -> None:
    raw = changed(model, **values)
    draft = read_model(raw, source=model, draft=True)
    assert {problem.rule for problem in draft.problems} >= {rule}
    assert any(problem.value == value for problem in draft.problems)
    if "price_cents" in values:
        assert draft.price_cents == draft.tables.price_cents == value
    Cabinet(draft, seed="00").run(ms=100)


def test_a_mistake_of_format_or_board_is_refused_beside_one_of_the_law() -> None:
    for extra in ({"rows": 0}, {"surprise": 1}, {"paylines": [[1, 1]]}):
        with pytest.raises(ModelError) as caught:
            read_model(changed("cierzo", price_cents=30, **extra), draft=True)
        assert {problem.rule for problem in caught.value.problems} >= {None}


def test_what_leaves_nothing_to_build_is_refused() -> None:
    raw = changed("aneto")
    raw["pots"][0]["hit"] = "mystery"  # and no odds for it: C-05 asks for them, and so does the core
    with pytest.raises(ModelError, match="odds"):
        read_model(raw, draft=True)


def test_a_front_without_a_text_can_be_built() -> None:
    raw = changed("cierzo")
    del raw["texts"]["minors"]
    assert {problem.rule for problem in read_model(raw, draft=True).problems} == {"B-29"}


def test_its_rom_says_so_and_opens_only_for_who_takes_drafts(rom: bytes, tmp_path: Path) -> None:
    assert unpack(rom).manifest[DRAFT] == ["B-08"]
    path = tmp_path / "pobre.rom"
    path.write_bytes(rom)
    assert read_rom(path, draft=True).model.problems
    with pytest.raises(DraftRomError, match=r"a draft.*B-08"):
        read_rom(path)
    with pytest.raises(ModelError):
        build_file(POBRE)


def test_a_cabinet_of_record_refuses_a_draft(rom: bytes, tmp_path: Path) -> None:
    path = tmp_path / "pobre.rom"
    path.write_bytes(rom)
    sealed = read_rom(path, draft=True)
    assert Cabinet(rom=path, seed="00").test and Cabinet(sealed.model, seed="00").test
    with pytest.raises(DraftRomError):
        Cabinet(rom=path)
    for options in ({"rom": sealed}, {"model": sealed.model}):
        with pytest.raises(ModelError, match="B-08"):
            Cabinet(**options)


@pytest.mark.parametrize("claim", [None, ["B-07"]])
def test_a_draft_that_hides_what_it_breaks_is_damaged(rom: bytes, claim: object) -> None:
    box = unpack(rom)
    facts = {key: value for key, value in box.manifest.items() if key not in (DRAFT, "parts")}
    forged = pack(facts if claim is None else {**facts, DRAFT: claim}, box.parts)
    with pytest.raises(DamagedRomError, match="draft must be"):
        open_rom("forged", forged, draft=True)


def test_a_lawful_rom_that_claims_to_be_a_draft_is_damaged() -> None:
    box = unpack(build_file("veruela"))
    facts = {key: value for key, value in box.manifest.items() if key != "parts"}
    assert DRAFT not in facts and canonical(facts)
    for takes in (False, True):
        with pytest.raises(DamagedRomError, match="draft must be"):
            open_rom("forged", pack({**facts, DRAFT: ["B-08"]}, box.parts), draft=takes)
