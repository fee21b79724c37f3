# SPDX-License-Identifier: MIT
"""The mark of a ring: a band for each tolerance of the model, at its true angles for the lap of a round."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pygame

from emulator.panel.art import paint
from emulator.panel.art.theme import Colour, mix

Zones = Sequence[tuple[int, int]]
"""Within how many ms, and what that is worth; from the nearest."""

_HOT: tuple[Colour, ...] = ((255, 236, 120), (255, 150, 64), (236, 74, 96), (138, 84, 214), (64, 110, 220))


def zone_colours(count: int) -> list[Colour]:
    """From the nearest, the hottest, to the widest."""
    found = []
    for number in range(count):
        at = number * min(1.0, 3 / max(1, count - 1)) if count > 1 else 0.0
        low = min(int(at), len(_HOT) - 2)
        found.append(mix(_HOT[low], _HOT[low + 1], at - low))
    return found


def half_turn(within_ms: int, lap_ms: int) -> float:
    """The angle, in radians, on each side of the mark within which a press counts; a half circle at most."""
    return min(math.pi, 2 * math.pi * within_ms / lap_ms)


def zone_at(off_ms: int, zones: Zones) -> int | None:
    """The zone in which a press lies, from 0 the nearest; None beyond the last."""
    return next((at for at, (within_ms, _) in enumerate(zones) if abs(off_ms) <= within_ms), None)


class Band(NamedTuple):
    """A painted sector, and where its corner lies from the middle of the ring."""

    picture: pygame.Surface
    corner: tuple[int, int]


def band(zones: Zones, lap_ms: int, near: float, far: float) -> Band:
    """
    The zones of a round as arcs about the top, the nearest over the wider ones.

    Args:
        lap_ms: time in which the light goes round.
        near, far: radii between which they lie, in pixels.
    """
    widest = half_turn(zones[-1][0], lap_ms)
    left = math.ceil(far * (math.sin(widest) if widest < math.pi / 2 else 1)) + 2
    low = math.ceil(-math.cos(widest) * (near if widest < math.pi / 2 else far)) + 2
    top = math.ceil(far) + 2
    x = np.arange(-left, left, dtype=np.float32)[None, :] + 0.5
    y = np.arange(-top, low, dtype=np.float32)[:, None] + 0.5
    radius, angle = np.hypot(x, y), np.abs(np.arctan2(x, -y))
    rgb = np.zeros((*radius.shape, 3), dtype=np.float32)
    shade = 0.80 + 0.30 * np.clip((radius - near) / max(1.0, far - near), 0, 1)
    for (within_ms, _), colour in zip(reversed(zones), reversed(zone_colours(len(zones))), strict=True):
        half = half_turn(within_ms, lap_ms)
        inside = np.clip(0.5 + (half - angle) * radius, 0, 1)[..., None]
        rgb += (np.asarray(colour, dtype=np.float32) - rgb) * inside
    cover = np.clip(0.5 + (widest - angle) * radius, 0, 1) if widest < math.pi else np.ones_like(radius)
    cover = cover * np.clip(0.5 + radius - near, 0, 1) * np.clip(0.5 + far - radius, 0, 1)
    return Band(paint.to_surface(rgb * shade[..., None], cover), (-left, -top))
