# SPDX-License-Identifier: MIT
"""The wall display from near by: the pots of one link as they hang in a hall, until somebody touches it."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.hall.links import WallDisplay
from emulator.panel.hall.kit import HallKit
from emulator.panel.hall.layout import lay_out
from emulator.panel.wall.layout import SMALLEST
from emulator.panel.wall.show import Show
from emulator.panel.wall.stage import Stage


class WallView:
    """Draws the wall of one link over the room."""

    def __init__(self, kit: HallKit, display: WallDisplay) -> None:
        self._display, self._language = display, kit.language
        below = lay_out(kit).bar.y  # purse and toy money stay in sight
        self._place = Rect(0, 0, kit.size[0], below)
        wide, tall = max(SMALLEST) <= max(self._place.size), min(SMALLEST) <= min(self._place.size)
        self.fits = wide and tall
        self._show = Show()
        self._stage: Stage | None = None

    def draw(self, screen: pygame.Surface, now_ms: int) -> None:
        """The wall at ``now_ms``."""
        self._show.update(self._display.client, now_ms)
        if self._stage is None or self._stage.face != self._show.face:
            self._stage = Stage(self._place.size, self._show.face, self._language)
        self._stage.draw(screen.subsurface(self._place), self._show, now_ms)
