# SPDX-License-Identifier: MIT
"""A street with balconies where people sing: a ronda by lamplight, an albada at first light."""

from __future__ import annotations

import math

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint, shapes
from emulator.panel.art.scenery import ground
from emulator.panel.art.theme import INK, Colour, Theme, mix

_LAMP: Colour = (255, 190, 96)
_DAWN: Colour = (255, 176, 120)
_RED: Colour = (232, 62, 74)


def night(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """A wall with doors and balconies under two lamps, notes that rise from below."""
    return _street(size, theme, _LAMP, lamps=True)


def morning(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The same walls with the sun coming up at their end, lamps out, swallows in the air."""
    return _street(size, theme, _DAWN, lamps=False)


def night_pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass with notes on five lines."""
    return _pane(size, theme, right, level, _LAMP)


def morning_pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """The same lines in the light of the morning."""
    return _pane(size, theme, not right, level, _DAWN)


def _pane(size: tuple[int, int], theme: Theme, right: bool, level: float, light: Colour) -> pygame.Surface:
    width, height = size
    sheet = ground.pane(size, theme, level, mix(theme.accent, light, 0.5))
    tone = mix(theme.bright, theme.deep, 0.4)
    unit = min(width, height) * 0.09

    def line(x: float, number: int) -> float:
        return (
            height * 0.74 + unit * (number - 2) + math.sin(x / width * 4 + (1.4 if right else 0)) * unit * 1.6
        )

    veil = paint.layer(size)
    for number in range(5):
        spine = [(width * k / 24, line(width * k / 24, number)) for k in range(25)]
        pygame.draw.aalines(veil, tone, False, spine)
    for number in range(5):
        x = width * (0.14 + 0.18 * number)
        _note(veil, (x, line(x, (number * 3) % 5)), unit * 0.62, theme.bright)
    veil.set_alpha(round(70 + 60 * level))
    sheet.blit(veil, (0, 0))
    return sheet


def _street(size: tuple[int, int], theme: Theme, light: Colour, *, lamps: bool) -> pygame.Surface:
    width, height = size
    deep = theme.deep
    wall = mix(deep, light, 0.14 if lamps else 0.24)
    picture = paint.down(size, [(0, mix(wall, INK, 0.42)), (0.7, wall), (1, mix(wall, INK, 0.4))])
    paint.tint(picture, 91, 14, 8)
    lit_at = (height * 1.62, width - height * 1.72)
    if lamps:
        for x in lit_at:
            ground.shine(picture, (x, height * 0.34), (height * 5, height * 3), light, 0.55, 1.4)
    else:
        ground.shine(picture, (width - height * 1.4, height), (width * 0.9, height * 4), _DAWN, 0.65, 1.2)
    step = height * 1.06
    count = math.ceil(width / step)
    first = (width - count * step) / 2
    for number in range(count):
        _balcony(picture, (first + (number + 0.5) * step, height), theme, light, number)
    if lamps:
        for x in lit_at:
            _lamp(picture, (x, height * 0.30), height * 0.13)
        _notes(picture, theme)
    else:
        _swallows(picture, theme)
    return picture


def _balcony(
    picture: pygame.Surface, at: tuple[float, float], theme: Theme, light: Colour, number: int
) -> None:
    """A tall window with shutters, iron rails before it, pots of geraniums."""
    x, height = round(at[0]), round(at[1])
    door = Rect(0, 0, round(height * 0.34), round(height * 0.62))
    door.midbottom = (x, round(height * 0.86))
    inside = mix(light, theme.deep, 0.30) if number % 3 else mix(theme.deep, INK, 0.5)
    picture.fill(mix(theme.deep, INK, 0.6), door.inflate(height // 14, height // 20))
    picture.fill(inside, door)
    pygame.draw.line(picture, mix(inside, INK, 0.6), door.midtop, door.midbottom, max(1, height // 60))
    for side in (-1, 1):
        shutter = Rect(0, door.y, round(height * 0.15), door.height)
        shutter.centerx = x + side * round(height * 0.27)
        picture.fill(mix((62, 104, 84), theme.deep, 0.45), shutter)
        for y in range(shutter.y + 2, shutter.bottom, max(3, height // 22)):
            pygame.draw.line(picture, mix(theme.deep, INK, 0.4), (shutter.x, y), (shutter.right - 1, y))
    rail = Rect(0, 0, round(height * 0.84), round(height * 0.30))
    rail.midbottom = (x, round(height * 0.94))
    iron = (14, 12, 16)
    for k in range(13):
        bar = rail.x + rail.width * k // 12
        pygame.draw.line(picture, iron, (bar, rail.y), (bar, rail.bottom), max(1, height // 70))
        pygame.draw.circle(picture, iron, (bar, rail.centery), max(1, height // 50), 1)
    for y in (rail.y, rail.bottom):
        pygame.draw.line(picture, iron, (rail.x, y), (rail.right, y), max(2, height // 34))
    draw = np.random.default_rng(number + 5)
    for k in range(4):
        pot = rail.x + rail.width * (2 * k + 1) // 8
        pygame.draw.circle(picture, mix((40, 110, 60), INK, 0.2), (pot, rail.y), height // 18)
        for _ in range(5):
            spot = (pot + (draw.random() - 0.5) * height * 0.11, rail.y - draw.random() * height * 0.08)
            pygame.draw.circle(picture, mix(_RED, light, 0.25 * draw.random()), spot, max(1, height // 44))


def _lamp(picture: pygame.Surface, at: tuple[float, float], side: float) -> None:
    """An iron lantern on its bracket."""
    x, y = at
    ground.shine(picture, at, (side * 7, side * 7), _LAMP, 0.8, 1.9)
    glass = [
        (x - side * 0.5, y - side * 0.6),
        (x + side * 0.5, y - side * 0.6),
        (x + side * 0.32, y + side * 0.6),
        (x - side * 0.32, y + side * 0.6),
    ]
    pygame.draw.polygon(picture, (255, 236, 180), glass)
    pygame.draw.aalines(picture, INK, True, glass)
    pygame.draw.aaline(picture, INK, (x, y - side * 0.6), (x, y + side * 0.6))
    pygame.draw.polygon(
        picture,
        INK,
        [(x - side * 0.7, y - side * 0.55), (x + side * 0.7, y - side * 0.55), (x, y - side * 1.15)],
    )


def _notes(picture: pygame.Surface, theme: Theme) -> None:
    width, height = picture.get_size()
    for number, share in enumerate((0.30, 0.36, 0.62, 0.69, 0.24, 0.76)):
        at = (width * share, height * (0.22 + 0.13 * (number % 3)))
        _note(picture, at, height * 0.075, mix(theme.bright, theme.accent, 0.2 * (number % 3)))


def _note(picture: pygame.Surface, at: tuple[float, float], radius: float, tone: Colour) -> None:
    head = shapes.ellipse(at[0], at[1], radius * 1.15, radius * 0.85, -20, 20)
    pygame.draw.polygon(picture, tone, head)
    x, top = at[0] + radius, at[1] - radius * 4
    pygame.draw.line(picture, tone, (x, at[1]), (x, top), max(1, round(radius * 0.3)))
    pygame.draw.polygon(
        picture, tone, [(x, top), (x + radius * 1.5, top + radius * 1.4), (x, top + radius * 0.9)]
    )


def _swallows(picture: pygame.Surface, theme: Theme) -> None:
    width, height = picture.get_size()
    draw = np.random.default_rng(19)
    for _ in range(round(width / height * 1.6)):
        x, y = draw.random() * width, height * (0.08 + 0.32 * draw.random())
        side = height * (0.05 + 0.05 * draw.random())
        wing = [
            (x - side * 1.6, y - side * 0.5),
            (x - side * 0.4, y - side * 0.25),
            (x, y + side * 0.1),
            (x + side * 0.4, y - side * 0.25),
            (x + side * 1.6, y - side * 0.5),
            (x, y + side * 0.4),
        ]
        pygame.draw.polygon(picture, mix(theme.deep, INK, 0.75), wing)
