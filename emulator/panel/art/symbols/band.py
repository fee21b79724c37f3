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
    """A pair, hinged by the cord through its ears and held open: one from without, one from within."""
    ears = [(36, 8), (43, 15), (50, 13), (57, 15), (64, 8), (70, 20), (80, 36), (79, 58), (66, 74), (50, 79)]
    shell = smooth([*ears, *[(100 - x, y) for x, y in ears[-2:4:-1]]])
    left, right = turned(shell, (50, 14), 31), turned(shell, (50, 14), -31)
    hollow = turned(ellipse(50, 49, 20, 21), (50, 14), -31)
    cord = ribbon(smooth([(37, 17), (42, 5), (58, 5), (63, 17)], closed=False), lambda s: 4.4)
    tails = [
        ribbon(smooth([(50, 8), (x, 26), (x + 2, 44)], closed=False), lambda s: 3.6 - 1.2 * s)
        for x in (47, 54)
    ]
    knots = [ellipse(40, 17, 3.6, 3.6), ellipse(60, 17, 3.6, 3.6)]
    ribs = [turned(ellipse(50, 50, 21, 20), (50, 14), 31), turned(ellipse(50, 52, 11, 11), (50, 14), 31)]
    pieces = [
        Piece([right], _SHELL, _SHELL_DARK, puff=6),
        Piece([hollow], (112, 42, 28), (64, 22, 16), puff=2, line=False),
        Piece([left], _SHELL, _SHELL_DARK, puff=8),
        Piece(ribs[:1], (176, 78, 46), _SHELL_DARK, puff=3, line=False),
        Piece(ribs[1:], (206, 108, 66), (128, 52, 36), puff=4, line=False),
        Piece(tails, RED, RED_DARK, puff=1),
        Piece([cord], RED, RED_DARK, puff=2),
        Piece(knots, GOLD, GOLD_DARK, puff=1),
        gloss(ellipse(20, 44, 2.8, 9, 24)),
    ]
    return [
        piece._replace(
            outlines=[[(50 + (x - 50) * 0.84, 16 + y * 0.84) for x, y in one] for one in piece.outlines]
        )
        for piece in pieces
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
