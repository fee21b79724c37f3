# SPDX-License-Identifier: MIT
"""
Brushes: gradients, metal, glass, soft shadows and glows, as pygame surfaces made with numpy.

What a front needs again and again at the same size, as shadows and frames, is made once, and nobody draws on
it; ``forget`` drops it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from emulator.panel.art.theme import STEEL_DARK, STEEL_LIGHT, STEEL_MID, Colour, mix

Field = npt.NDArray[np.float32]
AnyField = npt.NDArray[np.float32] | npt.NDArray[np.float64]
Point = tuple[float, float]
Stops = Sequence[tuple[float, Colour]]
_FULL = np.float32(255)
_WIDE = 320  # columns from which on sums down a field are added up row by row


def layer(size: tuple[int, int]) -> pygame.Surface:
    """An empty see-through surface."""
    return pygame.Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA, 32)


def plain(size: tuple[int, int]) -> pygame.Surface:
    """An opaque black surface; what additive lights are drawn on."""
    return pygame.Surface((max(1, size[0]), max(1, size[1])), 0, 32)


def plane(colour: Sequence[float]) -> Field:
    """A colour for each pixel of three planes: reckoned in a third of the time of pixels of three."""
    return np.asarray(colour, dtype=np.float32)[:, None, None]


def of_planes(planes: AnyField) -> AnyField:
    """Planes (3, height, width) as the colours (height, width, 3) that they are."""
    return planes.transpose(1, 2, 0)


def to_surface(rgb: AnyField, alpha: AnyField | None = None) -> pygame.Surface:
    """Colours (height, width, 3) 0 to 255, and coverage (height, width) 0 to 1, as a surface."""
    height, width = rgb.shape[:2]
    surface = plain((width, height)) if alpha is None else layer((width, height))
    pixels = pygame.surfarray.pixels3d(surface)
    for channel in range(3):
        pixels[:, :, channel] = np.clip(rgb[:, :, channel], 0, 255).T
    del pixels
    if alpha is not None:
        _cover(surface, alpha)
    return surface


def _cover(surface: pygame.Surface, alpha: AnyField) -> None:
    levels = alpha * 255
    cover = pygame.surfarray.pixels_alpha(surface)
    cover[...] = np.clip(levels, 0, 255, out=levels).T
    del cover


def light_of(light: AnyField, colour: Colour) -> pygame.Surface:
    """An additive light of one colour, as bright as ``light`` (height, width) says."""
    surface = plain((light.shape[1], light.shape[0]))
    pixels = pygame.surfarray.pixels3d(surface)
    for channel, level in enumerate(colour):
        tone = light * np.float32(level)
        pixels[:, :, channel] = np.clip(tone, 0, 255, out=tone).T
    del pixels
    return surface


def resized(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """
    A picture at another size, though another thread may show it now.

    Its copy is scaled: SDL locks what it scales while others run on, and what is locked cannot be blitted.
    """
    return pygame.transform.smoothscale(picture.copy(), size)


def turned(picture: pygame.Surface, degrees: float) -> pygame.Surface:
    """A picture turned to the left, though another thread may show it now."""
    return pygame.transform.rotozoom(picture.copy(), degrees, 1.0)


def flat(mask: Field, colour: Colour) -> pygame.Surface:
    """One colour, covering as ``mask`` (height, width) says, 0 to 1."""
    surface = layer((mask.shape[1], mask.shape[0]))
    surface.fill((*colour, 0))
    _cover(surface, mask)
    return surface


def cover_of(picture: pygame.Surface) -> Field:
    """Coverage (height, width) of a see-through picture, though another thread may show it now."""
    return np.asarray(pygame.surfarray.pixels_alpha(picture.copy()).T / _FULL)


def white_of(sheet: pygame.Surface) -> Field:
    """How white each pixel (height, width) of a sheet is that was drawn in white on black, 0 to 1."""
    return np.asarray(pygame.surfarray.pixels_red(sheet).T / _FULL)


def spaced(text: str, letters: pygame.font.Font, width: int, space: int) -> Field:
    """Coverage of a line of letters this far apart, as tall as its ink."""
    row = plain((width, letters.get_height()))
    x = 0
    for letter in text:
        picture = letters.render(letter, True, (255, 255, 255))
        row.blit(picture, (x, 0))
        x += picture.get_width() + space
    mask = white_of(row)
    used = np.flatnonzero(mask.any(axis=1))
    return mask[used[0] : used[-1] + 1]


def ramp(length: int, stops: Stops) -> Field:
    """Colours (length, 3) interpolated through ``stops`` of (share 0 to 1, colour)."""
    at = np.linspace(0, 1, max(1, length), dtype=np.float32)
    places = [place for place, _ in stops]
    return np.stack([np.interp(at, places, [c[i] for _, c in stops]) for i in range(3)], axis=1).astype(
        np.float32
    )


def down(size: tuple[int, int], stops: Stops) -> pygame.Surface:
    """A gradient from top to bottom."""
    column = to_surface(ramp(size[1], stops)[:, None, :])
    return pygame.transform.scale(column, (max(1, size[0]), max(1, size[1])))


def across(size: tuple[int, int], stops: Stops) -> pygame.Surface:
    """A gradient from left to right."""
    row = to_surface(ramp(size[0], stops)[None, :, :])
    return pygame.transform.scale(row, (max(1, size[0]), max(1, size[1])))


def blur(field: Field, radius: int) -> Field:
    """Two box passes: close enough to a Gaussian for shadows and bevels, in constant time."""
    if radius < 1:
        return field
    for _ in range(2):
        field = _box(_box(field, radius).T, radius).T
    return np.ascontiguousarray(field)


def _box(field: Field, radius: int) -> Field:
    height, width = field.shape
    # The edge goes on in both directions.
    total = np.empty((height + 2 * radius + 1, width), dtype=np.float32)
    total[: radius + 1] = field[0]
    total[radius + 1 : radius + 1 + height] = field
    total[radius + 1 + height :] = field[-1]
    if width < _WIDE:
        np.cumsum(total, axis=0, out=total)
    else:  # the same sums, row by row: cumsum goes down column after column, past every cache
        for above, row in pairwise(total):
            np.add(above, row, out=row)
    window = 2 * radius + 1
    found = total[window:] - total[:-window]
    found /= window
    return found


@lru_cache(maxsize=256)
def rounded(size: tuple[int, int], radius: float, inset: float = 0.0) -> Field:
    """Coverage (height, width) of a rounded rectangle with smooth edges, from its distance field."""
    width, height = size
    radius = max(0.5, min(radius, (min(width, height) / 2 - inset)))
    x = np.abs(np.arange(width, dtype=np.float32) + 0.5 - width / 2) - (width / 2 - inset - radius)
    y = np.abs(np.arange(height, dtype=np.float32) + 0.5 - height / 2) - (height / 2 - inset - radius)
    outside = np.sqrt(np.maximum(x, 0)[None, :] ** 2 + np.maximum(y, 0)[:, None] ** 2)
    inside = np.minimum(np.maximum(x[None, :], y[:, None]), 0)
    found = np.asarray(np.clip(0.5 - (outside + inside - radius), 0, 1), dtype=np.float32)
    found.setflags(write=False)
    return found


def clip_round(surface: pygame.Surface, radius: float) -> pygame.Surface:
    """The same picture with rounded corners."""
    out = layer(surface.get_size())
    out.blit(surface, (0, 0))
    cover = pygame.surfarray.pixels_alpha(out)
    cover[...] = (cover * rounded(out.get_size(), radius).T).astype(np.uint8)
    del cover
    return out


@lru_cache(maxsize=128)
def glow(size: tuple[int, int], colour: Colour, strength: float = 1.0, fall: float = 2.0) -> pygame.Surface:
    """An additive light: full in the middle of ``size``, nothing at its edge."""
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None]
    light = np.clip(1 - np.sqrt(x * x + y * y), 0, 1) ** fall * strength
    return light_of(light, colour)


def facing(relief: AnyField, gain: float) -> Field:
    """How much each point of a relief turns to the key light from top left: positive towards it."""
    down_slope = np.zeros_like(relief)
    right_slope = np.zeros_like(relief)
    down_slope[1:-1] = (relief[2:] - relief[:-2]) / 2
    right_slope[:, 1:-1] = (relief[:, 2:] - relief[:, :-2]) / 2
    return np.asarray((right_slope * 0.62 + down_slope * 0.78) * gain, dtype=np.float32)


def halo(mask: Field, radius: int, colour: Colour, strength: float) -> pygame.Surface:
    """An additive bloom round whatever ``mask`` covers."""
    return light_of(np.clip(blur(mask, radius) * strength, 0, 1), colour)


def add(target: pygame.Surface, light: pygame.Surface, at: tuple[int, int]) -> None:
    """Light adds to what is there, as a lamp's does."""
    target.blit(light, at, special_flags=pygame.BLEND_RGB_ADD)


