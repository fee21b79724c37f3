# SPDX-License-Identifier: MIT
"""A drawn coin, or card, that flies into its slot and shows a passer-by what to do; it is no money."""

from __future__ import annotations

import math

import pygame

from emulator.panel.art import paint
from emulator.panel.machine.attract.spot import Spot
from emulator.panel.machine.parts.kit import Kit

FLIGHT_MS = 2_000
# From one coin to the next, and the knocks that its fall through the slot is seen by.
EACH_MS = 3_000
_KNOCKS_MS = (0, 190)
_KNOCK_MS = 170
_PHASES = 12
LARGEST = 0.30  # of the picture's shorter side, where it comes nearest to who looks
_EDGE_FROM = 0.86  # of its way
_LIGHT = 0.42  # radius of the light that follows it, likewise
_TURNS = 3

Spot2 = tuple[int, int]


class Flight:
    """
    One thing on its way, again and again.

    Args:
        face: the thing seen full face, as large as it becomes where it comes nearest to who looks.
        start: where it lies.
        slot: where it goes in.
        small_px: its width where it lies.
        lying: the slot lies level, as that of a card.
    """

    def __init__(
        self, kit: Kit, face: pygame.Surface, start: Spot2, slot: pygame.Rect, small_px: int, *, lying: bool
    ) -> None:
        self._face = face
        self._start, self._slot = start, slot
        self._small_px, self._large_px = small_px, face.get_width()
        self._lying = lying
        self._middle = kit.layout.window.centerx
        self._top = kit.layout.window.y
        self._spot = Spot(round(min(kit.layout.size) * _LIGHT))
        reach = self._large_px * 2
        self._gleam = paint.glow((reach, reach), (120, 96, 44), 0.9, 1.4)
        self._phases: dict[int, pygame.Surface] = {}

    def prepare(self) -> None:
        """Make every phase, and the light that follows."""
        self._spot.prepare()
        for phase in range(_PHASES):
            self._phase(phase)

    def draw(self, screen: pygame.Surface, since_ms: int) -> float:
        """The light and the thing; return how strongly the slot shines, 0 to 1."""
        along_ms = since_ms % EACH_MS
        share = min(1.0, along_ms / FLIGHT_MS)
        ease = share * share * (3 - 2 * share)
        x, y = self._at(ease)
        left_ms = EACH_MS - along_ms
        self._spot.draw(screen, (x, y), min(1.0, along_ms / 260, left_ms / 260))
        if share < 1:
            paint.add(screen, self._gleam, self._gleam.get_rect(center=(x, y)).topleft)
            self._draw_thing(screen, (x, y), ease)
        return max(_knock(along_ms - FLIGHT_MS), max(0.0, share - 0.75) * 3)

    def _at(self, ease: float) -> Spot2:
        """A high arc over the reels, swung out towards the middle where the way is short."""
        (x0, y0), (x1, y1) = self._start, self._slot.center
        lift = max(0, (y0 + y1) / 2 - self._top)
        swing = self._large_px * (0.9 if x1 <= self._middle else -0.9)
        high = math.sin(math.pi * ease)
        return round(x0 + (x1 - x0) * ease + swing * high), round(y0 + (y1 - y0) * ease - high * lift)

    def _draw_thing(self, screen: pygame.Surface, middle: Spot2, ease: float) -> None:
        """Tumbling, near in the middle of its way; at the end it turns its edge to the slot."""
        across = self._slot.width if self._lying else self._slot.height
        plain_px = self._small_px + (across * 0.92 - self._small_px) * ease
        share = (plain_px + (self._large_px - plain_px) * math.sin(math.pi * ease) ** 1.3) / self._large_px
        picture = self._phase(round(ease * _TURNS * _PHASES) % _PHASES)
        width, height = (max(2, round(side * share)) for side in picture.get_size())
        if ease > _EDGE_FROM:
            width, height = (max(2, round(side * share)) for side in self._face.get_size())
            thin = max(0.10, (1 - ease) / (1 - _EDGE_FROM))
            width, height = (width, round(height * thin)) if self._lying else (round(width * thin), height)
            picture = self._face
        picture = pygame.transform.smoothscale(picture, (width, height))
        screen.blit(picture, picture.get_rect(center=middle))

    def _phase(self, phase: int) -> pygame.Surface:
        """One of twelve of a turn about a level axis."""
        if phase not in self._phases:
            width, height = self._face.get_size()
            squash = max(0.10, abs(math.cos(math.pi * phase / _PHASES)))
            self._phases[phase] = paint.resized(self._face, (width, round(height * squash)))
        return self._phases[phase]


def _knock(since_ms: int) -> float:
    """The slot's light as the coin knocks on its way inside."""
    return max(
        (1 - (since_ms - at) / _KNOCK_MS for at in _KNOCKS_MS if 0 <= since_ms - at < _KNOCK_MS), default=0
    )
