# SPDX-License-Identifier: MIT
"""Texts of a picture: whole, apart from each other, and large enough to be read."""

from __future__ import annotations

from itertools import combinations

from pygame import Rect

from emulator.panel.art.lettering import Placed

READABLE_PX = 8


def cut_or_overlapping(placed: list[Placed], screen: Rect) -> list[str]:
    """What is wrong with placed texts, in words; empty if nothing is."""
    wrong = [
        f"{text.text!r} leaves its box: {text.ink} in {text.box}"
        for text in placed
        if not text.box.inflate(2, 4).contains(text.ink) or not screen.contains(text.ink)
    ]
    wrong += [
        f"{one.text!r} at {one.ink} lies on {two.text!r} at {two.ink}"
        for one, two in combinations(placed, 2)
        if one.ink.colliderect(two.ink)
    ]
    return wrong + [f"{t.text!r} is {t.size_px} px small" for t in placed if t.size_px < READABLE_PX]
