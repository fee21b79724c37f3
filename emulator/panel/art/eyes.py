# SPDX-License-Identifier: MIT
"""
Colours as eyes see them: OKLab, where equal distances look alike, for three and for two kinds of cones.

    seen = oklab(vision("deuteranopia", linear(pixels)))     # (..., 3): lightness, green-red, blue-yellow
    np.linalg.norm(seen - other, axis=-1)                    # 0.02 is a difference that is just seen

Sources: B. Ottosson, A perceptual color space for image processing (2020); G. Machado, M. Oliveira,
L. Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE TVCG 15 (2009),
table 1, severity 1.0; IEC 61966-2-1 for the curve of sRGB.
"""

from __future__ import annotations

from typing import Any

import numpy as np

# Of whatever numbers: sRGB bytes, light, masks.
AnyField = np.ndarray[Any, np.dtype[Any]]

VISIONS = ("usual", "protanopia", "deuteranopia")
"""Eyes with three kinds of cones, without those for long waves, without those for middle ones."""

_MACHADO = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
_CONES = np.array(
    (
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005),
    )
)
_OPPONENTS = np.array(
    (
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660),
    )
)


def linear(pixels: AnyField) -> AnyField:
    """Light of sRGB values 0 to 255: each part 0 to 1."""
    part = np.asarray(pixels, dtype=np.float64) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def vision(name: str, light: AnyField) -> AnyField:
    """Linear light as one of VISIONS sees it."""
    if name == "usual":
        return light
    return np.asarray(np.clip(light @ np.array(_MACHADO[name]).T, 0.0, 1.0))


def oklab(light: AnyField) -> AnyField:
    """Lightness, green to red, and blue to yellow of linear light, shape (..., 3)."""
    cones = np.cbrt(np.clip(light, 0.0, None) @ _CONES.T)
    return np.asarray(cones @ _OPPONENTS.T)
