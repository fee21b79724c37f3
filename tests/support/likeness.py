# SPDX-License-Identifier: MIT
"""
Whether two pictures show the same, whatever drew the letters: both are made small and compared part by part.

    likeness(kept, drawn)          # Likeness(whole=0.99, worst=0.93, apart=1.2)

Structural similarity sees shapes: Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli, Image Quality
Assessment (IEEE Transactions on Image Processing 13(4), 2004), windows of 7 by 7 pixels of the grey picture.
The mean colour of each part sees lamps.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pygame
from scipy.ndimage import uniform_filter

WIDTH_PX = 240
"""Both are compared at this width: a letter's edge is gone, a symbol or a lamp is not."""
PARTS = 12
"""Across and down."""
WHOLE_MIN, WORST_MIN, APART_MAX = 0.95, 0.80, 10.0
"""Similarity of the whole, that of its worst part, and levels of 255 between a part's mean colours."""
_WINDOW = 7
_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
_GREY = np.array([0.299, 0.587, 0.114])


class Likeness(NamedTuple):
    """1, 1 and 0 are the same picture."""

    whole: float
    worst: float
    apart: float

    @property
    def alike(self) -> bool:
        """Within the tolerance."""
        return self.whole >= WHOLE_MIN and self.worst >= WORST_MIN and self.apart <= APART_MAX


def likeness(one: pygame.Surface, other: pygame.Surface) -> Likeness:
    """How alike two pictures of one size are."""
    assert one.get_size() == other.get_size()
    a, b = _small(one), _small(other)
    found = _similarity(a @ _GREY, b @ _GREY)
    colours = max(float(np.abs(part.mean(axis=(0, 1))).max()) for part in _parts(a - b))
    return Likeness(float(found.mean()), min(float(part.mean()) for part in _parts(found)), colours)


def _similarity(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Of each pixel's window."""
    mean_a, mean_b = uniform_filter(a, _WINDOW), uniform_filter(b, _WINDOW)
    var_a = uniform_filter(a * a, _WINDOW) - mean_a**2
    var_b = uniform_filter(b * b, _WINDOW) - mean_b**2
    both = uniform_filter(a * b, _WINDOW) - mean_a * mean_b
    light = (2 * mean_a * mean_b + _C1) / (mean_a**2 + mean_b**2 + _C1)
    return np.asarray(light * (2 * both + _C2) / (var_a + var_b + _C2))


def _parts(picture: np.ndarray) -> list[np.ndarray]:
    rows = np.array_split(picture, PARTS)
    return [part for row in rows for part in np.array_split(row, PARTS, axis=1)]


def _small(picture: pygame.Surface) -> np.ndarray:
    width, height = picture.get_size()
    small = pygame.transform.smoothscale(picture.convert(24), (WIDTH_PX, height * WIDTH_PX // width))
    return pygame.surfarray.array3d(small).astype(np.float64)
