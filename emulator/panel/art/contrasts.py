# SPDX-License-Identifier: MIT
"""
Contrast of letters as they were painted, lights and reflections and pictures behind them included.

    found = contrast_of(pixels, placed)        # pixels (height, width, 3) of the whole screen
    found.ratio, found.ink, found.ground       # 1 to 21, at the place where the letters are hardest to read

The ground is what lies next to the strokes: an outline or a halo of the letters' own counts, as it does for
WCAG. A pixel under the edge of a letter is a mixture: its ground, and as much ink as the letter covers of it.
So ink and ground of a few letters follow from their pixels by least squares, however thin the strokes are.

Source of limit and ratio: WCAG 2.2, success criterion 1.4.3, W3C 2023.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from emulator.panel.art.eyes import AnyField
from emulator.panel.art.lettering import Placed
from emulator.panel.art.theme import Colour, contrast

CONTRAST_MIN = 4.5
LARGE_CONTRAST_MIN = 3.0
LARGE_PX = 24
"""Letters of 18 points, at 96 dots an inch, are large (WCAG 2.2, "large scale")."""
# Letters that are judged together: as wide as high, so two or three, with the ground between them.
_WIDE = 1.6
_COVERED_MIN = 0.6  # a window in which nothing is covered so far has no letter to judge
_BESIDE = 12  # the ground reaches a twelfth of their height from the strokes, 2 pixels or more


def least_of(text: Placed) -> float:
    """The contrast that a text must have."""
    return LARGE_CONTRAST_MIN if text.size_px >= LARGE_PX else CONTRAST_MIN


class Contrast(NamedTuple):
    """The colours of a text where they differ least."""

    ratio: float
    ink: Colour
    ground: Colour


def contrast_of(pixels: AnyField, text: Placed) -> Contrast | None:
    """The least contrast of a text along its lines; None where none of it was drawn."""
    found: Contrast | None = None
    for cover in text.covers:
        share = cover.share()
        inked = share > 0
        down, across = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
        if not len(down):
            continue
        left, top = cover.at
        rows = slice(max(0, down[0]), down[-1] + 1)
        tall = int(down[-1] - down[0] + 1)
        wide = max(6, round(_WIDE * tall))
        beside = _grown(inked, max(2, tall // _BESIDE))
        for start in range(int(across[0]), int(across[-1]) + 1, wide):
            end = min(start + wide, int(across[-1]) + 1)
            start = max(0, end - wide)
            part = share[rows, start:end]
            behind = pixels[top + rows.start : top + rows.stop, left + start : left + end]
            if behind.shape[:2] != part.shape or part.max() < _COVERED_MIN:
                continue
            near = beside[rows, start:end]
            here = _solved(part[near], behind[near])
            if found is None or here.ratio < found.ratio:
                found = here
    return found


def _grown(inked: AnyField, by_px: int) -> AnyField:
    """What is inked or lies so near to it, along rows and columns."""
    for axis in (0, 1):
        out = inked.copy()
        for step in range(1, by_px + 1):
            for a, b in ((slice(step, None), slice(None, -step)), (slice(None, -step), slice(step, None))):
                here, there = (a, b) if axis == 0 else ((slice(None), a), (slice(None), b))
                out[here] |= inked[there]
        inked = out
    return inked


def _solved(share: AnyField, pixels: AnyField) -> Contrast:
    """Ink and ground of one window, whose pixels are ground + share * (ink - ground)."""
    weights = np.stack([np.ones(share.size), share.ravel()], axis=1)
    solved = np.linalg.lstsq(weights, pixels.reshape(-1, 3).astype(np.float64), rcond=None)[0]
    ground, ink = _colour(solved[0]), _colour(solved[0] + solved[1])
    return Contrast(contrast(ink, ground), ink, ground)


def _colour(values: AnyField) -> Colour:
    red, green, blue = (int(part) for part in np.clip(np.round(values), 0, 255))
    return red, green, blue
