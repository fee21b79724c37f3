# SPDX-License-Identifier: MIT
"""Colours, type faces and the one spacing scale that every part of the panel takes its measures from."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pygame

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
    """The three colours a machine owns; metal and warm black are everybody's."""

    deep: Colour
    bright: Colour
    accent: Colour

    def beam(self, peak: int) -> Colour:
        """The light of a tube behind glass of the deep colour, its strongest part at ``peak`` of 255."""
        most = max(1, *self.deep)
        red, green, blue = (round(part * peak / most) for part in self.deep)
        return red, green, blue


CIERZO = Theme(deep=(14, 27, 61), bright=(255, 210, 63), accent=(228, 71, 43))


def theme_for(art: object) -> Theme:
    """The model's own colours (``art.colours`` as ``#RRGGBB`` by name), Cierzo's where it names none."""
    colours = art.get("colours", {}) if isinstance(art, dict) else {}
    if isinstance(colours, (list, tuple)):
        colours = dict(zip(("deep", "bright", "accent"), colours, strict=False))
    if not isinstance(colours, dict):
        return CIERZO
    found = [
        _hex(colours.get(name, colours.get(other)), default)
        for name, other, default in (
            ("deep", "night", CIERZO.deep),
            ("bright", "lemon", CIERZO.bright),
            ("accent", "vermilion", CIERZO.accent),
        )
    ]
    return Theme(*found)


def hex_colour(value: str) -> Colour | None:
    """A colour written as ``#RRGGBB``; None for no text."""
    return _hex(value, INK) if value else None


def _hex(value: object, default: Colour) -> Colour:
    if not isinstance(value, str) or len(value) != 7 or not value.startswith("#"):
        return default
    try:
        return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)
    except ValueError:
        return default


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
    "label": ("font_fjallaone", "FjallaOne-Regular.ttf"),
    "text": ("font_manrope", "Manrope-Medium.ttf"),
    "strong": ("font_manrope", "Manrope-Bold.ttf"),
}


@lru_cache(maxsize=8)
def _face_path(face: str) -> str | None:
    package, file = _FACES[face]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(next(iter(spec.submodule_search_locations))) / "files" / file
    return str(path) if path.is_file() else None


@lru_cache(maxsize=256)
def font(face: str, size_px: int) -> pygame.font.Font:
    """
    One of the three faces at ``size_px``: ``label`` (condensed), ``text`` and ``strong`` (humanist).

    pygame's own face stands in where the font packages are not installed.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(_face_path(face), max(6, size_px))


def forget_fonts() -> None:
    """Drop every opened font; they die with pygame.font and must not outlive it."""
    font.cache_clear()
