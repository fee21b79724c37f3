# SPDX-License-Identifier: MIT
"""What every part of the hall shares: size, distances, colours of the types, letters, words."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import SCALE, Colour
from machines.support.languages import euros, percent, translator, written


class Zone(NamedTuple):
    """The part of the room where one type of thing stands."""

    wall: Colour
    """The wall where light falls on it."""
    deep: Colour
    """The same wall in the dark."""
    light: Colour
    """Its neon line and its signs."""


ZONES = {
    "B": Zone((70, 46, 38), (24, 15, 17), (255, 196, 72)),
    "C": Zone((92, 22, 34), (30, 9, 14), (255, 206, 128)),
    "T": Zone((16, 84, 64), (6, 30, 25), (232, 226, 170)),
    "A": Zone((20, 78, 80), (7, 28, 32), (255, 138, 100)),
    "desk": Zone((58, 46, 40), (21, 16, 16), (196, 226, 255)),
}


class HallKit:
    """
    Tools for drawing the hall at one size in one language.

    Args:
        size: of the screen in pixels.
        language: one of languages().
        touch_px: side of the smallest thing that a finger is to find; 9 mm on the screen at hand.
    """

    def __init__(self, size: tuple[int, int], language: str, touch_px: int) -> None:
        self.size = size
        self.portrait = size[1] > size[0]
        self.language = language
        self.touch_px = touch_px
        self.say: Callable[[str], str] = translator(language, "hall")
        self.text = Letterer(remembers=False)
        width, height = (size[1], size[0]) if self.portrait else size
        self.unit = min(width / 1920, height / 1080)

    def px(self, at_full: float) -> int:
        """A length given for 1920 x 1080, at this size; 1 or more."""
        return max(1, round(at_full * self.unit))

    def gap(self, step: int) -> int:
        """One of the six distances, 0 the smallest."""
        return self.px(SCALE[step])

    def money(self, cents: int, *, whole: bool = False) -> str:
        """An amount as this language writes it."""
        return euros(cents, self.language, whole)

    def percent(self, points: int) -> str:
        """Hundredths of a per cent as this language writes them."""
        return percent(points, self.language)

    def payout(self, share: Fraction) -> str:
        """What is paid back, to the hundredth of a per cent as ``azar models`` has it."""
        shown = written(f"{float(share * 100):.2f}", self.language)
        return translator(self.language, "numbers")("{}%").format(shown)

    def number(self, value: float) -> str:
        """A number as this language writes it."""
        return written(f"{value:g}", self.language)
