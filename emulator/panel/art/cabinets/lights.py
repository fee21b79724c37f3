# SPDX-License-Identifier: MIT
"""
Bulbs that chase: each a coloured cap while it is dark, with a bloom of twice its size while it is lit.

    bulbs = Bulbs(places, radius_px, colour)
    bulbs.paint(base)                          # once
    bulbs.draw(screen, clock_ms, Mood.PLAY)    # every frame, from the clock of the picture alone
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, Colour, mix

Place = tuple[int, int]


class Mood(Enum):
    """What a machine does, as far as its lights tell."""

    OFF = "off"
    """No current, or a tilt: nothing but the tower light shines."""
    REST = "rest"
    """Nobody plays: it calls."""
    PLAY = "play"
    WIN = "win"


# How long a step of the chase lasts, and which bulbs of so many are lit.
_STEP_MS = {Mood.REST: 120, Mood.PLAY: 260, Mood.WIN: 70}
_OF = {Mood.REST: 3, Mood.PLAY: 3, Mood.WIN: 2}


class Lights(Protocol):
    """What shines and moves on a cabinet."""

    def paint(self, base: pygame.Surface) -> None:
        """As it is with no current."""

    def draw(self, screen: pygame.Surface, clock_ms: int, mood: Mood) -> None:
        """What is lit now."""

    @property
    def boxes(self) -> list[Rect]:
        """Where its light may fall."""


class Bulbs:
    """A row of bulbs of one colour, in the order in which the light runs."""

    def __init__(self, places: Sequence[Place], radius: int, colour: Colour) -> None:
        self._places = list(places)
        self._radius = radius
        self._dark = bulb(radius, colour, lit=False)
        self._lit = bulb(radius, colour, lit=True)
        reach = radius * 8 + 1
        self._bloom = paint.glow((reach, reach), mix(colour, (255, 170, 80), 0.25), 0.62, 1.9)

    @property
    def places(self) -> list[Place]:
        """Where the bulbs are."""
        return self._places

    def paint(self, base: pygame.Surface) -> None:
        """Every bulb dark, in its socket."""
        for x, y in self._places:
            pygame.draw.aacircle(base, INK, (x + 1, y + 1), self._radius + 2)
            pygame.draw.aacircle(base, paint.metal().mid, (x, y), self._radius + 1)
            base.blit(self._dark, self._dark.get_rect(center=(x, y)))

    def lit(self, clock_ms: int, mood: Mood) -> list[Place]:
        """The bulbs that are lit: one of three runs, on a win every other one in turn."""
        if mood is Mood.OFF:
            return []
        step, of = clock_ms // _STEP_MS[mood], _OF[mood]
        return [place for number, place in enumerate(self._places) if (number - step) % of == 0]

    def draw(self, screen: pygame.Surface, clock_ms: int, mood: Mood) -> None:
        """The light of the bulbs that are lit."""
        half, reach = self._lit.get_width() // 2, self._bloom.get_width() // 2
        places = self.lit(clock_ms, mood)
        screen.fblits([(self._lit, (x - half, y - half)) for x, y in places])
        add = pygame.BLEND_RGB_ADD
        screen.fblits([(self._bloom, (x - reach, y - reach)) for x, y in places], add)

    @property
    def boxes(self) -> list[Rect]:
        """The bloom of each."""
        return [self._bloom.get_rect(center=place) for place in self._places]


class Together:
    """Several sets of lights as one."""

    def __init__(self, *parts: Lights) -> None:
        self.parts = parts

    def paint(self, base: pygame.Surface) -> None:
        """Each as it is with no current."""
        for part in self.parts:
            part.paint(base)

    def draw(self, screen: pygame.Surface, clock_ms: int, mood: Mood) -> None:
        """What is lit now of each."""
        for part in self.parts:
            part.draw(screen, clock_ms, mood)

    @property
    def boxes(self) -> list[Rect]:
        """Those of each."""
        return [box for part in self.parts for box in part.boxes]


def bulb(radius: int, colour: Colour, *, lit: bool) -> pygame.Surface:
    """A round bulb from in front: coloured glass with the key light on it, or the thread behind it."""
    side = 2 * radius + 1
    at = (np.arange(side, dtype=np.float32) - radius) / max(1, radius)
    x, y = at[None, :], at[:, None]
    far = np.sqrt(x * x + y * y)
    body = np.asarray(mix(colour, (255, 255, 255), 0.2) if lit else mix(colour, INK, 0.55), dtype=np.float32)
    spot = np.clip(1.1 - far, 0, 1) if lit else np.clip(0.62 - np.hypot(x + 0.34, y + 0.38), 0, 1) * 1.3
    face = body + (255 - body) * np.clip(spot, 0, 1)[..., None] * (0.95 if lit else 0.8)
    return paint.to_surface(face, np.clip((1.12 - far) * radius, 0, 1))


def along_x(y: int, left: int, right: int, step: int) -> list[Place]:
    """Places in a level row, its ends included."""
    count = max(1, round((right - left) / step))
    return [(left + (right - left) * number // count, y) for number in range(count + 1)]


def along_y(x: int, top: int, bottom: int, step: int) -> list[Place]:
    """Places in an upright row, its ends included."""
    return [(x, y) for y, _ in along_x(0, top, bottom, step)]


def round_of(rect: Rect, step: int) -> list[Place]:
    """Places round a rectangle, clockwise from its upper left corner."""
    upper = along_x(rect.y, rect.x, rect.right, step)
    right = along_y(rect.right, rect.y, rect.bottom, step)[1:-1]
    lower = along_x(rect.bottom, rect.x, rect.right, step)[::-1]
    left = along_y(rect.x, rect.y, rect.bottom, step)[1:-1][::-1]
    return [*upper, *right, *lower, *left]
