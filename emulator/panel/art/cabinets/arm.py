# SPDX-License-Identifier: MIT
"""The arm of a bandit seen from in front: a brass boss, a chrome shaft, a ball that comes nearer."""

from __future__ import annotations

import math

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.cabinets.bandit import BRASS
from emulator.panel.art.cabinets.shell import screw
from emulator.panel.art.theme import INK, Colour, mix

_BALL: Colour = (196, 24, 30)
_DOWN_DEG = 52.0  # how far below the level the pulled arm stands
_NEARER = 0.34  # the ball's growth where it comes nearest
_STEPS = 16


class Arm:
    """
    Draws the arm within ``housing``, at any depth of its pull.

    Args:
        housing: the plate that it is mounted on.
    """

    def __init__(self, housing: Rect, radius_px: int) -> None:
        self.housing = housing
        self._x = housing.centerx + round(housing.width * 0.08)
        self._radius = min(radius_px, round(housing.width * 0.27))
        self._boss = round(self._radius * 0.9)
        self._pivot_y = housing.y + round(housing.height * 0.55)
        self._length = round(housing.height * 0.55) - round(self._radius * 1.35)
        self._shaft_px = max(5, round(self._radius * 0.5))
        self._shaft = _shaft(self._shaft_px, self._length)
        ball = _ball(self._radius * 3)
        self._balls = [
            pygame.transform.smoothscale(ball, (2 * self._size(step / _STEPS),) * 2)
            for step in range(_STEPS + 1)
        ]

    @property
    def travel_px(self) -> int:
        """How far the ball goes down between upright and pulled."""
        return self.ball_at(1.0)[1] - self.ball_at(0.0)[1]

    def ball_at(self, depth: float) -> tuple[int, int]:
        """The middle of the ball."""
        return self._x, self._pivot_y - round(self._length * math.sin(self._turn(depth)))

    def touched(self, point: tuple[int, int], depth: float, least_px: int) -> bool:
        """Whether a hand at this point takes the arm: its ball, or the shaft below it."""
        x, y = self.ball_at(depth)
        reach = max(self._radius + self._radius // 2, least_px // 2 + 1)
        if math.dist(point, (x, y)) <= reach:
            return True
        shaft = Rect(0, 0, max(2 * self._shaft_px, least_px), abs(self._pivot_y - y))
        shaft.midtop = (x, min(y, self._pivot_y))
        return shaft.collidepoint(point)

    def paint(self, base: pygame.Surface, enamel: Colour) -> None:
        """The plate with the slot that the arm moves in, and the boss that it turns on."""
        plate = self.housing
        steel = paint.metal()
        metal = paint.across(
            plate.size, [(0, steel.mid), (0.2, steel.light), (0.55, steel.mid), (1, steel.dark)]
        )
        paint.tint(metal, 41, 140, 10, vertical=True)
        base.blit(paint.clip_round(metal, plate.width * 0.14), plate)
        inner = plate.inflate(-max(6, plate.width // 9), -max(6, plate.width // 9))
        stops = [(0.0, mix(enamel, (255, 220, 200), 0.18)), (0.4, enamel), (1.0, mix(enamel, INK, 0.5))]
        base.blit(paint.clip_round(paint.down(inner.size, stops), plate.width * 0.10), inner)
        pygame.draw.rect(base, BRASS.mid, inner, max(1, plate.width // 60), round(plate.width * 0.10))
        top, bottom = self.ball_at(0.0)[1], self.ball_at(1.0)[1]
        slot = Rect(0, 0, round(self._shaft_px * 1.9), bottom - top)
        slot.midtop = (self._x, top)
        base.blit(
            paint.clip_round(
                paint.across(slot.size, [(0, (2, 2, 2)), (0.7, (18, 13, 12)), (1, (60, 48, 40))]),
                slot.width / 2,
            ),
            slot,
        )
        with paint.of_metal(BRASS.mid):
            paint.frame(base, slot, max(2, plate.width // 40), slot.width / 2)
        inset = max(4, plate.width // 9)
        for at in (inner.topleft, inner.topright, inner.bottomleft, inner.bottomright):
            x = at[0] + (inset if at[0] == inner.x else -inset)
            y = at[1] + (inset if at[1] == inner.y else -inset)
            screw(base, (x, y), max(2, self._radius // 9))
        self._paint_boss(base)

    def draw(self, screen: pygame.Surface, depth: float) -> None:
        """Shaft and ball where they are at this depth of the pull."""
        x, y = self.ball_at(depth)
        tall = abs(self._pivot_y - y)
        if tall > 1:
            shaft = pygame.transform.scale(self._shaft, (self._shaft_px, tall))
            screen.blit(shaft, (x - self._shaft_px // 2, min(y, self._pivot_y)))
        near = max(0.0, math.sin(math.pi * min(1.0, max(0.0, depth)) * 0.75))
        ball = self._balls[round(near * _STEPS)]
        collar = Rect(0, 0, round(self._shaft_px * 1.7), max(3, self._shaft_px // 2))
        side = 1 if y <= self._pivot_y else -1
        collar.center = (x, y + side * round(ball.get_height() * 0.47))
        pygame.draw.rect(screen, BRASS.mid, collar, border_radius=2)
        pygame.draw.line(screen, BRASS.light, collar.topleft, (collar.right - 1, collar.y))
        screen.blit(ball, ball.get_rect(center=(x, y)))

    def _turn(self, depth: float) -> float:
        """The arm's angle over the level, as its foreshortened length shows it."""
        upright, down = math.radians(90), -math.radians(_DOWN_DEG)
        return upright + (down - upright) * depth

    def _size(self, near: float) -> int:
        return max(3, round(self._radius * (1 + _NEARER * near)))

    def _paint_boss(self, base: pygame.Surface) -> None:
        at = (self._x, self._pivot_y)
        for share, tone in ((1.0, BRASS.dark), (0.92, BRASS.mid), (0.74, BRASS.light), (0.66, BRASS.mid)):
            pygame.draw.aacircle(base, tone, at, max(2, round(self._boss * share)))
        dome = _sphere(2 * round(self._boss * 0.6), BRASS.mid, BRASS.dark)
        base.blit(dome, dome.get_rect(center=at))


def _shaft(width: int, length: int) -> pygame.Surface:
    steel = paint.STEEL
    stops: paint.Stops = [
        (0, steel.dark),
        (0.25, steel.mid),
        (0.38, (255, 255, 255)),
        (0.5, steel.mid),
        (0.62, steel.dark),
        (1, (24, 22, 26)),
    ]
    return paint.across((width, length), stops)


def _ball(side: int) -> pygame.Surface:
    """Red bakelite with the window of the room in it."""
    return _sphere(side, _BALL, mix(_BALL, INK, 0.8))


def _sphere(side: int, light: Colour, dark: Colour) -> pygame.Surface:
    at = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
    x, y = at[None, :], at[:, None]
    far = np.sqrt(x * x + y * y)
    lit = np.clip(1.05 - np.hypot(x + 0.34, y + 0.40) / 1.45, 0, 1)[..., None]
    low, high = (
        np.asarray(dark, dtype=np.float32),
        np.asarray(mix(light, (255, 255, 255), 0.12), dtype=np.float32),
    )
    colour = low + (high - low) * lit
    spot = np.clip(1 - np.hypot((x + 0.36) / 0.30, (y + 0.46) / 0.20), 0, 1) ** 0.7
    floor = np.clip(1 - np.abs(far - 0.86) / 0.10, 0, 1) * np.clip(y + x * 0.4, 0, 1) * 0.45
    colour = colour + (255 - colour) * np.clip(spot + floor, 0, 1)[..., None] * 0.85
    return paint.to_surface(colour, np.clip((1 - far) * side / 2, 0, 1))
