# SPDX-License-Identifier: MIT
"""A pointing hand, a ring of light and a dotted way: what coach and picture help are drawn with."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour

Spot = tuple[float, float]
GOLD: Colour = (255, 214, 92)
_SCALE = 4


@lru_cache(maxsize=8)
def hand(side: int) -> pygame.Surface:
    """A white glove that points to the top left; the tip of its finger is the corner of the picture."""
    big = side * _SCALE
    sheet = paint.layer((big, big))
    for grow, colour in ((big * 0.028, INK), (0.0, CREAM)):
        _glove(sheet, big, grow, colour)
    cuff = [(0.62, 0.98), (0.98, 0.62), (0.88, 0.52), (0.52, 0.88)]
    pygame.draw.polygon(sheet, (176, 44, 40), [(x * big, y * big) for x, y in cuff])
    return pygame.transform.smoothscale(sheet, (side, side))


def _glove(sheet: pygame.Surface, big: int, grow: float, colour: Colour) -> None:
    """Finger, palm, the folded fingers and the thumb, as thick lines with round ends."""
    strokes = (
        (((0.08, 0.08), (0.52, 0.52)), 0.075),
        (((0.50, 0.50), (0.78, 0.78)), 0.190),
        (((0.46, 0.34), (0.62, 0.46)), 0.080),
        (((0.58, 0.34), (0.74, 0.52)), 0.075),
        (((0.68, 0.40), (0.82, 0.58)), 0.070),
        (((0.32, 0.60), (0.56, 0.74)), 0.075),
    )
    for ends, radius in strokes:
        _stroke(sheet, [(x * big, y * big) for x, y in ends], radius * big + grow, colour)


def _stroke(sheet: pygame.Surface, ends: list[Spot], radius: float, colour: Colour) -> None:
    (x0, y0), (x1, y1) = ends
    length = max(1.0, math.dist(*ends))
    across = ((y1 - y0) / length * radius, -(x1 - x0) / length * radius)
    points = [
        (x0 + across[0], y0 + across[1]),
        (x1 + across[0], y1 + across[1]),
        (x1 - across[0], y1 - across[1]),
        (x0 - across[0], y0 - across[1]),
    ]
    pygame.draw.polygon(sheet, colour, points)
    for end in ends:
        pygame.draw.circle(sheet, colour, end, radius)


def ring(screen: pygame.Surface, box: pygame.Rect, clock_ms: int, width: int, radius: int = -1) -> None:
    """Light that breathes round a thing."""
    share = 0.5 - 0.5 * math.cos(clock_ms / 1_400 * math.tau)
    reach = round(width * (3 + 3 * share))
    around = box.inflate(2 * reach, 2 * reach)
    light = paint.glow((around.width // 2, around.height // 2), GOLD, 0.55 + 0.35 * share, 1.4)
    paint.add(screen, pygame.transform.smoothscale(light, around.size), around.topleft)
    grown = box.inflate(reach, reach)
    pygame.draw.rect(screen, GOLD, grown, max(2, width), grown.height // 2 if radius < 0 else radius)


def arc(start: Spot, end: Spot, share: float, lift: float) -> Spot:
    """A place on the way of something that is carried from one place to another in a bow."""
    x = start[0] + (end[0] - start[0]) * share
    y = start[1] + (end[1] - start[1]) * share - 4 * lift * share * (1 - share)
    return x, y


def way(screen: pygame.Surface, start: Spot, end: Spot, lift: float, clock_ms: int, size: int) -> None:
    """Dots from one place to the other that run along, and the head of an arrow."""
    length = math.dist(start, end) + lift
    count = max(6, round(length / (size * 3.2)))
    for number in range(1, count):
        share = (number + clock_ms / 420 % 1) / count
        if share < 0.92:
            x, y = arc(start, end, share, lift)
            pygame.draw.circle(screen, INK, (x + 1, y + 1), size)
            pygame.draw.circle(screen, GOLD, (x, y), max(2, size - 1))
    before, tip = arc(start, end, 0.90, lift), arc(start, end, 0.985, lift)
    arrow(screen, before, tip, size * 3)


def arrow(screen: pygame.Surface, before: Spot, tip: Spot, size: float) -> None:
    """The head of an arrow at ``tip``."""
    angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
    for grow, colour in ((2.0, INK), (0.0, GOLD)):
        points = [
            (
                tip[0] + math.cos(angle + turn) * (size * reach + grow),
                tip[1] + math.sin(angle + turn) * (size * reach + grow),
            )
            for turn, reach in ((0.0, 0.7), (2.5, 1.0), (-2.5, 1.0))
        ]
        pygame.draw.polygon(screen, colour, points)
