# SPDX-License-Identifier: MIT
"""The panes of glass beside a game of skill on a wide screen."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, mix
from emulator.panel.machine.parts.kit import Kit


def paint_pane(base: pygame.Surface, kit: Kit, pane: Rect, right: bool = False) -> None:
    """A pane of glass with nothing on it: smoked, or with the maker's own picture."""
    if kit.front.livery.flanks is not None:
        sheet = kit.scenery.flank(pane.size, kit.theme, right, 0.62)
        kit.veil(sheet, sheet.get_rect())
    else:
        deep = kit.theme.deep
        sheet = paint.down(
            pane.size, [(0, mix(deep, INK, 0.35)), (0.5, mix(deep, INK, 0.55)), (1, mix(deep, INK, 0.7))]
        )
    base.blit(paint.clip_round(sheet, kit.gap(1)), pane)
    paint.recess(base, pane, kit.gap(1), kit.gap(1))
    paint.frame(base, pane, max(2, kit.gap(0)), kit.gap(1))
