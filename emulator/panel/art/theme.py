# SPDX-License-Identifier: MIT
"""Colours, type faces and the one spacing scale that every part of the panel takes its measures from."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pygame

from emulator.support.errors import HintedError
from machines.check.fonts import missing_letters

Colour = tuple[int, int, int]

# Warm black: every shadow and outline leans to red, so that the blue glass looks lit rather than cold.
INK: Colour = (20, 14, 15)
SOOT: Colour = (34, 25, 23)
UMBER: Colour = (66, 47, 38)
CREAM: Colour = (255, 246, 224)
BONE: Colour = (226, 208, 172)
MIST: Colour = (167, 184, 222)
AMBER: Colour = (255, 158, 44)
STEEL_LIGHT: Colour = (244, 241, 236)
STEEL_MID: Colour = (148, 146, 150)
STEEL_DARK: Colour = (46, 44, 50)
# The pads of a memory game, and the buttons before them.
PAD_COLOURS: tuple[Colour, ...] = ((255, 190, 40), (236, 66, 78), (44, 184, 116), (72, 148, 255))

# Distances at a width of 1080; everything inside the cabinet uses one of these six steps.
SCALE = (4, 8, 12, 20, 32, 52)
REFERENCE_WIDTH = 1080


class Theme(NamedTuple):
    """The colours that a machine owns; warm black is everybody's. None: azar's own."""

    deep: Colour
    bright: Colour
    accent: Colour
    ground: Colour | None = None
    """Lacquer of the cabinet."""
    metal: Colour | None = None
    wood: Colour | None = None
    """Of the deck."""
    paper: Colour | None = None
    """Of the reels."""
    display: Colour | None = None
    """Dots of the message line."""

    def beam(self, peak: int) -> Colour:
        """The light of a tube behind glass of the deep colour, its strongest part at ``peak`` of 255."""
        most = max(1, *self.deep)
        red, green, blue = (round(part * peak / most) for part in self.deep)
        return red, green, blue


CIERZO = Theme(deep=(14, 27, 61), bright=(255, 210, 63), accent=(228, 71, 43))


def theme_for(colours: Mapping[str, str]) -> Theme:
    """A machine's own colours, ``#RRGGBB`` by name; Cierzo's where it names none."""
    found = {name: hex_colour(value) for name, value in colours.items() if name in Theme._fields}
    return CIERZO._replace(**{name: value for name, value in found.items() if value is not None})


def hex_colour(value: str) -> Colour | None:
    """A colour written as ``#RRGGBB``; None for no text."""
    return (int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)) if value else None


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """``first`` at share 0, ``second`` at share 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def contrast(first: Colour, second: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2, 1.4.3)."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def dark_enough(colour: Colour, ink: Colour, least: float) -> Colour:
    """
    The colour, or as much darker as light ink needs to stand out from it.

    Args:
        least: contrast that the two have at least; 4.5 is what small letters need (WCAG 2.2, 1.4.3), more
            leaves room for the lights that are painted over both.
    """
    steps = (mix(colour, INK, step / 20) for step in range(21))
    return next((darker for darker in steps if contrast(darker, ink) >= least), INK)


def _luminance(colour: Colour) -> float:
    parts = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


_FACES = {
    "title": ("font_fjallaone", "FjallaOne-Regular.ttf"),
    "label": ("font_fjallaone", "FjallaOne-Regular.ttf"),
    "text": ("font_manrope", "Manrope-Medium.ttf"),
    "strong": ("font_manrope", "Manrope-Bold.ttf"),
}
# Capitals of a maker's own font are as tall as azar's, within these bounds of its size.
_CAPITAL, _TALLEST = "H", "HÁÑjp€,"
_SCALE_MIN, _SCALE_MAX = 0.6, 1.6
_worn: Mapping[str, bytes] = {}


class FaceError(HintedError):
    """A font that cannot be opened."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"a font of the machine cannot be opened: {reason}", "azar check names its file")
        self.reason = reason


