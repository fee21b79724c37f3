# SPDX-License-Identifier: MIT
"""
Letters that can be read on whatever lies behind them: in their own ink, in black or white, or on a ground.

    colour = ground(surface, [Rect(10, 10, 200, 24)], GOLD, 7.0)     # before the letters are drawn

Source of the ratio: WCAG 2.2, success criteria 1.4.3 (4.5 to 1) and 1.4.6 (7 to 1), W3C 2023.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art.theme import Colour, contrast

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
_EDGE = 2  # of a ground beyond the letters, in pixels


def ground(surface: pygame.Surface, spots: Sequence[Rect], colour: Colour, least: float) -> Colour:
    """
    The ink for a text so that it stands out by ``least``; fills a ground behind it where no ink would.

    Args:
        surface: what the letters will be drawn on.
        spots: where each line of them goes.
        colour: the ink that they would have.
    """
    whole = surface.get_rect()
    parts = [spot.clip(whole) for spot in spots]
    parts = [part for part in parts if part.width and part.height]
    if not parts:
        return colour
    if surface.get_flags() & pygame.SRCALPHA:
        worst = {colour: 0.0}  # nobody knows yet what will lie behind
    else:
        behind = np.concatenate([_pixels(surface, part) for part in parts])
        worst = {ink: _least(behind, ink) for ink in (colour, WHITE, BLACK)}
    for ink in worst:
        if worst[ink] >= least:
            return ink
    paper = BLACK if contrast(colour, BLACK) >= contrast(colour, WHITE) else WHITE
    for part in parts:
        surface.fill(paper, part.inflate(2 * _EDGE, 2 * _EDGE).clip(whole))
    if contrast(colour, paper) >= least:
        return colour
    return WHITE if paper == BLACK else BLACK


def _pixels(surface: pygame.Surface, part: Rect) -> np.ndarray:
    return pygame.surfarray.array3d(surface.subsurface(part)).reshape(-1, 3)


def _least(behind: np.ndarray, ink: Colour) -> float:
    """The least contrast of an ink with any of these pixels, but for one in a hundred."""
    linear = behind.astype(np.float32) / 255
    linear = np.where(linear <= 0.04045, linear / 12.92, ((linear + 0.055) / 1.055) ** 2.4)
    lights = linear @ np.asarray((0.2126, 0.7152, 0.0722), dtype=np.float32)
    dark, bright = np.percentile(lights, (1, 99))
    own = contrast(ink, BLACK) * 0.05 - 0.05
    return float(
        min(
            (max(own, end) + 0.05) / (min(own, end) + 0.05)
            for end in (dark, bright, np.clip(own, dark, bright))
        )
    )
