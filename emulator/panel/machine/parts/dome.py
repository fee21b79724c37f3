# SPDX-License-Identifier: MIT
"""
How a button looks: a dome of coloured plastic in a chrome ring that travels, and throws light when it is lit.

The key light comes from top left: it makes the highlight on the dome and the shadow below it. Pressed, the
dome lies deeper: its shadow is short and the highlight has moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.paint import Field
from emulator.panel.art.theme import BONE, CREAM, INK, Colour, contrast, dark_enough, mix
from emulator.panel.machine.parts.cap import Cap
from emulator.panel.machine.parts.kit import Kit

STATES = ("off", "lit", "off-down", "lit-down", "dead")
OFF_CONTRAST = 6.4  # of a label on the middle of an unlit dome, whose upper flank is a little brighter
START_CONTRAST = 5.2  # of START, whose letters are large
_DARK_CONTRAST = 4.7  # of dark letters on it, where it is bright enough for them
_DEAD: Colour = (74, 68, 72)
_DARK_LABEL: Colour = (44, 10, 8)
_WALL = 0.11  # of the height: the side of a dome that stands out
_TRAVEL_PX = (2, 6)
_LIT_CORE = 0.80
_SHEEN = 0.42


class Look(NamedTuple):
    """What a state does to plastic: its body, the ink on it, whether a lamp is behind it."""

    body: Colour
    ink: Colour
    lit: bool
    down: bool
    dead: bool


def look_of(cap: Cap, state: str) -> Look:
    """The colours of a cap in a state."""
    lit, dead, down = state.startswith("lit"), state == "dead", state.endswith("-down")
    if dead:
        body = mix(_DEAD, cap.colour, 0.16)
        return Look(body, mix(BONE, body, 0.42), lit, down, dead)
    if lit:
        return Look(cap.colour, _DARK_LABEL, lit, down, dead)
    return Look(*_unlit(cap), lit, down, dead)


def _unlit(cap: Cap) -> tuple[Colour, Colour]:
    """Plastic without its lamp, and the ink on it; gold and orange would be brown under light ink."""
    start = cap.name == "start"
    glowing = mix(cap.colour, INK, 0.16)
    if start and contrast(glowing, _DARK_LABEL) >= _DARK_CONTRAST:
        return glowing, _DARK_LABEL
    body = mix(cap.colour, INK, 0.34)
    if sum(body) > 370:
        return body, _DARK_LABEL
    return dark_enough(body, CREAM, START_CONTRAST if start else OFF_CONTRAST), CREAM


def radius_of(cap: Cap) -> float:
    """How round its corners are: a dome's ends are half circles, START is nearly so."""
    return cap.rect.height * (0.5 if cap.round else 0.42 if cap.name == "start" else 0.3)


def travel(height: int) -> int:
    """How far a finger moves a cap of this height, in pixels."""
    low, high = _TRAVEL_PX
    return min(high, max(low, round(height * 0.035)))


def cap_picture(kit: Kit, cap: Cap, state: str) -> pygame.Surface:
    """A cap in its well, as large as its rectangle: the wall below, the dome above it, the label on that."""
    size, radius, shown = cap.rect.size, radius_of(cap), look_of(cap, state)
    out = _plastic(size, radius, shown).copy()
    lines = 2 if " " in cap.label or "\n" in cap.label else 1
    pad = max(kit.gap(1), round(radius * 0.45))
    top = _top(size, shown)
    box = Rect(top.x + pad, top.y, top.width - 2 * pad, top.height)
    with kit.text.moved(cap.rect.topleft):
        kit.text.put(
            out,
            cap.label,
            box,
            "label",
            round(size[1] * _letters(cap, lines)),
            shown.ink,
            lines_max=lines,
            remember=state == "off",
        )
    return out