@contextmanager
def wearing(fonts: Mapping[str, bytes]) -> Iterator[None]:
    """Within this block what is written has a maker's own faces, by name; a missing title is as the label."""
    global _worn  # noqa: PLW0603 - one machine is drawn at a time
    before, _worn = _worn, fonts
    try:
        yield
    finally:
        _worn = before


def worn(face: str) -> bytes | None:
    """The maker's own font of a face; None: azar's."""
    return _worn.get(face) or (_worn.get("label") if face == "title" else None)


@lru_cache(maxsize=8)
def _face_path(face: str) -> str | None:
    package, file = _FACES[face]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(next(iter(spec.submodule_search_locations))) / "files" / file
    return str(path) if path.is_file() else None


def font(face: str, size_px: int, words: str = "") -> pygame.font.Font:
    """
    One of the four faces at ``size_px``: ``title`` and ``label`` (condensed), ``text`` and ``strong``.

    pygame's own face stands in where the font packages are not installed, and azar's where a maker's own
    has not every letter of ``words``.
    """
    own = worn(face)
    if own is None or (words and not _writes(own, words)):
        return _opened(face, max(6, size_px), None)
    return _opened(face, max(6, size_px), own)


@lru_cache(maxsize=256)
def _opened(face: str, size_px: int, own: bytes | None) -> pygame.font.Font:
    _begin()
    if own is None:
        return pygame.font.Font(_face_path(face), size_px)
    return _of_bytes(own, max(6, round(size_px * _scale(face, own))))


def _begin() -> None:
    if not pygame.font.get_init():
        pygame.font.init()


def _of_bytes(data: bytes, size_px: int) -> pygame.font.Font:
    _begin()
    try:
        return pygame.font.Font(io.BytesIO(data), size_px)
    except (pygame.error, OSError, RuntimeError) as error:
        raise FaceError(str(error)) from error


@lru_cache(maxsize=16)
def _scale(face: str, own: bytes) -> float:
    """What a font's size is multiplied by so that its capitals are as tall as those of azar's face."""
    if not _writes(own, _CAPITAL):
        return 1.0
    ours, theirs = _opened(face, 100, None), _of_bytes(own, 100)
    heights = [_ink(one, _CAPITAL).height for one in (ours, theirs)]
    return min(_SCALE_MAX, max(_SCALE_MIN, heights[0] / max(1, heights[1])))


class Set(NamedTuple):
    """How the letters of a face stand, in shares of their size."""

    tall: float
    """From the top of an accent to the foot of a j."""
    drop: float
    """How much lower the middle of a capital lies in a line than in one of azar's face."""


_AZARS = Set(1.02, 0.0)


def set_of(face: str) -> Set:
    """How the letters of a face stand that is worn now."""
    own = worn(face)
    return _AZARS if own is None else _measured(face, own)


@lru_cache(maxsize=16)
def _measured(face: str, own: bytes) -> Set:
    ours, theirs = _opened(face, 100, None), _opened(face, 100, own)
    tall = _ink(theirs, _TALLEST).height / 100
    middles = [_ink(one, _CAPITAL).centery - one.get_height() / 2 for one in (ours, theirs)]
    return Set(max(_AZARS.tall, tall), (middles[1] - middles[0]) / 100)


def _ink(one: pygame.font.Font, words: str) -> pygame.Rect:
    return one.render(words, True, (255, 255, 255)).get_bounding_rect()


@lru_cache(maxsize=1024)
def _writes(own: bytes, words: str) -> bool:
    """Whether a font has every letter of these words; SDL draws a box for one that it has not."""
    return not missing_letters(own, words)


def require_font(data: bytes) -> None:
    """FaceError of a font that cannot be opened."""
    _of_bytes(data, 40).render(_CAPITAL, True, (255, 255, 255))


def forget_fonts() -> None:
    """Drop every opened font; they die with pygame.font and must not outlive it."""
    _opened.cache_clear()
