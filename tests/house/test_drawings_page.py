# SPDX-License-Identifier: MIT
"""The page of azar's drawings: each that exists is on it by its name, and its pictures are those of today."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import numpy as np
import pygame
import pytest
from places import ROOT
from soon import soon

from emulator.panel.art import sounds
from emulator.panel.art.scenery.styles import scenery_of, style_names
from emulator.panel.art.symbols import drawings
from emulator.panel.machine.prints import print_of

PAGE = (ROOT / "docs" / "drawings.md").read_text(encoding="utf-8")
FOLDER = ROOT / "docs" / "drawings"
PICTURE_BYTES_MAX = 300_000
# Mean levels of a part of a picture; fonts and SDL of another release change fewer.
LIKE = 6.0


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "drawing_pictures", ROOT / "benchmarks" / "drawing_pictures.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def named(section: str) -> list[str]:
    """What stands in a section's lines of names, in their order."""
    part = PAGE.split(f"\n### {section}\n")[1].split("\n#")[0]
    return [
        name for line in part.splitlines() if line.startswith("`") for name in re.findall("`(.*?)`", line)
    ]


def rows(section: str) -> list[list[str]]:
    """The cells of a section's table, without its head."""
    part = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def test_every_drawing_is_named_in_its_family_and_no_other_is() -> None:
    titles = {family: part.replace("wind", "Wind and fruit") for family, part in zip(
        drawings.FAMILIES, ["wind", "Chance", "Steppe", "Harvest", "Band"], strict=True)}  # fmt: skip
    assert {family: named(title) for family, title in titles.items()} == {
        family: list(drawn) for family, drawn in drawings.FAMILIES.items()
    }
    assert sorted(name for family in drawings.FAMILIES.values() for name in family) == drawings.drawn_names()


def test_every_style_has_its_row_with_its_emblem_and_its_sounds() -> None:
    sets = sounds.set_names()
    assert [(row[0], row[2], row[3]) for row in rows("Styles")] == [
        (style, scenery_of(style).emblem, style if style in sets else sets[0]) for style in style_names()
    ]
    assert [row[0] for row in rows("Sets of sounds")] == sets


def test_every_picture_is_on_the_page_and_no_other_lies_there() -> None:
    wanted = {f"symbols_{family}" for family in drawings.FAMILIES} | {
        f"style_{style}" for style in style_names()
    }
    assert set(re.findall(r"\]\(drawings/(\w+)\.png\)", PAGE)) == wanted
    assert {path.stem for path in FOLDER.glob("*.png")} == wanted
    assert all(path.stat().st_size < PICTURE_BYTES_MAX for path in FOLDER.glob("*.png"))


@pytest.mark.parametrize("family", drawings.FAMILIES)
def test_the_picture_of_a_family_is_what_is_drawn_today(family: str) -> None:
    assert_like(script().symbols_picture(family), f"symbols_{family}")


@pytest.mark.parametrize("style", soon(style_names(), "monegros"))
def test_the_picture_of_a_style_is_what_is_drawn_today(style: str) -> None:
    assert_like(script().style_picture(style), f"style_{style}")


def assert_like(drawn: pygame.Surface, name: str) -> None:
    kept = pygame.image.load(FOLDER / f"{name}.png")
    assert kept.get_size() == drawn.get_size(), "python benchmarks/drawing_pictures.py draws it again"
    apart = np.abs(np.array(print_of(kept, 24, 16)) - np.array(print_of(drawn, 24, 16)))
    assert apart.max() < LIKE, "python benchmarks/drawing_pictures.py draws it again"
