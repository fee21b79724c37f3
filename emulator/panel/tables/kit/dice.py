# SPDX-License-Identifier: MIT
"""
Dice, of bone or of clear red, in perspective: turned cubes with shallow pips,
at rest on the faces that were drawn.

A tumble is worked out backwards from where a die comes to rest, so that it never jumps at the end.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from emulator.panel.art import paint
from emulator.panel.art.theme import Colour, mix
from emulator.panel.tables.kit.colours import BONE, BONE_SHADE, PIP

Matrix = npt.NDArray[np.float64]
TUMBLE_MS = 950
_FINE = 3
_LIGHT = np.array([-0.45, -0.55, 0.70])
# Values on the sides +x, -x, +y, -y, +z, -z: opposite sides add up to seven.
_SIDES = ((2, (1, 0, 0)), (5, (-1, 0, 0)), (3, (0, 1, 0)), (4, (0, -1, 0)), (1, (0, 0, 1)), (6, (0, 0, -1)))
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_ELEVATION = math.radians(52)
ROLL_MS = 1_750
"""From the hand along a table to rest."""


class Skin(NamedTuple):
    """What a die is made of."""

    light: Colour
    shade: Colour
    pip: Colour
    rim: Colour
    """Of a pip's lower edge."""
    edges: Colour


BONES = Skin(BONE, mix(BONE_SHADE, (96, 82, 60), 0.35), PIP, (255, 250, 236), mix(BONE, (255, 255, 250), 0.4))
CLEAR_RED = Skin((226, 38, 44), (112, 8, 16), (252, 246, 238), (150, 16, 24), (255, 128, 120))


def turn(axis: tuple[float, float, float], angle: float) -> Matrix:
    """The rotation about an axis (Rodrigues 1840)."""
    x, y, z = np.asarray(axis, dtype=float) / math.sqrt(sum(part * part for part in axis))
    c, s = math.cos(angle), math.sin(angle)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) * c + s * cross + (1 - c) * np.outer((x, y, z), (x, y, z)))


def resting(face: int, spin: float) -> Matrix:
    """A die that lies with ``face`` up, turned on the felt by ``spin`` radians."""
    up = next(np.array(normal, dtype=float) for value, normal in _SIDES if value == face)
    if up[2] > 0.5:
        lift = np.eye(3)
    elif up[2] < -0.5:
        lift = turn((1, 0, 0), math.pi)
    else:
        axis = np.cross(up, (0, 0, 1))
        lift = turn((float(axis[0]), float(axis[1]), float(axis[2])), math.pi / 2)
    return turn((0, 0, 1), spin) @ lift


def tumbling(face: int, number: int, which: int, age_ms: int) -> tuple[Matrix, tuple[float, float], float]:
    """
    A die ``age_ms`` after it left the cup: turned how, where (in edges from its place) and how high.

    Args:
        face: on which it comes to rest.
        number: of the throw, and ``which`` die of it: no two tumble alike.
    """
    seed = (number * 3 + which) * 2.399963
    left = 1 - min(1.0, age_ms / TUMBLE_MS)
    ease = left * left
    rest = resting(face, 0.35 * math.sin(seed) + (which - 1) * 0.3)
    axis = (math.cos(seed), math.sin(seed), 0.25 * math.cos(2 * seed))
    matrix = turn(axis, ease * (7 + 1.6 * math.sin(3 * seed))) @ rest
    away = (ease * (-3.4 + 0.5 * math.cos(seed)), ease * (-0.9 * math.sin(seed)))
    height = abs(math.sin(left * 2.5 * math.pi)) * 1.1 * ease
    return matrix, away, height


def rolling(
    face: int, number: int, which: int, age_ms: int, reach: float
) -> tuple[Matrix, tuple[float, float], float]:
    """
    A die thrown along a table, as ``tumbling``: it flies, meets the far end and rolls back to its place.

    Args:
        reach: how far away the hand is, in edges.
    """
    seed = (number * 2 + which) * 2.399963
    share = min(1.0, age_ms / ROLL_MS)
    rest = resting(face, 0.9 * math.sin(seed) + which * 0.7)
    axis = (0.25 * math.sin(seed), 1.0, 0.2 * math.cos(seed))
    back = 2.6 + 0.7 * math.sin(seed * 1.3)
    wall = 0.52
    if share < wall:  # straight and fast to the far end
        along = -reach + (reach + back) * (share / wall)
        left = 0.75 + (1 - share / wall) * 2.25
    else:
        slow = (1 - (share - wall) / (1 - wall)) ** 2
        along, left = back * slow, 0.75 * slow
    matrix = turn(axis, left * math.tau * (0.9 + 0.12 * math.sin(seed))) @ rest
    across = (left / 3) * (1.1 * math.sin(seed * 0.7) + (1 if which else -1) * 0.5)
    hop = abs(math.sin(min(left, 3.0) * 1.5 * math.pi)) * (0.35 + 0.5 * left) * min(1.0, left * 2)
    return matrix, (along, across), hop


