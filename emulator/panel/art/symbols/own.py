# SPDX-License-Identifier: MIT
"""Symbols of a maker's own, SVG or PNG, drawn on a square as azar's drawings are."""

from __future__ import annotations

import io
from functools import lru_cache

import pygame

# Room that azar's drawings leave at their edges, too, in hundredths of the square.
_MARGIN = 4


class PictureError(Exception):
    """A file that the panel cannot draw."""


@lru_cache(maxsize=64)
def picture_of(data: bytes, size_px: int) -> pygame.Surface:
    """
    A picture in the middle of a see-through square of ``size_px``, as large as its shape allows.

    Raises:
        PictureError: it cannot be drawn.
    """
    room = size_px - 2 * round(size_px * _MARGIN / 100)
    try:
        if data.lstrip()[:1] == b"<":
            drawn = pygame.image.load_sized_svg(io.BytesIO(data), (room, room))
        else:
            drawn = pygame.image.load(io.BytesIO(data))
    except pygame.error as error:
        raise PictureError(str(error)) from error
    width, height = drawn.get_size()
    share = room / max(width, height)
    fitted = (max(1, round(width * share)), max(1, round(height * share)))
    whole = pygame.Surface(drawn.get_size(), pygame.SRCALPHA, 32)
    whole.blit(drawn, (0, 0))
    if whole.get_size() != fitted:
        whole = pygame.transform.smoothscale(whole, fitted)
    square = pygame.Surface((size_px, size_px), pygame.SRCALPHA, 32)
    square.blit(whole, ((size_px - fitted[0]) // 2, (size_px - fitted[1]) // 2))
    return square
