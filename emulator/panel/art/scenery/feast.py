# SPDX-License-Identifier: MIT
"""The feast of a village by night: paper lanterns over a square, the fringe of a shawl."""

from __future__ import annotations

import math

import numpy as np
import pygame

from emulator.panel.art import paint, shapes
from emulator.panel.art.scenery import ground
from emulator.panel.art.theme import CREAM, INK, Colour, Theme, mix

_LANTERNS: tuple[Colour, ...] = (
    (255, 176, 60),
    (255, 92, 92),
    (120, 220, 150),
    (255, 236, 150),
    (255, 130, 190),
)


def crown(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Roofs and lit windows below, lanterns on two strings above them."""
    deep = theme.deep
    night = paint.down(
        size,
        [
            (0, mix(deep, INK, 0.55)),
            (0.6, mix(deep, theme.beam(120), 0.3)),
            (1, mix(deep, (255, 150, 70), 0.4)),
        ],
    )
    ground.stars(night, 61, 40, 0.5)
    _houses(night, theme)
    for row, (top, sag, step) in enumerate(((-0.10, 0.42, 0.52), (0.06, 0.34, 0.66))):
        _string(night, top, sag, step, row)
    return night


def pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass like a shawl: flowers in its corner, a fringe along its foot."""
    width, height = size
    sheet = ground.pane(size, theme, level, theme.accent)
    unit = min(width, height)
    draw = np.random.default_rng(71 if right else 72)
    veil = paint.layer(size)
    for number in range(9):
        at = (draw.random() * width, height * (0.35 + 0.55 * draw.random()))
        _flower(veil, at, unit * (0.07 + 0.05 * draw.random()), _LANTERNS[number % 5])
    veil.set_alpha(round(60 + 40 * level))
    sheet.blit(veil, (0, 0))
    step = max(5, unit // 16)
    for x in range(0, width, step):
        tone = mix(theme.bright, theme.deep, 0.45)
        pygame.draw.aaline(sheet, tone, (x, height * 0.90), (x + step * 0.3, height))
        pygame.draw.aaline(sheet, tone, (x, height * 0.90), (x + step / 2, height * 0.87))
        pygame.draw.aaline(sheet, tone, (x + step / 2, height * 0.87), (x + step, height * 0.90))
    return sheet


def _houses(night: pygame.Surface, theme: Theme) -> None:
    """Fronts of different height with tiled roofs; light in some of their windows."""
    width, height = night.get_size()
    draw = np.random.default_rng(81)
    x = -height * 0.2
    while x < width:
        broad, top = height * (0.42 + 0.4 * draw.random()), height * (0.42 + 0.22 * draw.random())
        tone = mix(mix(theme.deep, (170, 110, 90), 0.30 + 0.2 * draw.random()), INK, 0.35)
        pygame.draw.rect(night, tone, (x, top, broad, height))
        pygame.draw.polygon(
            night,
            mix((150, 66, 44), INK, 0.45),
            [(x - 3, top), (x + broad / 2, top - height * 0.13), (x + broad + 3, top)],
        )
        columns = max(2, round(broad / (height * 0.22)))
        for row in range(2):
            for column in range(columns):
                box = pygame.Rect(
                    round(x + broad * (column + 0.3) / columns),
                    round(top + height * (0.10 + 0.24 * row)),
                    round(broad / columns * 0.42),
                    round(height * 0.14),
                )
                lit = draw.random() < 0.55
                night.fill((255, 200, 110) if lit else mix(tone, INK, 0.5), box)
                if lit:
                    ground.shine(night, box.center, (height * 0.5, height * 0.5), (120, 74, 24), 0.7)
        x += broad + height * 0.02


def _string(night: pygame.Surface, top: float, sag: float, step: float, row: int) -> None:
    """A string from one end to the other that sags between its poles, a lantern every step."""
    width, height = night.get_size()
    spans = max(3, round(width / height / 2.1))
    points = []
    for number in range(spans * 12 + 1):
        share = number / 12 % 1
        y = height * (top + sag * 4 * share * (1 - share) + 0.06)
        points.append((width * number / (spans * 12) + row * height * 0.4, y))
    pygame.draw.aalines(night, mix(INK, CREAM, 0.35), False, points)
    place, number = height * step / 2, 0
    while place < width:
        index = min(len(points) - 1, round(place / width * spans * 12))
        _lantern(night, points[index], height * (0.145 - 0.03 * row), _LANTERNS[(number * 2 + row) % 5])
        place, number = place + height * step, number + 1


def _lantern(night: pygame.Surface, at: tuple[float, float], side: float, tone: Colour) -> None:
    """A folded paper lantern: brightest in its middle, ribs across it, a tassel below."""
    x, y = at[0], at[1] + side * 1.05
    ground.shine(night, (x, y), (side * 6, side * 6), tone, 0.42, 1.8)
    wide, tall = max(4, round(side * 1.8)), max(4, round(side * 2))
    u = np.linspace(-1, 1, wide, dtype=np.float32)[None, :]
    v = np.linspace(-1, 1, tall, dtype=np.float32)[:, None]
    cover = np.clip((1 - np.sqrt(u * u + v * v)) * wide / 2, 0, 1)
    ribs = 0.86 + 0.14 * np.cos(v * math.pi * 5)
    glow = np.clip(1.15 - np.hypot(u * 0.9, v * 0.7), 0, 1)[..., None]
    body = np.asarray(mix(tone, INK, 0.15), dtype=np.float32)
    colour = (body + (np.asarray((255, 250, 214), dtype=np.float32) - body) * glow * 0.7) * ribs[..., None]
    picture = paint.to_surface(colour, cover)
    night.blit(picture, picture.get_rect(center=(round(x), round(y))))
    for end in (-1, 1):
        cap = pygame.Rect(0, 0, max(2, round(side * 0.7)), max(1, round(side * 0.16)))
        cap.center = (round(x), round(y + end * side))
        night.fill(mix(tone, INK, 0.6), cap)
    pygame.draw.line(night, tone, (x, y + side), (x, y + side * 1.7), max(1, round(side * 0.12)))


def _flower(veil: pygame.Surface, at: tuple[float, float], radius: float, tone: Colour) -> None:
    for number in range(6):
        a = 2 * math.pi * number / 6
        petal = shapes.ellipse(
            at[0] + radius * math.cos(a),
            at[1] + radius * math.sin(a),
            radius * 0.8,
            radius * 0.5,
            math.degrees(a),
            18,
        )
        pygame.draw.polygon(veil, (*tone, 255), petal)
    pygame.draw.circle(veil, CREAM, at, radius * 0.42)
