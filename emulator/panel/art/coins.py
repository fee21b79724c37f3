# SPDX-License-Identifier: MIT
"""
Euro coins with their true relative diameters and metals, and faces of our own.

    mint(None)                                       # coins of the euro
    mint(None, Struck((50, 100, 500), Currency("JPY", "¥", 0, before=True)))

Diameters: Council Regulation (EU) No 729/2014, annex I. The faces show the value over a gust of
wind; they copy no side of a real coin. Those of another money show their value in a ring of beads, the
larger the more it is.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pygame

from emulator.panel.art import paint, shapes
from emulator.panel.art.theme import Colour, font
from machines.support.currency import Currency


class Struck(NamedTuple):
    """The coins of another money than the euro."""

    values: tuple[int, ...]
    """In its minor unit, ascending."""
    currency: Currency


# The house's tokens that stand for coins at this machine: the colour of their rim; None: euro coins.
_minted: list[Colour | None] = [None]
# The coins of another money at this machine; None: euro coins.
_struck: list[Struck | None] = [None]
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
_COPPER: Colour = (204, 132, 92)
_STEEL: Colour = (186, 192, 200)
_GILT: Colour = (222, 186, 96)
# Outer and inner metal of another money's coins by how many there are, the smallest first.
_OTHERS = (
    ((_STEEL, _STEEL),),
    ((_COPPER, _COPPER), (_STEEL, _STEEL)),
    ((_COPPER, _COPPER), (_STEEL, _STEEL), (_STEEL, _GILT)),
    ((_COPPER, _COPPER), (_GILT, _GILT), (_STEEL, _STEEL), (_STEEL, _GILT)),
    ((_COPPER, _COPPER), (_GILT, _GILT), (_STEEL, _STEEL), (_STEEL, _GILT), (_GILT, _COPPER)),
)
_SMALLEST_UM = 19_000
_BEADS_AT = 0.81  # of the radius
# Of the side, the height and the width of a value's figures.
_TALL, _WIDE = 0.40, 0.58
_INNER = 0.69  # of the radius: where the second metal begins
_LIE = 0.56  # how flat a coin in the tray looks


def known(cents: int) -> bool:
    """Whether there is a coin of this value."""
    return cents in (DIAMETER_UM if _struck[0] is None else _struck[0].values)


def diameter_um(cents: int) -> int:
    """Diameter in micrometres; that of the middle one where there is no such coin."""
    struck = _struck[0]
    if struck is None:
        return DIAMETER_UM.get(cents, DIAMETER_UM[100])
    if len(struck.values) == 1:
        return DIAMETER_UM[100]
    step = (LARGEST_UM - _SMALLEST_UM) / (len(struck.values) - 1)
    return round(_SMALLEST_UM + _place(cents, struck) * step)


def _place(cents: int, struck: Struck) -> int:
    """Of a coin among those of another money, 0 the smallest; any other has the size of the next one."""
    return min(sum(value < cents for value in struck.values), len(struck.values) - 1)


def diameter(cents: int, largest_px: int) -> int:
    """Diameter in pixels where the largest coin has ``largest_px``."""
    return max(6, round(diameter_um(cents) * largest_px / LARGEST_UM))


def mint(colour: Colour | None, struck: Struck | None = None) -> None:
    """
    Draw from now on what the visitor has as the house's tokens of this colour, or as coins.

    Args:
        colour: of the tokens; None: coins.
        struck: coins of another money; None: of the euro.
    """
    if (_minted[0], _struck[0]) != (colour, struck):
        _minted[0], _struck[0] = colour, struck
        forget()


def _metals(cents: int) -> tuple[Colour, Colour]:
    """Outer and inner material."""
    if _minted[0] is not None:
        return _minted[0], _IVORY
    struck = _struck[0]
    if struck is None:
        return _METALS.get(cents, _METALS[10])
    metals = _OTHERS[min(len(struck.values), len(_OTHERS)) - 1]
    return metals[min(_place(cents, struck), len(metals) - 1)]


def figures(cents: int) -> str:
    """What stands on a coin: its value in units of its money, below one in the minor unit."""
    unit = 100 if _struck[0] is None else _struck[0].currency.unit_cents
    if _struck[0] is not None and cents > unit and cents % unit:
        return _struck[0].currency.shown(cents).rstrip("0")
    return str(cents // unit if cents >= unit else cents)


@lru_cache(maxsize=64)
def face(cents: int, side: int) -> pygame.Surface:
    """A coin seen full face, ``side`` pixels across."""
    at = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
    x, y = at[None, :], at[:, None]
    angle = np.arctan2(y, x)
    far = np.sqrt(x * x + y * y)
    rim = np.ones_like(far)
    if cents == 20 and _struck[0] is None:  # the seven notches of its edge
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
    if _struck[0] is not None and _minted[0] is None:
        return _struck_plain(cents, side, far, height)
    if cents >= 100:
        height = height - 0.6 * np.clip(1 - np.abs(far - _INNER) / 0.03, 0, 1)
    value = figures(cents)
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


def _struck_plain(cents: int, side: int, far: paint.AnyField, height: paint.AnyField) -> paint.Field:
    """Height of the face of another money's coin: beads round its value, a groove between two metals."""
    outer, inner = _metals(cents)
    big = side * 3
    sheet = paint.plain((big, big))
    if outer != inner:
        height = height - 0.6 * np.clip(1 - np.abs(far - _INNER) / 0.03, 0, 1)
    beads = max(16, min(40, side // 2))
    for number in range(beads):
        turn = 2 * math.pi * number / beads
        at = [big / 2 * (1 + _BEADS_AT * along) for along in (math.cos(turn), math.sin(turn))]
        pygame.draw.circle(sheet, (255, 255, 255), at, big * 0.016)
    letters = font("label", big).render(figures(cents), True, (255, 255, 255))
    letters = letters.subsurface(letters.get_bounding_rect())
    wide, tall = letters.get_size()
    share = min(big * _TALL / tall, big * _WIDE / wide)
    letters = pygame.transform.smoothscale(letters, (round(wide * share), round(tall * share)))
    sheet.blit(letters, letters.get_rect(center=(big // 2, big // 2)))
    struck = paint.shrunk(sheet, (side, side))
    return np.asarray(paint.blur(height + struck * 0.9, max(1, side // 60)), dtype=np.float32)


@lru_cache(maxsize=256)
def lying(cents: int, side: int, turn_deg: int) -> pygame.Surface:
    """A coin lying in the tray, turned, seen from above at an angle, with its edge and a shadow."""
    flat = paint.turned(face(cents, side), turn_deg)
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
    return paint.resized(face(cents, side), (side, height))


@lru_cache(maxsize=128)
def edge_on(cents: int, side: int, share: int) -> pygame.Surface:
    """A coin turned towards the slot, ``share`` of 16 still visible of its width."""
    return paint.resized(face(cents, side), (max(round(side * 0.10), round(side * share / 16)), side))


def forget() -> None:
    """Drop every coin drawn so far; another size needs others."""
    for cache in (face, lying, tumbling, edge_on):
        cache.cache_clear()
