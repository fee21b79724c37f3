# SPDX-License-Identifier: MIT
"""
Euro coins with their true relative diameters and metals, and faces of our own.

Diameters: Council Regulation (EU) No 729/2014, annex I. The faces show the value over a gust of
wind; they copy no side of a real coin.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import pygame

from emulator.panel.art import paint, shapes
from emulator.panel.art.theme import Colour, font

# The house's tokens that stand for coins at this machine: the colour of their rim; None: euro coins.
_minted: list[Colour | None] = [None]
_IVORY: Colour = (238, 228, 204)
DIAMETER_UM = {10: 19_750, 20: 22_250, 50: 24_250, 100: 23_250, 200: 25_750}
LARGEST_UM = 25_750
_NORDIC_GOLD: Colour = (226, 178, 88)
_BRASS: Colour = (220, 180, 100)
_SILVER: Colour = (206, 208, 212)
# Outer and inner metal; the small coins are of one piece.
_METALS = {
    10: (_NORDIC_GOLD, _NORDIC_GOLD),
    20: (_NORDIC_GOLD, _NORDIC_GOLD),
    50: (_NORDIC_GOLD, _NORDIC_GOLD),
    100: (_BRASS, _SILVER),
    200: (_SILVER, _BRASS),
}
_INNER = 0.69  # of the radius: where the second metal begins
_LIE = 0.56  # how flat a coin in the tray looks


def diameter(cents: int, largest_px: int) -> int:
    """Diameter in pixels where the largest coin has ``largest_px``."""
    return max(6, round(DIAMETER_UM.get(cents, DIAMETER_UM[100]) * largest_px / LARGEST_UM))


def mint(colour: Colour | None) -> None:
    """Draw what the visitor has as the house's tokens of this colour from now on, or as euro coins."""
    if _minted[0] != colour:
        _minted[0] = colour
        forget()


def _metals(cents: int) -> tuple[Colour, Colour]:
    """Outer and inner material."""
    return (_minted[0], _IVORY) if _minted[0] is not None else _METALS.get(cents, _METALS[10])


@lru_cache(maxsize=64)
def face(cents: int, side: int) -> pygame.Surface:
    """A coin seen full face, ``side`` pixels across."""
    at = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
    x, y = at[None, :], at[:, None]
    angle = np.arctan2(y, x)
    far = np.sqrt(x * x + y * y)
    rim = np.ones_like(far)
    if cents == 20:  # the seven notches of its edge
        rim = 1 - 0.035 * np.clip(np.cos(angle * 7) - 0.72, 0, 1) / 0.28
    outer, inner = (np.asarray(metal, dtype=np.float32) for metal in _metals(cents))
    if _minted[0] is not None:  # eight ivory marks on the rim, as chips have
        marks = (np.cos(angle * 8) > 0.55)[..., None] & (far > _INNER)[..., None]
        outer = np.where(marks, np.asarray(_IVORY, dtype=np.float32), outer)
    split = np.clip((far - _INNER) * side / 2 + 0.5, 0, 1)[..., None]
    metal = inner * (1 - split) + outer * split
    relief = _relief(cents, side, far / rim)
    facing = np.clip(paint.facing(relief, side / 17), -0.75, 0.9)
    sheen = 0.86 + 0.20 * np.cos(2 * (angle + 2.2)) * far - 0.16 * (x + y) * 0.5
    grooves = np.where(far / rim > 0.955, 0.06 * np.sign(np.sin(angle * side * 0.8)), 0.0)
    tone = (sheen + grooves)[..., None]
    colour = (
        metal * tone
        + np.clip(facing, 0, 1)[..., None] * 120
        + np.clip(facing, -1, 0)[..., None] * metal * 0.62
    )
    return paint.to_surface(colour, np.clip((rim - far) * side / 2, 0, 1))


def _relief(cents: int, side: int, far: paint.AnyField) -> paint.Field:
    """Height of the struck face: raised rim, numeral, and a gust round it."""
    height = np.clip((far - 0.88) / 0.03, 0, 1) - np.clip((far - 0.96) / 0.04, 0, 1) * 0.5
    if cents >= 100:
        height = height - 0.6 * np.clip(1 - np.abs(far - _INNER) / 0.03, 0, 1)
    value = str(cents // 100 if cents >= 100 else cents)
    big = side * 3
    sheet = paint.plain((big, big))
    letters = font("label", round(big * (0.58 if len(value) == 1 else 0.46))).render(
        value, True, (255, 255, 255)
    )
    used = letters.get_bounding_rect()
    sheet.blit(letters, (big // 2 - used.centerx, big // 2 - used.centery))
    for k in range(3):
        spine = shapes.spiral(50, 50, 40 - 1.5 * k, 38, 20 + 120 * k, 108 + 120 * k, 24)
        outline = shapes.ribbon(spine, lambda s: 4.6 * math.sin(math.pi * s) ** 0.6 + 0.3)
        pygame.draw.polygon(sheet, (255, 255, 255), [(u * big / 100, v * big / 100) for u, v in outline])
    struck = paint.shrunk(sheet, (side, side))
    return np.asarray(paint.blur(height + struck * 0.9, max(1, side // 60)), dtype=np.float32)


@lru_cache(maxsize=256)
def lying(cents: int, side: int, turn_deg: int) -> pygame.Surface:
    """A coin lying in the tray, turned, seen from above at an angle, with its edge and a shadow."""
    flat = pygame.transform.rotozoom(face(cents, side), turn_deg, 1.0)
    middle = pygame.Rect(0, 0, side, side)
    middle.center = flat.get_rect().center
    top = pygame.transform.smoothscale(
        flat.subsurface(middle.clip(flat.get_rect())).copy(), (side, round(side * _LIE))
    )
    thick = max(2, round(side * 0.085))
    out = paint.layer((side + 4, top.get_height() + thick + 6))
    shadow = top.copy()
    shadow.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    shadow.set_alpha(90)
    out.blit(shadow, (4, thick + 5))
    outer = _metals(cents)[0]
    edge = top.copy()
    edge.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    edge.fill((*(round(c * 0.5) for c in outer), 0), special_flags=pygame.BLEND_RGBA_ADD)
    for step in range(thick, 0, -1):
        out.blit(edge, (1, 1 + step))
    out.blit(top, (1, 1))
    return out


@lru_cache(maxsize=128)
def tumbling(cents: int, side: int, phase: int) -> pygame.Surface:
    """A coin in the air, one of 12 phases of a turn about a level axis."""
    squash = abs(math.cos(math.pi * phase / 12))
    height = max(round(side * 0.10), round(side * squash))
    return pygame.transform.smoothscale(face(cents, side), (side, height))


@lru_cache(maxsize=128)
def edge_on(cents: int, side: int, share: int) -> pygame.Surface:
    """A coin turned towards the slot, ``share`` of 16 still visible of its width."""
    return pygame.transform.smoothscale(
        face(cents, side), (max(round(side * 0.10), round(side * share / 16)), side)
    )


def forget() -> None:
    """Drop every coin drawn so far; another size needs others."""
    for cache in (face, lying, tumbling, edge_on):
        cache.cache_clear()
