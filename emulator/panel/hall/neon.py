# SPDX-License-Identifier: MIT
"""Letters of neon tube and figures of light: painted once, with the bloom round them."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer, fit
from emulator.panel.art.theme import CREAM, Colour, mix


def put(
    target: pygame.Surface,
    text: Letterer,
    words: str,
    box: Rect,
    size_px: int,
    colour: Colour,
) -> Rect:
    """Write ``words`` in light into ``box``; where the ink lies is returned."""
    fitted = fit(words, "title", box.size, size_px)
    sheet = paint.layer(target.get_size())
    ink = text.put(sheet, words, box, "title", fitted.size_px, (255, 255, 255))
    reach = max(4, fitted.size_px // 3)
    around = ink.inflate(4 * reach, 4 * reach).clip(target.get_rect())
    mask = paint.cover_of(sheet.subsurface(around))
    paint.add(target, paint.halo(mask, reach, colour, 0.95), around.topleft)
    paint.add(target, paint.halo(mask, max(1, reach // 5), colour, 0.7), around.topleft)
    target.blit(paint.flat(mask, mix(colour, CREAM, 0.72)), around)
    return ink
