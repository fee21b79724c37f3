# SPDX-License-Identifier: MIT
"""Buttons are pushed and no strips: in a bezel, START the largest; the deck beside them is no waste."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np
import pygame
import pytest
from box_walk import SCREENS
from soon import soon

from emulator.panel.art import paint
from emulator.panel.machine.parts import bezel
from emulator.panel.machine.registry import read_front
from emulator.panel.machine.stage import Stage
from machines.model import load_model, model_names

Size = tuple[int, int]
CASES = [(name, size) for name in model_names() for size in SCREENS]
WIDE = [("cometa", (1920, 1080)), ("ronda", (800, 480)), ("moncayo", (1080, 1920))]
SOON = soon(CASES, *WIDE)


@lru_cache(maxsize=8)
def stage(name: str, size: Size) -> Stage:
    return Stage(read_front(load_model(name), 1, False), size, "es")


@pytest.mark.parametrize(("name", "size"), SOON)
def test_no_button_is_a_strip(name: str, size: Size) -> None:
    deck = stage(name, size).deck
    for cap in deck.caps:
        widest = 2.0 if cap.name == "start" else 1.7 if cap.tall else 3.6
        assert cap.rect.width <= widest * cap.rect.height, cap.name


@pytest.mark.parametrize(("name", "size"), SOON)
def test_every_button_stands_in_a_bezel_of_its_own(name: str, size: Size) -> None:
    deck = stage(name, size).deck
    rings = [cap.rect.inflate(2 * cap.bezel, 2 * cap.bezel) for cap in deck.caps]
    assert not any(one.colliderect(two) for one, two in combinations(rings, 2))
    assert all(deck.rect.contains(ring) for ring in rings)
    start = next(cap for cap in deck.caps if cap.name == "start")
    assert start.bezel >= max(3, start.rect.height // 20)


@pytest.mark.parametrize(("name", "size"), WIDE)
def test_start_stands_between_the_slots_of_a_loudspeaker(name: str, size: Size) -> None:
    of = stage(name, size)
    start = next(cap for cap in of.deck.caps if cap.name == "start")
    sides = list(bezel.slotted(of.deck.places["start"], start, of.kit.gap(1)))
    assert len(sides) == 2
    base = paint.plain(size)
    of.deck.paint(base)
    for side in sides:
        rows = pygame.surfarray.array3d(base.subsurface(side)).astype(int).sum(axis=2)[side.width // 2]
        dark = (rows < 60).astype(int)
        assert (np.diff(dark) == 1).sum() >= 5, "slots below one another"
