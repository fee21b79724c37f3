# SPDX-License-Identifier: MIT
"""The table itself: the room's dark, lacquered rim, green cloth with gold print, boxes and stake circles."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import SOOT, Colour, mix
from emulator.panel.tables.kit.cloth import cloth, cushion, tray
from emulator.panel.tables.kit.colours import FELT, FELT_DARK, GOLD
from emulator.panel.tables.pai_gow import rail
from emulator.panel.tables.pai_gow.layout import STAKE_RADIUS, Layout

PRINT: Colour = mix(GOLD, FELT, 0.25)


def make(layout: Layout, seated: set[int], say: Callable[[str], str], text: Letterer) -> pygame.Surface:
    """The table without anything on it."""
    base = paint.down(layout.size, [(0, (18, 12, 12)), (1, SOOT)])
    base.blit(cloth((layout.felt.width, layout.felt.height + layout.px(40))), layout.felt)
    rail.draw(base, layout, seated)
    cushion(base, layout.hand, layout.px)
    for place, spot in layout.spots.items():
        faint = place != 0 and place not in seated
        _boxes(base, layout, spot.high, spot.low, faint)
        if place:
            radius = layout.px(STAKE_RADIUS)
            pygame.draw.circle(
                base, mix(PRINT, FELT, 0.75 if faint else 0.0), spot.stake, radius, max(1, layout.px(2))
            )
    _print(base, layout, say, text)
    tray(base, layout.tray, layout.px)
    return base


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
