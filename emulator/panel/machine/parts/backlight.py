# SPDX-License-Identifier: MIT
"""The sheets of glass: acrylic with tubes behind it."""

from __future__ import annotations

import pygame

from emulator.panel.art import paint
from emulator.panel.art.scenery.livery import lit as lit_sheet
from emulator.panel.art.theme import mix
from emulator.panel.machine.parts.kit import Kit


def backlight(size: tuple[int, int], kit: Kit, level: float) -> pygame.Surface:
    """Acrylic in the deep colour, or the maker's print on it, with the tubes behind it showing through."""
    if kit.front.livery.glass is not None:
        return lit_sheet(kit.front.livery.glass, size, kit.theme, 0.36 + 0.62 * level)
    deep = kit.theme.deep
    top = mix(deep, kit.theme.beam(190), 0.42 * level)
    low = mix(deep, kit.theme.beam(120), 0.30 * level)
    sheet = paint.down(size, [(0, top), (0.5, mix(deep, kit.theme.beam(160), 0.5 * level)), (1, low)])
    for share in (0.18, 0.5, 0.82):
        tube = paint.glow((round(size[0] * 0.5), round(size[1] * 1.5)), kit.theme.beam(92), 0.6 * level, 1.6)
        paint.add(sheet, tube, (round(size[0] * share) - tube.get_width() // 2, -size[1] // 4))
    return sheet
