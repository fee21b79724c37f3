# SPDX-License-Identifier: MIT
"""What a hit throws: two waves of light, sparks, and its points, which fly to their counter."""

from __future__ import annotations

import math

import pygame

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, Colour, mix

WAVES_MS = 700
FLIGHT_MS = (450, 1_050)
_SPARKS = 36
_SIZES = 5
BRASS: Colour = (206, 158, 74)

Point = tuple[int, int]


class Burst:
    """Draws a hit by its age, from pictures that were made once."""

    def __init__(self, reach: int, colour: Colour) -> None:
        self._reach = reach
        self._colour = colour
        self._flare = paint.glow((reach, reach), colour, 1.0, 1.3)
        self._sparks = [
            paint.glow((size, size), mix(colour, (255, 255, 255), 0.5), 1.0 - 0.14 * number, 1.2)
            for number, size in enumerate([max(4, round(reach * (0.21 - 0.03 * at))) for at in range(_SIZES)])
        ]

    def draw(self, screen: pygame.Surface, at: Point, age_ms: int, strength: float) -> None:
        """
        Draw what is left of it.

        Args:
            at: the lamp on which it was hit.
            strength: 1 of the nearest zone, less of wider ones.
        """
        if not 0 <= age_ms < WAVES_MS:
            return
        share = age_ms / WAVES_MS
        for late in (0.0, 0.22):
            self._wave(screen, at, share - late, strength)
        spark = self._sparks[min(_SIZES - 1, int(share * _SIZES))]
        flown = (1 - (1 - share) ** 2) * self._reach * (0.4 + 0.6 * strength)
        for number in range(round(_SPARKS * strength)):
            turn = 2 * math.pi * (number * 0.618 % 1)
            far = flown * (0.55 + 0.45 * (number * 0.377 % 1))
            x = at[0] + round(far * math.sin(turn))
            y = at[1] - round(far * math.cos(turn)) + round(self._reach * 0.35 * share * share)
            paint.add(screen, spark, spark.get_rect(center=(x, y)).topleft)
        if share < 0.3:
            paint.add(screen, self._flare, self._flare.get_rect(center=at).topleft)

    def draw_rim(self, screen: pygame.Surface, centre: Point, radius: int, age_ms: int) -> None:
        """The rim of the wheel flashes and goes out, of a press in the nearest zone."""
        if not 0 <= age_ms < WAVES_MS:
            return
        share = age_ms / WAVES_MS
        broad = max(2, round(radius * 0.05 * (1 - share)))
        pygame.draw.aacircle(screen, mix((255, 252, 232), BRASS, share), centre, radius, broad)

    def _wave(self, screen: pygame.Surface, at: Point, share: float, strength: float) -> None:
        if not 0 < share < 0.75:
            return
        radius = round(self._reach * (0.15 + 1.15 * share) * (0.5 + 0.5 * strength))
        colour = mix(mix(self._colour, (255, 255, 255), 0.4), INK, share)
        pygame.draw.aacircle(screen, colour, at, radius, max(1, round(self._reach * 0.035 * (1 - share))))


def flight(
    words: pygame.Surface, start: Point, end: Point, age_ms: int
) -> tuple[pygame.Surface, Point] | None:
    """The points on their way: their picture now and where its middle is; None before and after."""
    begins, ends = FLIGHT_MS
    if not begins <= age_ms < ends:
        return None
    share = (age_ms - begins) / (ends - begins)
    share *= share * (3 - 2 * share)
    x = start[0] + (end[0] - start[0]) * share
    y = start[1] + (end[1] - start[1]) * share - abs(end[1] - start[1]) * 0.35 * math.sin(math.pi * share)
    size = [max(1, round(side * (1 - 0.62 * share))) for side in words.get_size()]
    return pygame.transform.smoothscale(words, size), (round(x), round(y))
