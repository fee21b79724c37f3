# SPDX-License-Identifier: MIT
"""The beeches of Moncayo on an afternoon in October, and the vineyards at its foot when the grapes are in."""

from __future__ import annotations

import numpy as np
import pygame

from emulator.panel.art import paint, shapes
from emulator.panel.art.scenery import ground
from emulator.panel.art.theme import INK, Colour, Theme, mix

_LEAVES: tuple[Colour, ...] = ((232, 150, 44), (206, 98, 34), (246, 196, 84), (150, 120, 40))
_SUN: Colour = (255, 214, 130)
_WINE: tuple[Colour, ...] = ((176, 52, 60), (212, 120, 50), (120, 30, 62))


def beeches(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Grey trunks behind each other, light that falls between them, a roof of leaves."""
    width, height = size
    deep = theme.deep
    wood = paint.down(
        size, [(0, mix(deep, _LEAVES[0], 0.35)), (0.55, mix(deep, _SUN, 0.22)), (1, mix(deep, INK, 0.4))]
    )
    for x in (height * 2.2, width - height * 2.4):
        ground.shine(wood, (x, height * 0.45), (height * 4.4, height * 2), (150, 110, 44), 0.8)
    ground.tubes(wood, theme, 40)
    for far in range(3):
        _trunks(wood, size, theme, far)
        _shafts(wood, size, far)
    _leaves(wood, size, 0.46)
    floor = ground.below(size, ground.rough([(0, height * 0.93), (width, height * 0.9)], 5, height * 0.12, 7))
    ground.lay(wood, floor, [(0, (120, 62, 26)), (1, (46, 24, 16))])
    return wood


def beeches_pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass with leaves that drift down it."""
    width, height = size
    sheet = ground.pane(size, theme, level, (150, 96, 36))
    draw = np.random.default_rng(3 if right else 4)
    for _ in range(46):
        x, y = draw.random() * width, draw.random() * height
        _leaf(
            sheet,
            (x, y),
            min(width, height) * (0.05 + 0.05 * draw.random()),
            draw.random() * 360,
            _LEAVES[int(draw.random() * 4)],
            90,
        )
    return sheet


def vines(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Rows of vines that run to the mountain, red and gold, in the last light."""
    width, height = size
    deep = theme.deep
    field = paint.down(
        size,
        [
            (0, mix(deep, INK, 0.2)),
            (0.34, mix(deep, (224, 110, 90), 0.45)),
            (0.42, mix(deep, _SUN, 0.45)),
            (0.44, mix(deep, INK, 0.3)),
            (1, mix(deep, INK, 0.55)),
        ],
    )
    horizon = height * 0.42
    ridge = [
        (0.0, horizon),
        (height * 1.4, horizon * 0.6),
        (height * 2.6, horizon * 0.28),
        (height * 4.2, horizon * 0.7),
        (width * 0.6, horizon * 0.86),
        (width, horizon * 0.66),
    ]
    ground.lay(
        field,
        _above(ground.below(size, ground.rough(ridge, 15, height * 0.06)), horizon),
        [(0, mix(deep, (110, 60, 110), 0.55)), (0.5, mix(deep, INK, 0.1))],
    )
    ground.shine(field, (width - height * 2.2, horizon), (height * 6, height * 1.2), (255, 150, 80), 0.75)
    _rows(field, size, horizon)
    return field


def vines_pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass like wine in a cup, with a trail of vine leaves."""
    width, height = size
    sheet = ground.pane(size, theme, level, (150, 40, 60))
    draw = np.random.default_rng(13 if right else 14)
    for number in range(16):
        x, y = width * (number + 0.5) / 16, height * (0.80 + 0.13 * np.sin(number * 1.3))
        _leaf(sheet, (x, float(y)), min(width, height) * 0.13, draw.random() * 360, _WINE[number % 3], 110)
    return sheet


def _above(cover: paint.Field, y: float) -> paint.Field:
    cover = cover.copy()
    cover[round(y) + 1 :] = 0
    return cover


def _trunks(wood: pygame.Surface, size: tuple[int, int], theme: Theme, far: int) -> None:
    """A row of trunks; the nearer the broader and the darker, with a light edge at the left."""
    width, height = size
    draw = np.random.default_rng(20 + far)
    broad = height * (0.05, 0.09, 0.16)[far]
    step = height * (0.22, 0.5, 1.15)[far]
    tone = mix((150, 132, 104), mix(theme.deep, INK, 0.5), (0.25, 0.5, 0.72)[far])
    x = -step * draw.random()
    while x < width:
        lean = (draw.random() - 0.5) * broad * 2
        wide = broad * (0.7 + 0.6 * draw.random())
        spine = [(x, -4.0), (x + lean * 0.6, height * 0.5), (x + lean, height * 0.98)]
        outline = _trunk(shapes.smooth(spine, closed=False, steps=6), wide)
        pygame.draw.polygon(wood, tone, outline)
        edge = [(a - wide * 0.36, b) for a, b in spine]
        pygame.draw.aalines(wood, mix(tone, _SUN, 0.55), False, edge)
        x += step * (0.6 + 0.9 * draw.random())


def _trunk(spine: shapes.Outline, wide: float) -> shapes.Outline:
    """Broader towards its foot."""
    return shapes.ribbon(spine, lambda share: wide * (0.8 + 0.5 * share * share))


def _shafts(wood: pygame.Surface, size: tuple[int, int], far: int) -> None:
    """Light that slants down between two rows."""
    width, height = size
    x = np.arange(width, dtype=np.float32)[None, :]
    y = np.arange(height, dtype=np.float32)[:, None]
    wave = np.sin((x + y * 0.7) / height * (2.3 + far) + far * 2) * np.sin((x + y * 0.7) / height * 0.9 + far)
    light = np.clip(wave - 0.45, 0, 1) * (1 - y / height * 0.6) * 90
    paint.add(
        wood, paint.to_surface(light[..., None] * np.asarray((1.0, 0.74, 0.32), dtype=np.float32)), (0, 0)
    )


def _leaves(wood: pygame.Surface, size: tuple[int, int], lowest: float) -> None:
    width, height = size
    draw = np.random.default_rng(41)
    for _ in range(round(width / height * 70)):
        x, y = draw.random() * width, draw.random() ** 1.9 * height * lowest
        side = height * (0.03 + 0.045 * draw.random())
        _leaf(wood, (x, y), side, draw.random() * 360, _LEAVES[int(draw.random() * 4)], 235)


def _leaf(
    picture: pygame.Surface, at: tuple[float, float], side: float, turn: float, tone: Colour, alpha: int
) -> None:
    outline = shapes.turned(
        [
            (at[0] - side, at[1]),
            (at[0], at[1] - side * 0.55),
            (at[0] + side, at[1]),
            (at[0], at[1] + side * 0.55),
        ],
        at,
        turn,
    )
    box = pygame.Rect(
        round(at[0] - side) - 1, round(at[1] - side) - 1, round(side * 2) + 3, round(side * 2) + 3
    )
    leaf = paint.layer(box.size)
    pygame.draw.polygon(leaf, (*tone, alpha), [(x - box.x, y - box.y) for x, y in outline])
    picture.blit(leaf, box)


def _rows(field: pygame.Surface, size: tuple[int, int], horizon: float) -> None:
    """Rows of vines towards a point behind the name; each a chain of bushes, smaller with the distance."""
    width, height = size
    draw = np.random.default_rng(51)
    steps = 15
    for step in range(steps):
        share = (step / steps) ** 1.7
        y = horizon + (height * 1.04 - horizon) * share
        side = height * (0.012 + 0.12 * share)
        apart = height * (0.10 + 1.0 * share)
        count = round(width / apart / 2) + 2
        for number in range(-count, count + 1):
            x = width * 0.5 + (number + 0.5) * apart
            if -side < x < width + side:
                tone = mix(_WINE[int(draw.random() * 3)], INK, 0.30 * (1 - share) + 0.15 * draw.random())
                pygame.draw.ellipse(
                    field, mix(tone, INK, 0.6), (x - side, y - side * 0.5, side * 2.2, side * 1.5)
                )
                pygame.draw.ellipse(field, tone, (x - side, y - side * 0.8, side * 2, side * 1.3))
                pygame.draw.ellipse(
                    field, mix(tone, _SUN, 0.4), (x - side * 0.7, y - side * 0.75, side * 0.9, side * 0.5)
                )
