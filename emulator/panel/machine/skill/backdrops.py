# SPDX-License-Identifier: MIT
"""What a game of skill is painted with: the night sky of Cometa, the feast of Verbena, the stage of Ronda."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pygame

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour, Theme, mix

_SMOOTH = 3
_WIDE = 1.4  # a field that is less wide than this by its height has room for nothing beside the wheel
FEAST: tuple[Colour, ...] = ((242, 92, 112), (255, 188, 66), (72, 186, 164), (250, 236, 206), (122, 104, 214))


def backdrop(look: str, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The wall behind a game, by the style of its model; a plain one for others."""
    painted = {"cometa": _night, "cometa_nacional": _dawn, "verbena": _feast}
    return painted.get(look, stage)(size, theme)


def stage(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """A stage: folds of a curtain, two beams from above that cross, boards in front."""
    width, height = size
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    folds = 0.62 + 0.20 * np.cos(x * 2 * math.pi * 17) + 0.12 * np.cos(x * 2 * math.pi * 41 + 2)
    cloth = np.asarray(mix(theme.deep, theme.accent, 0.10), dtype=np.float32)
    rgb: paint.AnyField = cloth * (folds * (0.92 - 0.50 * y))[..., None]
    warm = np.asarray(mix(theme.bright, theme.beam(200), 0.45), dtype=np.float32)
    for start, lean in ((0.10, 0.75), (0.90, -0.75)):
        aside = np.abs(x - start - lean * y) / (0.035 + 0.16 * y)
        rgb = rgb + (np.clip(1 - aside, 0, 1) * (0.24 - 0.15 * y))[..., None] * warm
    wall = paint.to_surface(np.asarray(np.clip(rgb, 0, 255), dtype=np.float32))
    tall = round(height * 0.115)
    boards = paint.down((width, tall), [(0, (62, 38, 26)), (1, (118, 76, 46))])
    paint.tint(boards, 17, 140, 14)
    for number in (1, 2):
        at = tall * number // 3
        pygame.draw.line(boards, (40, 24, 18), (0, at), (width, at), max(1, tall // 40))
    wall.blit(boards, (0, height - tall))
    return wall


def dial(look: str, radius: int, theme: Theme) -> pygame.Surface:
    """The disc within the lights, on a square of twice ``radius``."""
    if look == "verbena":
        return _wheel(radius, theme)
    return _comet(radius, theme)


def _night(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Night over the fair: stars, the last light on the horizon, hills, two paper kites on their strings."""
    glow = mix(theme.deep, theme.beam(210), 0.75)
    sky = [(0.0, (6, 12, 26)), (0.55, mix(theme.deep, INK, 0.25)), (0.86, glow), (1.0, theme.deep)]
    return _over_hills(paint.down(size, sky), theme, 150)


def _dawn(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The same hills before sunrise: rose and gold on the horizon, few stars left."""
    rose, gold = (196, 92, 104), (250, 178, 96)
    sky = [
        (0.0, (16, 22, 56)),
        (0.45, mix(theme.deep, (84, 62, 120), 0.5)),
        (0.74, rose),
        (0.92, gold),
        (1.0, rose),
    ]
    return _over_hills(paint.down(size, sky), theme, 45)


def _over_hills(wall: pygame.Surface, theme: Theme, stars: int) -> pygame.Surface:
    """Stars, hills and kites on a sky."""
    width, height = wall.get_size()
    chance = np.random.default_rng(7)
    for _ in range(stars):
        x, y = chance.random() * width, chance.random() ** 1.4 * height * 0.8
        reach = max(2, round(height * (0.006 + 0.016 * chance.random() ** 3)))
        tone = mix((255, 255, 255), theme.bright, chance.random())
        paint.add(
            wall, paint.glow((2 * reach, 2 * reach), tone, 0.9, 1.6), (round(x) - reach, round(y) - reach)
        )
    hill = [(0, height)]
    for step in range(41):
        at = step / 40
        rise = 0.07 + 0.035 * math.sin(7 * at + 1) + 0.02 * math.sin(17 * at)
        hill.append((round(at * width), round(height * (1 - rise))))
    pygame.draw.polygon(wall, mix(theme.deep, INK, 0.72), [*hill, (width, height)])
    if width < height * _WIDE:
        return wall
    tall = min(round(height * 0.26), round(width * 0.17))
    _paste_kite(wall, (round(width * 0.085), round(height * 0.16)), tall, theme.accent, theme.bright, -24)
    _paste_kite(
        wall, (round(width * 0.925), round(height * 0.12)), round(tall * 0.8), (90, 170, 220), CREAM, 20
    )
    return wall


def _paste_kite(
    wall: pygame.Surface, at: tuple[int, int], tall: int, colour: Colour, second: Colour, lean_deg: float
) -> None:
    """A paper kite with its tail of bows."""
    side = tall * _SMOOTH
    sheet = paint.layer((side, 2 * side))
    middle, wide = side // 2, round(side * 0.36)
    top, waist, foot = (middle, 0), round(side * 0.36), (middle, side)
    quarters = (
        (top, (middle - wide, waist), colour),
        (top, (middle + wide, waist), second),
        (foot, (middle - wide, waist), second),
        (foot, (middle + wide, waist), mix(colour, INK, 0.2)),
    )
    for tip, wing, tone in quarters:
        pygame.draw.polygon(sheet, tone, [tip, wing, (middle, waist)])
    broad = max(2, side // 40)
    pygame.draw.line(sheet, (60, 40, 34), top, foot, broad)
    pygame.draw.line(sheet, (60, 40, 34), (middle - wide, waist), (middle + wide, waist), broad)
    tail = [
        (middle + round(side * 0.10 * math.sin(step / 5)), side + round(side * 0.92 * step / 24))
        for step in range(25)
    ]
    pygame.draw.lines(sheet, CREAM, False, tail, max(2, side // 60))
    for number, (x, y) in enumerate(tail[5::6]):
        bow, tone = side // 13, (colour, second)[number % 2]
        for way in (-1, 1):
            pygame.draw.polygon(
                sheet, tone, [(x, y), (x + way * bow, y - bow // 2), (x + way * bow, y + bow // 2)]
            )
    small = pygame.transform.smoothscale(sheet, (tall, 2 * tall))
    turned = pygame.transform.rotozoom(small, lean_deg, 1.0)
    wall.blit(turned, turned.get_rect(center=(at[0], at[1] + tall // 3)))


def _feast(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """A village square at night: a warm sky, two lines of bunting across the top."""
    height, deep = size[1], theme.deep
    wall = paint.down(
        size, [(0, mix(deep, INK, 0.62)), (0.6, mix(deep, INK, 0.15)), (1, mix(deep, (255, 150, 80), 0.28))]
    )
    for line, (top, sag) in enumerate(((0.05, 0.09), (0.14, 0.16))):
        _bunting(wall, round(height * top), round(height * sag), line)
    return wall


def _bunting(wall: pygame.Surface, top: int, sag: int, line: int) -> None:
    width = wall.get_width()
    count = max(8, round(width / max(18, wall.get_height() * 0.075)))
    spots = [
        (round(width * at / count), top + round(sag * math.sin(math.pi * at / count)))
        for at in range(count + 1)
    ]
    pygame.draw.aalines(wall, mix(CREAM, INK, 0.4), False, spots)
    for number, ((x, y), (next_x, next_y)) in enumerate(pairwise(spots)):
        colour = mix(FEAST[(number + 2 * line) % len(FEAST)], INK, 0.25)
        tip = ((x + next_x) // 2, max(y, next_y) + round((next_x - x) * 0.85))
        pygame.draw.polygon(wall, colour, [(x + 1, y), (next_x - 1, next_y), tip])


def _disc(radius: int) -> tuple[paint.Field, paint.Field, paint.Field]:
    """Places of a disc about its middle, from -1 to 1, and its coverage."""
    at = (np.arange(2 * radius, dtype=np.float32) + 0.5 - radius) / radius
    x = np.broadcast_to(at[None, :], (at.size, at.size))
    y: paint.Field = np.asarray(x.T, dtype=np.float32)
    return (
        np.asarray(x, dtype=np.float32),
        y,
        np.asarray(np.clip((1 - np.hypot(x, y)) * radius + 0.5, 0, 1), dtype=np.float32),
    )


def _comet(radius: int, theme: Theme) -> pygame.Surface:
    """A comet that falls across the sky, its tail spread out behind it."""
    x, y, cover = _disc(radius)
    deep = np.asarray(mix(theme.deep, INK, 0.5), dtype=np.float32)
    far = np.hypot(x, y)
    rgb: paint.AnyField = deep * (1.25 - 0.75 * far)[..., None]
    noise = np.random.default_rng(11).random(x.shape) > 1 - 260 / (4 * radius * radius)
    rgb = rgb + (noise * 150.0)[..., None]
    head_x, head_y, lean = -0.36, 0.36, math.radians(-42)
    along = (x - head_x) * math.cos(lean) + (y - head_y) * math.sin(lean)
    aside = -(x - head_x) * math.sin(lean) + (y - head_y) * math.cos(lean) + 0.10 * np.clip(along, 0, 2) ** 2
    width = 0.06 + 0.26 * np.clip(along, 0, 2)
    tail = 1.25 * np.exp(-((aside / width) ** 2)) * np.exp(-0.95 * np.clip(along, 0, 2)) * (along > -0.02)
    streaks = 0.72 + 0.28 * np.cos(aside / width * 9)
    rgb += (tail * streaks)[..., None] * np.asarray(mix(theme.beam(230), CREAM, 0.45), dtype=np.float32)
    near = np.hypot(x - head_x, y - head_y)
    rgb += np.exp(-((near / 0.12) ** 2))[..., None] * np.asarray((255, 244, 214), dtype=np.float32)
    rgb += np.exp(-((near / 0.30) ** 2))[..., None] * 0.5 * np.asarray(theme.accent, dtype=np.float32)
    return paint.to_surface(np.clip(rgb, 0, 255), cover)


def _wheel(radius: int, theme: Theme) -> pygame.Surface:
    """The wheel of a raffle: coloured fields about a hub, pegs on its edge."""
    x, y, cover = _disc(radius)
    far = np.hypot(x, y)
    fields = 12
    turn = (np.arctan2(x, -y) / (2 * math.pi) % 1) * fields
    number = turn.astype(np.int32) % fields
    tones = np.asarray(
        [mix(FEAST[at % 4], mix(theme.deep, INK, 0.3), 0.42) for at in range(fields)], np.float32
    )
    rgb: paint.AnyField = tones[number]
    edge = np.minimum(turn % 1, 1 - turn % 1) / fields * 2 * math.pi * far * radius
    rgb *= np.clip(0.55 + 0.45 * edge / max(1.5, radius / 90), 0.55, 1)[..., None]
    rgb *= (1.10 - 0.35 * (y * 0.5 + x * 0.3 + far * 0.4))[..., None]
    rim = np.clip((far - 0.95) * radius / 2, 0, 1)[..., None]
    rgb = rgb * (1 - rim) + np.asarray((214, 168, 84), np.float32) * rim
    return paint.to_surface(np.clip(rgb, 0, 255), cover)
