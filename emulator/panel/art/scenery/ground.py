# SPDX-License-Identifier: MIT
"""What places are built of: skies, stars, ridges with a rough edge, discs of light, sheets of lit glass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pygame

from emulator.panel.art import paint
from emulator.panel.art.paint import Field, Point, Stops
from emulator.panel.art.theme import INK, Colour, Theme, mix

LONG = 14.0
"""A crown so many times as wide as high shows a motif more than twice."""
WHITE: Colour = (255, 255, 255)


def mask(size: tuple[int, int], draw: Callable[[pygame.Surface], None]) -> Field:
    """Coverage of what ``draw`` paints in white on a sheet of twice this size."""
    sheet = paint.plain((size[0] * 2, size[1] * 2))
    draw(sheet)
    return paint.shrunk(sheet, size)


def lay(picture: pygame.Surface, cover: Field, stops: Stops, share: float = 1.0) -> None:
    """Paint what a mask covers in tones that run from the picture's top to its bottom."""
    tone = paint.ramp(cover.shape[0], stops)
    rgb = np.broadcast_to(tone[:, None, :], (*cover.shape, 3))
    picture.blit(paint.to_surface(rgb, cover * share), (0, 0))


def rough(points: Sequence[Point], seed: int, depth: float, times: int = 5) -> list[Point]:
    """A line through these points, broken again and again, each time by half as much."""
    draw = np.random.default_rng(seed)
    line = list(points)
    for _ in range(times):
        finer: list[Point] = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            finer += [((ax + bx) / 2, (ay + by) / 2 + depth * (draw.random() - 0.5)), (bx, by)]
        line, depth = finer, depth / 2
    return line


def below(size: tuple[int, int], line: Sequence[Point]) -> Field:
    """Coverage of all that lies under a line, given in pixels."""
    width, height = size

    def draw(sheet: pygame.Surface) -> None:
        outline = [(x * 2, y * 2) for x, y in line]
        pygame.draw.polygon(
            sheet, WHITE, [*outline, (outline[-1][0], height * 2), (outline[0][0], height * 2)]
        )

    return mask((width, height), draw)


def slope(cover: Field, length: int) -> Field:
    """How much of a mountain's face turns to the light from the left, -1 to 1: its left flanks shine."""
    tops = np.argmax(cover > 0.5, axis=0).astype(np.float32)
    tops = np.where(cover.max(axis=0) > 0.5, tops, cover.shape[0])
    soft = paint.blur(np.ascontiguousarray(tops[None, :].repeat(3, axis=0)), max(1, length // 3))[1]
    turned = np.clip(-np.gradient(soft) * 1.6, -1, 1)
    return np.asarray(np.broadcast_to(turned[None, :], cover.shape), dtype=np.float32)


def stars(picture: pygame.Surface, seed: int, count: int, lowest: float = 0.7) -> None:
    """Stars of several sizes, fewer towards ``lowest`` of the height."""
    width, height = picture.get_size()
    draw = np.random.default_rng(seed)
    for _ in range(count):
        x, y = draw.random() * width, draw.random() ** 1.5 * height * lowest
        level = round(90 + draw.random() * 150)
        side = max(2, round(height * (0.015 + 0.03 * draw.random())))
        paint.add(
            picture, paint.glow((side * 2 + 1,) * 2, (level, level, level), 1, 2.2), (round(x), round(y))
        )


def disc(size: tuple[int, int], at: Point, radius: float) -> Field:
    """Coverage of a disc about a point."""
    x = np.arange(size[0], dtype=np.float32)[None, :] - at[0]
    y = np.arange(size[1], dtype=np.float32)[:, None] - at[1]
    return np.asarray(np.clip(radius - np.sqrt(x * x + y * y) + 0.5, 0, 1), dtype=np.float32)


def shine(
    picture: pygame.Surface, at: Point, reach: Point, tone: Colour, strength: float, fall: float = 1.5
) -> None:
    """Light about a point, so far in both directions."""
    size = (max(3, round(reach[0])), max(3, round(reach[1])))
    light = paint.glow(size, tone, strength, fall)
    paint.add(picture, light, (round(at[0]) - size[0] // 2, round(at[1]) - size[1] // 2))


def tubes(picture: pygame.Surface, theme: Theme, peak: int = 64) -> None:
    """The tubes behind the glass, as soft bands of light."""
    width, height = picture.get_size()
    for share in (0.12, 0.37, 0.63, 0.88):
        shine(picture, (width * share, height / 2), (width * 0.34, height * 2), theme.beam(peak), 0.7, 1.6)


def pane(size: tuple[int, int], theme: Theme, level: float, low: Colour) -> pygame.Surface:
    """A sheet of glass in the deep colour, ``low`` towards its foot, with light behind it."""
    deep = theme.deep
    stops: Stops = [
        (0, mix(deep, theme.beam(190), 0.36 * level)),
        (0.55, mix(deep, theme.beam(120), 0.26 * level)),
        (1, mix(deep, low, 0.34 * level)),
    ]
    sheet = paint.down(size, stops)
    shine(sheet, (size[0] / 2, size[1] / 4), (size[0] * 2, size[1]), theme.beam(90), 0.6 * level)
    return sheet


def print_on(sheet: pygame.Surface, cover: Field, tone: Colour, share: float) -> None:
    """A motif printed thinly on glass."""
    sheet.blit(paint.flat(np.asarray(cover * share, dtype=np.float32), tone), (0, 0))


def dark(theme: Theme, share: float) -> Colour:
    """The machine's deep colour, so much darker."""
    return mix(theme.deep, INK, share)
