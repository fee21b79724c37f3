# SPDX-License-Identifier: MIT
"""The plate round a slit that takes notes or cards: a chromed rim, dark metal, and the slit itself."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.machine.parts.kit import Kit


def paint_plate(base: pygame.Surface, kit: Kit, rect: Rect, slit: Rect) -> Rect:
    """Paint a plate over ``rect`` with its ``slit``; return the part within the rim."""
    paint.cast(base, rect, max(2, kit.gap(1)), 0.7, kit.gap(1))
    base.blit(paint.clip_round(paint.chrome(rect.size), kit.gap(1)), rect)
    inner = rect.inflate(-2 * kit.gap(0) - 2, -2 * kit.gap(0) - 2)
    plate = paint.down(inner.size, [(0, (70, 68, 76)), (0.5, (38, 36, 42)), (1, (22, 20, 24))])
    base.blit(paint.clip_round(plate, kit.gap(1)), inner)
    base.fill((2, 2, 3), slit)
    paint.frame(base, slit, max(1, kit.px(3)), 2)
    return inner
