# SPDX-License-Identifier: MIT
"""What stands in front of the cabinet: the counter with the visitor's purse and the plates of the desk."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, Colour, mix
from emulator.panel.machine.parts.kit import Kit

_STONE: tuple[Colour, Colour] = ((120, 70, 42), (52, 28, 20))
_DESK = 0.26  # of the counter's width, lying
_DESK_UPRIGHT = 0.39
_DESK_HIGH = 92  # at the reference width, at most


def purse_and_desk(kit: Kit) -> tuple[Rect, Rect]:
    """Where the purse lies, and the plates of the desk: beside it, or upright beside the tray above it."""
    layout, gap = kit.layout, kit.gap(1)
    strip = layout.inner("purse").inflate(0, -2 * gap)
    if layout.portrait:
        beside = layout.inner("tray")
        desk = Rect(0, 0, round(beside.width * _DESK_UPRIGHT), 0)
        desk.right = beside.right
        zone = beside.inflate(0, -2 * kit.gap(2))  # as high as the bowl
        desk.height = zone.height
    else:
        desk = Rect(0, 0, round(strip.width * _DESK), 0)
        desk.right = strip.right
        strip.width -= desk.width + kit.gap(3)
        zone = strip
    desk.height = desk.height or min(max(layout.touch_px, kit.px(_DESK_HIGH)), zone.height)
    desk.centery = zone.centery
    return strip, desk


def paint_room(base: pygame.Surface, kit: Kit) -> None:
    """The bar counter: polished wood, its far edge catching the lamp."""
    zone = kit.layout.zones["purse"]
    light, dark = _STONE
    middle, near = mix(light, dark, 0.5), mix(light, dark, 0.4)
    wood = paint.down(zone.size, [(0, mix(dark, INK, 0.3)), (0.25, middle), (0.75, light), (1, near)])
    paint.tint(wood, 72, 140, 13)
    paint.tint(wood, 73, 420, 12)
    base.blit(wood, zone)
    edge = max(3, kit.px(8))
    base.blit(paint.down((zone.width, edge), [(0, (232, 188, 128)), (1, (120, 76, 44))]), zone)
    shade = paint.down((zone.width, max(4, zone.height // 5)), [(0, (90, 80, 80)), (1, (255, 255, 255))])
    paint.shade(base, shade, (zone.x, zone.y + edge))
