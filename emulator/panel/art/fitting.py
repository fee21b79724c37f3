# SPDX-License-Identifier: MIT
"""
Texts of a picture: whole, apart from each other, and large enough to be read.

    for fault in unfit(stage.kit.text.placed, screen.get_rect()): print(fault)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from pygame import Rect

from emulator.panel.art.lettering import Placed

READABLE_PX = 9
"""A text smaller than this is read on no screen: capitals are 1.7 mm high on one of 96 dots an inch."""
_LINES_SEEN = 90  # of print in its smallest size, that the shorter side of a large screen holds


def readable_px(size: tuple[int, int]) -> int:
    """The smallest text that is read on such a screen: who sees all of a large one stands farther off."""
    return max(READABLE_PX, min(size) // _LINES_SEEN)


class Unfit(NamedTuple):
    """One text that cannot be read as it stands."""

    placed: Placed
    kind: str
    """"cut" at its box or the screen, "small", or "overlap"."""
    other: Placed | None = None
    """What it lies on, of an overlap."""

    def __str__(self) -> str:
        text = self.placed
        if self.other is not None:
            return f"{text.text!r} at {text.ink} lies on {self.other.text!r} at {self.other.ink}"
        if self.kind == "small":
            return f"{text.text!r} is {text.size_px} px small"
        return f"{text.text!r} leaves its box: {text.ink} in {text.box}"


def unfit(placed: Sequence[Placed], screen: Rect, least_px: int = READABLE_PX) -> list[Unfit]:
    """What is wrong with placed texts, small ones under ``least_px``; empty if nothing is."""
    found = [
        Unfit(text, "cut")
        for text in placed
        if not text.box.inflate(2, 4).contains(text.ink) or not screen.contains(text.ink)
    ]
    found += [
        Unfit(one, "overlap", two) for one, two in combinations(placed, 2) if one.ink.colliderect(two.ink)
    ]
    return found + [Unfit(text, "small") for text in placed if text.size_px < least_px]


def letters_that_fit(text: Placed) -> int:
    """
    How many letters of a text its box has room for at READABLE_PX, of the width that its own have on average.

    A line that wraps ends with a word, so of several lines nine tenths are counted.
    """
    drawn = max(1, sum(cover.picture.get_width() for cover in text.covers))
    a_letter = drawn / max(1, len(text.text)) * READABLE_PX / text.size_px
    lines = max(1, min(text.lines_max, int((text.box.height / READABLE_PX - 1) / 1.18) + 1))
    room = text.box.width * (1 if lines == 1 else 0.9 * lines)
    return max(0, int(room / a_letter))
