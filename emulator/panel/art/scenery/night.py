# SPDX-License-Identifier: MIT
"""Night over a town on the Ebro and the wind above its roofs: what most machines are painted with."""

from __future__ import annotations

import math

import numpy as np
import pygame

from emulator.panel.art import paint, shapes
from emulator.panel.art.paint import Field
from emulator.panel.art.theme import CREAM, Colour, Theme, mix


def crown(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Behind the name: sky, roofs and wind."""
    picture = _sky(size, theme)
    _paint_skyline(picture, theme)
    paint_gusts(picture, mix(theme.beam(255), CREAM, 0.5), 0.20)
    return picture


def flank(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """A sheet of glass in the deep colour, light behind it, with gusts of wind that climb it."""
    width, height = size
    deep = theme.deep
    top, middle = mix(deep, theme.beam(210), 0.4 * level), mix(deep, theme.beam(130), 0.3 * level)
    sheet = paint.down(size, [(0, top), (0.6, middle), (1, mix(deep, (190, 110, 60), 0.35 * level))])
    tube = paint.glow((width * 2, height), theme.beam(100), 0.7 * level, 1.5)
    paint.add(sheet, tube, (-width // 2, -height // 4))
    pale = np.full((height, width, 3), mix(theme.beam(255), CREAM, 0.4), dtype=np.float32)
    sheet.blit(paint.to_surface(pale, _climbing(size, 1.6 if right else 0.0) * 0.34), (0, 0))
    return sheet


def _climbing(size: tuple[int, int], phase: float) -> Field:
    """Coverage of five ribbons that wind upwards, the later the stronger."""
    width, height = size
    sheet = paint.plain((width * 2, height * 2))
    for number in range(5):
        broad = width * (0.05 + 0.03 * number)
        spine = [
            (width * (1 + 0.84 * math.sin(t / 6.25 + number * 1.1 + phase)), height * (2.04 - t / 20 * 2.1))
            for t in range(21)
        ]

        def breadth(share: float, full: float = broad) -> float:
            return full * math.sin(math.pi * share) + 0.5

        tone = 60 + 22 * number
        pygame.draw.polygon(sheet, (tone, tone, tone), shapes.ribbon(spine, breadth))
    return paint.shrunk(sheet, size)


def _sky(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Night, paler towards a lemon horizon, uneven as light behind acrylic is."""
    deep = theme.deep
    sky = paint.down(
        size,
        [
            (0, mix(deep, theme.beam(160), 0.35)),
            (0.55, mix(deep, theme.beam(190), 0.62)),
            (1, mix(deep, (120, 110, 130), 0.6)),
        ],
    )
    warm = paint.glow((round(size[0] * 0.9), size[1] * 2), mix(theme.bright, (255, 150, 60), 0.4), 0.5, 1.4)
    paint.add(sky, warm, (round(size[0] * 0.05), round(size[1] * 0.25)))
    for share in (0.12, 0.37, 0.63, 0.88):  # the tubes behind the glass
        tube = paint.glow((round(size[0] * 0.34), size[1] * 2), theme.beam(92), 0.75, 1.6)
        paint.add(sky, tube, (round(size[0] * share) - tube.get_width() // 2, -size[1] // 2))
    stars = np.random.default_rng(11)
    for _ in range(46):
        x, y = stars.random() * size[0], stars.random() ** 1.6 * size[1] * 0.7
        bright = 90 + stars.random() * 130
        side = max(2, round(size[1] * (0.02 + 0.035 * stars.random())))
        paint.add(
            sky,
            paint.glow((side * 2 + 1, side * 2 + 1), (round(bright), round(bright), round(bright)), 1, 2.2),
            (round(x), round(y)),
        )
    return sky


def _paint_skyline(sky: pygame.Surface, theme: Theme) -> None:
    width, height = sky.get_size()
    mask = skyline((width, round(height * 0.55)))
    tone = paint.ramp(
        mask.shape[0],
        [(0, mix(theme.deep, (20, 20, 40), 0.4)), (1, mix(theme.deep, (60, 40, 60), 0.5))],
    )
    sky.blit(
        paint.to_surface(np.broadcast_to(tone[:, None, :], (*mask.shape, 3)), mask * 0.8),
        (0, height - mask.shape[0] + 4),
    )


def skyline(size: tuple[int, int]) -> Field:
    """Coverage (height, width) of the roofs of a town on the Ebro: domes, Mudéjar towers and a bridge."""
    width, height = size
    sheet = paint.plain((width * 2, height * 2))
    tall = sheet.get_height()
    white = (255, 255, 255)
    draw = np.random.default_rng(5)
    x = -20.0
    while x < width * 2:
        broad = tall * (0.18 + 0.3 * draw.random())
        roof = tall * (0.62 + 0.22 * draw.random())
        pygame.draw.rect(sheet, white, (x, roof, broad + 2, tall))
        x += broad
    for share, kind in (
        (0.10, "tower"),
        (0.2, "dome"),
        (0.27, "tower"),
        (0.34, "dome"),
        (0.66, "dome"),
        (0.74, "tower"),
        (0.81, "dome"),
        (0.9, "tower"),
    ):
        middle = width * 2 * share
        if kind == "tower":
            half = tall * 0.07
            pygame.draw.rect(sheet, white, (middle - half, tall * 0.3, half * 2, tall))
            pygame.draw.rect(sheet, white, (middle - half * 0.7, tall * 0.16, half * 1.4, tall))
            pygame.draw.polygon(
                sheet,
                white,
                [(middle - half * 0.7, tall * 0.17), (middle, 0), (middle + half * 0.7, tall * 0.17)],
            )
        else:
            half = tall * 0.2
            pygame.draw.ellipse(sheet, white, (middle - half, tall * 0.36, half * 2, half * 2.4))
            pygame.draw.rect(sheet, white, (middle - half, tall * 0.36 + half * 1.1, half * 2, tall))
            pygame.draw.rect(sheet, white, (middle - half * 0.16, tall * 0.22, half * 0.32, tall * 0.3))
    return paint.shrunk(sheet, size)


def paint_gusts(sky: pygame.Surface, tone: Colour, cover: float) -> None:
    """Long pale ribbons of wind behind the name."""
    width, height = sky.get_size()
    bands = (
        (0.22, 0.10, 0.16, 0.0),
        (0.50, 0.13, 0.10, 1.7),
        (0.72, 0.08, 0.13, 3.1),
        (0.36, 0.05, 0.2, 4.4),
    )
    for level, thick, swing, phase in bands:
        spine = [
            (width * (i / 40 * 1.1 - 0.05), height * (level + swing * math.sin(i / 40 * 5 + phase)))
            for i in range(41)
        ]
        outline = shapes.ribbon(spine, lambda s, t=thick: height * t * math.sin(math.pi * s) ** 0.7 + 0.5)  # type: ignore[misc]
        sheet = paint.plain((width * 2, height * 2))
        pygame.draw.polygon(sheet, (255, 255, 255), [(x * 2, y * 2) for x, y in outline])
        mask = paint.shrunk(sheet, (width, height))
        sky.blit(paint.flat(mask * cover, tone), (0, 0))
