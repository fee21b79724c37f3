# SPDX-License-Identifier: MIT
"""The instruments of a band that goes round at night: what the pads of a memory game show."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.panel.art.shapes import Outline, box, ellipse, mirror, ribbon, smooth, turned
from emulator.panel.art.symbols.pieces import (
    GOLD,
    GOLD_DARK,
    RED,
    RED_DARK,
    SKY,
    SKY_DARK,
    WOOD,
    WOOD_DARK,
    Piece,
    gloss,
)
from emulator.panel.art.theme import Colour

_SPRUCE: Colour = (248, 186, 98)
_SPRUCE_DARK: Colour = (176, 96, 36)
_SKIN: Colour = (255, 244, 222)
_SKIN_DARK: Colour = (214, 184, 140)
_SHELL: Colour = (196, 92, 56)
_SHELL_DARK: Colour = (98, 34, 26)
_HOLE: Colour = (58, 28, 24)
_LEAN = 38.0


def _leaning(pieces: list[Piece]) -> list[Piece]:
    """The same thing leant to the right."""
    return [
        piece._replace(outlines=[turned(outline, (50, 50), _LEAN) for outline in piece.outlines])
        for piece in pieces
    ]


def _guitar() -> list[Piece]:
    half = [(50, 44), (60, 45), (66, 53), (63, 61), (64, 66), (74, 76), (70, 91), (50, 97)]
    body = smooth([*half, *mirror(half)[::-1][1:-1]])
    strings = [box(x, 10, x + 0.9, 84) for x in (47.4, 49.55, 51.7)]
    return _leaning(
        [
            Piece([box(45.5, 12, 54.5, 50)], WOOD, WOOD_DARK, puff=2),
            Piece([box(42.5, 1, 57.5, 14)], WOOD, WOOD_DARK, puff=2),
            Piece([body], _SPRUCE, _SPRUCE_DARK, puff=6),
            Piece([ellipse(50, 64, 8.2, 8.2)], _HOLE, (24, 12, 12), puff=0, line=False),
            Piece([box(40, 82, 60, 86)], WOOD_DARK, (40, 22, 16), puff=1, line=False),
            Piece(strings, _SKIN, _SKIN_DARK, puff=0, line=False),
            gloss(ellipse(36, 74, 2.2, 8, 22)),
        ]
    )


def _castanets() -> list[Piece]:
    """A pair, held open by its cord."""
    left = smooth([(38, 20), (56, 30), (58, 52), (42, 70), (20, 66), (10, 48), (18, 28)])
    right = [(101 - x, y + 19) for x, y in left]
    cord = ribbon(smooth([(34, 26), (45, 13), (60, 13), (72, 42)], closed=False), lambda s: 4.2)
    return [
        Piece([cord], RED, RED_DARK, puff=2),
        Piece([right], _SHELL, _SHELL_DARK, puff=7),
        Piece([ellipse(70, 68, 13, 10, -20)], (122, 46, 32), (70, 24, 20), puff=2, line=False),
        Piece([left], _SHELL, _SHELL_DARK, puff=8),
        gloss(ellipse(24, 40, 3.4, 10, 24)),
    ]


def _tambourine() -> list[Piece]:
    places = ((50, 15), (83, 39), (71, 78), (29, 78), (17, 39))
    jingles = [ellipse(x, y, 7.2, 7.2) for x, y in places]
    pins = [ellipse(x, y, 2.2, 2.2) for x, y in places]
    return [
        Piece([ellipse(50, 50, 42.5, 42.5)], RED, RED_DARK, puff=5),
        Piece([ellipse(50, 50, 28.5, 28.5)], _SKIN, _SKIN_DARK, puff=4),
        Piece(jingles, GOLD, GOLD_DARK, puff=3),
        Piece(pins, GOLD_DARK, (90, 50, 12), puff=0, line=False),
        gloss(ellipse(38, 37, 3.4, 9, 42)),
    ]


def _dulzaina() -> list[Piece]:
    """A shawm: a reed, a turned pipe with its holes, and a wide bell."""
    pipe: Outline = [(41, 16), (59, 16), (63, 62), (75, 83), (25, 83), (37, 62)]
    rings = [box(39, 24, 61, 29), box(37.8, 43, 62.2, 47.5), box(35.6, 62, 64.4, 67)]
    holes = [ellipse(50, y, 2.6, 2.6) for y in (34, 39.5, 53, 58.5)]
    return _leaning(
        [
            Piece([box(45, 7, 55, 20)], SKY, SKY_DARK, puff=1),
            Piece([pipe], WOOD, WOOD_DARK, puff=5),
            Piece(rings, GOLD, GOLD_DARK, puff=2, line=False),
            Piece([box(24, 81, 76, 88)], GOLD, GOLD_DARK, puff=2),
            Piece(holes, _HOLE, (24, 12, 12), puff=0, line=False),
            gloss(box(44, 30, 45.6, 62)),
        ]
    )


DRAWN: Mapping[str, Callable[[], list[Piece]]] = {
    "guitar": _guitar,
    "castanets": _castanets,
    "tambourine": _tambourine,
    "dulzaina": _dulzaina,
}
"""Art names and how each is drawn."""
