# SPDX-License-Identifier: MIT
"""
Prints of pictures: the mean colour of each part of a grid, which lamps, reels, coins and doors change.

Letters, edges and grain are a few levels in a mean, so that another font or another SDL leaves a print alike
where a digest of the pixels would be another one.
"""

from __future__ import annotations

from itertools import pairwise

import pygame

from emulator.panel.machine.follow import Shown
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.picture import draw_picture

Colour = tuple[int, int, int]


def take_picture(cabinet: Shown, language: str, maintenance: bool) -> pygame.Surface:
    """
    A cabinet as it is now, in the window's size.

    Args:
        language: of the panel's own texts, one of languages().
        maintenance: with the plate of doors and keys in front, as F2 shows it.
    """
    return draw_picture(cabinet, language=language, hand=Hand(show_service=maintenance))


def print_of(picture: pygame.Surface, columns: int, rows: int) -> list[list[Colour]]:
    """Mean red, green and blue, 0 to 255, of ``rows`` times ``columns`` parts, from the upper left."""
    width, height = picture.get_size()
    across = [width * column // columns for column in range(columns + 1)]
    down = [height * row // rows for row in range(rows + 1)]
    return [
        [_mean(picture, left, top, right, bottom) for left, right in pairwise(across)]
        for top, bottom in pairwise(down)
    ]


def _mean(picture: pygame.Surface, left: int, top: int, right: int, bottom: int) -> Colour:
    red, green, blue, _ = pygame.transform.average_color(
        picture, pygame.Rect(left, top, right - left, bottom - top)
    )
    return red, green, blue
