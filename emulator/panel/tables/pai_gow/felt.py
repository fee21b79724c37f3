# SPDX-License-Identifier: MIT
"""The table itself: the room's dark, lacquered rim, green cloth with gold print, boxes and stake circles."""

from __future__ import annotations

import math
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
            pygame.draw.circle(base, mix(FELT, FELT_DARK, 0.2 if faint else 0.55), spot.stake, radius)
            pygame.draw.circle(
                base, mix(PRINT, FELT, 0.75 if faint else 0.0), spot.stake, radius, max(1, layout.px(2))
            )
    if layout.portrait:
        _octagon(base, layout)
    _print(base, layout, say, text)
    tray(base, layout.tray, layout.px)
    return base


def _boxes(base: pygame.Surface, layout: Layout, high: Rect, low: Rect, faint: bool) -> None:
    """A well in the cloth for each hand, with the outlines of its cards, as many as it takes."""
    colour = mix(PRINT, FELT, 0.8 if faint else 0.1)
    for box, count in ((high, 5), (low, 2)):
        sheet = paint.layer(box.size)
        pygame.draw.rect(sheet, (*FELT_DARK, 60 if faint else 120), sheet.get_rect(), 0, layout.px(6))
        base.blit(sheet, box)
        pygame.draw.rect(base, colour, box, max(1, layout.px(2)), layout.px(6))
        tall = round(layout.card * 1.4)
        for number in range(count):
            card = Rect(box.x + layout.px(5) + number * layout.step, box.y + layout.px(4), layout.card, tall)
            pygame.draw.rect(base, mix(colour, FELT_DARK, 0.62), card, 1, layout.px(5))


def _octagon(base: pygame.Surface, layout: Layout) -> None:
    """Where the dice come to rest on a tall table: eight sides with the trigrams' broken and whole lines."""
    x, y = layout.dice
    printed = layout.spots[0].high.bottom + layout.px(98)
    reach, line = min(layout.px(132), y - printed), max(1, layout.px(2))
    tone = mix(PRINT, FELT, 0.42)
    for share in (1.0, 0.93, 0.62):
        ring = [
            (
                x + reach * share * math.cos(math.pi * (k + 0.5) / 4),
                y + reach * share * math.sin(math.pi * (k + 0.5) / 4),
            )
            for k in range(8)
        ]
        pygame.draw.aalines(base, tone, True, ring)
    for side in range(8):
        along = (math.cos(math.pi * side / 4), math.sin(math.pi * side / 4))
        for bar in range(3):
            away, half = reach * (0.65 + 0.075 * bar), reach * 0.17
            parts = ((-1.0, 1.0),) if side >> bar & 1 else ((-1.0, -0.18), (0.18, 1.0))
            for first, last in parts:
                ends = [
                    (x + along[0] * away - along[1] * half * at, y + along[1] * away + along[0] * half * at)
                    for at in (first, last)
                ]
                pygame.draw.line(base, tone, ends[0], ends[1], 2 * line)


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
