# SPDX-License-Identifier: MIT
"""What stands in the bay of a table game, cut out: the table with its cloth, lamp and stools."""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, Colour, mix
from emulator.panel.hall.kit import ZONES, HallKit
from emulator.panel.hall.layout import machine_rect, table_rect

FINE = 2
"""A cloth is laid back so much larger than it is seen, for smooth lines."""
_LAID_BACK = 0.13
"""So much narrower the far edge of a table is than the near one."""
_LARGE = 3
"""A croupier is drawn so much larger, for smooth edges."""
_SKINS: tuple[Colour, ...] = ((224, 172, 138), (196, 140, 104), (238, 196, 166), (142, 96, 70))
_HAIRS: tuple[Colour, ...] = ((38, 26, 22), (84, 52, 30), (22, 18, 20), (120, 116, 112), (150, 96, 44))
_SHADE = [(0, (120, 92, 44)), (0.25, (36, 96, 72)), (0.8, (16, 58, 44)), (1, (186, 150, 82))]


def paint_table(kit: HallKit, bay: pygame.Surface, felt: pygame.Surface | None, name: str) -> None:
    """A table as one comes to it: its croupier under a lamp, its cloth in a rail, stools before it."""
    whole = Rect(0, 0, *bay.get_size())
    body, top, zone = machine_rect(whole), table_rect(whole), ZONES["T"]
    rim = max(4, kit.px(15))
    lamp = Rect(top.x, body.y - round(whole.height * 0.02), top.width, 0)
    lamp.height = top.y - lamp.y
    shade = _lamp(kit, bay, lamp, zone.light)
    _croupier(bay, Rect(top.x, shade.bottom, top.width, top.y - shade.bottom), sum(name.encode()))
    _table_body(kit, bay, top, body.bottom)
    _slab(bay, top.inflate(2 * rim, 2 * rim), [(0, (132, 84, 52)), (0.12, (84, 48, 30)), (1, (38, 21, 16))])
    fine = (top.width * FINE, top.height * FINE)
    if felt is not None:
        laid = pygame.transform.smoothscale(felt, fine)
    else:
        laid = paint.down(fine, [(0, zone.wall), (1, zone.deep)])
    _lay_back(bay, laid, top)
    far_left, far_right, *_ = _corners(top.inflate(2 * rim, 2 * rim))
    pygame.draw.line(bay, (214, 170, 112), far_left, far_right, max(1, kit.px(2)))
    _stools(kit, bay, top, body.bottom)


def _corners(rect: Rect) -> list[tuple[int, int]]:
    """What lies flat there, seen from before it."""
    inset = round(rect.width * _LAID_BACK / 2)
    return [(rect.x + inset, rect.y), (rect.right - inset, rect.y), rect.bottomright, rect.bottomleft]


def _masked(size: tuple[int, int], points: list[tuple[int, int]], picture: pygame.Surface) -> pygame.Surface:
    """The part of a picture within a polygon, its edges smooth."""
    sheet = pygame.Surface((size[0] * 3, size[1] * 3))
    pygame.draw.polygon(sheet, (255, 255, 255), [(x * 3, y * 3) for x, y in points])
    found = paint.layer(size)
    found.blit(picture, (0, 0))
    alpha = pygame.surfarray.pixels_alpha(found)
    alpha[...] = np.round(paint.shrunk(sheet, size).T * 255).astype(np.uint8)
    del alpha
    return found


def _slab(bay: pygame.Surface, rect: Rect, tones: list[tuple[float, Colour]]) -> None:
    points = [(x - rect.x, y - rect.y) for x, y in _corners(rect)]
    bay.blit(_masked(rect.size, points, paint.down(rect.size, tones)), rect)


def _lay_back(bay: pygame.Surface, picture: pygame.Surface, rect: Rect) -> None:
    points = [(x - rect.x, y - rect.y) for x, y in _corners(rect)]
    laid = pygame.transform.smoothscale(paint.trapezoid(picture, _LAID_BACK), rect.size)
    bay.blit(_masked(rect.size, points, laid), rect)


