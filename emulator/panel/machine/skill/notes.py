# SPDX-License-Identifier: MIT
"""
The notes of a round, drawn: as many as its tune has, dark until the round is over.

Every note looks like the next: which pad sounds is drawn by the machine, and told by nothing before.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint, shapes
from emulator.panel.art.theme import CREAM, INK, Colour, mix

_PITCH = 0.74  # of a note's side, from one to the next at least


class Notes:
    """
    One line of notes.

    Args:
        box: where they stand, centred up and down, from its left.
        count: how many.
        most: how many the longest line has, which all lines leave room for.
        colour: of a lit note.
    """

    def __init__(self, box: Rect, count: int, most: int, colour: Colour) -> None:
        self.side = max(4, round(min(box.height * 0.78, box.width / (most * _PITCH + 0.3))))
        step = min(self.side * 1.25, (box.width - self.side) / max(1, most - 1))
        top = box.centery - self.side // 2
        self.places = [(round(box.x + step * number), top) for number in range(count)]
        self._dark = _note(self.side, mix(colour, INK, 0.5))
        self._lit = _note(self.side, mix(colour, CREAM, 0.3))

    def draw(self, surface: pygame.Surface, *, lit: bool) -> None:
        """All of them."""
        surface.fblits([(self._lit if lit else self._dark, place) for place in self.places])


@lru_cache(maxsize=8)
def _note(side: int, colour: Colour) -> pygame.Surface:
    """A quaver: its head, its stem and its flag."""
    head = shapes.ellipse(36, 78, 19, 14, -22)
    stem = [(48.0, 76.0), (48.0, 10.0), (55.0, 10.0), (55.0, 76.0)]
    flag = shapes.smooth([(54, 10), (62, 26), (78, 36), (76, 60), (68, 44), (54, 34)])
    tone = paint.ramp(side, [(0, mix(colour, CREAM, 0.25)), (1, colour)])
    mask = np.clip(sum(shapes.cover([outline], side) for outline in (head, stem, flag)), 0, 1)
    return paint.to_surface(np.broadcast_to(tone[:, None, :], (side, side, 3)), mask)
