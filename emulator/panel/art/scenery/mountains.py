# SPDX-License-Identifier: MIT
"""Mountains of Aragón: Moncayo at dawn and at midnight, Aneto over its glacier and its lakes."""

from __future__ import annotations

import numpy as np
import pygame

from emulator.panel.art import paint
from emulator.panel.art.paint import Field, Point
from emulator.panel.art.scenery import ground
from emulator.panel.art.theme import CREAM, INK, Colour, Theme, mix

_ROSE: Colour = (255, 128, 118)
_PEACH: Colour = (255, 196, 136)
_SNOW: Colour = (255, 238, 230)
_ICE: Colour = (206, 232, 250)
_GOLD: Colour = (255, 214, 120)


def dawn(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Moncayo from the plain of the Ebro: the first light on its snow, mist over the river."""
    height = size[1]
    deep = theme.deep
    sky = paint.down(
        size,
        [
            (0, mix(deep, INK, 0.25)),
            (0.5, mix(deep, _ROSE, 0.45)),
            (0.85, mix(deep, _PEACH, 0.62)),
            (1, deep),
        ],
    )
    ground.shine(sky, (height * 1.5, height * 0.6), (height * 7, height * 2.2), mix(_ROSE, _PEACH, 0.4), 0.75)
    ground.tubes(sky, theme, 40)
    far = ground.below(size, _range(size, 4, 0.66, 0.10))
    ground.lay(sky, far, [(0, mix(deep, _ROSE, 0.5)), (1, mix(deep, _PEACH, 0.3))], 0.75)
    _massif(sky, size, theme, (_SNOW, mix(_ROSE, _PEACH, 0.3), mix(deep, (60, 40, 84), 0.55)))
    _plain(sky, size, theme, _PEACH)
    return sky


def midnight(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The same mountain under a full moon, its snow gilded, lights of the villages at its foot."""
    width, height = size
    deep = theme.deep
    night: Colour = (16, 20, 38)
    sky = paint.down(
        size, [(0, mix(night, INK, 0.4)), (0.6, mix(night, deep, 0.4)), (1, mix(deep, _GOLD, 0.16))]
    )
    ground.stars(sky, 31, 70, 0.8)
    for x in (width - height * 1.75,):
        ground.shine(sky, (x, height * 0.40), (height * 5, height * 2.6), (150, 124, 70), 0.8)
        ground.lay(
            sky,
            ground.disc(size, (x, height * 0.38), height * 0.27),
            [(0, (255, 248, 220)), (0.7, (246, 214, 150)), (1, _GOLD)],
        )
        for dx, dy, share in ((-0.08, -0.05, 0.07), (0.07, 0.06, 0.09), (0.02, -0.12, 0.05)):
            spot = ground.disc(size, (x + dx * height, height * (0.38 + dy)), height * share)
            ground.print_on(sky, spot, (206, 172, 112), 0.55)
    _massif(sky, size, theme, ((255, 236, 190), (190, 150, 84), (22, 20, 30)), glow=False)
    ground.lay(sky, ground.below(size, _range(size, 9, 0.86, 0.05)), [(0, (18, 15, 16)), (1, (10, 8, 10))])
    draw = np.random.default_rng(12)
    for _ in range(max(30, width // 14)):
        x, y = draw.random() * width, height * (0.90 + 0.08 * draw.random())
        ground.shine(sky, (x, y), (height * 0.10, height * 0.10), (255, 190, 90), 0.9, 2.0)
    return sky


def glacier(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Three peaks of ice at night, and all of them again in a lake below."""
    width, height = size
    deep = theme.deep
    shore = round(height * 0.76)
    sky = paint.down(
        (width, shore),
        [(0, mix(deep, INK, 0.35)), (0.6, mix(deep, (60, 110, 170), 0.35)), (1, mix(deep, _ICE, 0.38))],
    )
    ground.stars(sky, 7, 60, 0.75)
    groups = [(height * 1.55, 0.92), (width - height * 1.5, 0.80), (width * 0.5, 0.62)]
    if width > ground.LONG * height:
        groups += [(width * 0.30, 0.74), (width * 0.20, 0.58)]
    for count, (middle, tall) in enumerate(groups):
        for number, (offset, share) in enumerate(((-0.85, 0.66), (0.85, 0.74), (0.0, 1.0))):
            _peak(
                sky, (middle + offset * height, shore * (1.02 - tall * share)), theme, seed=count * 3 + number
            )
    picture = paint.plain(size)
    picture.blit(sky, (0, 0))
    lake = pygame.transform.smoothscale(pygame.transform.flip(sky, False, True), (width, height - shore))
    paint.shade(lake, paint.down(lake.get_size(), [(0, (150, 176, 200)), (1, (70, 92, 120))]), (0, 0))
    picture.blit(lake, (0, shore))
    for number in range(5):
        y = shore + (height - shore) * (number + 0.5) / 5
        line = paint.glow((round(width * 0.5), max(2, height // 40)), (120, 160, 190), 0.7, 1.0)
        paint.add(picture, line, (round(width * ((0.13 * number * 3) % 0.7)), round(y)))
    return picture


def dawn_pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass with the mountain low at its foot."""
    return _pane(size, theme, right, level, _PEACH, 0.30)


def midnight_pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass of a dark gold, the mountain before it."""
    return _pane(size, theme, right, level, (170, 124, 50), 0.22)


def glacier_pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass like ice, with facets."""
    width, height = size
    sheet = ground.pane(size, theme, level, _ICE)

    def draw(canvas: pygame.Surface) -> None:
        for number in range(7):
            x = width * 2 * ((number * 0.37 + (0.2 if right else 0)) % 1)
            top = height * 2 * (0.35 + 0.09 * (number % 4))
            tone = 70 + 24 * (number % 4)
            half = min(width, height) * 0.8
            pygame.draw.polygon(
                canvas, (tone,) * 3, [(x, top), (x + half, height * 2), (x - half * 0.3, height * 2)]
            )

    ground.print_on(sheet, ground.mask(size, draw), _ICE, 0.26 * level)
    return sheet


def _pane(
    size: tuple[int, int], theme: Theme, right: bool, level: float, low: Colour, share: float
) -> pygame.Surface:
    width, height = size
    sheet = ground.pane(size, theme, level, low)
    for number in range(3):
        base = 0.62 + 0.12 * number
        top = max(height * base - min(width, height) * (0.34 - 0.08 * number), 0)
        peak = width * ((0.34 if right else 0.62) + 0.16 * (number - 1))
        line = ground.rough(
            [(0, height * base), (peak, top), (width, height * (base + 0.04))], 50 + number, height * 0.05
        )
        tone = mix(mix(theme.deep, low, 0.5 - 0.14 * number), INK, 0.16 + 0.12 * number)
        ground.print_on(sheet, ground.below(size, line), tone, share + 0.1 * number)
    return sheet


def _range(size: tuple[int, int], seed: int, base: float, tall: float) -> list[Point]:
    """A low ridge from end to end."""
    width, height = size
    draw = np.random.default_rng(seed)
    count = max(4, round(width / height / 1.2))
    points = [(width * number / count, height * (base - tall * draw.random())) for number in range(count + 1)]
    return ground.rough(points, seed + 1, height * tall * 0.6, 4)


def _massif(
    sky: pygame.Surface,
    size: tuple[int, int],
    theme: Theme,
    tones: tuple[Colour, Colour, Colour],
    glow: bool = True,
) -> None:
    """Long shoulders that climb to a rounded summit left of the name, and to a lower one right of it."""
    width, height = size
    peaks = [
        (height * 1.5, 0.12),
        (height * 2.9, 0.36),
        (width * 0.5, 0.56),
        (width - height * 2.9, 0.42),
        (width - height * 1.35, 0.24),
    ]
    line: list[Point] = [(-height, height * 0.92), (height * 0.6, height * 0.62)]
    line += [(x, height * y) for x, y in sorted(peaks)]
    line += [(width - height * 0.5, height * 0.60), (width + height, height * 0.9)]
    edge = ground.rough(line, 61, height * 0.10, 5)
    body = ground.below(size, edge)
    snow, lit, shade = tones
    facing = ground.slope(body, max(4, height // 4))
    rock = mix(shade, theme.deep, 0.35)
    ground.lay(sky, body, [(0, mix(rock, lit, 0.35)), (0.6, rock), (1, mix(rock, INK, 0.35))])
    y = np.arange(height, dtype=np.float32)[:, None] / height
    grain = paint.blur(paint.grain(size, 63, max(4, height // 9), vertical=True), max(1, height // 46)) * 2
    cap = body * np.clip((0.58 - y + grain * 0.15) * 8, 0, 1)
    ground.lay(sky, cap, [(0, snow), (0.6, mix(snow, lit, 0.5))])
    ground.print_on(sky, cap * np.clip(facing, 0, 1), lit if glow else snow, 0.55)
    ground.print_on(sky, cap * np.clip(-facing, 0, 1), shade, 0.75)


def _plain(sky: pygame.Surface, size: tuple[int, int], theme: Theme, light: Colour) -> None:
    """Fields one behind the other, and the river that holds the sky."""
    height = size[1]
    for number in range(3):
        base = 0.82 + 0.06 * number
        tone = mix(mix(theme.deep, light, 0.34 - 0.12 * number), INK, 0.2 + 0.2 * number)
        ground.lay(sky, ground.below(size, _range(size, 70 + number, base, 0.05)), [(0, tone), (1, tone)])
    river = paint.glow((size[0], max(3, height // 9)), light, 0.55, 0.8)
    paint.add(sky, river, (0, round(height * 0.86)))
    _mist(sky, size, mix(light, CREAM, 0.3))


def _mist(sky: pygame.Surface, size: tuple[int, int], tone: Colour) -> None:
    for number in range(4):
        x = size[0] * (0.1 + 0.27 * number)
        ground.shine(sky, (x, size[1] * 0.80), (size[1] * 5, size[1] * 0.34), tone, 0.30, 1.1)


def _peak(sky: pygame.Surface, top: Point, theme: Theme, seed: int) -> None:
    """A pyramid of ice: its left face lit, its right one in shadow, a ridge with snow between the two."""
    size = sky.get_size()
    x, y = top
    foot, half = size[1] * 1.02, (size[1] - y) * 0.95
    left = ground.rough([(x - half, foot), (x, y)], seed, half * 0.14, 4)
    right = ground.rough([(x, y), (x + half, foot)], seed + 40, half * 0.14, 4)
    ridge = ground.rough(
        [(x, y), (x + half * 0.08, y + (foot - y) * 0.5), (x - half * 0.16, foot)], seed + 80, half * 0.22, 4
    )
    lit = _area(size, [*left, *ridge])
    shade = _area(size, [*right, *ridge[::-1]])
    deep = theme.deep
    ground.lay(sky, shade, [(0, mix(deep, (70, 110, 160), 0.45)), (1, mix(deep, INK, 0.3))])
    ground.lay(sky, lit, [(0, (236, 246, 255)), (0.55, mix(_ICE, deep, 0.35)), (1, mix(_ICE, deep, 0.72))])
    blue = lit * np.clip(paint.grain(size, 90 + seed, max(3, size[1] // 10), vertical=True) * 2.2, 0, 1)
    ground.print_on(sky, np.asarray(blue, dtype=np.float32), (96, 150, 200), 0.7)


def _area(size: tuple[int, int], outline: list[Point]) -> Field:
    return ground.mask(size, lambda sheet: _fill(sheet, outline))


def _fill(sheet: pygame.Surface, outline: list[Point]) -> None:
    pygame.draw.polygon(sheet, ground.WHITE, [(x * 2, y * 2) for x, y in outline])