def _table_body(kit: HallKit, bay: pygame.Surface, top: Rect, foot: int) -> None:
    """Apron and pedestal below the near edge."""
    rim = max(4, kit.px(15))
    stand = Rect(0, top.bottom, round(top.width * 0.50), foot - top.bottom)
    stand.centerx = top.centerx
    bay.blit(paint.across(stand.size, [(0, (14, 9, 8)), (0.35, (62, 38, 27)), (1, (10, 7, 7))]), stand)
    apron = Rect(top.x - rim, top.bottom + rim // 2, top.width + 2 * rim, round((foot - top.bottom) * 0.52))
    deep = round(apron.width * 0.05)
    points = [(0, 0), (apron.width, 0), (apron.width - deep, apron.height), (deep, apron.height)]
    wood = paint.down(apron.size, [(0, (40, 22, 16)), (0.2, (92, 52, 33)), (1, (30, 17, 13))])
    paint.tint(wood, 31, 60, 9)
    bay.blit(_masked(apron.size, points, wood), apron)


def _stools(kit: HallKit, bay: pygame.Surface, top: Rect, foot: int) -> None:
    """Where players sit: leather on a steel foot, so low that nothing of the cloth is behind it."""
    wide, tall = round(top.width * 0.125), max(5, round((foot - top.bottom) * 0.26))
    for number in range(4):
        middle = top.x + top.width * (2 * number + 1) // 8
        seat = Rect(middle - wide // 2, top.bottom + round((foot - top.bottom) * 0.34), wide, tall)
        leg = Rect(middle - max(1, kit.px(4)), seat.centery, max(2, kit.px(8)), foot - seat.centery)
        bay.blit(paint.across(leg.size, [(0, (60, 58, 60)), (0.4, (190, 186, 182)), (1, (34, 32, 34))]), leg)
        cushion = paint.down(seat.size, [(0, (178, 46, 44)), (0.35, (128, 24, 28)), (1, (48, 9, 13))])
        bay.blit(paint.clip_round(cushion, tall // 2), seat)


def _lamp(kit: HallKit, bay: pygame.Surface, box: Rect, light: Colour) -> Rect:
    """A long lamp that hangs over a table, and the light that falls from it; where its shade is."""
    shade = Rect(0, 0, round(box.width * 0.56), max(6, round(box.width * 0.085)))
    shade.midtop = (box.centerx, box.y)
    for x in (shade.x + shade.width // 4, shade.right - shade.width // 4):
        pygame.draw.line(bay, (14, 10, 10), (x, 0), (x, shade.y), max(1, kit.px(3)))
    size = (box.width, box.bottom - shade.bottom + box.height // 3)
    rows = np.arange(size[1], dtype=np.float32)[:, None] / size[1]
    across = np.abs(np.arange(size[0], dtype=np.float32)[None, :] - size[0] / 2)
    half = shade.width / 2 + (box.width / 2 - shade.width / 2) * rows
    falls = np.clip((half - across) / (0.10 * box.width), 0, 1) * (1 - rows) ** 1.2 * np.float32(0.34)
    bay.blit(paint.flat(falls, light), (box.x, shade.bottom))
    slant = shade.height
    points = [shade.bottomleft, shade.bottomright, (shade.right - slant, shade.y), (shade.x + slant, shade.y)]
    local = [(x - shade.x, y - shade.y) for x, y in points]
    bay.blit(_masked(shade.size, local, paint.down(shade.size, _SHADE)), shade)
    tube = Rect(shade.x + slant // 3, 0, shade.width - 2 * (slant // 3), max(2, kit.px(5)))
    tube.bottom = shade.bottom + max(1, kit.px(1))
    bay.fill(mix(light, (255, 255, 255), 0.7), tube)
    return shade


def _croupier(bay: pygame.Surface, box: Rect, number: int) -> None:
    """Who deals: waistcoat and bow tie, the arms towards the table; skin and hair are each one's own."""
    tall = box.height * _LARGE
    side = round(tall * 1.1)
    sheet, middle = paint.layer((side, tall)), side // 2
    skin, hair = _SKINS[number % len(_SKINS)], _HAIRS[number // 2 % len(_HAIRS)]
    shirt, vest = (232, 226, 214), (72, 14, 24) if number % 2 else (26, 24, 34)
    head = round(tall * 0.15)
    chin, neck = round(tall * 0.40), round(tall * 0.46)
    wide = round(tall * 0.30)
    for way in (-1, 1):  # sleeves, from the shoulder to the rail
        arm = [(0.62, 0.50), (1.0, 0.56), (1.42, 1.0), (0.95, 1.0), (0.72, 0.74)]
        pygame.draw.polygon(
            sheet, mix(shirt, INK, 0.18), [(middle + way * round(wide * x), round(tall * y)) for x, y in arm]
        )
    body = [(-0.20, 0.44), (0.20, 0.44), (0.98, 0.55), (0.80, 1.0), (-0.80, 1.0), (-0.98, 0.55)]
    pygame.draw.polygon(sheet, shirt, [(middle + round(wide * x), round(tall * y)) for x, y in body])
    for way in (-1, 1):
        half = [(0.02, 0.72), (0.30, 0.47), (0.66, 0.50), (0.78, 1.0), (0.0, 1.0)]
        pygame.draw.polygon(sheet, vest, [(middle + way * round(wide * x), round(tall * y)) for x, y in half])
    pygame.draw.rect(
        sheet, mix(skin, INK, 0.22), Rect(middle - head // 2, chin - head // 2, head, neck - chin + head // 2)
    )
    pygame.draw.ellipse(
        sheet, skin, Rect(middle - head, chin - round(head * 2.3), 2 * head, round(head * 2.4))
    )
    crown = Rect(middle - round(head * 1.06), chin - round(head * 2.5), round(head * 2.12), round(head * 1.3))
    pygame.draw.ellipse(sheet, hair, crown)
    if number % 3 == 0:  # long hair, tied behind
        for way in (-1, 1):
            lock = Rect(0, 0, round(head * 0.42), round(head * 1.7))
            lock.midtop = (middle + way * round(head * 0.98), chin - round(head * 2.1))
            pygame.draw.ellipse(sheet, hair, lock)
    for way in (-1, 1):
        tie = [(0, 0), (0.16, -0.035), (0.16, 0.035)]
        points = [(middle + way * round(wide * 1.6 * x), neck + round(tall * (y + 0.012))) for x, y in tie]
        pygame.draw.polygon(sheet, (18, 14, 18), points)
    size = (side // _LARGE, box.height)
    figure = pygame.transform.smoothscale(sheet, size)
    shade = paint.down(size, [(0, (255, 250, 236)), (0.45, (222, 206, 186)), (1, (150, 132, 120))])
    figure.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    bay.blit(figure, (box.centerx - size[0] // 2, box.y))
