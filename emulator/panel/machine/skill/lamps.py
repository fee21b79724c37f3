# SPDX-License-Identifier: MIT
"""The lamps of the rounds as pictures: bulbs, and the paper lanterns of a feast."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pygame

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour, Theme, mix
from emulator.panel.machine.skill.backdrops import FEAST

_SMOOTH = 3


class Lamp(NamedTuple):
    """One lamp, off and on, and the light that it throws."""

    dark: pygame.Surface
    lit: pygame.Surface
    glow: pygame.Surface


def round_lamp(look: str, number: int, radius: int, theme: Theme) -> Lamp:
    """The lamp of a round, from 0, this large."""
    side = radius * 6
    if look != "verbena":
        dark = mix(theme.bright, mix(theme.deep, INK, 0.5), 0.72)
        lit = mix(theme.bright, (255, 255, 255), 0.4)
        glow = paint.glow((side, side), theme.bright, 0.75, 1.6)
        return Lamp(_bulb(radius, dark), _bulb(radius, lit), glow)
    colour = FEAST[number % len(FEAST)]
    glow = paint.glow((side, side), mix(colour, INK, 0.2), 0.85, 1.5)
    return Lamp(_lantern(radius, colour, lit=False), _lantern(radius, colour, lit=True), glow)


def _bulb(radius: int, colour: Colour) -> pygame.Surface:
    sheet = paint.layer((2 * radius + 2, 2 * radius + 2))
    middle = sheet.get_rect().center
    pygame.draw.aacircle(sheet, mix(colour, INK, 0.55), middle, radius)
    pygame.draw.aacircle(sheet, colour, middle, max(1, radius - max(1, radius // 7)))
    spot = (middle[0] - radius // 3, middle[1] - radius // 3)
    pygame.draw.aacircle(sheet, mix(colour, (255, 255, 255), 0.5), spot, max(1, radius // 4))
    return sheet


def _lantern(radius: int, colour: Colour, *, lit: bool) -> pygame.Surface:
    """A paper lantern with its ribs and both its rims."""
    width, height = round(2.5 * radius), round(2.2 * radius)
    size = (width * _SMOOTH, height * _SMOOTH)
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None]
    body = np.clip((1 - np.hypot(x, y)) * size[0] / 4, 0, 1)
    light = np.clip(1.15 - np.hypot(x * 0.9, y * 0.8), 0, 1)[..., None]
    ribs = (0.84 + 0.16 * np.cos(y * 20))[..., None]
    tone = np.asarray(colour if lit else mix(colour, INK, 0.55), dtype=np.float32)
    core = np.asarray((255, 250, 220) if lit else mix(colour, INK, 0.25), dtype=np.float32)
    rgb = (tone + (core - tone) * light * 0.85) * ribs
    small = pygame.transform.smoothscale(paint.to_surface(rgb, body), (width, height))
    for y_at in (0, height - max(2, height // 8)):
        rim = pygame.Rect(0, y_at, round(width * 0.44), max(2, height // 8))
        rim.centerx = width // 2
        pygame.draw.rect(small, mix((70, 46, 36), CREAM, 0.1), rim, border_radius=rim.height // 3)
    return small