def draw(
    target: pygame.Surface,
    matrix: Matrix,
    centre: tuple[float, float],
    edge: float,
    height: float = 0.0,
    skin: Skin = BONES,
) -> None:
    """Draw a die with its shadow; ``centre`` is where it stands on the felt, ``height`` in edges above it."""
    picture, shadow = _pictured(tuple(map(float, matrix.flat)), edge, height, skin)
    box = picture.get_width()
    target.blit(shadow, (round(centre[0] - box / 2), round(centre[1] - box / 2)))
    target.blit(picture, (round(centre[0] - box / 2), round(centre[1] - box / 2 - height * edge)))


@lru_cache(maxsize=16)  # three that lie are the same in every picture
def _pictured(
    turned: tuple[float, ...], edge: float, height: float, skin: Skin
) -> tuple[pygame.Surface, pygame.Surface]:
    """A die and its shadow."""
    matrix = np.array(turned).reshape(3, 3)
    box = round(edge * 2.4)
    sheet = paint.layer((box * _FINE, box * _FINE))
    middle, half = box * _FINE / 2, edge * _FINE / 2
    camera = turn((1, 0, 0), _ELEVATION - math.pi / 2) @ np.diag([1.0, -1.0, 1.0])
    sides = []
    for value, normal in _SIDES:
        out = camera @ matrix @ np.array(normal, dtype=float)
        if out[2] > 0.02:
            sides.append((out[2], value, matrix @ np.array(normal, dtype=float)))
    # The rounded edges, which catch the light, are what of the whole body lies between its sides.
    corners = [camera @ matrix @ np.array((x, y, z)) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    body = _hull([(middle + c[0] * half * 0.985, middle - c[1] * half * 0.985) for c in corners])
    pygame.draw.polygon(sheet, skin.edges, body)
    for _, value, normal in sorted(sides, key=lambda side: side[0]):
        _side(sheet, camera, value, normal, matrix, middle, half, skin)
    picture = pygame.transform.smoothscale(sheet, (box, box))
    spread = 1 + height * 0.5
    shadow = paint.layer((box, box))
    wide, tall = edge * 1.25 * spread, edge * 0.72 * spread
    for ring in range(5):
        share = 1 - ring * 0.13
        spot = pygame.Rect(0, 0, round(wide * share), round(tall * share))
        spot.center = (round(box / 2 + edge * 0.16), round(box / 2 + edge * 0.42))
        pygame.draw.ellipse(shadow, (0, 0, 0, round((22 + ring * 17) / spread)), spot)
    return picture, shadow


def _hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The convex outline of some points (Andrew 1979)."""
    ordered = sorted(points)
    found: list[tuple[float, float]] = []
    for way in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for point in way:
            while len(chain) > 1 and _left_turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        found += chain[:-1]
    return found


def _left_turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _frame_of(value: int, matrix: Matrix) -> tuple[Matrix, Matrix]:
    """Two edges of a side as they lie in space."""
    normal = np.array(next(n for v, n in _SIDES if v == value), dtype=float)
    first = np.array((0, 1, 0), dtype=float) if abs(normal[0]) > 0.5 else np.array((1, 0, 0), dtype=float)
    return matrix @ first, matrix @ np.cross(normal, first)


def _side(
    sheet: pygame.Surface,
    camera: Matrix,
    value: int,
    normal: Matrix,
    matrix: Matrix,
    middle: float,
    half: float,
    skin: Skin,
) -> None:
    first, second = _frame_of(value, matrix)
    light = max(0.0, float(normal @ _LIGHT) / float(np.linalg.norm(_LIGHT)))
    colour = mix(skin.shade, skin.light, 0.25 + 0.75 * light)

    def at(u: float, v: float, out: float = 1.0) -> tuple[float, float]:
        point = camera @ (normal * out + first * u + second * v)
        return middle + point[0] * half, middle - point[1] * half

    pygame.draw.polygon(sheet, colour, [at(u * 0.96, v * 0.96) for u, v in _octagon(0.10)])
    pips: Colour = mix(skin.pip, colour, 0.12)
    for u, v in _PIPS[value]:
        _hole(
            sheet,
            [
                at(u * 0.5 + 0.19 * math.cos(a / 8 * math.pi), v * 0.5 + 0.19 * math.sin(a / 8 * math.pi))
                for a in range(16)
            ],
            pips,
            half,
            skin.rim,
        )


def _octagon(bevel: float) -> list[tuple[float, float]]:
    found = []
    for u, v in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        pair = [(u * (1 - bevel), v), (u, v * (1 - bevel))]
        found += pair if u * v > 0 else pair[::-1]
    return found


def _hole(
    sheet: pygame.Surface, outline: list[tuple[float, float]], colour: Colour, half: float, rim: Colour
) -> None:
    """A shallow hole: dark, with light on its lower rim."""
    down = half * 0.035
    pygame.draw.polygon(sheet, rim, [(x + down, y + down) for x, y in outline])
    pygame.draw.polygon(sheet, colour, outline)
