# SPDX-License-Identifier: MIT
"""The cloister of Veruela at dusk: pointed arches side by side, tracery, cypresses in the garden behind."""

from __future__ import annotations

import math

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.scenery import ground
from emulator.panel.art.theme import INK, Colour, Theme, mix

_STONE: Colour = (206, 184, 142)
_DUSK: Colour = (255, 150, 84)
_LAMP: Colour = (255, 196, 110)


def crown(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Arches from end to end, the last light in them, lamps on two of the pillars."""
    width, height = size
    deep = theme.deep
    garden = paint.down(
        size,
        [
            (0, mix(deep, (40, 60, 110), 0.35)),
            (0.5, mix(deep, (150, 110, 120), 0.36)),
            (0.85, mix(deep, _DUSK, 0.5)),
            (1, mix(deep, INK, 0.3)),
        ],
    )
    ground.stars(garden, 21, 30, 0.45)
    _cypresses(garden, theme)
    wall, holes, edges = _arcade(size)
    stone = [(0.0, mix(_STONE, deep, 0.62)), (0.5, mix(_STONE, deep, 0.70)), (1.0, mix(_STONE, INK, 0.72))]
    ground.lay(garden, wall, stone)
    ground.print_on(garden, edges * wall, mix(_STONE, _DUSK, 0.35), 0.8)
    shade = np.clip(paint.blur(1 - holes, max(2, height // 14)) * holes, 0, 1)
    ground.print_on(garden, np.asarray(shade, dtype=np.float32), mix(deep, INK, 0.85), 0.55)
    for x in (height * 1.5, width - height * 1.5):
        ground.shine(garden, (x, height * 0.46), (height * 2.4, height * 1.7), _LAMP, 0.55, 1.6)
        ground.shine(garden, (x, height * 0.46), (height * 0.3, height * 0.3), (255, 236, 190), 0.95, 1.4)
    return garden


def pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass with one pointed window after the other, thinly drawn."""
    width, height = size
    sheet = ground.pane(size, theme, level, (150, 110, 60))
    wide = max(24, min(width, height) * 3 // 4)

    def draw(canvas: pygame.Surface) -> None:
        count = math.ceil(width / wide) + 1
        for number in range(count):
            x = (number - (0.5 if right else 0.0)) * wide * 2
            for inset in (0.06, 0.16):
                box = Rect(
                    round(x + wide * 2 * inset),
                    round(height * 2 * (0.2 + inset)),
                    round(wide * 2 * (1 - 2 * inset)),
                    height * 2,
                )
                pygame.draw.aalines(canvas, ground.WHITE, False, arch(box))

    ground.print_on(sheet, ground.mask(size, draw), mix(_STONE, theme.beam(220), 0.3), 0.36 + 0.12 * level)
    return sheet


def arch(box: Rect) -> list[tuple[float, float]]:
    """The outline of a pointed arch: two arcs about the points where they spring."""
    radius, spring = box.width, box.y + box.width * math.sqrt(3) / 2
    left = [
        (
            box.right + radius * math.cos(math.radians(180 + k)),
            spring + radius * math.sin(math.radians(180 + k)),
        )
        for k in range(0, 61, 6)
    ]
    right = [(2 * box.centerx - x, y) for x, y in reversed(left)]
    return [(box.x, box.bottom), *left, *right, (box.right, box.bottom)]


def _arcade(size: tuple[int, int]) -> tuple[paint.Field, paint.Field, paint.Field]:
    """Coverage of the wall, of its openings, and of the edges that catch the light."""
    width, height = size
    step = height * 0.86
    count = math.ceil(width / step) + 1
    first = (width - count * step) / 2

    def openings(canvas: pygame.Surface, grow: float) -> None:
        for number in range(count):
            x = (first + number * step) * 2
            box = Rect(0, 0, round(step * 2 * 0.78 + grow), height * 3)
            box.midtop = (round(x + step), round(height * 2 * 0.13 - grow / 2))
            pygame.draw.polygon(canvas, ground.WHITE, arch(box))

    def tracery(canvas: pygame.Surface) -> None:
        openings(canvas, 0)
        for number in range(count):
            x = (first + number * step) * 2 + step
            thick = max(3, round(step * 0.07))
            pygame.draw.rect(canvas, (0, 0, 0), (x - thick / 2, height * 0.95, thick, height * 2))
            radius = round(step * 0.22)
            pygame.draw.circle(
                canvas, (0, 0, 0), (round(x), round(height * 0.80)), radius + thick // 2, thick
            )
            for side in (-1, 1):
                box = Rect(0, 0, round(step * 0.72), height * 2)
                box.midtop = (round(x + side * step * 0.39), round(height * 0.98))
                pygame.draw.lines(canvas, (0, 0, 0), False, arch(box), thick)

    holes = ground.mask(size, tracery)
    outer = ground.mask(size, lambda canvas: openings(canvas, height * 0.10))
    inner = ground.mask(size, lambda canvas: openings(canvas, height * 0.05))
    wall = 1 - holes
    edges = np.clip(outer - inner, 0, 1)
    lit = np.clip(edges + np.clip(paint.facing(paint.blur(wall, 1), 2.5), 0, 1), 0, 1)
    return np.asarray(wall, dtype=np.float32), holes, np.asarray(lit, dtype=np.float32)


def _cypresses(garden: pygame.Surface, theme: Theme) -> None:
    width, height = garden.get_size()
    draw = np.random.default_rng(8)
    x = height * 0.3
    while x < width:
        tall, half = height * (0.4 + 0.3 * draw.random()), height * 0.07
        foot = height * 0.98
        outline = [
            (x, foot - tall),
            (x + half, foot - tall * 0.3),
            (x + half * 0.7, foot),
            (x - half * 0.7, foot),
            (x - half, foot - tall * 0.3),
        ]
        pygame.draw.polygon(garden, mix(theme.deep, INK, 0.6), outline)
        x += height * (0.5 + 1.1 * draw.random())
