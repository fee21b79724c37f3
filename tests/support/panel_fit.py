# SPDX-License-Identifier: MIT
"""Texts of a picture: whole, apart from each other, and large enough to be read."""

from __future__ import annotations

from pygame import Rect

from emulator.panel.art.fitting import READABLE_PX, unfit
from emulator.panel.art.lettering import Placed

__all__ = ["READABLE_PX", "cut_or_overlapping"]


def cut_or_overlapping(placed: list[Placed], screen: Rect, least_px: int = READABLE_PX) -> list[str]:
    """What is wrong with placed texts, in words; empty if nothing is."""
    return [str(fault) for fault in unfit(placed, screen, least_px)]
