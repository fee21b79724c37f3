# SPDX-License-Identifier: MIT
"""An oxbow lake of the Ebro at daybreak: poplars and their likeness in still water, reeds in front."""

from __future__ import annotations

import math

import numpy as np
import pygame

from emulator.panel.art import paint, shapes
from emulator.panel.art.paint import Field
from emulator.panel.art.theme import CREAM, INK, Colour, Theme, mix

_DAWN: Colour = (255, 214, 138)
_WATER = 0.66  # the shore, in heights of the crown


def crown(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Behind the name: a pale sky, two rows of poplars, and all of it upside down in the water."""
    width, height = size
    deep = theme.deep
    shore = round(height * _WATER)
    middle = mix(deep, theme.beam(150), 0.6)
    stops = [(0.0, mix(deep, INK, 0.1)), (0.55, middle), (1.0, mix(deep, _DAWN, 0.55))]
    sky = paint.down((width, shore), stops)
    light = paint.glow((height * 8, height * 2), mix(_DAWN, CREAM, 0.2), 0.55, 1.4)
    paint.add(sky, light, (round(width * 0.72) - height * 4, shore - height))
    for far, (seed, tall) in enumerate(((3, 0.52), (8, 0.86))):
        tone = mix(mix(deep, _DAWN, 0.30 - 0.22 * far), INK, 0.12 + 0.4 * far)
        sky.blit(paint.flat(_poplars((width, shore), seed, tall) * (0.75 + 0.25 * far), tone), (0, 0))
    picture = paint.plain(size)
    picture.blit(sky, (0, 0))
    water = pygame.transform.flip(sky, False, True)
    water = pygame.transform.smoothscale(water, (width, height - shore))
    paint.shade(water, paint.down(water.get_size(), [(0, (196, 214, 210)), (1, (96, 120, 122))]), (0, 0))
    picture.blit(water, (0, shore))
    picture.blit(paint.flat(_ripples((width, height - shore)) * 0.30, mix(_DAWN, CREAM, 0.3)), (0, shore))
    pygame.draw.line(picture, mix(deep, INK, 0.55), (0, shore), (width, shore), max(1, height // 44))
    return picture


def flank(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """A sheet of glass: daybreak above, water below, and reeds that stand in it."""
    width, height = size
    deep = theme.deep
    sheet = paint.down(
        size,
        [
            (0, mix(deep, INK, 0.12)),
            (0.5, mix(deep, theme.beam(140), 0.42 * level)),
            (0.74, mix(deep, _DAWN, 0.26 * level)),
            (0.76, mix(deep, INK, 0.10)),
            (1, mix(deep, theme.beam(90), 0.35 * level)),
        ],
    )
    tube = paint.glow((width * 2, height), theme.beam(96), 0.6 * level, 1.5)
    paint.add(sheet, tube, (-width // 2, -height // 4))
    ripples = _ripples((width, height - round(height * 0.76)))
    sheet.blit(paint.flat(ripples * 0.16, CREAM), (0, round(height * 0.76)))
    sheet.blit(paint.flat(_reeds(size, 2 if right else 5) * 0.55, mix(deep, INK, 0.55)), (0, 0))
    return sheet


def _poplars(size: tuple[int, int], seed: int, tall: float) -> Field:
    """A row of poplars along the lower edge, in groups, each a flame of leaves on a short trunk."""
    width, height = size
    sheet = paint.plain((width * 2, height * 2))
    draw = np.random.default_rng(seed)
    x = 0.0
    while x < width * 2:
        top = height * 2 * (1 - tall * (0.55 + 0.45 * draw.random()))
        half = height * (0.10 + 0.07 * draw.random())
        foot = height * 2.0
        waist = top + (foot - top) * 0.4
        right = [(x + half * 0.8, waist), (x + half, foot * 0.94)]
        left = [(2 * x - a, b) for a, b in reversed(right)]
        outline = shapes.smooth([(x, top), *right, (x, foot), *left], steps=6)
        pygame.draw.polygon(sheet, (255, 255, 255), outline)
        x += half * (1.3 + 1.2 * draw.random()) + (
            height * 3.2 * draw.random() if draw.random() < 0.22 else 0
        )
    pygame.draw.rect(sheet, (255, 255, 255), (0, height * 1.9, width * 2, height))
    return paint.shrunk(sheet, size)


def _ripples(size: tuple[int, int]) -> Field:
    """Short level strokes, longer and further apart towards the front."""
    width, height = size
    out = np.zeros((height, width), dtype=np.float32)
    draw = np.random.default_rng(17)
    for _ in range(70):
        depth = draw.random()
        y = min(height - 1, round(depth * height))
        length = round(width * (0.02 + 0.10 * depth))
        x = round(draw.random() * (width + length)) - length
        thick = max(1, round(height * 0.03 * depth))
        out[y : y + thick, max(0, x) : max(0, x + length)] += 0.5 + 0.5 * draw.random()
    return np.asarray(np.clip(out, 0, 1), dtype=np.float32)


def _reeds(size: tuple[int, int], seed: int) -> Field:
    """Blades and bulrushes that lean with the air, from the lower edge up."""
    width, height = size
    sheet = paint.plain((width * 2, height * 2))
    draw = np.random.default_rng(seed)
    for number in range(15):
        x = width * 2 * (0.04 + 0.92 * draw.random())
        tall = height * 2 * (0.16 + 0.36 * draw.random())
        lean = tall * (draw.random() - 0.5) * 0.35
        spine = [(x + lean * (t / 8) ** 2, height * 2 * 1.02 - tall * t / 8) for t in range(9)]
        broad = width * (0.022 + 0.02 * draw.random())
        pygame.draw.polygon(sheet, (255, 255, 255), shapes.ribbon(spine, lambda s, b=broad: b * (1.05 - s)))  # type: ignore[misc]
        if number % 3 == 0:
            a, b = spine[6], spine[7]
            turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) + 90
            rush = shapes.ellipse(*b, width * 0.035, tall * 0.09, turn, 20)
            pygame.draw.polygon(sheet, (255, 255, 255), rush)
    return paint.shrunk(sheet, size)
