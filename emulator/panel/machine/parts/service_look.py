# SPDX-License-Identifier: MIT
"""How the maintenance view looks: an engraved plate of brushed steel, doors in relief, locks with keys in."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import AMBER, INK, STEEL_DARK, STEEL_LIGHT, STEEL_MID, Colour, mix
from emulator.panel.machine.parts.bezel import paint_screw
from emulator.panel.machine.parts.kit import Kit

ENGRAVED: Colour = (26, 24, 30)
"""What is cut into the steel and filled with black."""
EDGE: Colour = (238, 238, 242)
"""Its lower edge, which catches the light."""
_POCKET: Colour = (24, 23, 28)
_SHUT: Colour = (98, 214, 120)
_WARM: Colour = (255, 206, 128)


def steel(size: tuple[int, int], kit: Kit) -> pygame.Surface:
    """The plate: brushed along its width, bevelled, a cut line round it and a screw in each corner."""
    plate = paint.down(
        size,
        [(0, (222, 222, 226)), (0.08, (196, 196, 202)), (0.5, (176, 176, 183)), (1, (156, 156, 164))],
    )
    paint.tint(plate, 91, 300, 9)
    light = paint.glow((size[0], round(size[1] * 1.2)), (34, 34, 34), 0.8, 1.3)
    paint.add(plate, light, (-size[0] // 4, -size[1] // 2))
    radius = kit.gap(3)
    whole = paint.clip_round(plate, radius)
    bevel = max(1.5, kit.px(4))
    edge = paint.rounded(size, radius, 0.0) - paint.rounded(size, radius, bevel)
    fall = np.linspace(1, -1, size[1], dtype=np.float32)[:, None]
    whole.blit(paint.flat(np.asarray(edge * np.clip(fall, 0, 1), dtype=np.float32), (255, 255, 255)), (0, 0))
    whole.blit(paint.flat(np.asarray(edge * np.clip(-fall, 0, 1) * 0.7, dtype=np.float32), INK), (0, 0))
    rim = whole.get_rect().inflate(-2 * kit.gap(1), -2 * kit.gap(1))
    line = max(1, kit.px(2))
    pygame.draw.rect(whole, EDGE, rim.move(line, line), line, kit.gap(2))
    pygame.draw.rect(whole, mix(ENGRAVED, STEEL_MID, 0.25), rim, line, kit.gap(2))
    screw = max(4, kit.px(12))
    inset = kit.gap(1) + screw + max(2, kit.gap(0))
    for number, (x, y) in enumerate(
        (x, y) for x in (inset, size[0] - inset) for y in (inset, size[1] - inset)
    ):
        paint_screw(whole, (x, y), screw, 25 + 55 * number)
    return whole


def cut_lines(plate: pygame.Surface, words: Rect, ends: Rect, line: int) -> None:
    """A line cut at either side of a title, from ``ends`` to its words."""
    gap = words.height // 2
    for left, right in ((ends.x, words.x - gap), (words.right + gap, ends.right)):
        if right - left > 2 * gap:
            plate.fill(ENGRAVED, (left, words.centery, right - left, line))
            plate.fill(EDGE, (left, words.centery + line, right - left, line))


def pocket(size: tuple[int, int], kit: Kit) -> pygame.Surface:
    """The sunk field of one switch, its rim lit below."""
    sheet = paint.layer(size)
    radius = kit.gap(1)
    sheet.blit(paint.flat(paint.rounded(size, radius), (236, 236, 240)), (0, 0))
    inner = (size[0], max(1, size[1] - max(1, kit.px(3))))
    fill = paint.down(inner, [(0, mix(_POCKET, INK, 0.5)), (1, mix(_POCKET, STEEL_MID, 0.16))])
    sheet.blit(paint.clip_round(fill, radius), (0, 0))
    paint.recess(sheet, Rect((0, 0), inner), max(2, kit.gap(1)), radius)
    return sheet


def lamp(side: int, kind: str, on: bool) -> pygame.Surface:
    """A small lamp: amber of an open door or a turned key, green of a shut door, dark of a key at rest."""
    colour: Colour = AMBER if on else _SHUT if kind == "door" else mix(AMBER, INK, 0.75)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) - (side - 1) / 2
    far = np.hypot(x, y) / (side / 2)
    gleam = np.clip(0.75 - np.hypot(x / side * 2 + 0.3, y / side * 2 + 0.35), 0, 1)[..., None]
    base = np.asarray(colour, dtype=np.float32) * (1 - 0.35 * far[..., None])
    return paint.to_surface(np.clip(base + gleam * 170, 0, 255), np.clip((1 - far) * side / 2, 0, 1))


@lru_cache(maxsize=16)
def figure(side: int, kind: str, on: bool) -> pygame.Surface:
    """A door or a lock as it stands, on a square."""
    sheet = paint.layer((side, side))
    (_door if kind == "door" else _lock)(sheet, side, on)
    return sheet


def _door(sheet: pygame.Surface, side: int, is_open: bool) -> None:
    """A steel door in its frame, two hinges at its left; an open one stands ajar before a lit inside."""
    frame = Rect(round(side * 0.17), 0, round(side * 0.66), side)
    line = max(2, side // 14)
    sheet.blit(paint.clip_round(paint.chrome(frame.size), line), frame)
    hole = frame.inflate(-2 * line, -2 * line)
    sheet.fill(INK, hole)
    if is_open:
        warm = paint.down(hole.size, [(0, (120, 82, 30)), (0.5, _WARM), (1, (150, 96, 34))])
        sheet.blit(warm, hole)
        paint.recess(sheet, hole, max(2, line), 2)
    right = hole.x + round(hole.width * (0.46 if is_open else 1.0))
    drop = round(hole.height * 0.10) if is_open else 0
    leaf = [(hole.x, hole.y), (right, hole.y + drop), (right, hole.bottom - drop), (hole.x, hole.bottom)]
    big = paint.layer(sheet.get_size())
    pygame.draw.polygon(big, (255, 255, 255), leaf)
    mask = paint.cover_of(big)
    tones: paint.Stops = [(0, STEEL_LIGHT), (0.45, STEEL_MID), (1, mix(STEEL_DARK, STEEL_MID, 0.45))]
    fill = paint.ramp(side, tones)[:, None, :]
    sheet.blit(paint.to_surface(np.broadcast_to(fill, (side, side, 3)), mask), (0, 0))
    pygame.draw.lines(sheet, INK, True, leaf, max(1, line // 3))
    panel = [(x + (line if x == hole.x else -line), y + (line if y < side / 2 else -line)) for x, y in leaf]
    pygame.draw.lines(sheet, mix(STEEL_DARK, INK, 0.3), True, panel, max(1, line // 3))
    for y in (0.22, 0.72):
        hinge = Rect(hole.x - line, round(side * y), line * 2, max(3, side // 10))
        sheet.blit(paint.chrome(hinge.size, vertical=False), hinge)
    at = (right - round(line * 1.6), hole.centery)
    pygame.draw.aacircle(sheet, INK, at, max(2, round(line * 0.95)))
    pygame.draw.aacircle(sheet, STEEL_LIGHT, at, max(1, round(line * 0.6)))


def _lock(sheet: pygame.Surface, side: int, turned: bool) -> None:
    """A cylinder in its chrome ring, its key in: the bow upright, or across once turned."""
    middle, ring = side // 2, max(3, side // 9)
    disc = Rect(ring, ring, side - 2 * ring, side - 2 * ring)
    paint.frame(sheet, disc, ring - 1, disc.width / 2)
    face = paint.down(disc.size, [(0, (92, 90, 98)), (0.5, (62, 60, 68)), (1, (36, 35, 41))])
    paint.recess(face, face.get_rect(), max(2, ring // 2), disc.width / 2)
    sheet.blit(paint.clip_round(face, disc.width / 2), disc)
    # Marks of its two ways: off above, on at the right.
    for at, way in (((middle, disc.y + ring), False), ((disc.right - ring, middle), True)):
        pygame.draw.aacircle(sheet, AMBER if way == turned else STEEL_DARK, at, max(2, ring // 3))
    long, across = round(disc.width * 0.74), round(disc.width * 0.27)
    size = (long, across) if turned else (across, long)
    bow = Rect((0, 0), size)
    bow.center = (middle, middle)
    paint.cast(sheet, bow, max(2, ring // 2), 0.8, min(size) * 0.45)
    tone: Colour = AMBER if turned else (196, 168, 104)
    brass = paint.down(size, [(0, mix(tone, (255, 255, 255), 0.5)), (0.45, tone), (1, mix(tone, INK, 0.5))])
    sheet.blit(paint.clip_round(brass, min(size) * 0.45), bow)
    hole = (bow.x + across // 2, middle) if turned else (middle, bow.y + across // 2)
    pygame.draw.aacircle(sheet, INK, hole, max(2, across // 5))


def key_cap(side: int) -> pygame.Surface:
    """The cap of a key on a keyboard, on which its name is written."""
    sheet = paint.layer((side, side))
    radius = max(2, side // 5)
    sheet.blit(paint.flat(paint.rounded((side, side), radius), (150, 144, 132)), (0, 0))
    top = (side, max(1, side - max(1, side // 9)))
    face = paint.down(top, [(0, (255, 252, 244)), (1, (232, 226, 212))])
    sheet.blit(paint.clip_round(face, radius), (0, 0))
    return sheet