def _top(size: tuple[int, int], shown: Look) -> Rect:
    """Where the dome lies in its well: deeper when it is pressed."""
    width, height = size
    inset, wall = max(1, height // 26), travel(height) + 1
    deep = travel(height) if shown.down else 0
    return Rect(inset, inset + deep, width - 2 * inset, height - 2 * inset - max(wall, round(height * _WALL)))


@lru_cache(maxsize=128)
def _plastic(size: tuple[int, int], radius: float, shown: Look) -> pygame.Surface:
    """A cap in its well with nothing written on it: the same for all buttons of a size, colour and state."""
    out, top = paint.layer(size), _top(size, shown)
    well = np.zeros((size[1], size[0], 3), dtype=np.float32)
    out.blit(paint.to_surface(well, paint.rounded(size, radius)), (0, 0))
    round_top = min(radius, top.height / 2)
    # The wall ends at the foot of the well, however deep the dome lies.
    side = paint.down((top.width, size[1] - 2 * top.x - (top.y - top.x)), _wall_tones(shown))
    out.blit(paint.clip_round(side, round_top), top)
    out.blit(paint.to_surface(dome(top.size, round_top, shown), paint.rounded(top.size, round_top)), top)
    return out


def _letters(cap: Cap, lines: int) -> float:
    """Of a cap's height, how large its words are at most: nothing is written larger than START."""
    if lines > 1:
        return 0.34
    return 0.58 if cap.name == "start" else 0.42


def _wall_tones(shown: Look) -> list[tuple[float, Colour]]:
    body = shown.body
    if shown.lit:  # light leaves the plastic at its foot, too
        return [(0, mix(body, INK, 0.2)), (0.8, mix(body, INK, 0.45)), (1, mix(body, INK, 0.15))]
    return [(0, mix(body, INK, 0.3)), (0.85, mix(body, INK, 0.62)), (1, mix(body, INK, 0.8))]


def dome(size: tuple[int, int], radius: float, shown: Look) -> Field:
    """Colours (height, width, 3) of the plastic: a round shoulder, the lamp behind it, the light on it."""
    width, height = size
    deep, turned = _shape(size, radius)
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    base = np.broadcast_to(paint.plane(shown.body), (3, height, width))
    if shown.lit:
        core = np.clip(1.2 - np.sqrt(x * x * 0.7 + y * y), 0, 1) * _LIT_CORE
        colour = base + (paint.plane((255, 250, 226)) - base) * core
        colour = colour * (1 + 0.16 * turned)
    else:
        colour = base * (1.0 - 0.10 * y) * (1 + (0.30 if shown.dead else 0.62) * turned)
    if shown.down:  # the rim of the well shades it
        rim = np.clip(1 - (y + 1) / 0.42, 0, 1) * 0.42 + np.clip(1 - (x + 1) / 0.10, 0, 1) * 0.2
        colour = colour * (1 - np.clip(rim + 0.05, 0, 1))
    lit = np.clip(colour + (255 - colour) * _sheen(x, y, deep, shown), 0, 255)
    return np.asarray(paint.of_planes(lit), dtype=np.float32)


@lru_cache(maxsize=32)
def _shape(size: tuple[int, int], radius: float) -> tuple[Field, Field]:
    """How deep within its edge each point of a dome lies, 1 where it is flat, and how it faces the light."""
    deep = _depth(size, radius)
    relief = np.sqrt(np.clip(1 - (1 - deep) ** 2, 0, 1))
    return deep, np.clip(paint.facing(paint.blur(relief, max(1, size[1] // 30)), size[1] / 7), -1, 1)


def _sheen(x: Field, y: Field, deep: Field, shown: Look) -> Field:
    """The key light's window on the dome, and the line of light along its upper shoulder."""
    moved = 0.12 if shown.down else 0.0
    strength = _SHEEN * (0.35 if shown.dead else 0.6 if shown.down else 1.0)
    window = np.clip(1 - np.abs(y + 0.66 - moved) / 0.17, 0, 1) ** 0.7 * np.clip(1.02 - (x + 0.12) ** 2, 0, 1)
    spot = np.clip(1 - np.hypot((x + 0.62) / 0.16, (y + 0.52 - moved) / 0.24), 0, 1)
    shoulder = np.clip(1 - np.abs(deep - 0.16) / 0.12, 0, 1) * np.clip(-y * 0.8 - x * 0.25, 0, 1)
    light = (window * 0.75 + spot * 0.9 + shoulder * 0.55) * np.clip(deep * 6, 0, 1)
    return np.asarray(np.clip(light, 0, 1) * strength, dtype=np.float32)


def _depth(size: tuple[int, int], radius: float) -> Field:
    """How far within its edge each point of a rounded rectangle lies, 0 to 1, as a share of its shoulder."""
    width, height = size
    x = np.abs(np.arange(width, dtype=np.float32) + 0.5 - width / 2) - (width / 2 - radius)
    y = np.abs(np.arange(height, dtype=np.float32) + 0.5 - height / 2) - (height / 2 - radius)
    outside = np.sqrt(np.maximum(x, 0)[None, :] ** 2 + np.maximum(y, 0)[:, None] ** 2)
    inside = np.minimum(np.maximum(x[None, :], y[:, None]), 0)
    within = radius - outside - inside
    return np.asarray(np.clip(within / (height * 0.34), 0, 1), dtype=np.float32)


def shadow(cap: Cap, ring: int, *, down: bool) -> tuple[pygame.Surface, tuple[int, int]]:
    """
    What a cap and its ring throw on the deck, down and to the right: long where it stands out, short pressed.

    Args:
        ring: width of the chrome ring in pixels; none of the shadow falls on it.
    """
    outer = cap.rect.inflate(2 * ring, 2 * ring)
    reach = max(2, round(cap.rect.height * (0.05 if down else 0.14)))
    pad = reach * 3
    return _shadow(outer.size, radius_of(cap) + ring, reach), (outer.x - pad, outer.y - pad)


@lru_cache(maxsize=64)
def _shadow(size: tuple[int, int], radius: float, reach: int) -> pygame.Surface:
    mask = np.pad(paint.rounded(size, radius), reach * 3)
    soft = paint.blur(np.roll(mask, (reach, reach // 2), (0, 1)), max(1, reach // 2))
    return paint.flat(soft * (1 - mask) * 0.72, (4, 2, 2))


def thrown(cap: Cap, others: Sequence[Cap]) -> tuple[pygame.Surface, tuple[int, int]]:
    """
    What a lit cap adds: a bloom of about twice its size on the deck, little of it on the buttons beside it.

    Args:
        others: the other caps of the deck.
    """
    reach = max(8, round(cap.rect.height * 0.8))
    near = tuple((*other.rect.move(-cap.rect.x, -cap.rect.y), radius_of(other)) for other in others)
    bloom = _bloom(cap.rect.size, radius_of(cap), cap.colour, near)
    return bloom, (cap.rect.x - reach, cap.rect.y - reach)


@lru_cache(maxsize=64)
def _bloom(
    size: tuple[int, int],
    radius: float,
    plastic: Colour,
    others: tuple[tuple[int, int, int, int, float], ...],
) -> pygame.Surface:
    """The light round a cap; ``others`` are place from its corner, size and radius of each beside it."""
    reach = max(8, round(size[1] * 0.8))
    mask = np.pad(paint.rounded(size, radius), reach)
    wide = paint.blur(mask, max(3, round(reach * 0.55)))
    near = paint.blur(mask, max(2, reach // 6))
    around = np.clip(wide * 0.95 + near * 0.55, 0, 1) * (1 - 0.92 * mask)
    for x, y, width, height, roundness in others:
        there = Rect(x + reach, y + reach, width, height)
        part = there.clip(Rect(0, 0, mask.shape[1], mask.shape[0]))
        if part:
            cover = paint.rounded(there.size, roundness)
            left, top = part.x - there.x, part.y - there.y
            cut = cover[top : top + part.height, left : left + part.width]
            around[part.y : part.bottom, part.x : part.right] *= 1 - 0.75 * cut
    return paint.to_surface(paint.of_planes(around * paint.plane(mix(plastic, (255, 140, 60), 0.12))))


def forget() -> None:
    """Drop what was made for another size."""
    for pictures in (_plastic, _shape, _shadow, _bloom):
        pictures.cache_clear()
