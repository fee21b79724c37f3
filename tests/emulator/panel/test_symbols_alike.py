# SPDX-License-Identifier: MIT
"""Two symbols alike: altered copies are found, whatever was done to them, and honest pairs are not."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np
import pygame
import pytest
from likeness_table import ALTERED, LETTERS, PAIRS_NEAR, altered, margins, picture_of
from places import ROOT
from soon import soon

from emulator.panel.art import eyes
from emulator.panel.art.symbols import drawings
from emulator.panel.art.symbols.examined import COLOUR_MIN, FAR_MIN, NEAR_MIN
from emulator.panel.art.symbols.likeness import Distances, Face, distances
from emulator.prototype.placeholders import SHAPES

TRIED = ("seven", "bell", "moon", "star", "three_bars", "tambourine", "shape 3", "shape 15", "letter Q")


@lru_cache(maxsize=128)
def face(name: str) -> Face:
    return Face(picture_of(name))


def alike(apart: Distances) -> bool:
    return apart.near < NEAR_MIN or apart.far < FAR_MIN or min(apart.colours.values()) < COLOUR_MIN


COPIES = [(name, how) for name in TRIED for how in ALTERED]
# Each symbol and each change soon: two symbols for every change.
SOON = {(name, how) for i, name in enumerate(TRIED) for j, how in enumerate(ALTERED) if i % len(ALTERED) == j}
SOON |= {(TRIED[-1 - j], how) for j, how in enumerate(ALTERED)}


@pytest.mark.parametrize(("name", "how"), soon(COPIES, *SOON))
def test_an_altered_copy_is_found(name: str, how: str) -> None:
    assert alike(distances(face(name), Face(altered(picture_of(name), how))))


@pytest.mark.parametrize(("one", "two"), PAIRS_NEAR)
def test_the_honest_pairs_that_lie_nearest_are_told_apart(one: str, two: str) -> None:
    assert not alike(distances(face(one), face(two)))


def test_letters_on_one_plate_are_told_apart() -> None:
    assert not [pair for pair in combinations(LETTERS, 2) if alike(distances(*map(face, pair)))]


@pytest.mark.long
def test_no_two_drawings_of_azar_and_no_two_placeholders_are_alike() -> None:
    families = [drawings.drawn_names(), [f"shape {number}" for number in range(2 * SHAPES)]]
    for names in families:
        assert not [pair for pair in combinations(names, 2) if alike(distances(*map(face, pair)))]


def test_the_order_of_two_symbols_hardly_matters() -> None:
    for one, two in PAIRS_NEAR[:4]:
        there, back = distances(face(one), face(two)), distances(face(two), face(one))
        assert there.near == pytest.approx(back.near, abs=0.05)
        assert there.far == pytest.approx(back.far, abs=0.03)


def test_red_and_green_are_one_to_eyes_without_cones_for_them() -> None:
    """Of one lightness, as a picture for colour-blind eyes has them."""
    red, green = np.array((178, 92, 60)), np.array((124, 118, 56))
    apart = {
        name: float(
            np.linalg.norm(
                np.subtract(*(eyes.oklab(eyes.vision(name, eyes.linear(c))) for c in (red, green)))
            )
        )
        for name in eyes.VISIONS
    }
    assert apart["usual"] > 2 * apart["deuteranopia"]


def test_grey_stays_grey_to_every_eye() -> None:
    """The rows of Machado's matrices add up to 1."""
    for name in eyes.VISIONS:
        assert eyes.vision(name, np.full(3, 0.4)) == pytest.approx(np.full(3, 0.4), abs=1e-5)


@pytest.mark.parametrize(
    ("colour", "lab"),
    [
        ((255, 255, 255), (1, 0, 0)),
        ((255, 0, 0), (0.628, 0.225, 0.126)),
        ((0, 0, 255), (0.452, -0.032, -0.312)),
    ],
)
def test_oklab_is_ottossons(colour: tuple[int, int, int], lab: tuple[float, float, float]) -> None:
    """Values of CSS Color 4 (W3C), which takes them from Ottosson's page."""
    assert eyes.oklab(eyes.linear(np.array(colour))) == pytest.approx(lab, abs=2e-3)


def test_an_empty_picture_has_distances_too() -> None:
    nothing = pygame.Surface((60, 60), pygame.SRCALPHA, 32)
    apart = distances(Face(nothing), Face(nothing))
    assert (apart.near, apart.colours["usual"]) == (0.0, 0.0)


@pytest.mark.long
def test_the_page_has_the_margins_of_today() -> None:
    """docs/art_checks.md prints them; python tests/support/likeness_table.py makes the table."""
    page = (ROOT / "docs" / "art_checks.md").read_text("utf-8")
    for line in margins():
        assert line in page
