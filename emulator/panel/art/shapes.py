# SPDX-License-Identifier: MIT
"""Outlines for drawn pictures: smooth curves, tapered ribbons, stars, on a square of 100 by 100."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from emulator.panel.art import paint
from emulator.panel.art.paint import Field, Point

SQUARE = 100.0
Outline = list[Point]


def smooth(points: Sequence[Point], closed: bool = True, steps: int = 10) -> Outline:
    """A Catmull-Rom curve through ``points``."""
    count = len(points)
    out: Outline = []
    for i in range(count if closed else count - 1):
        if closed:
            a, b, c, d = (points[(i + k - 1) % count] for k in range(4))
        else:
            a, b, c, d = (points[min(max(i + k - 1, 0), count - 1)] for k in range(4))
        for s in range(steps):
            t = s / steps
            out.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    if not closed:
        out.append(points[-1])
    return out


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def ellipse(x: float, y: float, rx: float, ry: float, turn_deg: float = 0.0, steps: int = 64) -> Outline:
    """An ellipse about (x, y), turned clockwise."""
    turn = math.radians(turn_deg)
    out: Outline = []
    for i in range(steps):
        a = 2 * math.pi * i / steps
        u, v = rx * math.cos(a), ry * math.sin(a)
        out.append((x + u * math.cos(turn) - v * math.sin(turn), y + u * math.sin(turn) + v * math.cos(turn)))
    return out


def star(x: float, y: float, outer: float, inner: float, points: int, turn_deg: float = -90.0) -> Outline:
    """A star with ``points`` tips, the first at ``turn_deg``."""
    out: Outline = []
    for i in range(points * 2):
        radius = outer if i % 2 == 0 else inner
        a = math.radians(turn_deg + 180 * i / points)
        out.append((x + radius * math.cos(a), y + radius * math.sin(a)))
    return out


def ribbon(spine: Sequence[Point], width: Callable[[float], float]) -> Outline:
    """A band along ``spine``; ``width(share)`` is its full width at share 0 to 1 of the way."""
    left: Outline = []
    right: Outline = []
    last = len(spine) - 1
    for i, (x, y) in enumerate(spine):
        ax, ay = spine[max(0, i - 1)]
        bx, by = spine[min(last, i + 1)]
        length = math.hypot(bx - ax, by - ay) or 1.0
        half = width(i / last) / 2
        nx, ny = -(by - ay) / length * half, (bx - ax) / length * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return left + right[::-1]


def stroke(points: Sequence[Point], broad: float, thin: float | None = None) -> Outline:
    """A curved stroke through ``points`` that tapers from ``broad`` to ``thin``."""
    end = broad if thin is None else thin
    return ribbon(smooth(points, closed=False), lambda s: broad + (end - broad) * s)


def turned(points: Sequence[Point], about: Point, turn_deg: float) -> Outline:
    """The same outline turned clockwise about a point."""
    turn = math.radians(turn_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = about
    return [(x + (a - x) * cos - (b - y) * sin, y + (a - x) * sin + (b - y) * cos) for a, b in points]


def spiral(
    x: float, y: float, start: float, end: float, from_deg: float, to_deg: float, steps: int = 40
) -> Outline:
    """A spiral about (x, y) from radius ``start`` to ``end``."""
    out: Outline = []
    for i in range(steps + 1):
        t = i / steps
        radius = start + (end - start) * t
        a = math.radians(from_deg + (to_deg - from_deg) * t)
        out.append((x + radius * math.cos(a), y + radius * math.sin(a)))
    return out


def mirror(points: Sequence[Point], axis: float = 50.0) -> Outline:
    """The same outline on the other side of a vertical axis."""
    return [(2 * axis - x, y) for x, y in points]


def cover(
    outlines: Sequence[Sequence[Point]],
    size_px: int,
    cut: Sequence[Sequence[Point]] = (),
    box: tuple[int, int, int, int] | None = None,
) -> Field:
    """
    Coverage (height, width) of filled outlines less ``cut``, anti-aliased by drawing three times as large.

    Args:
        size_px: side of the whole square.
        box: left, top, right, bottom of the part that is wanted, in pixels of the square.
    """
    left, top, right, bottom = box or (0, 0, size_px, size_px)
    scale = 3 * size_px / SQUARE
    sheet = paint.plain(((right - left) * 3, (bottom - top) * 3))
    for colour, group in (((255, 255, 255), outlines), ((0, 0, 0), cut)):
        for outline in group:
            pygame.draw.polygon(
                sheet, colour, [(x * scale - left * 3, y * scale - top * 3) for x, y in outline]
            )
    small = pygame.transform.smoothscale(sheet, (right - left, bottom - top))
    return paint.white_of(small)


def box(left: float, top: float, right: float, bottom: float) -> Outline:
    """A rectangle."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]
