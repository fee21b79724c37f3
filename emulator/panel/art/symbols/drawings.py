# SPDX-License-Identifier: MIT
"""
The reel symbols: one family, drawn in code with one outline, one light and one optical size.

A symbol is a list of pieces from back to front. Every piece is shaded by the same key light from
top left, so that a new symbol needs only outlines and two colours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pygame

from emulator.panel.art import paint, shapes, theme
from emulator.panel.art.paint import Field
from emulator.panel.art.shapes import Outline, ellipse, mirror, ribbon, smooth, spiral, star
from emulator.panel.art.symbols import band, chance, harvest, steppe
from emulator.panel.art.symbols.pieces import (
    GOLD,
    GOLD_DARK,
    LEAF,
    LEAF_DARK,
    RED,
    RED_DARK,
    WOOD,
    WOOD_DARK,
    Piece,
    gloss,
)

LINE = 2.6  # outline, in hundredths of a symbol's side
_KEYLINE = 2.2  # the cream edge that lifts a symbol off dark glass


def _leaf(x: float, y: float, length: float, breadth: float, turn_deg: float) -> list[Piece]:
    turn = math.radians(turn_deg)

    def at(along: float, aside: float) -> tuple[float, float]:
        return (
            x + along * math.cos(turn) - aside * math.sin(turn),
            y + along * math.sin(turn) + aside * math.cos(turn),
        )

    blade = smooth([at(0, 0), at(length * 0.35, -breadth), at(length, 0), at(length * 0.4, breadth)], steps=8)
    vein = ribbon(
        [at(length * 0.08, 0), at(length * 0.5, -breadth * 0.12), at(length * 0.85, 0)], lambda s: 2.2 - s
    )
    return [Piece([blade], LEAF, LEAF_DARK), Piece([vein], (34, 88, 44), (26, 70, 40), puff=0, line=False)]


def _seven() -> list[Piece]:
    body: Outline = [(17, 12), (84, 12), (86, 29)]
    stem = smooth([(86, 29), (68, 50), (60, 70), (57, 90)], closed=False)
    back = smooth([(29, 90), (33, 70), (44, 50), (58, 34)], closed=False)
    shape = body + stem + back + [(34, 34), (27, 45), (16, 45)]
    inner: Outline = [(22, 17), (79, 17), (80.5, 27)]
    inner_stem = smooth([(80.5, 27), (62, 49), (54.5, 69), (52, 85)], closed=False)
    inner_back = smooth([(34.5, 85), (38.5, 70), (50, 50), (68, 29)], closed=False)
    face = inner + inner_stem + inner_back + [(31, 29), (24.5, 39), (21, 39)]
    return [
        Piece([shape], GOLD, GOLD_DARK, puff=3),
        Piece([face], RED, RED_DARK, puff=5, line=False),
        gloss([(25, 19), (74, 19), (72, 22.5), (25, 22.5)]),
    ]


def _wind() -> list[Piece]:
    """Three gusts, each a band that runs across and curls up at its head, and a leaf they carry."""
    curls = (
        ((62.0, 29.0), 17.5, [(9.0, 49.5), (28.0, 46.5)], 13.5),
        ((71.5, 57.0), 15.0, [(7.0, 69.5), (36.0, 71.5)], 12.5),
        ((46.0, 77.5), 10.5, [(14.0, 88.5), (26.0, 89.0)], 10.0),
    )
    gusts = []
    for (x, y), radius, tail, width in curls:
        head = spiral(x, y, radius, radius * 0.28, 90, -340)
        spine = smooth([*tail, (x - 7, y + radius + 0.4), head[0]], closed=False, steps=8)[:-1] + head

        def breadth(share: float, full: float = width) -> float:
            return full * min(1.0, share * 3.2 + 0.1) * (1 - 0.55 * share * share)

        gusts.append(ribbon(spine, breadth))
    shine = [
        ribbon(spiral(x, y, r + 1.5, r, 196, 268, 12), lambda s: 3.0 * math.sin(math.pi * s) + 0.2)
        for (x, y), r, _, _ in curls
    ]
    return [
        *_leaf(17, 34, 23, 8, -30),
        Piece([gusts[0]], (206, 234, 255), (24, 66, 176), puff=5),
        Piece([gusts[1]], (120, 186, 255), (14, 36, 118), puff=5),
        Piece([gusts[2]], (236, 246, 255), (58, 108, 206), puff=4),
        gloss(*shine),
    ]


def _bell() -> list[Piece]:
    half = smooth([(50, 14), (35, 17), (27, 31), (24, 54), (17, 68), (11, 75)], closed=False)
    dome = half + mirror(half)[::-1]
    band: Outline = [(20, 63), (80, 63), (84.5, 70), (15.5, 70)]
    return [
        Piece([ellipse(50, 12.5, 7.5, 7.5)], GOLD, GOLD_DARK, cut=[ellipse(50, 12.5, 3, 3)], puff=2),
        Piece([ellipse(50, 81, 10, 10)], (224, 150, 40), (120, 60, 16)),
        Piece([dome], (255, 218, 92), (206, 118, 22), puff=9),
        Piece(
            [[(10.0, 75.0), (90.0, 75.0), (92.0, 83.0), (8.0, 83.0)]], (255, 206, 74), (178, 94, 18), puff=3
        ),
        Piece([band], RED, RED_DARK, puff=1.5, line=False),
        gloss(smooth([(39, 24), (35, 36), (33, 55), (37, 56), (39, 38), (44, 25)])),
    ]


def _moon() -> list[Piece]:
    outer = ellipse(47, 50, 38, 38)
    bite = ellipse(64, 42, 31, 31)
    shine = ribbon(spiral(47, 50, 33, 33, 150, 222, 16), lambda s: 3.6 * math.sin(math.pi * s) + 0.2)
    return [
        Piece([outer], (255, 246, 200), (222, 160, 40), cut=[bite], puff=8),
        Piece([ellipse(27, 62, 4, 4)], (226, 176, 70), (240, 204, 110), puff=1, line=False),
        Piece([ellipse(38, 76, 3, 3)], (220, 166, 60), (236, 196, 100), puff=1, line=False),
        Piece([star(70, 40, 17, 7.2, 5)], (255, 255, 255), (150, 190, 246), puff=3),
        gloss(shine),
    ]


def _peach() -> list[Piece]:
    fruit = smooth(
        [(49, 30), (66, 22), (86, 36), (88, 60), (72, 84), (49, 91), (27, 83), (11, 60), (14, 36), (32, 23)]
    )
    blush = smooth([(83, 36), (86.5, 60), (71.5, 82.5), (50, 89.5), (62, 76), (74, 58)])
    cleft = ribbon(
        smooth([(49, 31), (42, 48), (42, 70), (49, 88)], closed=False), lambda s: 3.4 * (1 - s) + 0.3
    )
    stem = ribbon(smooth([(49, 33), (50, 20), (56, 11)], closed=False), lambda s: 4.6)
    return [
        Piece([fruit], (255, 206, 104), (244, 116, 62), puff=10),
        Piece([blush], (248, 136, 76), (222, 58, 54), puff=9, line=False, soft=5.0),
        Piece([cleft], (176, 60, 40), (150, 36, 40), puff=0, line=False),
        Piece([stem], WOOD, WOOD_DARK, puff=1),
        *_leaf(54, 20, 36, 9.5, -6),
        gloss(ellipse(27, 45, 5, 10, 24)),
    ]


def _cherries() -> list[Piece]:
    left = ribbon(smooth([(30, 58), (36, 36), (58, 14)], closed=False), lambda s: 3.6 + 1.6 * s)
    right = ribbon(smooth([(70, 66), (68, 40), (58, 14)], closed=False), lambda s: 3.6 + 1.6 * s)
    return [
        Piece([left, right], (128, 176, 72), (40, 96, 44), puff=1),
        *_leaf(58, 15, 34, 9, 14),
        Piece(
            [smooth([(29, 52), (43, 49), (53, 64), (46, 82), (29, 87), (13, 80), (8, 63), (16, 50)])],
            RED,
            RED_DARK,
            puff=9,
        ),
        Piece(
            [smooth([(70, 58), (84, 56), (93, 69), (87, 86), (71, 92), (56, 86), (51, 71), (58, 58)])],
            RED,
            RED_DARK,
            puff=9,
        ),
        gloss(ellipse(21, 62, 3.6, 7, 30)),
        gloss(ellipse(62, 69, 3.4, 6.4, 30)),
    ]


def _kite() -> list[Piece]:
    """A red kite banking in the wind: long fingered wings, pale windows, forked tail."""
    turn = math.radians(-16)

    def bank(points: Sequence[tuple[float, float]]) -> Outline:
        return [
            (
                50 + 0.87 * ((x - 50) * math.cos(turn) - (y - 52) * math.sin(turn)),
                50 + 0.87 * ((x - 50) * math.sin(turn) + (y - 52) * math.cos(turn)),
            )
            for x, y in points
        ]

    lead = smooth([(50, 40), (62, 28), (78, 23), (92, 29), (102, 42)], closed=False)
    fingers = [(94, 42), (100, 51), (90, 47), (94, 57), (84, 51), (86, 61)]
    trail = smooth([(77, 54), (66, 57), (58, 64), (50, 66)], closed=False)
    wing = lead + fingers + trail
    tip = smooth([(84, 26), (92, 29), (102, 42)], closed=False)
    tip += [*fingers[:-1], (82, 42)]
    fork = [*smooth([(53, 64), (58, 78), (69, 94)], closed=False), (58, 89), (50, 82)]
    window = smooth([(77, 35), (83.5, 36), (81, 48), (72, 47.5)], steps=6)
    arm = smooth([(52, 40), (63, 31), (76, 27), (80, 33), (70, 38), (56, 48)])
    body = smooth([(50, 24), (56, 32), (57, 48), (54, 64), (50, 70), (46, 64), (43, 48), (44, 32)])
    return [
        Piece([bank(fork + mirror(fork)[::-1])], (250, 140, 62), (158, 56, 24), puff=3),
        Piece([bank(wing), bank(mirror(wing))], (164, 88, 48), (92, 42, 26), puff=4),
        Piece([bank(tip), bank(mirror(tip))], (74, 48, 44), (34, 22, 24), puff=2, line=False),
        Piece([bank(arm), bank(mirror(arm))], (238, 134, 62), (176, 80, 34), puff=3, line=False),
        Piece([bank(window), bank(mirror(window))], (255, 242, 216), (232, 200, 156), puff=1, line=False),
        Piece([bank(body)], (252, 150, 70), (160, 62, 28), puff=5),
        Piece([bank([(46, 18), (50, 8), (54, 18)])], GOLD, GOLD_DARK, puff=1),
        Piece(
            [bank(smooth([(50, 14), (55.5, 20), (54.5, 30), (50, 34), (45.5, 30), (44.5, 20)]))],
            (255, 248, 232),
            (190, 172, 156),
            puff=4,
        ),
        gloss(bank(smooth([(48, 38), (50, 39), (49, 55), (47, 54)]))),
    ]


def _grapes() -> list[Piece]:
    pieces = [
        *_leaf(50, 20, 38, 12, 4),
        Piece([ribbon([(50, 26), (49, 16), (43, 7)], lambda s: 4.4)], WOOD, WOOD_DARK, puff=1),
    ]
    shines = []
    for y, count in ((29, 4), (43.5, 5), (58, 4), (72, 3), (85.5, 2)):
        for i in range(count):
            x = 50 + (i - (count - 1) / 2) * 17.2
            pieces.append(Piece([ellipse(x, y, 9.3, 9.3, steps=24)], (170, 100, 206), (66, 22, 104)))
            shines.append(ellipse(x - 3.4, y - 3.4, 1.7, 2.8, 40, steps=16))
    return [*pieces, gloss(*shines)]


_DRAWN: Mapping[str, Callable[[], list[Piece]]] = {
    "wind": _wind,
    "kite": _kite,
    "seven": _seven,
    "moon": _moon,
    "bell": _bell,
    "grapes": _grapes,
    "peach": _peach,
    "cherries": _cherries,
}
FAMILIES: Mapping[str, Mapping[str, Callable[[], list[Piece]]]] = {
    "wind": _DRAWN,
    "chance": chance.DRAWN,
    "steppe": steppe.DRAWN,
    "harvest": harvest.DRAWN,
    "band": band.DRAWN,
}
"""Drawings that were made together, by the name of their family."""
_ALL = {name: draw for family in FAMILIES.values() for name, draw in family.items()}


def drawn_names() -> list[str]:
    """Art names that have a picture of their own."""
    return sorted(_ALL)


def pieces_of(art_name: str) -> list[Piece]:
    """The pieces of one symbol; a medal stands in for a name that nobody has drawn."""
    return _ALL.get(art_name, _medal)()


def _medal() -> list[Piece]:
    return [
        Piece([ellipse(50, 50, 40, 40)], GOLD, GOLD_DARK, puff=6),
        Piece([ellipse(50, 50, 30, 30)], theme.BONE, theme.UMBER, puff=3, line=False),
        gloss(ellipse(32, 32, 3, 9, 45)),
    ]


def render(pieces: Sequence[Piece], size_px: int) -> pygame.Surface:
    """Draw a symbol on a see-through square of ``size_px``."""
    picture = np.zeros((4, size_px, size_px), dtype=np.float32)  # colour times coverage, coverage
    unit = size_px / shapes.SQUARE
    for piece in pieces:
        box = _box(piece, size_px)
        mask = shapes.cover(piece.outlines, size_px, piece.cut, box)
        part = picture[:, box[1] : box[3], box[0] : box[2]]
        if piece.line:
            _over(part, paint.plane(theme.INK), _grown(mask, LINE * unit))
        if piece.soft:
            mask = mask * np.clip(paint.blur(mask, round(piece.soft * unit)) * 2 - 0.9, 0, 1)
        _over(part, _lit(piece, mask, unit), mask)
    colour, alpha = picture[:3], picture[3]
    return paint.to_surface(paint.of_planes(colour / np.maximum(alpha, 1e-4)), alpha)


def with_keyline(picture: pygame.Surface) -> pygame.Surface:
    """The symbol with the thin cream edge that separates it from dark glass."""
    unit = picture.get_width() / shapes.SQUARE
    alpha = paint.cover_of(picture)
    rim = _grown(alpha, _KEYLINE * unit)
    out = paint.flat(rim, theme.CREAM)
    out.blit(picture, (0, 0))
    return out


def _box(piece: Piece, size_px: int) -> tuple[int, int, int, int]:
    """The pixels a piece can touch, outline included: left, top, right, bottom."""
    unit = size_px / shapes.SQUARE
    xs = [x * unit for outline in piece.outlines for x, _ in outline]
    ys = [y * unit for outline in piece.outlines for _, y in outline]
    margin = LINE * unit * 2 + 4
    return (
        max(0, int(min(xs) - margin)),
        max(0, int(min(ys) - margin)),
        min(size_px, int(max(xs) + margin) + 1),
        min(size_px, int(max(ys) + margin) + 1),
    )


def _over(picture: Field, fill: Field, mask: Field) -> None:
    picture *= 1 - mask
    picture[:3] += fill * mask
    picture[3] += mask


def _grown(mask: Field, by_px: float) -> Field:
    """``mask`` made wider all round by about ``by_px``: a threshold low on its blurred flank."""
    soft = paint.blur(mask, max(1, round(by_px * 0.7)))
    return np.asarray(np.clip((soft - 0.05) * 9, 0, 1), dtype=np.float32)


def _lit(piece: Piece, mask: Field, unit: float) -> Field:
    """Colour of every pixel of a piece under the key light from top left, in planes."""
    height, width = mask.shape
    along = np.linspace(-0.05, 1.05, height, dtype=np.float32)[:, None]
    across = np.linspace(-0.05, 1.05, width, dtype=np.float32)[None, :]
    share = np.clip(along * 0.7 + across * 0.3, 0, 1)
    light = paint.plane(piece.light)
    base = light + (paint.plane(piece.dark) - light) * share
    if piece.puff <= 0:
        return np.asarray(base, dtype=np.float32)
    relief = paint.blur(mask, max(1, round(piece.puff * unit * 0.6)))
    facing = paint.facing(relief, piece.puff * unit)
    bright = np.clip(facing, 0, 0.55)
    dim = np.clip(-facing, 0, 0.6)
    return np.asarray(base + (255 - base) * bright * 0.95 - base * dim * 0.75, dtype=np.float32)
