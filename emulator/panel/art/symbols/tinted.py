# SPDX-License-Identifier: MIT
"""
The colour of a symbol in azar's drawings: their main surface takes it, and its lights and shades with it.

    tinted("bell", pieces_of("bell"), "#4FBF83")     # a green bell, its red band as it was

Every drawing has a main colour. A model that names that very colour has the drawing as it was made; another
one turns the pieces of that hue, by as much as the two colours differ in lightness, chroma and hue.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from emulator.panel.art.symbols.pieces import Piece
from emulator.panel.art.theme import Colour, hex_colour
from emulator.support.oklch import Lch, lch, rgb

MAIN: Mapping[str, str] = {
    "almond": "#B87A44",
    "bar": "#2F8F4E",
    "bell": "#E0A526",
    "castanets": "#93402E",
    "cherries": "#C8102E",
    "clay_tower": "#D9864A",
    "dulzaina": "#704227",
    "grapes": "#7A3FA0",
    "guitar": "#D48D43",
    "heron": "#8996AE",
    "jar": "#C4703E",
    "kite": "#B5532A",
    "lizard": "#3FA66B",
    "moon": "#F2E7B8",
    "mountain": "#5C7394",
    "peach": "#FF9D4D",
    "poppy": "#E23B2E",
    "scorpion": "#6A4698",
    "seven": "#E4472B",
    "star": "#2E7FB8",
    "sun": "#FFB43C",
    "tambourine": "#BD2919",
    "three_bars": "#C8102E",
    "tower": "#B0542E",
    "two_bars": "#1E6FB8",
    "wheat": "#E2B54A",
    "wind": "#5C93E0",
}
"""What each drawing is mainly painted with."""

# Pieces as far from the main hue as this are of its colour.
_REACH_DEG = 38.0
# Less chroma than this is no hue but grey.
_GREY = 0.025
_LEAST, _MOST = 0.06, 0.985


def tinted(drawing: str, pieces: Sequence[Piece], colour: str | None) -> Sequence[Piece]:
    """
    The pieces of a drawing with a colour in the place of its main one.

    Args:
        colour: ``#RRGGBB``; None, or the main colour itself, changes nothing.
    """
    main = MAIN.get(drawing)
    if main is None or colour is None or colour.upper() == main:
        return pieces
    before, after = (lch(hex_colour(one) or (0, 0, 0)) for one in (main, colour))
    return [_turned(piece, before, after) for piece in pieces]


def of_main(piece: Piece, main: Colour) -> bool:
    """Whether a piece is of the main colour of its drawing."""
    return _near(_middle(piece), lch(main))


def _turned(piece: Piece, before: Lch, after: Lch) -> Piece:
    if not _near(_middle(piece), before):
        return piece
    return piece._replace(light=_moved(piece.light, before, after), dark=_moved(piece.dark, before, after))


def _middle(piece: Piece) -> Lch:
    return lch(tuple((a + b) / 2 for a, b in zip(piece.light, piece.dark, strict=True)))


def _near(one: Lch, main: Lch) -> bool:
    if one.chroma < _GREY:
        return main.chroma < _GREY
    apart = abs((one.hue_deg - main.hue_deg + 180) % 360 - 180)
    return apart <= _REACH_DEG


def _moved(colour: Colour, before: Lch, after: Lch) -> Colour:
    one = lch(colour)
    light = min(_MOST, max(_LEAST, one.light + after.light - before.light))
    share = after.chroma / before.chroma if before.chroma > _GREY else 1.0
    chroma = one.chroma * min(2.5, share)
    return rgb(Lch(light, chroma, one.hue_deg + after.hue_deg - before.hue_deg))
