# SPDX-License-Identifier: MIT
"""Small bulbs round a window or a sheet of glass, of which every third is lit and the light runs on."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, mix
from emulator.panel.machine.parts.kit import Kit

_LEVELS = 6
STEP_MS = 170
_APART = 3.4  # from one bulb to the next, in radii
_EVERY = 3  # of so many bulbs one is lit


class Bulbs:
    """
    Keeps an unlit bulb and its light at each level; a frame adds only those that are on.

    Args:
        rect: what they stand round; its edge goes through their middles.
        radius: of a bulb, in pixels.
        clear: nothing stands here.
    """

    def __init__(self, kit: Kit, rect: Rect, radius: int, clear: tuple[Rect, ...] = ()) -> None:
        self._radius = max(2, radius)
        around = _around(rect, self._radius * _APART, _EVERY)
        hidden = [box.inflate(2 * self._radius, 2 * self._radius) for box in clear]
        self.places = [
            (number, spot)
            for number, spot in enumerate(around)
            if not any(box.collidepoint(spot) for box in hidden)
        ]
        self._unlit = _bulb(self._radius, mix(kit.theme.bright, INK, 0.62))
        colour = mix(kit.theme.bright, (255, 236, 190), 0.4)
        light = _light(self._radius, colour)
        self._lights = []
        for level in range(1, _LEVELS + 1):
            dimmed = light.copy()
            part = round(255 * level / _LEVELS)
            dimmed.fill((part, part, part), special_flags=pygame.BLEND_RGB_MULT)
            self._lights.append(dimmed)

    def paint(self, base: pygame.Surface) -> None:
        """Every bulb with its lamp out."""
        for _, spot in self.places:
            base.blit(self._unlit, self._unlit.get_rect(center=spot))

    def chase(self, screen: pygame.Surface, since_ms: int) -> None:
        """Every third bulb, its light handed on to the next one."""
        at = since_ms / STEP_MS % _EVERY
        levels = []
        for number in range(_EVERY):
            behind = (at - number) % _EVERY
            levels.append(max(1 - behind, behind - (_EVERY - 1), 0.0))
        self._add(screen, levels)

    def glow(self, screen: pygame.Surface, level: float) -> None:
        """All of them alike, at ``level`` 0 to 1."""
        self._add(screen, [level] * _EVERY)

    def _add(self, screen: pygame.Surface, levels: Sequence[float]) -> None:
        """The light of all bulbs, at the level of its place among those that follow one another."""
        lit = [min(_LEVELS, round(level * _LEVELS)) for level in levels]
        half = self._lights[0].get_width() // 2, self._lights[0].get_height() // 2
        screen.fblits(
            [
                (self._lights[lit[number % _EVERY] - 1], (spot[0] - half[0], spot[1] - half[1]))
                for number, spot in self.places
                if lit[number % _EVERY]
            ],
            pygame.BLEND_RGB_ADD,
        )


def _around(rect: Rect, apart: float, every: int) -> list[tuple[int, int]]:
    """Places along the edge of a rectangle, evenly, in number a multiple of ``every``."""
    whole = 2 * (rect.width + rect.height)
    count = max(every, math.floor(whole / max(1.0, apart) / every) * every)
    spots = []
    for number in range(count):
        along = whole * number / count
        for dx, dy, side, corner in (
            (1, 0, rect.width, rect.topleft),
            (0, 1, rect.height, rect.topright),
            (-1, 0, rect.width, rect.bottomright),
            (0, -1, rect.height, rect.bottomleft),
        ):
            if along < side:
                spots.append((round(corner[0] + dx * along), round(corner[1] + dy * along)))
                break
            along -= side
    return spots


def _bulb(radius: int, colour: tuple[int, int, int]) -> pygame.Surface:
    """A cap of coloured glass with its lamp out, lit by the key light from top left."""
    side = 2 * radius + 1
    at = (np.arange(side, dtype=np.float32) - radius) / radius
    x, y = at[None, :], at[:, None]
    far = np.sqrt(x * x + y * y)
    tone = 1.25 - 0.55 * np.hypot(x + 0.35, y + 0.4)
    spot = np.clip(1 - np.hypot(x + 0.38, y + 0.42) / 0.38, 0, 1)[..., None]
    face = np.asarray(colour, dtype=np.float32) * tone[..., None]
    return paint.to_surface(face + (255 - face) * spot * 0.7, np.clip((1.05 - far) * radius, 0, 1))


def _light(radius: int, colour: tuple[int, int, int]) -> pygame.Surface:
    """What a lit bulb adds: its own disc, and a bloom of about four times its size."""
    reach = radius * 4
    at = (np.arange(2 * reach + 1, dtype=np.float32) - reach) / radius
    far = np.sqrt(at[None, :] ** 2 + at[:, None] ** 2)
    disc = np.clip((1.1 - far) * radius / 2, 0, 1)
    bloom = np.clip(1 - far / 4, 0, 1) ** 2 * 0.55
    tone = np.asarray(colour, dtype=np.float32)
    return paint.to_surface(np.clip(disc + bloom, 0, 1)[..., None] * tone)
