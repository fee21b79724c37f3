# SPDX-License-Identifier: MIT
"""The arm at the right of the drums: an input equal to START, where the cabinet is one that has an arm."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art.cabinets.arm import Arm
from emulator.panel.art.theme import INK, mix
from emulator.panel.machine.parts.kit import Kit

STARTS = "start"
"""The button whose line the arm's contact closes."""


class Lever:
    """Draws the arm; says whether a hand at a point takes it."""

    def __init__(self, kit: Kit, rect: Rect) -> None:
        self._kit = kit
        self.rect = rect
        self._arm = Arm(self.rect, kit.px(40))

    @property
    def travel_px(self) -> int:
        """How far down a hand pulls it."""
        return self._arm.travel_px

    def ball_at(self, depth: float) -> tuple[int, int]:
        """The middle of the ball at this depth of a pull."""
        return self._arm.ball_at(depth)

    def at(self, point: tuple[int, int]) -> bool:
        """Whether a hand at this point takes the arm as it stands upright."""
        return self._arm.touched(point, 0.0, self._kit.layout.touch_px)

    def paint(self, base: pygame.Surface) -> None:
        """Its plate, its slot and its boss."""
        self._arm.paint(base, mix(self._kit.theme.deep, INK, 0.15))

    def draw(self, screen: pygame.Surface, depth: float) -> None:
        """The arm at this depth of a pull."""
        self._arm.draw(screen, depth)
