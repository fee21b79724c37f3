# SPDX-License-Identifier: MIT
"""Prizes on strings: a bear, a ball, a paper windmill and a spinning top that sway under a stall's awning."""

from __future__ import annotations

import math

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint, shapes
from emulator.panel.art.cabinets.lights import Mood
from emulator.panel.art.paint import Field
from emulator.panel.art.shapes import Outline
from emulator.panel.art.theme import CREAM, INK, Colour, Theme, mix

_POSES = 9
_LEAN_DEG = 7.0
_SWAY_MS = 2_600
# In heights of the board: a prize, where the first one hangs from either end, how far the next one is.
_TALL, _FIRST, _STEP = 0.58, 1.30, 0.62
_WIDE = 14.0  # a board so many times as wide as high has two at either end
Piece = tuple[Colour, list[Outline]]


def _count(board: Rect) -> int:
    return 2 if board.width > _WIDE * board.height else 1


def room_of(board: Rect) -> int:
    """Width that they take at either end of a board, beside the emblem and the tower light."""
    return round(board.height * (_FIRST - 1.35 + _TALL / 2 + _STEP * (_count(board) - 1)))


class Hung:
    """Prizes beside the emblem and the tower light; each sways at its own pace."""

    def __init__(self, board: Rect, theme: Theme) -> None:
        tall = round(board.height * _TALL)
        self._string = max(3, round(board.height * 0.16))
        count = _count(board)
        first, step = round(board.height * _FIRST), round(board.height * _STEP)
        left = [board.x + first + number * step for number in range(count)]
        right = [board.right - first - number * step for number in range(count)]
        self.places = [(x, board.y) for x in (*left, *right)]
        drawn = (_bear(theme), _mill(theme), _ball(theme), _top(theme))
        chosen = drawn if count > 1 else drawn[::2]
        pictures = [render(pieces, tall) for pieces in chosen]
        self._poses = [[_posed(one, self._string, pose) for pose in range(_POSES)] for one in pictures]

    def paint(self, base: pygame.Surface) -> None:
        """Nothing: they hang in front of what is painted."""

    def draw(self, screen: pygame.Surface, clock_ms: int, mood: Mood) -> None:
        """Each where it swings now; they hang still where the lights are off."""
        for number, (poses, (x, y)) in enumerate(zip(self._poses, self.places, strict=True)):
            turn = (
                0.0
                if mood is Mood.OFF
                else math.sin(2 * math.pi * (clock_ms / (_SWAY_MS + 170 * number) + number * 0.3))
            )
            picture = poses[round((turn + 1) / 2 * (_POSES - 1))]
            screen.blit(picture, (x - picture.get_width() // 2, y))

    @property
    def boxes(self) -> list[Rect]:
        """Where each swings."""
        return [
            poses[0].get_rect(midtop=place) for poses, place in zip(self._poses, self.places, strict=True)
        ]


def _posed(prize: pygame.Surface, string: int, pose: int) -> pygame.Surface:
    """A prize on its string, turned about the nail that it hangs from."""
    width, height = prize.get_size()
    side = 2 * (string + height) + 4
    whole = paint.layer((side, side))
    pygame.draw.aaline(
        whole, (236, 226, 200), (side // 2, side // 2), (side // 2, side // 2 + string + height // 8)
    )
    whole.blit(prize, (side // 2 - width // 2, side // 2 + string))
    turned = pygame.transform.rotozoom(whole, (pose / (_POSES - 1) * 2 - 1) * _LEAN_DEG, 1.0)
    middle = (turned.get_width() // 2, turned.get_height() // 2)
    half = width // 2 + height // 6
    return turned.subsurface(Rect(middle[0] - half, middle[1], 2 * half, string + height + 2)).copy()


def render(pieces: list[Piece], size_px: int) -> pygame.Surface:
    """Painted pieces, each with an outline and the light from top left."""
    picture = paint.layer((size_px, size_px))
    for colour, outlines in pieces:
        mask = shapes.cover(outlines, size_px)
        picture.blit(paint.flat(_wider(mask, size_px), mix(colour, INK, 0.82)), (0, 0))
    for colour, outlines in pieces:
        mask = shapes.cover(outlines, size_px)
        soft = paint.facing(paint.blur(mask, max(1, size_px // 10)), size_px / 6)
        body = mask[..., None] * 0 + np.asarray(colour, dtype=np.float32)
        body = body + np.clip(soft, -0.7, 0.7)[..., None] * 120
        picture.blit(paint.to_surface(body, mask), (0, 0))
    return picture


def _wider(mask: Field, size_px: int) -> Field:
    return np.clip(paint.blur(mask, max(1, size_px // 48)) * 3, 0, 1)


def _circle(x: float, y: float, radius: float) -> Outline:
    return shapes.ellipse(x, y, radius, radius)


def _bear(theme: Theme) -> list[Piece]:
    fur: Colour = (190, 130, 74)
    pale: Colour = (240, 208, 160)
    return [
        (fur, [_circle(30, 16, 10), _circle(70, 16, 10)]),
        (fur, [shapes.ellipse(20, 62, 11, 20, 30), shapes.ellipse(80, 62, 11, 20, -30)]),
        (fur, [shapes.ellipse(34, 88, 14, 11), shapes.ellipse(66, 88, 14, 11)]),
        (fur, [shapes.ellipse(50, 68, 25, 27)]),
        (pale, [shapes.ellipse(50, 70, 15, 17)]),
        (fur, [_circle(50, 30, 24)]),
        (pale, [shapes.ellipse(50, 38, 12, 9)]),
        ((40, 24, 20), [_circle(41, 26, 3), _circle(59, 26, 3), shapes.ellipse(50, 34, 4, 3)]),
        (theme.accent, [[(50, 54), (34, 46), (34, 62)], [(50, 54), (66, 46), (66, 62)]]),
    ]


def _ball(theme: Theme) -> list[Piece]:
    tones = (theme.accent, CREAM, theme.bright, mix(theme.deep, CREAM, 0.35))
    pieces: list[Piece] = []
    for number in range(8):
        a, b = (2 * math.pi * (number + k) / 8 for k in (0, 1))
        rim = [
            (50 + 44 * math.cos(a + (b - a) * t / 6), 54 + 44 * math.sin(a + (b - a) * t / 6))
            for t in range(7)
        ]
        pieces.append((tones[number % 4], [[(44, 46), *rim]]))
    pieces.append((theme.accent, [_circle(44, 46, 8)]))
    return pieces


def _mill(theme: Theme) -> list[Piece]:
    """A paper windmill on its stick."""
    pieces: list[Piece] = [((150, 104, 60), [shapes.box(47, 42, 53, 98)])]
    for number in range(4):
        tone = (theme.accent, CREAM)[number % 2]
        wing = shapes.smooth([(50, 38), (50, 4), (74, 12), (66, 30)], steps=6)
        pieces.append((tone, [shapes.turned(wing, (50, 38), 90 * number)]))
    pieces.append((theme.bright, [_circle(50, 38, 6)]))
    return pieces


def _top(theme: Theme) -> list[Piece]:
    """A wooden top with a painted band."""
    body = shapes.smooth([(50, 98), (22, 62), (16, 40), (32, 24), (68, 24), (84, 40), (78, 62)], steps=8)
    band: Outline = [(15, 46), (50, 54), (85, 46), (82, 58), (50, 66), (18, 58)]
    return [
        ((150, 104, 60), [shapes.box(44, 4, 56, 26)]),
        (theme.accent, [body]),
        (CREAM, [band]),
        ((176, 176, 184), [[(46, 92), (54, 92), (50, 100)]]),
    ]
