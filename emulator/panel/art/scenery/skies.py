# SPDX-License-Identifier: MIT
"""Two things that are called cometa: kites over a hill, and a comet over an observatory."""

from __future__ import annotations

import math

import numpy as np
import pygame

from emulator.panel.art import paint, shapes
from emulator.panel.art.scenery import ground
from emulator.panel.art.theme import CREAM, INK, Colour, Theme, mix

_SKY: Colour = (120, 200, 208)


def kites(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Kites with long tails between clouds, over a hill of grass."""
    width, height = size
    deep = theme.deep
    sky = paint.down(
        size,
        [(0, mix(deep, (60, 140, 170), 0.35)), (0.7, mix(deep, _SKY, 0.36)), (1, mix(deep, CREAM, 0.45))],
    )
    ground.tubes(sky, theme, 40)
    draw = np.random.default_rng(6)
    for number in range(round(width / height * 0.9)):
        at = (draw.random() * width, height * (0.15 + 0.5 * draw.random()))
        _cloud(sky, at, height * (0.30 + 0.25 * draw.random()), 100 + number)
    hill = [
        (0.0, height * 0.86),
        (width * 0.2, height * 0.74),
        (width * 0.5, height * 0.9),
        (width * 0.8, height * 0.76),
        (width, height * 0.9),
    ]
    ground.lay(
        sky,
        ground.below(size, shapes.smooth(hill, closed=False)),
        [(0.7, mix(deep, (70, 150, 84), 0.55)), (1, mix(deep, INK, 0.45))],
    )
    places = (
        (1.95, 0.44, 24.0, 0.34),
        (2.8, 0.26, -14.0, 0.24),
        (4.6, 0.36, 12.0, 0.30),
        (6.6, 0.46, -20.0, 0.26),
    )
    for side in (0, 1):
        for x, y, turn, share in places[: 4 if width > ground.LONG * height else 2]:
            at = (height * x, height * y) if side == 0 else (width - height * (x + 0.3), height * (y + 0.06))
            _kite(sky, at, height * share, -turn if side else turn, theme)
    return sky


def kites_pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass with one kite and its tail."""
    width, height = size
    sheet = ground.pane(size, theme, level, (90, 150, 150))
    for number in range(4):
        _cloud(
            sheet,
            (width * ((0.3 + 0.37 * number) % 1), height * (0.25 + 0.17 * number)),
            min(width, height) * 0.3,
            number,
            0.10,
        )
    veil = paint.layer(size)
    _kite(veil, (width * (0.30 if right else 0.70), height * 0.30), min(width, height) * 0.36, 18, theme)
    veil.set_alpha(round(70 + 50 * level))
    sheet.blit(veil, (0, 0))
    return sheet


def comet(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """A comet with two tails across the whole sky, domes on a ridge below it."""
    width, height = size
    deep = theme.deep
    sky = paint.down(
        size,
        [(0, mix(deep, INK, 0.5)), (0.7, mix(deep, (20, 60, 110), 0.3)), (1, mix(deep, (120, 90, 120), 0.4))],
    )
    ground.stars(sky, 44, 130, 1.0)
    head = (height * 1.95, height * 0.62)
    _tail(sky, head, (width * 0.66, -height * 0.25), height * 0.34, (120, 180, 255), 0.8)
    _tail(sky, head, (width * 0.5, height * 0.12), height * 0.22, theme.accent, 0.75)
    ground.shine(sky, head, (height * 1.5, height * 1.5), (190, 220, 255), 0.9, 1.8)
    ground.shine(sky, head, (height * 0.34, height * 0.34), (255, 255, 255), 1.0, 0.8)
    ridge = ground.rough(
        [
            (0, height * 0.95),
            (width * 0.4, height * 0.9),
            (width - height * 2, height * 0.74),
            (width, height * 0.86),
        ],
        17,
        height * 0.1,
    )
    ground.lay(sky, ground.below(size, ridge), [(0, mix(deep, INK, 0.6)), (1, INK)])
    for x, share in (
        (width - height * 2.1, 0.24),
        (width - height * 2.75, 0.15),
        (width - height * 1.5, 0.13),
    ):
        _dome(sky, (x, height * 0.80), height * share, theme)
    return sky


def comet_pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass of night with a small comet."""
    width, height = size
    sheet = ground.pane(size, theme, level, (60, 60, 120))
    ground.stars(sheet, 3 if right else 2, 7, 0.5)
    head = (width * (0.24 if right else 0.60), height * 0.60)
    _tail(
        sheet,
        head,
        (head[0] + min(width, height) * 0.9, height * 0.30),
        min(width, height) * 0.16,
        (110, 160, 230),
        0.35 * level + 0.1,
    )
    ground.shine(sheet, head, (min(width, height) * 0.4,) * 2, (170, 200, 240), 0.5 * level + 0.2, 1.8)
    return sheet


def _cloud(sky: pygame.Surface, at: tuple[float, float], side: float, seed: int, share: float = 0.5) -> None:
    draw = np.random.default_rng(seed)

    def puffs(canvas: pygame.Surface) -> None:
        for number in range(7):
            x = at[0] + side * (number - 3) * 0.42
            radius = side * (0.42 - 0.085 * abs(number - 3)) * (0.8 + 0.4 * draw.random())
            pygame.draw.circle(canvas, ground.WHITE, (x * 2, (at[1] - radius * 0.4) * 2), radius * 2)
        box = (0, round((at[1] + side * 0.10) * 2), canvas.get_width(), canvas.get_height())
        canvas.fill((0, 0, 0), box)

    cover = paint.blur(ground.mask(sky.get_size(), puffs), max(1, round(side * 0.04)))
    ground.lay(sky, cover, [(0, (255, 252, 240)), (1, (190, 206, 206))], share)


def _kite(sky: pygame.Surface, at: tuple[float, float], side: float, turn: float, theme: Theme) -> None:
    """A kite of four panels, its tail with bows, its string to the hill."""
    x, y = at
    top, right, low, left = (
        (x, y - side),
        (x + side * 0.72, y - side * 0.1),
        (x, y + side * 1.15),
        (x - side * 0.72, y - side * 0.1),
    )
    whole = shapes.turned([top, right, low, left, (x, y - side * 0.1)], at, turn)
    tip = whole[2]
    tail = [
        (
            tip[0] + side * 0.35 * math.sin(k * 1.1) - math.sin(math.radians(turn)) * side * 0.35 * k,
            tip[1] + side * 0.30 * k,
        )
        for k in range(7)
    ]
    pygame.draw.aalines(sky, mix(theme.bright, CREAM, 0.4), False, shapes.smooth(tail, closed=False))
    for number, (a, b) in enumerate(tail[1:]):
        tone = (theme.accent, theme.bright)[number % 2]
        w = side * 0.17
        pygame.draw.polygon(sky, tone, [(a, b), (a - w, b - w * 0.6), (a - w, b + w * 0.6)])
        pygame.draw.polygon(sky, mix(tone, INK, 0.2), [(a, b), (a + w, b - w * 0.6), (a + w, b + w * 0.6)])
    middle = whole[4]
    tones = (theme.accent, CREAM, mix(theme.accent, INK, 0.25), theme.bright)
    for number, tone in enumerate(tones):
        pygame.draw.polygon(sky, tone, [middle, whole[number], whole[(number + 1) % 4]])
    pygame.draw.aalines(sky, INK, True, whole[:4])
    pygame.draw.aaline(sky, mix(INK, CREAM, 0.3), whole[0], whole[2])
    pygame.draw.aaline(sky, mix(INK, CREAM, 0.3), whole[1], whole[3])


def _tail(
    sky: pygame.Surface,
    head: tuple[float, float],
    end: tuple[float, float],
    broad: float,
    tone: Colour,
    strength: float,
) -> None:
    """Light that fans out from the head and fades."""
    width, height = sky.get_size()
    dx, dy = end[0] - head[0], end[1] - head[1]
    length = math.hypot(dx, dy)
    x = np.arange(width, dtype=np.float32)[None, :] - head[0]
    y = np.arange(height, dtype=np.float32)[:, None] - head[1]
    along = (x * dx + y * dy) / length
    across = np.abs(x * dy - y * dx) / length
    share = np.clip(along / length, 0, 1)
    half = broad * (0.18 + 0.82 * share)
    light = np.clip(1 - across / half, 0, 1) ** 1.4 * np.clip(1 - share, 0, 1) ** 1.3 * (along > 0) * strength
    streak = 0.8 + 0.2 * np.sin(across / half * 14 + share * 3)
    paint.add(sky, paint.to_surface((light * streak)[..., None] * np.asarray(tone, dtype=np.float32)), (0, 0))


def _dome(sky: pygame.Surface, at: tuple[float, float], radius: float, theme: Theme) -> None:
    """An observatory: a white dome whose slit is open, light at its left."""
    x, y = at
    size = (round(radius * 2.4), round(radius * 2.6))
    picture = paint.layer(size)
    middle, foot = size[0] // 2, round(radius * 1.25)
    pygame.draw.circle(picture, (150, 160, 176), (middle, foot), round(radius))
    pygame.draw.circle(
        picture,
        (206, 214, 224),
        (middle - round(radius * 0.12), foot - round(radius * 0.08)),
        round(radius * 0.82),
    )
    picture.fill((0, 0, 0, 0), (0, foot, size[0], size[1]))
    picture.fill((120, 128, 144), (middle - round(radius), foot, round(radius * 2), round(radius * 1.3)))
    picture.fill((174, 182, 196), (middle - round(radius), foot, round(radius * 0.7), round(radius * 1.3)))
    slit = shapes.turned(
        [
            (middle - radius * 0.14, foot - radius * 1.02),
            (middle + radius * 0.14, foot - radius * 1.02),
            (middle + radius * 0.14, foot),
            (middle - radius * 0.14, foot),
        ],
        (middle, foot),
        -32,
    )
    pygame.draw.polygon(picture, mix(theme.deep, INK, 0.7), slit)
    sky.blit(picture, (round(x - middle), round(y - foot)))
