# SPDX-License-Identifier: MIT
"""
Paragraphs of print below one another, all in the largest size that their place has room for.

    flow = Flow(kit, paragraphs, width)
    size = flow.fitted(height, most_px)      # the largest, never under what can be read
    flow.put(surface, box, size)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect

from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import SMALLEST_PX, wrap
from emulator.panel.art.theme import Colour, set_of
from emulator.panel.machine.parts.kit import Kit

_LEADING = 1.18  # as ``lettering.fit`` sets its lines
_BETWEEN = 0.30  # of the size, from paragraph to paragraph
_BELOW = 0.16  # of the size, how much lower than its line a j reaches
_INDENT = 4.0  # sizes


@dataclass(frozen=True)
class Paragraph:
    """A text with a face and a colour of its own."""

    words: str
    face: str
    colour: Colour
    share: float = 1.0
    """Of the size of the others."""
    indented: bool = False
    """Whether a sign stands at its left."""


class Flow:
    """Measures paragraphs for a width and puts them."""

    def __init__(self, kit: Kit, paragraphs: Sequence[Paragraph], width: int) -> None:
        self._kit = kit
        self._width = width
        self.paragraphs = [one for one in paragraphs if one.words.strip()]

    @property
    def least_px(self) -> int:
        """The smallest size that can be read on this screen."""
        return readable_px(self._kit.layout.size)

    def _size(self, one: Paragraph, size_px: int) -> int:
        return max(min(self.least_px, size_px), round(size_px * one.share))

    def _left(self, one: Paragraph, size_px: int) -> int:
        return round(_INDENT * size_px) if one.indented else 0

    def _lines(self, one: Paragraph, size_px: int) -> int:
        width = self._width - self._left(one, size_px)
        return len(wrap(one.words, one.face, self._size(one, size_px), width))

    def _tall(self, one: Paragraph, size_px: int) -> int:
        size, tall = self._size(one, size_px), set_of(one.face).tall
        lines = self._lines(one, size_px)
        return round(size * max(_LEADING, tall)) * (lines - 1) + round(size * (tall + _BELOW)) + 1

    def height(self, size_px: int) -> int:
        """Of all of them in this size."""
        gaps = round(_BETWEEN * size_px) * max(0, len(self.paragraphs) - 1)
        return sum(self._tall(one, size_px) for one in self.paragraphs) + gaps

    def fitted(self, height: int, most_px: int) -> int:
        """The largest size up to ``most_px`` in which all of them fit; SMALLEST_PX whether or not they do."""
        size = most_px
        while size > SMALLEST_PX and self.height(size) > height:
            size -= 1
        return size

    def put(self, surface: pygame.Surface, box: Rect, size_px: int) -> Rect:
        """Write them from the top of the box; return the place of the sign beside the indented ones."""
        y, sign = box.y, Rect(box.x, box.y, 0, 0)
        for one in self.paragraphs:
            left, tall = self._left(one, size_px), self._tall(one, size_px)
            place = Rect(box.x + left, y, self._width - left, tall)
            self._kit.text.put(
                surface, one.words, place, one.face, self._size(one, size_px), one.colour,
                lines_max=self._lines(one, size_px), align="left",
            )  # fmt: skip
            if one.indented:
                sign.size = (round(left * 0.84), y + tall - box.y)
            y += tall + round(_BETWEEN * size_px)
        return sign
