# SPDX-License-Identifier: MIT
"""
Colours by lightness, chroma and hue as eyes tell them apart, and back to those of a screen.

    rgb(lch((200, 16, 46))._replace(hue_deg=150))     # a green as light and as strong as that red

Source: B. Ottosson, A perceptual color space for image processing (2020).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

Rgb = tuple[int, int, int]


class Lch(NamedTuple):
    """A colour of OKLCh: lightness 0 to 1, chroma, hue in degrees."""

    light: float
    chroma: float
    hue_deg: float


def lch(colour: Sequence[float]) -> Lch:
    """A colour of sRGB, 0 to 255, in OKLCh."""
    red, green, blue = (_linear(part / 255) for part in colour)
    long, middle, short = (
        math.cbrt(a * red + b * green + c * blue)
        for a, b, c in (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        )
    )
    light = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return Lch(light, math.hypot(a, b), math.degrees(math.atan2(b, a)))


def rgb(one: Lch) -> Rgb:
    """A colour of OKLCh in sRGB, with as much of its chroma as that can show."""
    low, high = 0.0, one.chroma
    found = _raw(one)
    if not _shown(found):
        for _ in range(12):
            half = (low + high) / 2
            found = _raw(one._replace(chroma=half))
            low, high = (half, high) if _shown(found) else (low, half)
        found = _raw(one._replace(chroma=low))
    red, green, blue = (round(255 * _curved(min(1.0, max(0.0, part)))) for part in found)
    return red, green, blue


def _raw(one: Lch) -> tuple[float, float, float]:
    turn = math.radians(one.hue_deg)
    a, b = one.chroma * math.cos(turn), one.chroma * math.sin(turn)
    long = (one.light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (one.light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (one.light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def _shown(parts: Sequence[float]) -> bool:
    return all(-1e-4 <= part <= 1.0001 for part in parts)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _curved(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
