# SPDX-License-Identifier: MIT
"""What symbols are made of: outlines with two colours each, in the colours of the family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from emulator.panel.art.shapes import Outline
from emulator.panel.art.theme import Colour

RED: Colour = (236, 62, 40)
RED_DARK: Colour = (142, 20, 24)
GOLD: Colour = (255, 206, 64)
GOLD_DARK: Colour = (196, 112, 20)
LEAF: Colour = (112, 178, 70)
LEAF_DARK: Colour = (28, 92, 50)
SKY: Colour = (122, 190, 255)
SKY_DARK: Colour = (26, 62, 158)
WOOD: Colour = (150, 92, 52)
WOOD_DARK: Colour = (74, 40, 24)


class Piece(NamedTuple):
    """Filled outlines less ``cut``, from ``light`` (top left) to ``dark``; ``puff`` is how round
    they look, ``soft`` how far their edge fades."""

    outlines: Sequence[Outline]
    light: Colour
    dark: Colour
    cut: Sequence[Outline] = ()
    puff: float = 5.0
    line: bool = True
    soft: float = 0.0


def gloss(*outlines: Outline) -> Piece:
    """The reflection of the key light, on top of a shape."""
    return Piece(outlines, (255, 255, 255), (255, 244, 226), puff=0.0, line=False)
