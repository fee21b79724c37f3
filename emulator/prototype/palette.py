# SPDX-License-Identifier: MIT
"""
The colours that a new machine begins with, out of its name: a family of its own, readable as it stands.

    palette = palette_of("mistral")
    palette.deep, palette.symbol(3)      # "#10283A", the fourth symbol's
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from emulator.support.oklch import Lch, rgb

_GOLDEN_DEG = 137.508  # no two symbols of a dozen lie near each other


@dataclass(frozen=True)
class Palette:
    """Colours as ``#RRGGBB``."""

    hue_deg: float
    """Of the glass; the others follow from it."""
    seed: int
    """What else the name decides: 0 to 255."""

    @property
    def deep(self) -> str:
        """Glass: dark enough for letters of ``bright``."""
        return _hex(0.26, 0.085, self.hue_deg)

    @property
    def bright(self) -> str:
        """Letters and lamps."""
        return _hex(0.90, 0.12, self.hue_deg + 165)

    @property
    def accent(self) -> str:
        """Lit rows: dark enough for pale letters."""
        return _hex(0.53, 0.19, self.hue_deg + 205)

    @property
    def ground(self) -> str:
        """Lacquer of the cabinet."""
        return _hex(0.19, 0.03, self.hue_deg + 20)

    @property
    def wood(self) -> str:
        """The deck."""
        return _hex(0.42, 0.06, self.hue_deg + 190)

    @property
    def middle(self) -> str:
        """Shapes on the glass."""
        return _hex(0.50, 0.12, self.hue_deg + 15)

    def symbol(self, number: int) -> str:
        """Of the symbol of this number, from 0."""
        return _hex(0.60 + 0.06 * (number % 3 - 1), 0.16, self.hue_deg + 60 + _GOLDEN_DEG * number)


def palette_of(name: str) -> Palette:
    """The palette of a name: the same for the same name."""
    drawn = hashlib.sha256(name.encode()).digest()
    return Palette(360 * int.from_bytes(drawn[:4]) / 2**32, drawn[4])


def _hex(light: float, chroma: float, hue_deg: float) -> str:
    return "#{:02X}{:02X}{:02X}".format(*rgb(Lch(light, chroma, hue_deg)))
