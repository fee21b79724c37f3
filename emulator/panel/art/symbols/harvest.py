# SPDX-License-Identifier: MIT
"""Symbols of what grows in the steppe and of who drinks there: poppy, wheat, jar, almonds, heron."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from emulator.panel.art.shapes import ellipse, mirror, ribbon, smooth, star, stroke, turned
from emulator.panel.art.symbols.pieces import GOLD, GOLD_DARK, LEAF, LEAF_DARK, RED, RED_DARK, Piece, gloss
from emulator.panel.art.theme import Colour

CHALK: Colour = (255, 234, 190)
CHALK_DARK: Colour = (214, 158, 98)
TURQUOISE: Colour = (78, 206, 190)
TURQUOISE_DARK: Colour = (12, 110, 112)
NUT: Colour = (226, 160, 92)
NUT_DARK: Colour = (128, 66, 30)
BLOSSOM: Colour = (255, 236, 240)
BLOSSOM_DARK: Colour = (240, 150, 178)
SEPIA: Colour = (120, 50, 16)
PITCH: Colour = (44, 26, 36)


def _poppy() -> list[Piece]:
    """Four crumpled petals about a dark heart with its seed box."""
    back = smooth([(50, 52), (30, 42), (22, 24), (31, 10), (48, 6), (66, 9), (78, 22), (72, 42)])
    left = smooth([(50, 56), (34, 38), (18, 35), (6, 46), (5, 62), (14, 76), (31, 78), (44, 68)])
    low = smooth([(50, 54), (34, 64), (26, 78), (34, 91), (50, 95), (67, 91), (75, 77), (66, 63)])
    folds = [
        stroke([(44, 40), (39, 26), (40, 16)], 1.8, 0.8),
        stroke([(56, 40), (60, 27), (58, 17)], 1.8, 0.8),
        stroke([(36, 56), (24, 55), (15, 60)], 1.8, 0.8),
        stroke([(64, 56), (76, 55), (85, 60)], 1.8, 0.8),
        stroke([(46, 68), (41, 78), (43, 87)], 1.8, 0.8),
        stroke([(55, 68), (60, 78), (58, 87)], 1.8, 0.8),
    ]
    stamens = [
        ellipse(50 + 18.5 * math.cos(a), 54 + 16.5 * math.sin(a), 2.2, 2.2, steps=12)
        for a in (2 * math.pi * i / 16 for i in range(16))
    ]
    rays = [stroke([(50, 54), turned([(50, 46.6)], (50, 54), 60 * i)[0]], 1.5) for i in range(6)]
    return [
        Piece([back], (244, 82, 48), RED_DARK, puff=5),
        Piece([left, mirror(left)], (250, 92, 54), (170, 22, 26), puff=6),
        Piece([low], (255, 104, 62), (186, 26, 28), puff=6),
        Piece(folds, (186, 26, 28), (140, 14, 22), puff=0, line=False),
        Piece([star(50, 54, 22, 13, 12)], PITCH, (20, 10, 20), puff=1, line=False),
        Piece(stamens, (98, 66, 92), PITCH, puff=0, line=False),
        Piece([ellipse(50, 54, 9.6, 9.2)], (196, 220, 116), (88, 142, 60), puff=4),
        Piece(rays, LEAF_DARK, LEAF_DARK, puff=0, line=False),
        gloss(ellipse(36, 15.5, 1.8, 6, 60), ellipse(14, 47, 1.8, 5, 30)),
    ]


def _ear(x: float, y: float, turn_deg: float, rows: int) -> list[Piece]:
    """One ear from its foot at (x, y) upwards: pairs of grains and their awns."""
    awns, grains = [], []
    for row in range(rows):
        low = y - 4 - row * 9.5
        for side in (-1, 1):
            grain = [
                (x + side * 1, low + 3),
                (x + side * 8.5, low - 2),
                (x + side * 9.5, low - 9),
                (x + side * 3.5, low - 14),
                (x + side * 0.6, low - 6),
            ]
            grains.append(turned(smooth(grain, steps=6), (x, y), turn_deg))
            awns.append(
                turned(
                    stroke([(x + side * 6.5, low - 10), (x + side * 10, low - 27)], 1.7, 0.7),
                    (x, y),
                    turn_deg,
                )
            )
    top = y - 4 - rows * 9.5
    tip = [(x, top + 6), (x - 5, top - 1), (x, top - 12), (x + 5, top - 1)]
    grains.append(turned(smooth(tip, steps=6), (x, y), turn_deg))
    return [
        Piece(awns, (255, 226, 130), (220, 150, 40), puff=0),
        *[Piece([grain], (255, 224, 112), (206, 124, 26), puff=3) for grain in grains],
    ]


def _wheat() -> list[Piece]:
    """Three ears, bound with a band."""
    stalks = [
        stroke([(31, 56), (40, 72), (56, 95)], 3.6),
        stroke([(69, 56), (60, 72), (44, 95)], 3.6),
        stroke([(50, 58), (50, 95)], 3.8),
    ]
    band = smooth([(41, 76), (50, 79), (59, 76), (60, 84), (50, 87), (40, 84)])
    return [
        Piece(stalks, (236, 196, 92), (160, 104, 30), puff=1),
        *_ear(33, 60, -24, 3),
        *_ear(67, 60, 24, 3),
        *_ear(50, 64, 0, 4),
        Piece([band], TURQUOISE, TURQUOISE_DARK, puff=3),
    ]


def _jar() -> list[Piece]:
    """A jar of unglazed clay, its handle above, water beading on it."""
    half = smooth(
        [(50, 26), (41, 27), (38, 33), (24, 42), (15, 56), (18, 73), (29, 86), (38, 92), (50, 93)],
        closed=False,
    )
    belly = half + mirror(half)[::-1]
    spout = smooth([(67, 40), (77, 30), (85, 27), (91, 32), (84, 40), (79, 50)])
    handle = ribbon(
        smooth([(30, 42), (26, 26), (35, 13), (50, 9), (64, 13), (72, 26), (70, 40)], closed=False),
        lambda s: 6.6,
    )
    waves = stroke(
        [
            (17, 58),
            (24, 53.5),
            (31, 58),
            (38, 62.5),
            (45, 58),
            (52, 53.5),
            (59, 58),
            (66, 62.5),
            (73, 58),
            (79, 54),
            (83, 57),
        ],
        3.8,
    )
    lines = [
        stroke([(18.5, 68), (50, 73), (81.5, 68)], 2.2),
        stroke([(19.5, 48.5), (50, 52), (80.5, 48.5)], 2.0),
    ]
    drop = smooth([(39, 74), (43, 80), (42, 86), (38, 87.5), (34, 85), (35, 79)])
    return [
        Piece([handle], (220, 132, 78), (130, 58, 30), puff=3),
        Piece([spout], (224, 138, 82), (140, 62, 32), puff=4),
        Piece([belly], (244, 162, 98), (160, 70, 36), puff=10),
        Piece([waves, *lines], CHALK, CHALK_DARK, puff=1, line=False),
        Piece(
            [smooth([(38, 27), (50, 23), (62, 27), (60, 33), (50, 36), (40, 33)])],
            (206, 116, 66),
            (112, 46, 26),
            puff=3,
        ),
        Piece([drop], (168, 232, 255), (40, 130, 206), puff=3),
        gloss(ellipse(26.5, 56, 2.8, 8, 14), ellipse(37.6, 80, 0.9, 2.2)),
    ]


def _almond() -> list[Piece]:
    """Two almonds in their shells under a blossom."""

    def shell(x: float, y: float, turn_deg: float) -> list[Piece]:
        nut = smooth(
            [
                (x, y - 27),
                (x + 11, y - 14),
                (x + 17.5, y + 4),
                (x + 12, y + 20),
                (x, y + 26),
                (x - 12, y + 20),
                (x - 17.5, y + 4),
                (x - 11, y - 14),
            ]
        )
        pits = [(-8, 4), (-2, -8), (5, 2), (-4, 14), (7, 13), (1, -18), (10, -4), (-11, -6)]
        seam = stroke([(x - 13.5, y - 8), (x - 15, y + 5), (x - 9, y + 19)], 1.6, 1.0)
        return [
            Piece([turned(nut, (x, y), turn_deg)], NUT, NUT_DARK, puff=8),
            Piece(
                [turned(ellipse(x + a, y + b, 1.3, 2.1, steps=12), (x, y), turn_deg) for a, b in pits],
                NUT_DARK,
                SEPIA,
                puff=0,
                line=False,
            ),
            Piece([turned(seam, (x, y), turn_deg)], (255, 212, 152), NUT, puff=0, line=False),
        ]

    petals = [
        turned(
            smooth([(62, 29), (53, 21), (54, 9), (61, 5.5), (63, 8), (66, 5.5), (72, 10), (71, 21)]),
            (62, 29),
            72 * i,
        )
        for i in range(5)
    ]
    leaf = smooth([(44, 30), (34, 18), (19, 13), (8, 18), (20, 29), (33, 34)])
    threads = [stroke([(62, 29), turned([(62, 19.5)], (62, 29), 36 * i)[0]], 1.2) for i in range(10)]
    return [
        Piece([leaf], LEAF, LEAF_DARK, puff=4),
        Piece([stroke([(42, 30), (30, 23), (14, 18.5)], 1.6, 0.6)], LEAF_DARK, LEAF_DARK, puff=0, line=False),
        *shell(68, 66, 20),
        *shell(33, 64, -18),
        *[Piece([petal], BLOSSOM, BLOSSOM_DARK, puff=3) for petal in petals],
        Piece(threads, RED, RED_DARK, puff=0, line=False),
        Piece([ellipse(62, 29, 4.6, 4.6)], GOLD, GOLD_DARK, puff=2, line=False),
        gloss(ellipse(24, 52, 1.8, 5, 12)),
    ]


def _heron() -> list[Piece]:
    """A grey heron that stands in the water on one leg and waits."""
    neck = ribbon(
        smooth([(58, 52), (46, 46), (44, 36), (54, 29), (53, 20), (46, 17)], closed=False),
        lambda s: 15.0 - 7.0 * s,
    )
    body = smooth([(47, 46), (60, 40), (76, 47), (95, 69), (82, 70), (66, 74), (51, 67), (44, 55)])
    wing = smooth([(56, 49), (68, 46), (81, 56), (94, 69), (80, 67), (66, 66), (57, 58)])
    head = smooth([(59, 15), (52, 8), (42, 9), (36, 15), (41, 21), (52, 23)])
    crest = stroke([(47, 12), (58, 12), (70, 20)], 3.4, 0.8)
    bill = [(41.0, 11.5), (7.0, 20.0), (41.0, 20.0)]
    leg = stroke([(62, 68), (61, 80), (60, 93)], 4.4, 3.4)
    other = stroke([(68, 68), (73, 77), (64, 82)], 4.2, 3.0)
    ring = stroke([(36, 92), (60, 95), (84, 92)], 3.4, 1.6)
    return [
        Piece([ring], (196, 240, 236), (90, 170, 176), puff=0),
        Piece([leg, other], (236, 190, 96), (170, 108, 40), puff=1),
        Piece([neck], (246, 246, 248), (158, 168, 190), puff=3),
        Piece([body], (186, 198, 218), (88, 102, 134), puff=6),
        Piece([wing], (120, 134, 166), (44, 54, 84), puff=4, line=False),
        Piece([bill], (255, 196, 70), (214, 124, 30), puff=1),
        Piece([head], (252, 252, 252), (190, 196, 212), puff=3),
        Piece([crest], PITCH, PITCH, puff=0, line=False),
        Piece([ellipse(45.5, 15, 1.5, 1.5)], PITCH, PITCH, puff=0, line=False),
        gloss(ellipse(58, 50, 1.4, 4.4, 60)),
    ]


DRAWN: Mapping[str, Callable[[], list[Piece]]] = {
    "poppy": _poppy,
    "wheat": _wheat,
    "jar": _jar,
    "almond": _almond,
    "heron": _heron,
}
"""Art names and how each is drawn."""
