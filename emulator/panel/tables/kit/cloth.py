# SPDX-License-Identifier: MIT
"""What every table is covered and edged with: lit cloth, the padded cushion, the croupier's tray of chips."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import Colour, mix
from emulator.panel.tables.kit.colours import FELT, GOLD, LACQUER, LACQUER_DARK

Px = Callable[[float], int]
"""A length given for 1280 x 800, in pixels."""


@lru_cache(maxsize=1)
def cloth(size: tuple[int, int], colour: Colour = FELT) -> pygame.Surface:
    """Woven cloth under a lamp that hangs over the middle of its upper edge."""
    width, height = size
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    light = np.clip(1.25 - 0.42 * (x + 0.25) ** 2 - 0.75 * (y - 0.12) ** 2, 0.35, 1.25)
    noise = paint.grain(size, 16, 3) * 0.05 + paint.grain(size, 17, 3, vertical=True) * 0.05
    rgb = np.asarray(colour, dtype=np.float32) * (light + noise)[..., None]
    return paint.to_surface(rgb)


def cushion(base: pygame.Surface, rect: Rect, px: Px) -> None:
    """The padded rail that parts the cloth from the visitor's own cards and chips."""
    padded = paint.down(
        rect.size,
        [(0, mix(LACQUER, (255, 220, 200), 0.35)), (0.03, LACQUER), (0.12, mix(LACQUER, LACQUER_DARK, 0.55)),
         (0.2, LACQUER_DARK), (1, mix(LACQUER_DARK, (8, 4, 4), 0.55))],
    )  # fmt: skip
    paint.cast(base, Rect(rect.x - 40, rect.y, rect.width + 80, px(10)), px(10), 0.8)
    base.blit(padded, rect)
    pygame.draw.line(base, GOLD, (rect.x, rect.y + px(6)), (rect.right, rect.y + px(6)), max(1, px(2)))


def tray(base: pygame.Surface, rect: Rect, px: Px) -> None:
    """The croupier's tray of chips."""
    paint.cast(base, rect, px(6), 0.7, px(10))
    wood = paint.down(rect.size, [(0, (92, 50, 34)), (0.5, (58, 30, 22)), (1, (34, 18, 14))])
    base.blit(paint.clip_round(wood, px(10)), rect)
    tubes = 6
    inner = rect.inflate(-px(16), -px(14))
    wide = inner.width / tubes
    colours = ((30, 28, 34), (26, 108, 74), (160, 34, 36), (222, 214, 196), (178, 118, 60), (120, 116, 122))
    for i, colour in enumerate(colours):
        tube = Rect(round(inner.x + i * wide) + 2, inner.y, round(wide) - 4, inner.height)
        for k in range(tube.width // max(3, px(5))):
            chip = Rect(tube.x + k * max(3, px(5)), tube.y, max(2, px(4)), tube.height)
            shade = colour if k % 4 else mix(colour, (255, 255, 255), 0.55)
            pygame.draw.rect(base, mix(shade, (0, 0, 0), 0.15), chip, 0, 2)
        paint.recess(base, tube, max(2, px(5)))
