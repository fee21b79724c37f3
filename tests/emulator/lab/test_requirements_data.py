# SPDX-License-Identifier: MIT
"""Every row of the law and of the checklist has its words in both languages."""

from __future__ import annotations

import dataclasses
import re
from importlib import resources

import pytest

from emulator.lab.exam.requirements import HAS, requirements
from machines.model import load_model
from machines.rules import load_profile
from machines.support.plain import Json, read_toml

AREAS = {"documentacion", "juego", "azar", "dinero", "contadores", "memoria", "seguridad", "frente", "enlace"}
KEYS = {"area", "topic", "text", "needs", "not_applicable", "not_in_force", "not_examined", "remains"}
SPELT = {"B-10", "B-29", "K-03", "A-05"}
"""Rows whose English spells a figure as a word, or the other way round."""
PROFILES = ("es-rd2110-2001", "es-ar-2002")


def words(name: str) -> dict[str, Json]:
    file = resources.files("emulator.lab.requirements").joinpath(f"{name}.toml")
    return read_toml(file.read_text(encoding="utf-8"))


ROWS, GLI = words("rows"), words("gli")


def test_every_row_of_the_law_has_words_and_no_other() -> None:
    for profile in PROFILES:
        assert set(ROWS) == set(load_profile(profile).rules)


def test_the_checklist_has_its_67_items() -> None:
    assert list(GLI) == [f"G-{number:02d}" for number in range(1, 68)]


@pytest.mark.parametrize("row", [*ROWS, *GLI])
def test_a_row_is_whole(row: str) -> None:
    one = {**ROWS, **GLI}[row]
    ours = row.startswith("G-")
    assert one.keys() <= KEYS | ({"types", "source"} if ours else set())
    assert one["area"] in AREAS
    assert one.get("needs", "link") in HAS
    languages = {"es", "en"} if ours else {"es"}
    assert one["topic"].keys() == one["text"].keys() == languages
    assert all(text.endswith(".") for text in one["text"].values())
    reasons = [
        one[key] for key in ("not_in_force", "not_applicable", "not_examined", "remains") if key in one
    ]
    for reason in reasons:
        assert reason.keys() == {"es", "en"}
        assert not any(text.endswith(".") for text in reason.values())
    if ours:
        assert set(one["types"]) <= {"A", "B", "C"} and one["types"] and one["source"]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_row_that_a_profile_gives_up_has_its_reason_in_spanish(profile: str) -> None:
    for row, rule in load_profile(profile).rules.items():
        words = ROWS[row]
        if rule.not_applicable:
            assert {"not_applicable", "not_in_force", "not_examined"} & words.keys(), row


def test_limits_in_spanish_are_those_of_the_profile() -> None:
    said = {
        row: re.findall(r"\d+(?:[.,]\d+)*", re.sub(r"\b[A-Z]-\d+", "", one["text"]["es"]))
        for row, one in ROWS.items()
    }
    english = {row: rule.text for row, rule in load_profile("es-rd2110-2001").rules.items()}
    for row, figures in said.items():
        plain = english[row].replace(",", "")
        for figure in figures:
            number = figure.replace(".", "").replace(",", ".")
            assert number in plain or row in SPELT, (row, figure)


@pytest.mark.parametrize(
    "name", ["aneto", "bochorno", "cierzo", "cometa_nacional", "galacho", "monegros", "verbena", "veruela"]
)
def test_every_row_that_binds_nothing_says_why_in_both_languages(name: str) -> None:
    model = load_model(name)
    for row in requirements(model, model.profile):
        assert row.topic.es and row.text.es.endswith("."), row.id
        if row.grade is not None:
            assert row.reason is not None and row.reason.es and row.reason.es != row.reason.en, row.id


def test_a_reason_is_that_of_the_profile_that_is_read() -> None:
    for name, said in (("moncayo", "papeles"), ("moncayo_nacional", "Vigente solo en")):
        model = load_model(name)
        rows = {row.id: row for row in requirements(model, model.profile)}
        assert rows["K-29"].reason is not None and said in rows["K-29"].reason.es


def test_a_row_that_a_rom_carries_without_its_reason_still_does_not_apply() -> None:
    model = load_model("cierzo")
    law = dataclasses.replace(
        model.profile,
        rules={
            row: dataclasses.replace(rule, not_applicable=None) for row, rule in model.profile.rules.items()
        },
    )
    assert requirements(model, law) == requirements(model, model.profile)
