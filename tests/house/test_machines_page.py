# SPDX-License-Identifier: MIT
"""The page of the machines: every one that ships is on it, with a picture and rows of the law that exist."""

from __future__ import annotations

import re
from fractions import Fraction

import pygame
import pytest
from places import ROOT

from machines.model import CycleModel, Model, SkillModel, load_model, model_names, need_drawn
from machines.rules import load_profile

DOCS = ROOT / "docs"
PAGE = (DOCS / "machines.md").read_text(encoding="utf-8")
PICTURE_BYTES_MAX = 300_000


@pytest.mark.parametrize("name", model_names())
def test_every_machine_has_a_section_under_its_type_and_a_picture(name: str) -> None:
    model = load_model(name)
    (row,) = re.findall(rf"^\| \[.*\]\(#{name}\) \| (\w).* \| (.*) EUR \| (.*) \| .* \|$", PAGE, re.MULTILINE)
    assert row[:2] == (model.type, " or ".join(_prices(model).rsplit(", ", 1)))
    assert _shown_payout(row[2]) == _payout(model)
    (part,) = [part for part in PAGE.split("\n## ") if part.startswith(f"Type {model.type}\n")]
    section = part.split(f"\n### {name}\n")[1].split("\n### ")[0]
    picture = DOCS / "machines" / f"{name}.png"
    assert f"](machines/{name}.png)" in section
    assert picture.stat().st_size < PICTURE_BYTES_MAX
    width, height = pygame.image.load(picture).get_size()
    assert width >= 640 and height >= 400


def _prices(model: Model) -> str:
    several = getattr(model, "prices_cents", None) or model.bets_cents
    return ", ".join(f"{cents / 100:.2f}" for cents in several)


def _shown_payout(words: str) -> tuple[Fraction | None, str]:
    """A fraction, where the row has one, and the payout in percent."""
    found = re.match(r"(?:(\d+/\d+) = )?([\d.]+) %", words)
    assert found or words == "none"
    return (Fraction(found[1]) if found[1] else None, found[2]) if found else (None, "none")


def _payout(model: Model) -> tuple[Fraction | None, str]:
    if isinstance(model, SkillModel):
        return None, "none"
    payout = model.plan.payout if isinstance(model, CycleModel) else need_drawn(model, "a row needs").payout
    # Nobody reads a longer one; the PAR sheet has it.
    return payout if payout.denominator < 100_000 else None, f"{float(payout * 100):.2f}"


def test_the_page_shows_no_machine_that_does_not_ship_and_names_rows_that_exist() -> None:
    assert set(re.findall(r"^### (\w+)$", PAGE, re.MULTILINE)) == set(model_names())
    assert {path.stem for path in (DOCS / "machines").glob("*.png")} == set(model_names())
    assert set(re.findall(r"\b[ABCSK]-\d\d\b", PAGE)) <= set(load_profile("es-ar-2002").rules)


def test_the_rows_of_a_type_are_told_to_the_last_one() -> None:
    rows = load_profile("es-ar-2002").rules
    told = re.findall(r"\b([ABCSK])-01 to \1-(\d\d)\b", PAGE.split("\n## ")[0])
    assert {letter for letter, _ in told} == set("ABCSK")
    for letter, last in told:
        assert f"{letter}-{last}" == max(row for row in rows if row[0] == letter)
