# SPDX-License-Identifier: MIT
"""Buttons are domes that travel under a finger, throw light when lit, and look dead when they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pygame
import pytest
from pygame import Rect

from emulator.panel.art.theme import CREAM, contrast
from emulator.panel.machine.parts import dome
from emulator.panel.machine.parts.cap import Cap
from emulator.panel.machine.parts.deck import Deck
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import lay_out
from emulator.panel.machine.registry import read_front
from emulator.support.oklch import lch
from machines.model import load_model

RED = (228, 71, 43)
TALL = 110
CAP = Cap("start", Rect(300, 400, 320, TALL), RED, "JUGAR", round=True)

Pixels = np.ndarray[Any, np.dtype[np.float32]]


@pytest.fixture(scope="module")
def kit() -> Kit:
    return Kit(lay_out((1080, 1920)), read_front(load_model("cierzo"), 1, False), "es")


def drawn(kit: Kit, state: str) -> Pixels:
    """A state of the cap on black, (height, width, 3)."""
    sheet = pygame.Surface(CAP.rect.size)
    sheet.blit(dome.cap_picture(kit, CAP, state), (0, 0))
    return pygame.surfarray.array3d(sheet).swapaxes(0, 1).astype(np.float32)


def colourful(picture: Pixels) -> float:
    """How far its channels are apart on the middle of the dome."""
    middle = picture[TALL // 4 : TALL // 2, 20:-20]
    return float((middle.max(axis=2) - middle.min(axis=2)).mean())


def test_every_state_looks_its_own_way(kit: Kit) -> None:
    pictures = {state: drawn(kit, state) for state in dome.STATES}
    for one, first in pictures.items():
        for other, second in pictures.items():
            if one != other:
                assert np.abs(first - second).mean() > 6, (one, other)


def test_a_pressed_cap_lies_two_to_six_pixels_deeper(kit: Kit) -> None:
    """Its label tells how far: it moves with the dome."""
    up, down = drawn(kit, "off"), drawn(kit, "off-down")
    label = (slice(10, TALL - 30), slice(100, 220))
    apart = {by: float(np.abs(up[label] - np.roll(down, -by, axis=0)[label]).mean()) for by in range(-2, 10)}
    moved = min(apart, key=apart.__getitem__)
    assert moved == dome.travel(TALL)
    assert 2 <= moved <= 6
    assert [dome.travel(height) for height in (20, 60, 400)] == [2, 2, 6]


def test_the_shadow_of_a_pressed_cap_is_short() -> None:
    long, short = (
        pygame.surfarray.array_alpha(dome.shadow(CAP, 4, down=down)[0]).astype(float).sum()
        for down in (False, True)
    )
    assert 0 < short < 0.5 * long


def test_an_unlit_cap_is_coloured_and_a_dead_one_is_not(kit: Kit) -> None:
    assert colourful(drawn(kit, "off")) > 70
    assert colourful(drawn(kit, "dead")) < 40
    # Beside the label, whose letters are light.
    red, green, blue = drawn(kit, "off")[TALL // 4 : TALL // 2, 24:60].mean(axis=(0, 1))
    assert red > 2 * green > blue


def test_a_lit_cap_throws_light_on_the_deck_and_little_on_its_neighbour() -> None:
    beside = Cap("collect", CAP.rect.move(CAP.rect.width + 16, 0), (250, 240, 220), "COBRAR")
    light, (x, y) = dome.thrown(CAP, [beside])
    level = pygame.surfarray.array3d(light).swapaxes(0, 1).max(axis=2)

    def at(px: int, py: int) -> int:
        return int(level[py - y, px - x])

    rect = CAP.rect
    assert light.get_height() > 2 * rect.height
    assert at(rect.centerx, rect.bottom + TALL // 6) > 60  # bright on the deck near it
    assert 0 < at(rect.centerx, rect.bottom + TALL // 2) < at(rect.centerx, rect.bottom + TALL // 6)
    assert at(rect.x - 30, rect.centery) > 3 * at(rect.right + 30, rect.centery)


def test_the_start_of_a_bar_machine_is_a_round_dome() -> None:
    for name, is_round in (("cierzo", True), ("monegros", True), ("aneto", False)):
        front = read_front(load_model(name), 1, False)
        deck = Deck(
            Kit(lay_out((1080, 1920), front.columns, front.symbols_seen, front.flank_share), front, "es")
        )
        (start,) = (cap for cap in deck.caps if cap.name == "start")
        assert start.round == is_round, name
        assert (dome.radius_of(start) * 2 >= start.rect.height) == is_round


GOLD, BRICK = (201, 162, 75), (176, 84, 46)


@pytest.mark.parametrize("colour", [RED, GOLD, BRICK])
def test_an_unlit_start_keeps_its_colour_and_its_word(colour: tuple[int, int, int]) -> None:
    """Gold under light ink would be brown."""
    look = dome.look_of(replace(CAP, colour=colour), "off")
    assert contrast(look.body, look.ink) >= 4.5
    assert lch(look.body).light >= 0.42 and lch(look.body).chroma >= 0.08
    assert (look.ink == CREAM) == (colour != GOLD)


def test_a_start_of_brick_or_slate_calls_and_others_stay_as_they_are() -> None:
    fronts = {name: read_front(load_model(name), 1, False) for name in ("mudejar", "aneto", "moncayo")}
    caps = {
        name: Deck(Kit(lay_out((1080, 1920), front.columns), front, "es")).caps
        for name, front in fronts.items()
    }
    starts = {name: next(cap for cap in of if cap.name == "start") for name, of in caps.items()}
    for name in ("mudejar", "aneto"):
        assert lch(starts[name].colour).chroma > lch(fronts[name].theme.accent).chroma
    assert starts["moncayo"].colour == fronts["moncayo"].theme.accent
    # As high as both rows beside it, whatever the machine asks.
    rows = [cap.rect for cap in caps["aneto"] if cap.name != "start"]
    assert starts["aneto"].rect.height == rows[0].unionall(rows[1:]).height
