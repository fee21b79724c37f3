# SPDX-License-Identifier: MIT
"""
A sheet that is clear for the most part, as those pieces of it that are not: the same picture, drawn sooner.

    pieces = tiles.of(sheet)
    tiles.put(screen, pieces, spot)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pygame
from pygame import Rect

_TILE_PX = 32
Piece = tuple[pygame.Surface, tuple[int, int]]


def of(sheet: pygame.Surface) -> list[Piece]:
    """The pieces of a sheet in which a pixel is not wholly clear, each with its place."""
    width, height = sheet.get_size()
    seen: npt.NDArray[np.bool_] = np.asarray(pygame.surfarray.pixels_alpha(sheet)) > 0
    pieces = []
    for y in range(0, height, _TILE_PX):
        row = np.asarray(seen[:, y : y + _TILE_PX].any(axis=1))
        starts = range(0, width, _TILE_PX)
        tiles = np.asarray([row[x : x + _TILE_PX].any() for x in starts], dtype=np.int8)
        edges = np.flatnonzero(np.diff(tiles, prepend=0, append=0)).tolist()
        for first, beyond in zip(edges[::2], edges[1::2], strict=True):
            part = Rect(first * _TILE_PX, y, (beyond - first) * _TILE_PX, _TILE_PX).clip(sheet.get_rect())
            pieces.append((sheet.subsurface(part).copy(), part.topleft))
    return pieces


def put(screen: pygame.Surface, pieces: Sequence[Piece], spot: tuple[int, int]) -> None:
    """Draw the sheet with its upper left corner at ``spot``."""
    x, y = spot
    screen.fblits([(piece, (x + at[0], y + at[1])) for piece, at in pieces])
