# SPDX-License-Identifier: MIT
"""The arm at the right of the drums: an input equal to START, where the cabinet is one that has an arm."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art.cabinets.arm import Arm
from emulator.panel.art.theme import INK, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import TOUCH_PX

_WIDEST = 0.5  # of its height: the plate that the arm is mounted on
STARTS = "start"
"""The button whose line the arm's contact closes."""


def has_arm(kit: Kit) -> bool:
    """
    Whether the arm stands in the place of the right sheet of glass.

    A machine that lights that sheet, or prints on it what a play costs, keeps the glass and has no arm.
    """
    front = kit.front
    told = front.free_multiplier or front.simultaneous_max > 1 or front.paylines != 1
    return kit.cabinet.arm and not told


class Lever:
    """Draws the arm; says whether a hand at a point takes it."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        sheet = kit.layout.flanks[1]
        right = kit.layout.inner("reels").right + kit.layout.margin // 2
        width = min(right - sheet.x, round(sheet.height * _WIDEST))
        self.rect = Rect(right - width, sheet.y, width, sheet.height)
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
        return self._arm.touched(point, 0.0, TOUCH_PX)

    def paint(self, base: pygame.Surface) -> None:
        """Its plate, its slot and its boss."""
        self._arm.paint(base, mix(self._kit.theme.deep, INK, 0.15))

    def draw(self, screen: pygame.Surface, depth: float) -> None:
        """The arm at this depth of a pull."""
        self._arm.draw(screen, depth)
