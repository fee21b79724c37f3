# SPDX-License-Identifier: MIT
"""One bay of the room: the wall in its light, what stands before it, and the floor; painted once."""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.hall.kit import ZONES, HallKit, Zone
from emulator.panel.hall.layout import card_rect, front_rect, machine_rect

_HORIZON = 0.66  # of a bay's height: where the wall meets the floor


def paint_bay(kit: HallKit, size: tuple[int, int], letter: str, *, first: bool) -> pygame.Surface:
    """
    The empty bay.

    Args:
        letter: of the zone.
        first: whether it begins a zone, with a pillar that carries its sign.
    """
    zone = ZONES[letter]
    base = paint.plain(size)
    horizon = round(size[1] * _HORIZON)
    _wall(kit, base, zone, horizon)
    _floor(kit, base, zone, horizon)
    if first:
        _pillar(kit, base, zone, horizon)
    return base


def _wall(kit: HallKit, base: pygame.Surface, zone: Zone, horizon: int) -> None:
    """Panels of wood or cloth, a neon line above, and the light of one lamp."""
    width = base.get_width()
    wall = paint.down(
        (width, horizon), [(0, zone.deep), (0.35, mix(zone.deep, zone.wall, 0.7)), (1, zone.deep)]
    )
    paint.tint(wall, 71, 40, 7, vertical=True)
    base.blit(wall, (0, 0))
    panel = Rect(0, 0, width, horizon).inflate(-round(width * 0.14), 0)
    panel.y, panel.height = round(horizon * 0.10), round(horizon * 0.84)
    paint.recess(base, panel, max(2, kit.px(8)), kit.px(6))
    pygame.draw.rect(base, mix(zone.deep, zone.wall, 0.9), panel, max(1, kit.px(2)), kit.px(6))
    cone = paint.glow((round(width * 1.3), round(horizon * 1.7)), mix(zone.wall, zone.light, 0.35), 0.42, 1.5)
    paint.add(base, cone, (-round(width * 0.15), -round(horizon * 0.62)))
    line = Rect(0, round(horizon * 0.028), width, max(2, kit.px(4)))
    halo = paint.down(
        (width, kit.px(44)), [(0, (0, 0, 0)), (0.5, mix((0, 0, 0), zone.light, 0.34)), (1, (0, 0, 0))]
    )
    paint.add(base, halo, (0, line.centery - kit.px(22)))
    base.fill(mix(zone.light, (255, 255, 255), 0.45), line)


def _floor(kit: HallKit, base: pygame.Surface, zone: Zone, horizon: int) -> None:
    """Polished stone that carries the wall's colour far away and the light of the lamp near by."""
    width, height = base.get_size()
    deep = height - horizon
    floor = paint.down(
        (width, deep), [(0, mix(zone.deep, INK, 0.35)), (0.16, mix(zone.wall, INK, 0.55)), (1, (15, 11, 12))]
    )
    for step in range(1, 7):  # joints between the stones come closer together far away
        y = round(deep * (step / 7) ** 2.2)
        floor.fill(mix(zone.deep, (0, 0, 0), 0.4), Rect(0, y, width, 1))
    base.blit(floor, (0, horizon))
    pool = paint.glow((round(width * 1.1), round(deep * 1.1)), mix(zone.wall, zone.light, 0.30), 0.55, 1.3)
    paint.add(base, pool, (-round(width * 0.05), horizon - round(deep * 0.22)))
    skirting = Rect(0, horizon - kit.px(9), width, kit.px(9))
    base.fill(mix(zone.deep, (0, 0, 0), 0.5), skirting)
    base.fill(mix(zone.deep, zone.light, 0.25), Rect(0, skirting.y, width, 1))


def _pillar(kit: HallKit, base: pygame.Surface, zone: Zone, horizon: int) -> None:
    """The pillar between two zones, half of it in this bay."""
    wide = kit.px(18)
    pillar = paint.across(
        (wide, horizon), [(0, (18, 13, 13)), (0.45, mix(zone.wall, zone.light, 0.35)), (1, zone.deep)]
    )
    base.blit(pillar, (0, 0))


