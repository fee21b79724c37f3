# SPDX-License-Identifier: MIT
"""Two beams of light that cross the front, as those of a showroom cross a car, or pass behind its glass."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import mix
from emulator.panel.machine.parts.kit import Kit

CROSSING_MS = 2_400
_WIDE = 0.30  # of the picture's width
_LEAN = 0.20  # of the picture's height
_PEAK = 92


class Beams:
    """One slanted sheet of light, made once and added where it has come to."""

    def __init__(self, kit: Kit) -> None:
        self._size = kit.layout.size
        width, height = self._size
        wide, lean = round(width * _WIDE), round(height * _LEAN)
        x = np.arange(wide + lean, dtype=np.float32)[None, :]
        y = np.arange(height, dtype=np.float32)[:, None]
        off = np.abs(x - lean * (1 - y / height) - wide / 2) / (wide / 2)
        light = np.clip(1 - off, 0, 1) ** 0.8 * (1 - 0.35 * y / height)
        colour = mix(kit.theme.bright, (255, 240, 210), 0.35)
        tone = np.asarray([part * _PEAK / 255 for part in colour], dtype=np.float32)
        self._sheet = paint.to_surface(light[..., None] * tone)

    def draw(self, screen: pygame.Surface, since_ms: int, within: Sequence[Rect] = ()) -> None:
        """
        Both beams, half a crossing apart.

        Args:
            within: the sheets of glass behind which they pass; none: they cross the whole front.
        """
        before = screen.get_clip()
        for part in within or (before,):
            screen.set_clip(part)
            self._cross(screen, since_ms)
        screen.set_clip(before)

    def _cross(self, screen: pygame.Surface, since_ms: int) -> None:
        width = self._sheet.get_width()
        way = self._size[0] + width
        for late_ms in (0, CROSSING_MS // 2):
            if since_ms >= late_ms:
                along = (since_ms - late_ms) % CROSSING_MS / CROSSING_MS
                paint.add(screen, self._sheet, (round(along * way) - width, 0))