def shade(target: pygame.Surface, dark: pygame.Surface, at: tuple[int, int]) -> None:
    """Shadow multiplies what is there."""
    target.blit(dark, at, special_flags=pygame.BLEND_RGB_MULT)


def cast(
    target: pygame.Surface, rect: pygame.Rect, spread: int, depth: float = 0.6, radius: float = 6.0
) -> None:
    """A soft shadow under a rounded rectangle, thrown down and to the right by the key light."""
    at = (rect.x - spread * 2 + spread // 3, rect.y - spread * 2 + spread * 2 // 3)
    target.blit(_shadow(rect.size, spread, depth, radius), at)


@lru_cache(maxsize=64)
def _shadow(size: tuple[int, int], spread: int, depth: float, radius: float) -> pygame.Surface:
    return flat(blur(np.pad(rounded(size, radius), spread * 2), spread) * depth, (0, 0, 0))


class Metal(NamedTuple):
    """Tones of what shines."""

    light: Colour
    mid: Colour
    dark: Colour


STEEL = Metal(STEEL_LIGHT, STEEL_MID, STEEL_DARK)
_metal = STEEL


@contextmanager
def of_metal(colour: Colour | None) -> Iterator[None]:
    """Within this block all that shines is of metal of this colour; None: steel."""
    global _metal  # noqa: PLW0603 - one machine is drawn at a time
    before = _metal
    _metal = STEEL if colour is None else alloy(colour)
    try:
        yield
    finally:
        _metal = before


def alloy(colour: Colour) -> Metal:
    """Metal whose middle tone is this colour, as far from its lights and darks as steel's."""
    return Metal(mix(colour, (255, 252, 244), 0.72), colour, mix(colour, (8, 6, 10), 0.72))


def metal() -> Metal:
    """The metal of the machine that is drawn now."""
    return _metal


def chrome(size: tuple[int, int], vertical: bool = True) -> pygame.Surface:
    """Polished metal: sky, a sharp horizon, the dark room, and light from the floor."""
    high, middle, low = _metal
    stops: Stops = (
        (0.0, mix(high, middle, 0.35)),
        (0.12, high),
        (0.38, mix(high, middle, 0.5)),
        (0.47, middle),
        (0.52, low),
        (0.72, mix(low, middle, 0.45)),
        (0.9, mix(middle, high, 0.35)),
        (1.0, low),
    )
    return down(size, stops) if vertical else across(size, stops)


def frame(target: pygame.Surface, rect: pygame.Rect, width: int, radius: float) -> None:
    """A chrome frame round ``rect``, lit from top left, with a dark lip towards the inside."""
    outer = rect.inflate(width * 2, width * 2)
    target.blit(_frame(outer.size, width, radius, _metal), outer)


@lru_cache(maxsize=64)
def _frame(size: tuple[int, int], width: int, radius: float, of: Metal) -> pygame.Surface:
    ring = rounded(size, radius + width) - rounded(size, radius, inset=width)
    x = np.linspace(0, 1, size[0], dtype=np.float32)[None, :]
    y = np.linspace(0, 1, size[1], dtype=np.float32)[:, None]
    lit = 0.55 + 0.5 * np.cos((x * 0.8 + y * 1.2) * math.pi * 1.5)
    across_ring = rounded(size, radius + width * 0.5, inset=width * 0.45)
    lip = across_ring - rounded(size, radius, inset=width)
    tone = np.clip(lit * 0.85 + 0.25 - lip * 0.42, 0.08, 1)
    low, high = plane(of.dark), plane(of.light)
    return to_surface(of_planes(low + tone * (high - low)), np.clip(ring, 0, 1))


def recess(target: pygame.Surface, rect: pygame.Rect, depth: int, radius: float = 4.0) -> None:
    """Inner shadow: the top and left edges of a hole darken what lies in it."""
    target.blit(_hole(rect.size, depth, radius), rect)


@lru_cache(maxsize=32)
def _hole(size: tuple[int, int], depth: int, radius: float) -> pygame.Surface:
    padded = np.pad(1 - rounded(size, radius), depth * 2, constant_values=1.0)
    soft = blur(padded.astype(np.float32), depth)
    cut = soft[depth : depth + size[1], depth + depth // 2 : depth + depth // 2 + size[0]]
    return flat(np.clip(cut * 1.1, 0, 0.85), (0, 0, 0))


@lru_cache(maxsize=8)
def reflection(size: tuple[int, int], strength: float = 0.10) -> pygame.Surface:
    """The one soft reflection a sheet of glass has: a slanting window light from top left."""
    x = np.linspace(0, 1, size[0], dtype=np.float32)[None, :]
    y = np.linspace(0, 1, size[1], dtype=np.float32)[:, None] * (size[1] / size[0])
    across_band = x + y * 0.7
    band = np.clip(1 - np.abs(across_band - 0.2) / 0.16, 0, 1) * 0.75
    band += np.clip(1 - np.abs(across_band - 0.47) / 0.035, 0, 1) * 0.45
    top = np.clip(1 - y / 0.10, 0, 1) * 0.35
    light = np.clip(band * (1 - y * 0.6) + top, 0, 1) * strength
    return flat(light, (255, 255, 255))


def grain(size: tuple[int, int], seed: int, stretch: int = 24, vertical: bool = False) -> Field:
    """Brushed or fibrous noise (height, width) about zero, -1 to 1, the same for the same seed."""
    width, height = size if not vertical else (size[1], size[0])
    noise = np.random.default_rng(seed).standard_normal((height, width + stretch)).astype(np.float32)
    total = np.cumsum(noise, axis=1)
    field = (total[:, stretch:] - total[:, :-stretch]) / math.sqrt(stretch) / 3
    return np.asarray(field.T if vertical else field, dtype=np.float32)


def tint(surface: pygame.Surface, seed: int, stretch: int, amount: float, vertical: bool = False) -> None:
    """Lighten and darken a surface in place by grain of these marks times ``amount`` levels, up to 64."""
    levels = _levels(surface.get_size(), seed, stretch, amount, vertical)
    pixels = pygame.surfarray.pixels3d(surface)
    for channel in range(3):
        moved = pixels[:, :, channel] + levels
        pixels[:, :, channel] = np.clip(moved, 0, 255, out=moved)
    del pixels


@lru_cache(maxsize=48)
def _levels(
    size: tuple[int, int], seed: int, stretch: int, amount: float, vertical: bool
) -> npt.NDArray[np.int8]:
    return (grain(size, seed, stretch, vertical).T * amount).astype(np.int8)


def trapezoid(surface: pygame.Surface, shrink: float) -> pygame.Surface:
    """The picture laid back: its top edge ``shrink`` (0 to 1) narrower than its bottom edge."""
    width, height = surface.get_size()
    source = pygame.surfarray.array3d(surface)
    rows = np.linspace(1 - shrink, 1, height)[None, :]
    x = np.arange(width)[:, None] + 0.5 - width / 2
    columns = np.clip((x / rows + width / 2), 0, width - 1).astype(np.int32)
    out = plain((width, height))
    pixels = pygame.surfarray.pixels3d(out)
    pixels[...] = source[columns, np.arange(height)[None, :]]
    del pixels
    return out


def shrunk(sheet: pygame.Surface, size: tuple[int, int]) -> Field:
    """What was drawn in white on a larger sheet, as the share of each pixel that it covers."""
    small = pygame.transform.smoothscale(sheet, size)
    return white_of(small)


def forget() -> None:
    """Drop what was made for another size."""
    rounded.cache_clear()
    glow.cache_clear()
    _levels.cache_clear()
    for pictures in (_shadow, _frame, _hole, reflection):
        pictures.cache_clear()