def paint_machine(kit: HallKit, bay: pygame.Surface, front: pygame.Surface | None, letter: str) -> None:
    """A machine on its base: its own front, its side, its shadow, and its light on the floor."""
    zone = ZONES[letter]
    whole = Rect(0, 0, *bay.get_size())
    rect, body = front_rect(whole), machine_rect(whole)
    paint.cast(bay, body, max(4, kit.px(22)), 0.75, kit.px(8))
    side = max(3, kit.px(12))
    _side(bay, body, side)
    foot = Rect(body.x, rect.bottom, body.width, body.bottom - rect.bottom)
    bay.blit(paint.down(foot.size, [(0, (58, 48, 46)), (0.12, (30, 24, 24)), (1, (12, 9, 10))]), foot)
    plate = Rect(0, 0, round(foot.width * 0.5), max(3, round(foot.height * 0.42)))
    plate.center = foot.center
    bay.blit(paint.clip_round(paint.down(plate.size, [(0, (8, 6, 7)), (1, (46, 40, 40))]), kit.px(4)), plate)
    if front is None:
        dark = paint.down(rect.size, [(0, mix(zone.wall, INK, 0.3)), (1, INK)])
        bay.blit(dark, rect)
        return
    picture = front if front.get_size() == rect.size else pygame.transform.smoothscale(front, rect.size)
    bay.blit(picture, rect)
    _shine(kit, bay, rect, picture)
    pygame.draw.rect(bay, (12, 9, 10), rect, max(1, kit.px(2)))


def _side(bay: pygame.Surface, body: Rect, wide: int) -> None:
    """The right side of the cabinet, seen at an angle."""
    drop = round(wide * 0.9)
    points = [
        (body.right, body.y),
        (body.right + wide, body.y + drop),
        (body.right + wide, body.bottom - drop // 2),
        (body.right, body.bottom),
    ]
    pygame.draw.polygon(bay, (26, 20, 21), points)
    pygame.draw.line(bay, (84, 70, 66), points[0], points[1], 1)


def _shine(kit: HallKit, bay: pygame.Surface, rect: Rect, picture: pygame.Surface) -> None:
    """The front's own light round it: its crown's above, the rest of it at its sides."""
    tone = pygame.transform.average_color(picture)[:3]
    strong = mix((0, 0, 0), (tone[0], tone[1], tone[2]), 1.0)
    light: Colour = (min(255, strong[0] * 2), min(255, strong[1] * 2), min(255, strong[2] * 2))
    glow = paint.glow((rect.width * 2, round(rect.height * 1.3)), light, 0.30, 1.6)
    around = bay.copy()
    paint.add(bay, glow, (rect.centerx - rect.width, rect.centery - round(rect.height * 0.70)))
    bay.blit(around, rect, rect)


def reflect(bay: pygame.Surface, rect: Rect, share: float, strength: float) -> None:
    """What stands at ``rect`` once more, upside down and faint, on the floor below it."""
    tall = min(round(rect.height * share), bay.get_height() - rect.bottom)
    if tall < 2:
        return
    part = bay.subsurface(Rect(rect.x, rect.bottom - tall, rect.width, tall))
    mirror = (
        pygame.transform.flip(part, False, True).convert_alpha() if pygame.display.get_surface() else None
    )
    mirror = mirror or pygame.transform.flip(part, False, True)
    fade = np.linspace(strength, 0, tall, dtype=np.float32)[:, None] * np.ones(
        (1, rect.width), dtype=np.float32
    )
    pixels = pygame.surfarray.array3d(mirror).swapaxes(0, 1).astype(np.float32)
    bay.blit(paint.to_surface(pixels, fade), (rect.x, rect.bottom))


def paint_card_ground(kit: HallKit, bay: pygame.Surface, letter: str) -> Rect:
    """The lit card before the machine, without its words: where they go is returned."""
    zone = ZONES[letter]
    rect = card_rect(Rect(0, 0, *bay.get_size()))
    paint.cast(bay, rect, max(3, kit.px(14)), 0.7, kit.px(10))
    face = paint.down(rect.size, [(0, (42, 34, 33)), (0.5, (28, 22, 23)), (1, (18, 14, 15))])
    bay.blit(paint.clip_round(face, kit.px(10)), rect)
    pygame.draw.rect(bay, mix(zone.light, INK, 0.45), rect, max(1, kit.px(2)), kit.px(10))
    edge = Rect(rect.x + kit.px(10), rect.y, rect.width - 2 * kit.px(10), max(2, kit.px(4)))
    bay.fill(mix(zone.light, CREAM, 0.2), edge)
    return rect.inflate(-2 * kit.gap(2), -2 * kit.gap(1))
