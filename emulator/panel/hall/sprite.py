# SPDX-License-Identifier: MIT
"""What stands in a bay, cut out: a machine or the desk, with shadow, light and card."""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect

from emulator.hall.stand import Stand
from emulator.panel.art import coins, paint
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.hall import neon
from emulator.panel.hall.kit import ZONES, HallKit
from emulator.panel.hall.layout import card_rect, front_rect, machine_rect


def ground(kit: HallKit, size: tuple[int, int], letter: str) -> pygame.Surface:
    """An empty bay with the light on its floor and the shadow of what will stand there."""
    zone = ZONES[letter]
    bay = paint.layer(size)
    body = machine_rect(Rect(0, 0, *size))
    pool = (round(size[0] * 1.0), round(size[1] * 0.46))
    light = _round_light(pool, mix(zone.wall, zone.light, 0.55), 0.50)
    bay.blit(light, (0, body.bottom - round(pool[1] * 0.52)))
    wide = round(body.width * 1.16)
    shadow = _round_light((wide, round(body.height * 0.14)), (0, 0, 0), 0.95)
    bay.blit(shadow, (body.centerx - wide // 2 + kit.px(6), body.bottom - shadow.get_height() // 2))
    return bay


def _round_light(size: tuple[int, int], colour: Colour, strength: float) -> pygame.Surface:
    """An ellipse of one colour that fades towards its edge."""
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None]
    return paint.flat(np.clip(1 - np.sqrt(x * x + y * y), 0, 1) ** 1.2 * np.float32(strength), colour)


def paint_machine(kit: HallKit, bay: pygame.Surface, front: pygame.Surface | None, stand: Stand) -> None:
    """A machine on its base: its own front with its side, and its light on the wall behind it."""
    zone = ZONES[stand.letter]
    whole = Rect(0, 0, *bay.get_size())
    rect, body = front_rect(whole), machine_rect(whole)
    if front is not None:
        tone = pygame.transform.average_color(front)
        light: Colour = (min(255, tone[0] * 2), min(255, tone[1] * 2), min(255, tone[2] * 2))
        size = (whole.width, round(rect.height * 1.25))
        bay.blit(_round_light(size, light, 0.40), (0, max(0, rect.centery - round(rect.height * 0.68))))
    _side(bay, body, max(3, kit.px(13)))
    foot = Rect(body.x, rect.bottom, body.width, body.bottom - rect.bottom)
    bay.blit(paint.down(foot.size, [(0, (70, 58, 56)), (0.1, (36, 29, 29)), (1, (12, 9, 10))]), foot)
    tray = Rect(0, 0, round(foot.width * 0.52), max(3, round(foot.height * 0.46)))
    tray.center = foot.center
    bay.blit(paint.clip_round(paint.down(tray.size, [(0, (4, 3, 4)), (1, (58, 50, 50))]), kit.px(5)), tray)
    if front is None:
        bay.blit(paint.down(rect.size, [(0, mix(zone.wall, INK, 0.2)), (1, INK)]), rect)
        pygame.draw.rect(bay, mix(zone.light, INK, 0.5), rect, max(1, kit.px(2)))
        crown = Rect(rect.x, rect.y, rect.width, rect.height // 7).inflate(-kit.gap(3), -kit.gap(1))
        kit.text.put(bay, stand.title, crown, "title", crown.height // 2, mix(zone.light, INK, 0.2))
        return
    same = front.get_size() == rect.size
    bay.blit(front if same else pygame.transform.smoothscale(front, rect.size), rect)
    bay.blit(paint.reflection(rect.size, 0.07), rect)
    pygame.draw.rect(bay, (14, 11, 12), rect, max(1, kit.px(2)))
    pygame.draw.line(
        bay, mix(zone.light, (255, 255, 255), 0.3), rect.topleft, rect.topright, max(1, kit.px(2))
    )


def _side(bay: pygame.Surface, body: Rect, wide: int) -> None:
    """The right side of the cabinet, seen at an angle."""
    drop = round(wide * 0.8)
    points = [
        (body.right, body.y),
        (body.right + wide, body.y + drop),
        (body.right + wide, body.bottom - drop // 2),
        (body.right, body.bottom),
    ]
    pygame.draw.polygon(bay, (30, 23, 24), points)
    pygame.draw.line(bay, (110, 94, 88), points[0], points[1], 1)
    pygame.draw.line(bay, (58, 46, 46), points[1], points[2], 1)


def paint_desk(kit: HallKit, bay: pygame.Surface, words: str) -> None:
    """The change desk: a booth with a clerk behind brass bars, and coins on its counter."""
    whole = Rect(0, 0, *bay.get_size())
    body = machine_rect(whole)
    _side(bay, body, max(3, kit.px(13)))
    bay.blit(paint.down(body.size, [(0, (96, 62, 40)), (0.5, (66, 40, 28)), (1, (30, 18, 15))]), body)
    sign = Rect(body.x, body.y, body.width, round(body.height * 0.17))
    bay.fill((24, 15, 16), sign)
    neon.put(
        bay,
        kit.text,
        words,
        sign.inflate(-kit.gap(3), -kit.gap(1)),
        round(sign.height * 0.7),
        (255, 204, 110),
    )
    window = Rect(
        0, sign.bottom + round(body.height * 0.035), round(body.width * 0.82), round(body.height * 0.40)
    )
    window.centerx = body.centerx
    bay.blit(
        paint.down(window.size, [(0, (255, 226, 160)), (0.5, (214, 160, 92)), (1, (120, 76, 44))]), window
    )
    _clerk(bay, window)
    for number in range(1, 6):
        x = window.x + window.width * number // 6
        pygame.draw.line(bay, (206, 168, 92), (x, window.y), (x, window.bottom), max(1, kit.px(4)))
        pygame.draw.line(bay, (110, 80, 40), (x + kit.px(2), window.y), (x + kit.px(2), window.bottom), 1)
    pygame.draw.rect(bay, (206, 168, 92), window, max(2, kit.px(5)), kit.px(6))
    counter = Rect(body.x - kit.px(6), window.bottom, body.width + kit.px(12), round(body.height * 0.075))
    bay.blit(
        paint.down(counter.size, [(0, (214, 170, 120)), (0.25, (150, 98, 62)), (1, (64, 38, 26))]), counter
    )
    _coins(kit, bay, counter)
    front = Rect(body.x, counter.bottom, body.width, body.bottom - counter.bottom)
    for number in range(3):
        panel = Rect(front.x + front.width * number // 3, front.y, front.width // 3, front.height)
        panel = panel.inflate(-kit.gap(2), -kit.gap(2))
        paint.recess(bay, panel, max(2, kit.px(6)), kit.px(4))


def _clerk(bay: pygame.Surface, window: Rect) -> None:
    """Head and shoulders against the light."""
    middle, tall = window.centerx, window.height
    before = bay.get_clip()
    bay.set_clip(window)
    shoulders = Rect(0, 0, round(window.width * 0.46), round(tall * 0.62))
    shoulders.midtop = (middle, window.y + round(tall * 0.56))
    pygame.draw.ellipse(bay, (58, 26, 30), shoulders)
    pygame.draw.circle(bay, (112, 72, 54), (middle, window.y + round(tall * 0.42)), round(tall * 0.17))
    cap = Rect(0, 0, round(tall * 0.36), round(tall * 0.16))
    cap.midbottom = (middle, window.y + round(tall * 0.38))
    pygame.draw.ellipse(bay, (34, 16, 22), cap)
    bay.set_clip(before)


def _coins(kit: HallKit, bay: pygame.Surface, counter: Rect) -> None:
    """Three stacks of coins on the counter."""
    side = max(10, round(counter.width * 0.115))
    for stack, (cents, count) in enumerate(((200, 5), (50, 3), (100, 4))):
        face = pygame.transform.smoothscale(coins.face(cents, side * 2), (side, max(4, round(side * 0.42))))
        x = counter.x + counter.width * (2 + stack * 2) // 9
        for level in range(count):
            bay.blit(face, (x, counter.y - round(side * 0.10) - level * max(2, side // 7)))


def paint_card_ground(kit: HallKit, bay: pygame.Surface, letter: str) -> Rect:
    """The lit card before what stands there, without its words: where they go is returned."""
    zone = ZONES[letter]
    rect = card_rect(Rect(0, 0, *bay.get_size()))
    paint.cast(bay, rect, max(3, kit.px(12)), 0.8, kit.px(10))
    face = paint.down(rect.size, [(0, (50, 40, 38)), (0.5, (32, 25, 25)), (1, (20, 15, 16))])
    bay.blit(paint.clip_round(face, kit.px(10)), rect)
    pygame.draw.rect(bay, mix(zone.light, INK, 0.40), rect, max(1, kit.px(2)), kit.px(10))
    edge = Rect(rect.x + kit.px(10), rect.y, rect.width - 2 * kit.px(10), max(2, kit.px(4)))
    bay.fill(mix(zone.light, CREAM, 0.25), edge)
    return rect.inflate(-2 * kit.gap(2), -2 * kit.gap(1))
