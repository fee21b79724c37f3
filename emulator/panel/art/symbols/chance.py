# SPDX-License-Identifier: MIT
"""Symbols of the machines of chance: bars by number, the Mudejar tower and star, the summit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.panel.art.shapes import Outline, box, ellipse, mirror, ribbon, smooth, star
from emulator.panel.art.symbols.pieces import GOLD, GOLD_DARK, RED, RED_DARK, SKY, SKY_DARK, Piece, gloss
from emulator.panel.art.theme import Colour

BRICK: Colour = (214, 112, 62)
BRICK_DARK: Colour = (122, 48, 26)
TILE: Colour = (66, 168, 134)
TILE_DARK: Colour = (14, 84, 74)
LIME: Colour = (250, 238, 210)
LIME_DARK: Colour = (206, 176, 128)
SNOW: Colour = (250, 252, 255)
SNOW_DARK: Colour = (168, 196, 226)
ROCK: Colour = (112, 136, 164)
ROCK_DARK: Colour = (40, 54, 82)


def _letters(y: float, height: float) -> list[Outline]:
    """The word BAR as strokes, centred at half the width, from ``y`` down."""
    stroke, half = height * 0.24, height / 2

    def line(*points: tuple[float, float]) -> Outline:
        return ribbon([(50 + x * height, y + z * height) for x, z in points], lambda s: stroke)

    upper = ribbon(
        smooth([(50 - 1.5 * height + x * height, y + z * half) for x, z in _BOW], closed=False),
        lambda s: stroke,
    )
    lower = [(x, z + half) for x, z in upper]
    bow = [(x + 2.12 * height, z) for x, z in upper]
    return [
        *(line((-1.38, 0.0), (-1.38, 1.0)), upper, lower),
        *(line((-0.42, 1.0), (0.0, 0.0)), line((0.0, 0.0), (0.42, 1.0)), line((-0.26, 0.66), (0.26, 0.66))),
        *(line((0.74, 0.0), (0.74, 1.0)), bow, line((0.9, 0.5), (1.32, 1.0))),
    ]


_BOW = ((0.12, 0.14), (0.5, 0.14), (0.74, 0.5), (0.74, 0.7), (0.5, 0.9), (0.12, 0.9))


def _bars(count: int, light: Colour, dark: Colour) -> list[Piece]:
    """So many plates, one above the other, each with the word on it."""
    left, height = {1: (7.0, 40.0), 2: (10.0, 32.0), 3: (14.0, 23.0)}[count]
    right = 100 - left
    gap = 5.0
    top = 50 - (count * height + (count - 1) * gap) / 2
    pieces = []
    shines = []
    for number in range(count):
        y = top + number * (height + gap)
        pieces += [
            Piece([box(left, y, right, y + height)], GOLD, GOLD_DARK, puff=3),
            Piece([box(left + 4, y + 3.5, right - 4, y + height - 3.5)], light, dark, puff=4, line=False),
            Piece(_letters(y + height * 0.24, height * 0.52), LIME, LIME_DARK, puff=1, line=False),
        ]
        shines.append(box(left + 6, y + 5, right - 6, y + 6.5))
    return [*pieces, gloss(*shines)]


def _tower() -> list[Piece]:
    """A brick tower: lozenges and tiles on the shaft, an arch, a stepped top with its lantern."""
    shaft = box(27, 34, 73, 93)
    crown: Outline = [(23, 34), (23, 22), (31, 22), (31, 27), (39, 27), (39, 22), (50, 22)]
    lozenges = [star(x, y, 7.0, 3.6, 2, -90) for y in (57, 68) for x in (38, 50, 62)]
    arch = [(42, 93), (42, 84), *smooth([(42, 84), (44, 78), (50, 75), (56, 78), (58, 84)], closed=False)]
    return [
        Piece([box(41, 9, 59, 24)], BRICK, BRICK_DARK, puff=3),
        Piece([[(38, 11), (50, 3.5), (62, 11)]], TILE, TILE_DARK, puff=2),
        Piece([shaft], BRICK, BRICK_DARK, puff=5),
        Piece([crown + mirror(crown)[::-1]], (232, 134, 76), BRICK_DARK, puff=3),
        Piece([box(27, 37, 73, 41.5), box(27, 46, 73, 49)], TILE, TILE_DARK, puff=1, line=False),
        Piece(lozenges, LIME, LIME_DARK, puff=1, line=False),
        Piece([[*arch, (58, 93)]], (84, 34, 24), (40, 16, 14), puff=0, line=False),
        Piece([ellipse(50, 17, 3.2, 4.4)], (84, 34, 24), (40, 16, 14), puff=0, line=False),
        gloss(box(30, 51, 32.5, 90)),
    ]


def _star() -> list[Piece]:
    """The star of eight points of a Mudejar ceiling: two squares, and a rosette in their midst."""
    return [
        Piece([star(50, 50, 45, 33, 8, -90)], GOLD, GOLD_DARK, puff=4),
        Piece([star(50, 50, 37.5, 27.5, 8, -90)], SKY, SKY_DARK, puff=5, line=False),
        Piece([star(50, 50, 20, 8.5, 8, -90)], LIME, LIME_DARK, puff=2, line=False),
        Piece([ellipse(50, 50, 6, 6)], RED, RED_DARK, puff=2, line=False),
        gloss(ellipse(33, 33, 2.6, 7, 45)),
    ]


def _mountain() -> list[Piece]:
    """The summit and its lesser neighbour, with snow down to broken edges."""
    peak: Outline = [(5, 88), (20, 63), (29, 55), (40, 33), (49, 11), (58, 22), (69, 43), (82, 60), (95, 88)]
    snow: Outline = [(40, 33), (49, 11), (58, 22), (69, 43), (62, 42), (57, 51), (50, 40), (45, 48)]
    side: Outline = [(58, 22), (69, 43), (82, 60), (95, 88), (66, 88), (60, 66), (64, 52), (57, 51), (60, 40)]
    cap: Outline = [(20, 63), (29, 55), (35, 66), (29, 71), (24, 68), (17, 74)]
    return [
        Piece([peak], ROCK, ROCK_DARK, puff=6),
        Piece([side], (74, 94, 126), (32, 42, 68), puff=3, line=False),
        Piece([snow, cap], SNOW, SNOW_DARK, puff=2, line=False),
        gloss([(47.5, 18), (49, 16), (45, 33), (42.5, 36)]),
    ]


DRAWN: Mapping[str, Callable[[], list[Piece]]] = {
    "bar": lambda: _bars(1, (90, 176, 104), (18, 84, 46)),
    "two_bars": lambda: _bars(2, (92, 150, 232), (22, 48, 128)),
    "three_bars": lambda: _bars(3, RED, RED_DARK),
    "tower": _tower,
    "star": _star,
    "mountain": _mountain,
}
"""Art names and how each is drawn."""
