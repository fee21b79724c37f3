# SPDX-License-Identifier: MIT
"""A picture in which everything but one round spot lies in the dark."""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint

_SOFT = 0.35  # of the radius, over which the light falls off
_LEVELS = 5
# What is left of a picture in the dark, red, green, blue of 255.
_DARK = (92, 88, 104)


class Spot:
    """
    Darkens a screen round a place; keeps the light at each level, from hardly dark to dark.

    Args:
        radius: of the light, in pixels.
    """

    def __init__(self, radius: int) -> None:
        self._radius = radius
        self._lights: dict[int, pygame.Surface] = {}

    def draw(self, screen: pygame.Surface, middle: tuple[int, int], depth: float) -> None:
        """Leave the light at ``middle`` and darken the rest; ``depth`` 0 leaves all as it is, 1 is dark."""
        level = round(depth * _LEVELS)
        if not level:
            return
        light, whole = self._light(level), screen.get_rect()
        hole = light.get_rect(center=middle)
        dark = _tone(level)
        inside = hole.clip(whole)
        for part in around(whole, inside):
            screen.fill(dark, part, special_flags=pygame.BLEND_RGB_MULT)
        if inside:
            paint.shade(screen, light, hole.topleft)

    def prepare(self) -> None:
        """Make the light at every level."""
        for level in range(1, _LEVELS + 1):
            self._light(level)

    def _light(self, level: int) -> pygame.Surface:
        if level not in self._lights:
            at = np.linspace(-1, 1, 2 * self._radius, dtype=np.float32)
            far = np.sqrt(at[None, :] ** 2 + at[:, None] ** 2)
            share = np.clip((1 - far) / _SOFT, 0, 1)[..., None]
            dark = np.asarray(_tone(level), dtype=np.float32)
            self._lights[level] = paint.to_surface(dark + (255 - dark) * share)
        return self._lights[level]


def around(whole: Rect, hole: Rect) -> list[Rect]:
    """What is left of ``whole`` where ``hole``, a part of it or empty, is cut out."""
    if not hole:
        return [whole]
    parts = (
        Rect(whole.x, whole.y, whole.width, hole.y - whole.y),
        Rect(whole.x, hole.bottom, whole.width, whole.bottom - hole.bottom),
        Rect(whole.x, hole.y, hole.x - whole.x, hole.height),
        Rect(hole.right, hole.y, whole.right - hole.right, hole.height),
    )
    return [part for part in parts if part.width > 0 and part.height > 0]


def _tone(level: int) -> tuple[int, int, int]:
    red, green, blue = (round(255 - (255 - part) * level / _LEVELS) for part in _DARK)
    return red, green, blue
