# SPDX-License-Identifier: MIT
"""The table's edge: a padded rail round the cloth, the dark floor beyond it, and the chairs of the others."""

from __future__ import annotations

import math

import pygame

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, SOOT, Colour, mix
from emulator.panel.tables.kit.colours import GOLD, LACQUER, LACQUER_DARK
from emulator.panel.tables.pai_gow.layout import Layout

_LEATHER: Colour = (70, 34, 26)
_STEPS = 72


def rim(layout: Layout, out_px: float = 0.0) -> list[tuple[int, int]]:
    """
    The edge of the cloth as a closed outline: straight above, an arc below.

    Args:
        out_px: so far beyond the edge of the cloth.
    """
    felt = layout.felt
    wide, deep = felt.width * layout.arc[0] + out_px, felt.height * layout.arc[1] + out_px
    top = felt.bottom + layout.px(6) - felt.height * layout.arc[1]
    points = []
    for i in range(_STEPS + 1):
        angle = math.pi * i / _STEPS
        points.append((round(felt.centerx + wide * math.cos(angle)), round(top + deep * math.sin(angle))))
    above = felt.y - layout.px(60)
    return [(points[0][0], above), *points, (points[-1][0], above)]


def draw(base: pygame.Surface, layout: Layout, seated: set[int]) -> None:
    """Floor and chairs outside the rail, the rail itself, and its shadow on the cloth."""
    felt = layout.felt
    sheet = paint.layer(layout.size)
    floor = paint.down(layout.size, [(0, mix(SOOT, (64, 40, 30), 0.5)), (1, INK)])
    paint.tint(floor, 33, 5, 5)
    sheet.blit(floor, (0, 0))
    for place in sorted(seated - {0}):
        _chair(sheet, layout, place)
    thick = layout.px(26)
    pygame.draw.polygon(sheet, (8, 4, 4), rim(layout, thick + layout.px(5)))
    for i in range(thick, -1, -1):
        # A round cushion: bright where it looks up to the lamp, dark on both of its sides.
        light = math.sin(math.pi * (i + 0.5) / (thick + 1)) ** 0.7
        pygame.draw.polygon(
            sheet, mix(LACQUER_DARK, mix(LACQUER, (255, 210, 190), 0.18), light), rim(layout, i)
        )
    pygame.draw.polygon(sheet, mix(GOLD, INK, 0.25), rim(layout), max(1, layout.px(3)))
    hole = paint.layer(layout.size)
    pygame.draw.polygon(hole, (255, 255, 255, 255), rim(layout))
    sheet.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    _shadow(base, layout)
    base.blit(sheet, felt.topleft, pygame.Rect(felt.x, felt.y, felt.width, felt.height + layout.px(40)))


def _shadow(base: pygame.Surface, layout: Layout) -> None:
    """What the rail throws on the cloth."""
    dark = paint.layer(layout.size)
    for i in range(6):
        outline = rim(layout, -layout.px(3) * i)
        pygame.draw.polygon(dark, (0, 0, 0, 62 - 10 * i), outline, layout.px(3) + 1)
    base.blit(dark, layout.felt.topleft, layout.felt)


def _chair(sheet: pygame.Surface, layout: Layout, place: int) -> None:
    """The back of a chair beyond the rail, turned towards the middle of the table."""
    felt, spot = layout.felt, layout.spots[place]
    outline = rim(layout, layout.px(26))
    x = spot.high.centerx + (spot.high.centerx - felt.centerx) * 0.12
    y = max((py for px, py in outline if abs(px - x) < felt.width / 20), default=felt.bottom)
    turn = math.degrees(math.atan2(x - felt.centerx, felt.height))
    back = paint.layer((layout.px(150), layout.px(104)))
    body = back.get_rect()
    skin = paint.down(
        body.size, [(0, mix(_LEATHER, (255, 220, 190), 0.28)), (0.3, _LEATHER), (1, mix(_LEATHER, INK, 0.6))]
    )
    back.blit(paint.clip_round(skin, layout.px(40)), (0, 0))
    pygame.draw.rect(
        back,
        mix(GOLD, INK, 0.35),
        body.inflate(-layout.px(10), -layout.px(10)),
        max(1, layout.px(2)),
        layout.px(34),
    )
    for i in range(1, 4):
        button = (body.width * i // 4, body.height // 2)
        pygame.draw.circle(back, mix(_LEATHER, INK, 0.5), button, layout.px(4))
    turned = pygame.transform.rotozoom(back, turn, 1.0)
    sheet.blit(turned, turned.get_rect(center=(round(x), round(y + layout.px(34)))))
