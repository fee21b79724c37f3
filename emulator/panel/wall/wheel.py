# SPDX-License-Identifier: MIT
"""What turns beside the main window: a pinwheel in the wind for a carrusel, a gilded star in a casino."""

from __future__ import annotations

import math

import numpy as np
import pygame

from emulator.panel.art import paint, shapes
from emulator.panel.art.paint import Field
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.wall.kit import WallKit

_STEPS = 24  # pictures of a turn from one blade to the next
_BLADES = 8
_IDLE_MS = 6_000  # from one blade to the next
_WON_MS = 260


class Wheel:
    """A turning ornament, ``side`` pixels wide; pictures are prepared, or made when first seen."""

    def __init__(self, kit: WallKit, side: int) -> None:
        self._kit, self.side = kit, side
        self._pictures: dict[int, pygame.Surface] = {}
        self._shadow = _shadow(side)

    def prepare(self) -> None:
        """Make the pictures of a whole turn."""
        for step in range(_STEPS):
            self._picture(step)

    def draw(
        self, screen: pygame.Surface, centre: tuple[int, int], now_ms: int, *, won: bool, mirrored: bool
    ) -> None:
        """Slow while nothing happens, fast for a win; the right one turns against the left one."""
        period = _WON_MS if won else _IDLE_MS
        step = now_ms % period * _STEPS // period
        picture = self._picture(-step % _STEPS if mirrored else step)
        at = (centre[0] - self.side // 2, centre[1] - self.side // 2)
        drop = max(2, self.side // 26)
        screen.blit(self._shadow, (at[0] + drop, at[1] + 2 * drop))
        screen.blit(picture, at)

    def _picture(self, step: int) -> pygame.Surface:
        if step not in self._pictures:
            make = _pinwheel if self._kit.kind == "carrusel" else _star
            self._pictures[step] = make(self._kit, self.side, step / _STEPS * 360 / _BLADES)
        return self._pictures[step]


def _turned(points: list[tuple[float, float]], degrees: float) -> list[tuple[float, float]]:
    a = math.radians(degrees)
    c, s = math.cos(a), math.sin(a)
    return [(50 + (x - 50) * c - (y - 50) * s, 50 + (x - 50) * s + (y - 50) * c) for x, y in points]


def _pinwheel(kit: WallKit, side: int, turn: float) -> pygame.Surface:
    """Blades of paper, each with its fold lit from top left."""
    out = np.zeros((side, side, 3), dtype=np.float32)
    cover = np.zeros((side, side), dtype=np.float32)
    colours = (kit.theme.bright, kit.theme.accent, CREAM, mix(kit.theme.deep, kit.theme.beam(230), 0.8))
    for i in range(_BLADES):
        degrees = turn + i * 360 / _BLADES
        light = 0.86 + 0.22 * math.cos(math.radians(degrees + 60))
        blade = _turned([(50, 50), (50, 4), (68, 14), (71, 27)], degrees)
        fold = _turned([(50, 50), (50, 4), (61, 27)], degrees)
        for outline, colour, tone in (
            (blade, colours[i % 4], 0.66 * light), (fold, colours[i % 4], 1.05 * light),
        ):  # fmt: skip
            _over(out, cover, shapes.cover([outline], side), colour, tone)
    _over(
        out, cover, shapes.cover([shapes.ellipse(50, 50, 8, 8)], side), mix(kit.theme.bright, INK, 0.4), 1.0
    )
    _over(
        out, cover, shapes.cover([shapes.ellipse(49, 49, 6, 6)], side), mix(kit.theme.bright, CREAM, 0.5), 1.0
    )
    return paint.to_surface(out, cover)


def _star(kit: WallKit, side: int, turn: float) -> pygame.Surface:
    """A star of eight points in gold relief, a smaller one of enamel in it."""
    out = np.zeros((side, side, 3), dtype=np.float32)
    cover = np.zeros((side, side), dtype=np.float32)
    for outer, inner, colour, raised in (
        (48, 35, kit.theme.bright, 26.0), (39, 28, mix(kit.theme.accent, INK, 0.25), 14.0),
        (27, 15, mix(kit.theme.bright, CREAM, 0.25), 22.0),
    ):  # fmt: skip
        mask = shapes.cover([shapes.star(50, 50, outer, inner, _BLADES, -90 + turn)], side)
        relief = paint.blur(mask, max(1, side // 40))
        tone = 0.92 + np.clip(paint.facing(relief, side / raised), -0.55, 0.55)
        _over(out, cover, mask, colour, tone)
    return paint.to_surface(out, cover)


def _over(out: Field, cover: Field, mask: Field, colour: Colour, tone: float | Field) -> None:
    """Paint ``colour`` times ``tone`` where ``mask`` covers."""
    lit = np.broadcast_to(np.asarray(tone, dtype=np.float32), mask.shape)[..., None]
    share = mask[..., None]
    out[...] = out * (1 - share) + np.asarray(colour, dtype=np.float32) * lit * share
    cover[...] = np.maximum(cover, mask)


def _shadow(side: int) -> pygame.Surface:
    mask = paint.blur(shapes.cover([shapes.ellipse(50, 50, 40, 40)], side), max(2, side // 16))
    return paint.to_surface(np.zeros((side, side, 3), dtype=np.float32), mask * 0.5)
