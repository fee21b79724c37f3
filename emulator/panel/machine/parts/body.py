# SPDX-License-Identifier: MIT
"""The cabinet's body: lacquered warm black, chrome pillars at its sides, a rail between any two zones."""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.paint import Stops
from emulator.panel.art.theme import INK, SOOT, UMBER, Colour, mix
from emulator.panel.machine.parts.kit import Kit


def paint_body(base: pygame.Surface, kit: Kit) -> None:
    """Everything that the zones' parts are mounted on."""
    cabinet = kit.layout.cabinet
    lacquer = paint.down(cabinet.size, _lacquer(kit.theme.ground))
    paint.tint(lacquer, 61, 12, 3)
    base.blit(lacquer, cabinet)
    light = paint.glow((cabinet.width, round(cabinet.height * 0.7)), (46, 36, 28), 0.8, 1.3)
    paint.add(base, light, (cabinet.x - cabinet.width // 4, cabinet.y - cabinet.height // 8))
    for zone in ("glass", "reels", "display"):
        _rail(base, kit, kit.layout.zones[zone].y)
    _pillars(base, kit)


def _lacquer(ground: Colour | None) -> Stops:
    """Its tones from top to bottom: warm black, or a colour of the maker's."""
    if ground is None:
        return [(0, mix(UMBER, SOOT, 0.5)), (0.35, SOOT), (0.75, mix(SOOT, INK, 0.6)), (1, INK)]
    return [
        (0, mix(ground, (255, 236, 214), 0.10)),
        (0.35, mix(ground, (255, 236, 214), 0.03)),
        (0.75, ground),
        (1, mix(ground, INK, 0.35)),
    ]


def _pillars(base: pygame.Surface, kit: Kit) -> None:
    """A chrome tube and a band of lacquer in the machine's deep colour at either side."""
    cabinet, width = kit.layout.cabinet, kit.layout.margin
    tube = max(4, round(width * 0.42))
    band = width - tube - max(2, kit.gap(0))
    deep, steel = kit.theme.deep, paint.metal()
    for left in (True, False):
        metal = paint.across(
            (tube, cabinet.height),
            [
                (0, steel.dark),
                (0.18, steel.mid),
                (0.34, steel.light),
                (0.5, mix(steel.light, steel.mid, 0.4)),
                (0.68, steel.dark),
                (0.86, steel.mid),
                (1, (26, 24, 28)),
            ],
        )
        fall = paint.down(
            (tube, cabinet.height), [(0, (255, 250, 240)), (0.4, (226, 224, 226)), (1, (120, 116, 122))]
        )
        paint.shade(metal, fall, (0, 0))
        x = cabinet.x if left else cabinet.right - tube
        base.blit(metal, (x, cabinet.y))
        lacquer = paint.across(
            (band, cabinet.height),
            [
                (0, mix(deep, kit.theme.beam(255), 0.30)),
                (0.3, mix(deep, kit.theme.beam(200), 0.2)),
                (1, mix(deep, INK, 0.5)),
            ],
        )
        paint.shade(
            lacquer, paint.down((band, cabinet.height), [(0, (255, 255, 255)), (1, (130, 130, 140))]), (0, 0)
        )
        x = cabinet.x + tube if left else cabinet.right - tube - band
        base.blit(lacquer, (x, cabinet.y))
        line = Rect(x + band // 2 - max(1, kit.px(2)) // 2, cabinet.y, max(1, kit.px(2)), cabinet.height)
        base.fill(mix(kit.theme.bright, INK, 0.35), line)
        inner = x + band if left else x - max(2, kit.gap(0))
        base.fill((8, 6, 7), Rect(inner, cabinet.y, max(2, kit.gap(0)), cabinet.height))


def _rail(base: pygame.Surface, kit: Kit, y: int) -> None:
    """A thin chrome rail with a screw at either end."""
    cabinet = kit.layout.cabinet
    tall = max(3, kit.px(6))
    rail = Rect(cabinet.x + kit.layout.margin, y - tall // 2, cabinet.width - 2 * kit.layout.margin, tall)
    metal = paint.chrome(rail.size)
    shine = paint.across(
        rail.size,
        [(0, (255, 255, 255)), (0.3, (200, 200, 200)), (0.6, (150, 148, 150)), (1, (110, 106, 110))],
    )
    paint.shade(metal, shine, (0, 0))
    base.blit(metal, rail)


def door_light(kit: Kit) -> pygame.Surface:
    """The work light that falls out of the gap of an open door along the cabinet's right side; additive."""
    cabinet = kit.layout.cabinet
    width = max(40, cabinet.width // 5)
    x = np.linspace(0, 1, width, dtype=np.float32)
    level = (x**3)[None, :, None] * np.asarray((255, 226, 160), dtype=np.float32)
    return paint.to_surface(np.broadcast_to(level, (cabinet.height, width, 3)))
