# SPDX-License-Identifier: MIT
"""The window's own geometry: how wide and how tall so many reels are, and where each of them stands."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from pygame import Rect

TURNS_SEEN = 2.3  # symbols that a drum shows one above the other
# A symbol fills 0.96 of the pitch and so much of the reel's width, unless the window is too narrow.
_PITCH, _WIDTH = 0.96, 0.885
_WIDER = 1.08  # a drum that has room beside it, at most


@dataclass(frozen=True)
class Drums:
    """So many reels that show so many symbols one above the other."""

    count: int
    seen: float

    @property
    def screen(self) -> bool:
        """Whether they are pictures on a screen, of which whole rows are seen."""
        return self.seen > TURNS_SEEN

    @property
    def aspect(self) -> float:
        """Width of the window by its height, the gaps between reels apart."""
        return self.count * _PITCH / _WIDTH / self.seen

    def height(self, area: float, widest: int) -> int:
        """Of a window of this area; of a narrower one as much taller, unless a screen shows no more."""
        tall = math.sqrt(area / self.aspect)
        if tall * self.aspect > widest:
            tall = widest / self.aspect if self.screen else area / widest
        return round(tall)

    def width(self, tall: int, between: int) -> int:
        """Of a window so tall."""
        return round(int(tall / self.seen) * _PITCH / _WIDTH) * self.count + between * (self.count - 1)


def drums(box: Rect, what: Drums, between: int, *, fills: bool) -> tuple[tuple[Rect, ...], int]:
    """
    Each reel and the height of a symbol, in the middle of a box.

    Args:
        fills: the field of a game, which takes all of the box.
    """
    count = what.count
    room = box.width - between * (count - 1)
    if fills:
        edges = [box.x + round((box.width + between) * i / count) for i in range(count + 1)]
        rects = tuple(
            Rect(left, box.y, right - between - left, box.height) for left, right in pairwise(edges)
        )
        return rects, int(box.height / what.seen)
    pitch = int(box.height / what.seen)
    width = min(round(pitch * _PITCH / _WIDTH * _WIDER), room // count)
    pitch = min(pitch, round(width * _WIDTH / _PITCH))
    top, height = box.y, box.height
    if what.screen:  # a screen shows no more than its rows, whatever room there is
        lower = min(height, round(pitch * what.seen))
        top, height = top + (height - lower) // 2, lower
    total = width * count + between * (count - 1)
    left = box.centerx - total // 2
    return tuple(Rect(left + i * (width + between), top, width, height) for i in range(count)), pitch
