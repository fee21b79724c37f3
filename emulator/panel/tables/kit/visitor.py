# SPDX-License-Identifier: MIT
"""The visitor before a table: where they sit and what their hand is at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Visitor:
    """
    What the visitor's hand is at.

    Attributes:
        seat: where they sit; 0 looks on.
        picked: the value of the chip in their hand, in cents.
        at: the pointer on the screen, None while there is none.
        held: whether a chip is being carried.
        pressed: the button under a finger.
        asks: whether they want to know the odds.
    """

    seat: int
    picked: int = 0
    at: tuple[int, int] | None = None
    held: bool = False
    pressed: str = ""
    asks: bool = False
