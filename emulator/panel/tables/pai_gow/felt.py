# SPDX-License-Identifier: MIT
"""The table itself: the room's dark, lacquered rim, green cloth with gold print, boxes and stake circles."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import SOOT, Colour, mix
from emulator.panel.tables.kit.colours import FELT, FELT_DARK, GOLD, LACQUER, LACQUER_DARK
from emulator.panel.tables.pai_gow import rail
from emulator.panel.tables.pai_gow.layout import STAKE_RADIUS, Layout

PRINT: Colour = mix(GOLD, FELT, 0.25)


def make(layout: Layout, seated: set[int], say: Callable[[str], str], text: Letterer) -> pygame.Surface:
    """The table without anything on it."""
    base = paint.down(layout.size, [(0, (18, 12, 12)), (1, SOOT)])
    base.blit(_cloth((layout.felt.width, layout.felt.height + layout.px(40))), layout.felt)
    rail.draw(base, layout, seated)
    _cushion(base, layout)
    for place, spot in layout.spots.items():
        faint = place != 0 and place not in seated
        _boxes(base, layout, spot.high, spot.low, faint)
        if place:
            radius = layout.px(STAKE_RADIUS)
            pygame.draw.circle(
                base, mix(PRINT, FELT, 0.75 if faint else 0.0), spot.stake, radius, max(1, layout.px(2))
            )
    _print(base, layout, say, text)
    _tray(base, layout)
    return base


@lru_cache(maxsize=1)
def _cloth(size: tuple[int, int]) -> pygame.Surface:
    width, height = size
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    light = np.clip(1.25 - 0.42 * (x + 0.25) ** 2 - 0.75 * (y - 0.12) ** 2, 0.35, 1.25)
    noise = paint.grain(size, 16, 3) * 0.05 + paint.grain(size, 17, 3, vertical=True) * 0.05
    rgb = np.asarray(FELT, dtype=np.float32) * (light + noise)[..., None]
    return paint.to_surface(rgb)


def _cushion(base: pygame.Surface, layout: Layout) -> None:
    """The padded rail that parts the cloth from the visitor's own cards."""
    hand = layout.hand
    cushion = paint.down(
        hand.size,
        [(0, mix(LACQUER, (255, 220, 200), 0.35)), (0.03, LACQUER), (0.12, mix(LACQUER, LACQUER_DARK, 0.55)),
         (0.2, LACQUER_DARK), (1, mix(LACQUER_DARK, (8, 4, 4), 0.55))],
    )  # fmt: skip
    paint.cast(base, Rect(hand.x - 40, hand.y, hand.width + 80, layout.px(10)), layout.px(10), 0.8)
    base.blit(cushion, hand)
    pygame.draw.line(
        base,
        GOLD,
        (hand.x, hand.y + layout.px(6)),
        (hand.right, hand.y + layout.px(6)),
        max(1, layout.px(2)),
    )


def _boxes(base: pygame.Surface, layout: Layout, high: Rect, low: Rect, faint: bool) -> None:
    colour = mix(PRINT, FELT, 0.8 if faint else 0.1)
    for box in (high, low):
        pygame.draw.rect(base, colour, box, max(1, layout.px(2)), layout.px(6))


def _print(base: pygame.Surface, layout: Layout, say: Callable[[str], str], text: Letterer) -> None:
    felt = layout.felt
    croupier = layout.spots[0].high
    middle = Rect(0, 0, round(felt.width * 0.42), layout.px(44))
    middle.midtop = (felt.centerx, croupier.bottom + layout.px(20))
    text.put(base, "PAI GOW POKER", middle, "label", layout.px(38), PRINT, remember=False)
    below = Rect(middle.x, middle.bottom + layout.px(2), middle.width, layout.px(24))
    text.put(
        base,
        say("THE BANK WINS ALL EQUAL HANDS"),
        below,
        "label",
        layout.px(17),
        mix(PRINT, FELT, 0.15),
        remember=False,
    )
    mat = layout.cup.inflate(layout.px(26), layout.px(10)).move(0, layout.px(8))
    pygame.draw.ellipse(base, mix(FELT_DARK, FELT, 0.35), mat)
    pygame.draw.ellipse(base, PRINT, mat, max(1, layout.px(2)))


def _tray(base: pygame.Surface, layout: Layout) -> None:
    """The croupier's tray of chips."""
    tray = layout.tray
    paint.cast(base, tray, layout.px(6), 0.7, layout.px(10))
    wood = paint.down(tray.size, [(0, (92, 50, 34)), (0.5, (58, 30, 22)), (1, (34, 18, 14))])
    base.blit(paint.clip_round(wood, layout.px(10)), tray)
    tubes = 6
    inner = tray.inflate(-layout.px(16), -layout.px(14))
    wide = inner.width / tubes
    colours = ((30, 28, 34), (26, 108, 74), (160, 34, 36), (222, 214, 196), (178, 118, 60), (120, 116, 122))
    for i, colour in enumerate(colours):
        tube = Rect(round(inner.x + i * wide) + 2, inner.y, round(wide) - 4, inner.height)
        for k in range(tube.width // max(3, layout.px(5))):
            chip = Rect(tube.x + k * max(3, layout.px(5)), tube.y, max(2, layout.px(4)), tube.height)
            shade = colour if k % 4 else mix(colour, (255, 255, 255), 0.55)
            pygame.draw.rect(base, mix(shade, (0, 0, 0), 0.15), chip, 0, 2)
        paint.recess(base, tube, max(2, layout.px(5)))
