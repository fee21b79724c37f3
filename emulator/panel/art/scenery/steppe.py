# SPDX-License-Identifier: MIT
"""The steppe east of Zaragoza at sundown: a low sun, tables of clay one behind the other, junipers."""

from __future__ import annotations

import math

import numpy as np
import pygame

from emulator.panel.art import paint, shapes
from emulator.panel.art.paint import Field
from emulator.panel.art.theme import CREAM, INK, Colour, Theme, mix

_ROSE: Colour = (206, 62, 84)
_FIRE: Colour = (255, 128, 44)
_SUN: Colour = (255, 226, 130)
_SUN_AT = 0.58  # the sun stands so far from the left edge, in heights of the crown


def crown(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Behind the name: the sun at the left, where the emblem is, and the clay of the plain."""
    width, height = size
    sky = _sky(size, theme)
    x, y = round(height * _SUN_AT), round(height * 0.56)
    warm = paint.glow((height * 9, height * 3), mix(_FIRE, _ROSE, 0.3), 0.85, 1.5)
    paint.add(sky, warm, (x - height * 9 // 2, y - height * 3 // 2))
    _rays(sky, (x, y))
    disc = np.zeros((height, width), dtype=np.float32)
    radius = height * 0.52
    across = np.arange(width, dtype=np.float32)[None, :] - x
    along = np.arange(height, dtype=np.float32)[:, None] - y
    disc += np.clip(radius - np.sqrt(across**2 + along**2), 0, 1)
    tone = paint.ramp(height, [(0.1, (255, 244, 190)), (0.6, _SUN), (1, _FIRE)])
    sky.blit(paint.to_surface(np.broadcast_to(tone[:, None, :], (height, width, 3)), disc), (0, 0))
    for level, far in enumerate((0.0, 0.45, 1.0)):
        tint = mix(mix(theme.deep, _ROSE, 0.55 - 0.2 * level), INK, 0.1 + 0.25 * far)
        sky.blit(paint.flat(_tables(size, level), tint), (0, 0))
    sky.blit(paint.flat(_plain(size), mix(theme.deep, INK, 0.62)), (0, 0))
    return sky


def flank(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """A sheet of glass: dusk above, layers of clay below, each with its band of chalk."""
    width, height = size
    deep = theme.deep
    sheet = paint.down(
        size,
        [
            (0, mix(deep, INK, 0.25)),
            (0.38, mix(deep, _ROSE, 0.30 * level)),
            (0.7, mix(_ROSE, _FIRE, 0.35)),
            (1, mix(_FIRE, deep, 0.35)),
        ],
    )
    x = width if right else 0  # half a sun behind the reels' frame would be cut; it stands at the outer edge
    light = paint.glow((width * 2, height), mix(_FIRE, _SUN, 0.4), 0.55 * level, 1.4)
    paint.add(sheet, light, (x - width, round(height * 0.05)))
    for number in range(5):
        top = 0.46 + 0.115 * number
        mask = _layer(size, top, number, 0.7 if right else 0.0)
        tone = mix(mix(_FIRE, _ROSE, 0.25 + 0.12 * number), deep, 0.30 + 0.14 * number)
        sheet.blit(paint.flat(mask, mix(tone, INK, 0.12)), (0, 0))
        if number < 2:  # further down a bright edge would strike the price out
            edge = np.clip(mask - np.roll(mask, max(1, height // 110), axis=0), 0, 1)
            sheet.blit(paint.flat(edge * 0.32, mix(CREAM, _FIRE, 0.35)), (0, 0))
    return sheet


def _sky(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Violet above, rose and fire towards the ground, first stars at the right."""
    width, height = size
    deep = theme.deep
    sky = paint.down(
        size,
        [
            (0, mix(deep, INK, 0.15)),
            (0.45, mix(deep, theme.beam(150), 0.55)),
            (0.8, mix(_ROSE, deep, 0.25)),
            (1, mix(_FIRE, _ROSE, 0.35)),
        ],
    )
    draw = np.random.default_rng(23)
    for _ in range(30):
        x, y = (0.35 + 0.65 * draw.random()) * width, draw.random() ** 1.5 * height * 0.45
        bright = round(70 + draw.random() * 120)
        side = max(2, round(height * (0.02 + 0.03 * draw.random())))
        paint.add(sky, paint.glow((side * 2 + 1, side * 2 + 1), (bright,) * 3, 1, 2.2), (round(x), round(y)))
    return sky


def _rays(sky: pygame.Surface, middle: tuple[int, int]) -> None:
    """Broad beams that fan out from the sun, fading with their length."""
    width, height = sky.get_size()
    x = np.arange(width, dtype=np.float32)[None, :] - middle[0]
    y = np.arange(height, dtype=np.float32)[:, None] - middle[1]
    turn = np.arctan2(y, x)
    far = np.sqrt(x * x + y * y) / (height * 6)
    beam = np.clip(np.cos(turn * 22) * 3 - 1, 0, 1) * np.clip(1 - far, 0, 1) ** 1.6
    beam *= np.clip((-y + height * 0.12) / (height * 0.3), 0, 1)
    light = beam[..., None] * np.asarray((92, 44, 18), dtype=np.float32)
    paint.add(sky, paint.to_surface(light), (0, 0))


def _tables(size: tuple[int, int], level: int) -> Field:
    """A row of clay tables, each worn to steps; the nearer the lower and the broader."""
    width, height = size
    draw = np.random.default_rng(40 + level)
    sheet = paint.plain((width * 2, height * 2))
    base = height * 2 * (0.80 + 0.07 * level)
    pygame.draw.rect(sheet, (255, 255, 255), (0, base, width * 2, height * 2))
    x = -height * draw.random()
    while x < width * 2:
        broad = height * (0.9 + 1.3 * draw.random())
        tall = height * (0.34 + 0.42 * draw.random()) * (1 - 0.16 * level)
        top = base - tall
        slope = broad * 0.16
        step = top + tall * (0.30 + 0.2 * draw.random())
        outline = [
            (x, base + 2),
            (x + slope, step),
            (x + slope * 1.5, step),
            (x + slope * 1.9, top),
            (x + broad - slope * 1.9, top),
            (x + broad - slope * 1.4, step + tall * 0.12),
            (x + broad - slope, step + tall * 0.12),
            (x + broad, base + 2),
        ]
        pygame.draw.polygon(sheet, (255, 255, 255), outline)
        x += broad + height * (0.5 + 1.8 * draw.random())
    return paint.shrunk(sheet, size)


def _plain(size: tuple[int, int]) -> Field:
    """The near ground with clay towers and junipers on it."""
    width, height = size
    sheet = paint.plain((width * 2, height * 2))
    low = [
        (share / 30 * width * 2, height * 2 * (0.93 + 0.025 * math.sin(share * 1.7))) for share in range(31)
    ]
    pygame.draw.polygon(sheet, (255, 255, 255), [*low, (width * 2, height * 2), (0, height * 2)])
    for share, tall in ((0.225, 0.42), (0.79, 0.5), (0.86, 0.3)):
        _tower(sheet, width * 2 * share, height * 2 * 0.95, height * 2 * tall)
    draw = np.random.default_rng(9)
    for _ in range(26):
        x, broad = draw.random() * width * 2, height * (0.07 + 0.1 * draw.random())
        y = height * 2 * 0.94
        pygame.draw.ellipse(sheet, (255, 255, 255), (x, y - broad * 1.1, broad * 1.8, broad * 1.6))
    return paint.shrunk(sheet, size)


def _tower(sheet: pygame.Surface, x: float, foot: float, tall: float) -> None:
    """A clay tower under its cap of stone."""
    half = tall * 0.13
    neck = shapes.smooth(
        [(x - half * 3.2, foot), (x - half * 1.5, foot - tall * 0.4), (x - half, foot - tall * 0.84)],
        closed=False,
    )
    other = [(2 * x - a, b) for a, b in neck]
    pygame.draw.polygon(sheet, (255, 255, 255), neck + other[::-1])
    pygame.draw.ellipse(sheet, (255, 255, 255), (x - half * 1.7, foot - tall, half * 3.4, tall * 0.24))


def _layer(size: tuple[int, int], top: float, number: int, phase: float) -> Field:
    """Everything below a slow wave."""
    width, height = size
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    wave = 0.028 * np.sin(x * (3.2 + number) + number * 1.9 + phase * 5)
    wave = wave + 0.012 * np.sin(x * 9 + number * 2.3 + phase * 3)
    y = np.arange(height, dtype=np.float32)[:, None]
    return np.asarray(np.clip(y - (top + wave) * height + 0.5, 0, 1), dtype=np.float32)
