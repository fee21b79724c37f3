# SPDX-License-Identifier: MIT
"""The panel of a game of skill: the light that the firmware lights stands where it is drawn."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from skill_visits import begun, light_of, machine

from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.skill.ring import LIGHTS, Ring
from emulator.panel.machine.stage import Hand, Stage

SIZES = ((1280, 800), (600, 1000))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_lit_light_of_the_ring_is_the_one_that_the_machine_lights(size: tuple[int, int]) -> None:
    cab = machine()
    cab.press("start")
    begun(cab, 1)
    pygame.init()
    stage = Stage(read_front(cab.model, cab.serial, cab.test), size, "es")
    ring = stage.reels
    assert isinstance(ring, Ring)
    assert all(ring.rect.collidepoint(place) for place in ring._places)
    for _ in range(6):
        cab.run(ms=170)
        screen = pygame.Surface(size)
        stage.draw(screen, look(cab), 0, Hand(), animate=False)
        levels = [sum(screen.get_at(place)[:3]) for place in ring._places]
        assert levels.index(max(levels)) == light_of(cab)
    assert len(ring._places) == LIGHTS == 32


def test_a_screenshot_of_a_game_of_skill_is_made(tmp_path: Path) -> None:
    for name in ("cometa", "cometa_nacional"):
        cab = machine(name)
        cab.screenshot(tmp_path / f"{name}.png")
        assert (tmp_path / f"{name}.png").stat().st_size > 50_000


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["cometa", "cometa_nacional"])
def test_the_deck_has_the_buttons_and_counters_that_the_game_has(name: str, size: tuple[int, int]) -> None:
    cab = machine(name)
    pygame.init()
    stage = Stage(read_front(cab.model, cab.serial, cab.test), size, "es")
    assert {cap.name for cap in stage.deck.caps} == {"collect", "start"}
    assert [label for label, *_ in stage.display.counters] == ["CRÉDITOS", "PUNTOS"]
