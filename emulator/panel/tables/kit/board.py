# SPDX-License-Identifier: MIT
"""The board of past results: twenty of them, the last one first and largest."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import CREAM, Colour, mix
from emulator.panel.tables.kit.colours import GOLD
from emulator.panel.tables.kit.face import Past

KEPT = 20
WET_MS = 1_600
"""A new result lights up for so long."""
_TILES: dict[str, Colour] = {
    "red": (188, 26, 34), "black": (36, 32, 38), "green": (14, 118, 66), "blue": (30, 84, 158),
    "plain": (58, 48, 44),
}  # fmt: skip
_DARK: Colour = (16, 11, 12)


def draw(screen: pygame.Surface, box: Rect, text: Letterer, past: Sequence[Past], wet_ms: int) -> None:
    """
    Draw it in a box.

    Args:
        wet_ms: for how long the last result has been on it: it lights up first.
    """
    rows = max(1, round((box.height * KEPT / max(1, box.width)) ** 0.5))
    columns = -(-KEPT // rows)
    side = min(box.width / columns, box.height / rows)
    wide, tall = min(box.width / columns, side * 1.5), min(box.height / rows, side * 1.15)
    left, top = box.centerx - wide * columns / 2, box.centery - tall * rows / 2
    for i in range(KEPT):
        row, column = divmod(i, columns)
        tile = Rect(round(left + column * wide), round(top + row * tall), round(wide), round(tall)).inflate(
            -4, -4
        )
        one = past[i] if i < len(past) else None
        colour = mix(_TILES[one.colour], _DARK, min(0.45, 0.022 * i)) if one else _DARK
        if i == 0 and one and wet_ms < WET_MS and wet_ms // 200 % 2 == 0:
            colour = mix(colour, (255, 255, 255), 0.35)
        round_px = max(2, round(tile.height * 0.16))
        pygame.draw.rect(screen, colour, tile, 0, round_px)
        pygame.draw.rect(
            screen, GOLD if i == 0 and one else mix(_DARK, CREAM, 0.16), tile, 2 if i == 0 else 1, round_px
        )
        if one:
            ink = mix(CREAM, colour, min(0.4, 0.018 * i))
            text.put(
                screen,
                one.said,
                tile.inflate(-2, -2),
                "label",
                round(tile.height * 0.68),
                ink,
                remember=False,
            )
