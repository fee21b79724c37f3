# SPDX-License-Identifier: MIT
"""Noon over the same town when the hot wind blows: a white sun, a sky like brass, air that trembles."""

from __future__ import annotations

import numpy as np
import pygame

from emulator.panel.art import paint
from emulator.panel.art.scenery import ground
from emulator.panel.art.scenery.night import paint_gusts, skyline
from emulator.panel.art.theme import CREAM, INK, Colour, Theme, mix

_BRASS: Colour = (255, 176, 66)
_HAZE_AT = 0.62  # the haze is brightest behind the emblem, so many heights from the left

_HAZE: tuple[tuple[float, Colour, float], ...] = ((9.0, _BRASS, 0.34), (3.0, (255, 206, 120), 0.45))


def crown(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Behind the name: the sun, its haze over the roofs, and the wind."""
    width, height = size
    deep = theme.deep
    stops = [(0.0, mix(deep, INK, 0.1)), (0.5, mix(deep, _BRASS, 0.16)), (1.0, mix(deep, _BRASS, 0.66))]
    sky = paint.down(size, stops)
    x, y = round(height * _HAZE_AT), round(height * 0.42)
    for reach, tone, strength in _HAZE:
        light = paint.glow((round(height * reach),) * 2, tone, strength, 1.5)
        paint.add(sky, light, (x - light.get_width() // 2, y - light.get_height() // 2))
    paint_gusts(sky, mix(CREAM, _BRASS, 0.4), 0.16)
    roofs = skyline((width, round(height * 0.55)))
    far = np.roll(roofs, -width // 9, axis=1)[: -max(1, height // 12)]
    base = height - roofs.shape[0]
    sky.blit(paint.flat(far * 0.55, mix(_BRASS, deep, 0.45)), (0, base + max(1, height // 12)))
    sky.blit(paint.flat(roofs * 0.92, mix(deep, INK, 0.15)), (0, base + height // 9))
    return sky


def flank(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass as hot as the street: brass towards its foot, and the air that trembles over it."""
    width, height = size
    sheet = ground.pane(size, theme, level, _BRASS)
    ground.shine(
        sheet, (width if right else 0, height), (width * 1.6, height * 1.4), _BRASS, 0.5 * level, 1.4
    )
    x = np.arange(width, dtype=np.float32)[None, :]
    y = np.arange(height, dtype=np.float32)[:, None]
    unit = max(12.0, min(width, height) / 5)
    wave = np.sin(y / unit * 3 + np.sin(x / unit * 1.4 + (2 if right else 0)) * 1.7)
    cover = np.clip(wave - 0.55, 0, 1) * (y / height) * 1.4
    ground.print_on(
        sheet, np.asarray(np.clip(cover, 0, 1), dtype=np.float32), mix(CREAM, _BRASS, 0.4), 0.20 * level
    )
    return sheet
