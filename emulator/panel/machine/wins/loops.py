# SPDX-License-Identifier: MIT
"""
What the symbols that win do: coins and stars gleam, bells swing, fruit bounces, sevens and bars glow.

On a screen the picture itself moves. A drum is printed and cannot: there the light behind its paper does the
same. Each phase of a loop is made when it is seen first and kept.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import pygame

from emulator.panel.art import paint

Family = Literal["gleam", "swing", "bounce", "glow"]

PHASES = 16
LOOP_MS = 960
_FAMILIES: dict[str, Family] = {
    **dict.fromkeys(("bell", "castanets", "tambourine", "guitar", "dulzaina", "heron", "kite"), "swing"),
    **dict.fromkeys(("grapes", "peach", "cherries", "almond", "wheat", "poppy", "lizard"), "bounce"),
    **dict.fromkeys(("seven", "bar", "two_bars", "three_bars", "scorpion"), "glow"),
}
_SWING_DEG = 11
_RISE = 0.11  # of the side
_SWELL = 0.09


def family_of(drawing: str) -> Family:
    """What a drawing does when it wins; one that nobody named gleams as metal does."""
    return _FAMILIES.get(drawing, "gleam")


def phase_at(since_ms: int) -> int:
    """Which picture of the loop is seen, 0 the symbol as it stands."""
    return since_ms * PHASES // LOOP_MS % PHASES


def moved(picture: pygame.Surface, family: Family, phase: int) -> tuple[pygame.Surface, tuple[int, int]]:
    """
    A symbol in a phase of its loop, and by how much its middle has moved.

    Returns:
        The picture, and the way of its middle in pixels, right and down.
    """
    along = phase / PHASES
    side = picture.get_width()
    if family == "swing":
        angle = _SWING_DEG * math.sin(2 * math.pi * along)
        turned = paint.turned(picture, angle)
        # It hangs by its top: there it stays.
        arm, turn = side * 0.45, math.radians(angle)
        return turned, (round(arm * math.sin(turn)), round(arm * (math.cos(turn) - 1)))
    if family == "bounce":
        lift = abs(math.sin(math.pi * along * 2))
        squash = 1 - 0.10 * (1 - lift) * (1 if phase else 0)
        size = (round(side * (2 - squash)), round(side * squash))
        low = (side - size[1]) // 2
        return paint.resized(picture, size), (0, low - round(_RISE * side * lift))
    swell = 1 + _SWELL * (0.5 - 0.5 * math.cos(2 * math.pi * along))
    return paint.resized(picture, (round(side * swell), round(side * swell))), (0, 0)


def light(picture: pygame.Surface, family: Family, phase: int) -> pygame.Surface:
    """What the light behind a symbol, or the gleam on it, adds in a phase; nothing outside the symbol."""
    side = picture.get_width()
    mask = paint.cover_of(picture)
    along = phase / PHASES
    at = np.linspace(-1, 1, side, dtype=np.float32)
    x, y = at[None, :], at[:, None]
    level: paint.AnyField
    if family == "glow":
        level = np.full((side, side), 0.62 * (0.5 - 0.5 * math.cos(2 * math.pi * along)), dtype=np.float32)
    elif family == "swing":
        middle = 0.75 * math.sin(2 * math.pi * along)
        level = np.clip(1 - np.abs(x - middle + 0 * y) / 0.55, 0, 1) * 0.62
    elif family == "bounce":
        middle = 0.7 - 1.4 * abs(math.sin(2 * math.pi * along))
        level = np.clip(1 - np.abs(y - middle + 0 * x) / 0.6, 0, 1) * 0.6
    else:
        level = np.clip(1 - np.abs((x + y) / 2 + 1.3 - 2.6 * along) / 0.24, 0, 1) * 0.85
    return paint.light_of(mask * level, (255, 236, 190))
