# SPDX-License-Identifier: MIT
"""Symbols of the steppe: sun, scorpion, clay tower, lizard."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from emulator.panel.art.paint import Point
from emulator.panel.art.shapes import Outline, ellipse, mirror, ribbon, smooth, star, stroke, turned
from emulator.panel.art.symbols.pieces import GOLD, LEAF, LEAF_DARK, Piece, gloss
from emulator.panel.art.theme import Colour

CLAY: Colour = (238, 164, 96)
CLAY_DARK: Colour = (150, 66, 36)
CHALK: Colour = (255, 234, 190)
CHALK_DARK: Colour = (214, 158, 98)
DUSK: Colour = (138, 100, 196)
DUSK_DARK: Colour = (44, 20, 84)
TURQUOISE: Colour = (78, 206, 190)
TURQUOISE_DARK: Colour = (12, 110, 112)
SEPIA: Colour = (120, 50, 16)
PITCH: Colour = (44, 26, 36)


def _sun() -> list[Piece]:
    """The sun of Spanish cards: a face in a crown of straight rays with flames between them."""
    flames = []
    for number in range(8):
        flame = smooth([(45, 24), (46.5, 13), (52.5, 4.5), (51.5, 13), (55, 24)], closed=False)
        flames.append(turned(flame, (50, 50), 45 * number + 22.5))
    brow = [stroke([(36, 43), (41, 40), (46, 42.5)], 2.6, 1.4)]
    brow += [mirror(brow[0])]
    eye = ellipse(41.5, 47, 3.0, 2.6)
    return [
        Piece(flames, (255, 150, 46), (214, 66, 22), puff=2),
        Piece([star(50, 50, 47, 24, 8, -90)], GOLD, (240, 138, 26), puff=4),
        Piece([ellipse(50, 50, 26, 26)], (255, 232, 120), (250, 150, 34), puff=9),
        Piece(
            [ellipse(38, 57, 5, 3.8), ellipse(62, 57, 5, 3.8)],
            (255, 150, 70),
            (244, 112, 50),
            puff=0,
            line=False,
            soft=3.0,
        ),
        Piece(brow, SEPIA, SEPIA, puff=0, line=False),
        Piece([eye, mirror(eye)], SEPIA, PITCH, puff=0, line=False),
        Piece(
            [stroke([(51, 45), (48.5, 53), (47, 56.5), (51.5, 57.5)], 1.6, 2.4)],
            SEPIA,
            SEPIA,
            puff=0,
            line=False,
        ),
        Piece(
            [smooth([(41, 61.5), (50, 66), (59, 61.5), (50, 70.5)])], (170, 40, 20), SEPIA, puff=0, line=False
        ),
        gloss(ellipse(38, 33.5, 2.6, 7, 52)),
    ]


def _scorpion_legs() -> list[Outline]:
    """Four a side; the two behind are not quite alike."""
    legs = []
    for number, (root, knee, foot) in enumerate(
        (
            ((41, 44), (27, 41), (14, 48)),
            ((40, 50), (25, 51), (12, 61)),
            ((41, 57), (27, 61), (16, 74)),
            ((43, 63), (32, 70), (26, 84)),
        )
    ):
        leg = stroke([root, knee, foot], 4.6, 1.8)
        legs.append(leg)
        legs.append(
            mirror(leg, 48) if number < 2 else stroke([(96 - x, y) for x, y in (root, knee, foot)], 4.4, 1.8)
        )
    return legs


def _scorpion() -> list[Piece]:
    """Seen from above, claws open, the tail in a hook over its side."""
    arm = stroke([(40, 38), (27, 33), (22, 22)], 6.2, 5.2)
    claw = smooth(
        [
            (17, 28),
            (11, 19),
            (13, 9),
            (19, 6),
            (17.5, 13),
            (20, 16),
            (24, 13),
            (26, 7.5),
            (31, 13),
            (29, 22),
            (24, 29),
        ]
    )
    beads = ((50, 77, 8.2), (59, 84, 7.4), (69.5, 87, 7.0), (80, 83.5, 6.6), (86.5, 74.5, 6.2), (87, 64, 5.8))
    tail = [Piece([ellipse(x, y, r, r, steps=28)], DUSK, DUSK_DARK, puff=3) for x, y, r in beads]
    sting = smooth([(91, 58), (90, 48), (83, 43), (73, 44.5), (66, 50), (76, 50), (82, 55), (85, 61)])
    plates = [
        Piece(
            [stroke([(38.5 + i * 0.6, 56 + i * 6), (48, 59.5 + i * 6), (57.5 - i * 0.6, 56 + i * 6)], 1.5)],
            PITCH,
            PITCH,
            puff=0,
            line=False,
        )
        for i in range(3)
    ]
    return [
        Piece(_scorpion_legs(), DUSK, DUSK_DARK, puff=2),
        *tail,
        Piece([sting], TURQUOISE, TURQUOISE_DARK, puff=2),
        Piece([arm, mirror(arm, 48)], DUSK, DUSK_DARK, puff=2),
        Piece([claw, mirror(claw, 48)], (160, 122, 214), DUSK_DARK, puff=4),
        Piece(
            [smooth([(48, 48), (58, 52), (60, 62), (55, 74), (48, 78), (41, 74), (36, 62), (38, 52)])],
            DUSK,
            DUSK_DARK,
            puff=6,
        ),
        *plates,
        Piece(
            [smooth([(48, 31), (58, 35), (61, 44), (57, 52), (48, 54), (39, 52), (35, 44), (38, 35)])],
            (160, 122, 214),
            DUSK_DARK,
            puff=6,
        ),
        Piece(
            [ellipse(44, 38, 2.2, 2.2), ellipse(52, 38, 2.2, 2.2)],
            TURQUOISE,
            TURQUOISE_DARK,
            puff=0,
            line=False,
        ),
        gloss(ellipse(41.5, 43, 1.6, 4.2, 20)),
    ]


def _clay_tower() -> list[Piece]:
    """A tower of clay that rain has cut out of the plain, its hard cap still on it."""
    body: Outline = [
        *smooth([(8, 92), (20, 80), (31, 70), (36, 58), (35, 46), (38, 38), (37, 30)], closed=False),
        *smooth([(66, 30), (64, 38), (67, 47), (66, 58), (72, 69), (82, 80), (93, 92)], closed=False),
    ]
    shade = [
        *smooth([(58, 30), (57, 40), (60, 50), (57, 60), (62, 72), (66, 92)], closed=False),
        (93, 92),
        *smooth([(82, 80), (72, 69), (66, 58), (67, 47), (64, 38), (66, 30)], closed=False),
    ]
    cap = smooth([(27, 25), (30, 15), (42, 9), (58, 8), (70, 14), (75, 23), (68, 31), (50, 33), (33, 31)])
    bands = [
        stroke([(36, 41), (50, 44), (66, 41)], 3.2),
        stroke([(35.5, 53), (50, 56.5), (67, 53)], 2.8),
        stroke([(29, 72), (50, 77), (74, 72)], 3.4),
        stroke([(17, 83.5), (50, 89), (85, 83.5)], 3.0),
    ]
    crown = smooth([(33, 19), (42, 12.5), (56, 11.5), (66, 16), (52, 17.5)])
    bush = smooth([(14, 92), (11, 84), (15, 77), (22, 75), (28, 80), (30, 87), (27, 93), (20, 94)])
    return [
        Piece([body], CLAY, CLAY_DARK, puff=6),
        Piece([shade], (186, 98, 58), (116, 44, 30), puff=2, line=False, soft=2.0),
        Piece(bands, CHALK, CHALK_DARK, puff=1, line=False),
        Piece([cap], (214, 120, 76), (122, 48, 40), puff=6),
        Piece([crown], (240, 176, 120), (206, 118, 76), puff=1, line=False),
        Piece([bush], LEAF, LEAF_DARK, puff=4),
        gloss(stroke([(40, 47), (40.5, 54), (38, 62)], 1.4, 0.6)),
    ]


def _lizard() -> list[Piece]:
    """An ocellated lizard that winds upwards, blue eyes along its flank."""
    spine = smooth(
        [(90, 70), (86, 86), (69, 92), (55, 84), (56, 70), (63, 58), (57, 45), (44, 38), (38, 27), (36, 17)],
        closed=False,
    )

    def breadth(share: float) -> float:
        if share < 0.45:
            return 2.0 + 11.0 * math.pow(share / 0.45, 1.2)
        swell = math.sin(math.pi * min(1.0, (share - 0.45) / 0.45))
        return 13.0 + 5.5 * swell - 35.0 * max(0.0, share - 0.9)

    body = ribbon(spine, breadth)
    head = smooth([(28, 25), (26, 16), (29, 8), (35, 4.5), (41, 8), (44.5, 16), (44, 24), (37, 28)])

    def leg(points: Sequence[Point], toes: Sequence[Point]) -> list[Outline]:
        return [stroke(points, 7.4, 5.0), *[stroke([points[-1], toe], 3.2, 1.6) for toe in toes]]

    legs = [
        *leg([(49, 39), (60, 32), (69, 24)], [(67, 15), (74, 17), (78, 24)]),
        *leg([(42, 40), (30, 44), (20, 39)], [(16, 31), (11, 38), (14, 45)]),
        *leg([(62, 62), (75, 58), (81, 48)], [(77, 41), (84, 40), (89, 47)]),
        *leg([(56, 70), (42, 70), (33, 78)], [(25, 75), (26, 83), (33, 87)]),
    ]
    spots = ((46.5, 41, 3.0), (54, 46, 3.3), (58.5, 53, 3.4), (60, 61, 3.2), (57, 68, 3.0), (56, 76, 2.6))
    return [
        Piece(legs, (96, 178, 84), (22, 92, 58), puff=2),
        Piece([body], (150, 214, 92), (24, 112, 62), puff=6),
        Piece([head], (170, 222, 100), (36, 126, 66), puff=5),
        Piece(
            [ellipse(x, y, r + 1.3, r + 1.3, steps=24) for x, y, r in spots], PITCH, PITCH, puff=0, line=False
        ),
        Piece(
            [ellipse(x, y, r, r, steps=24) for x, y, r in spots],
            (132, 214, 255),
            (20, 96, 190),
            puff=1,
            line=False,
        ),
        Piece([ellipse(30.5, 15, 2.2, 2.6), ellipse(41, 15, 2.2, 2.6)], PITCH, PITCH, puff=0, line=False),
        gloss(ellipse(33, 9.5, 1.2, 2.6, 20), ellipse(30, 14.2, 0.8, 0.8), ellipse(40.4, 14.2, 0.8, 0.8)),
    ]


DRAWN: Mapping[str, Callable[[], list[Piece]]] = {
    "sun": _sun,
    "scorpion": _scorpion,
    "clay_tower": _clay_tower,
    "lizard": _lizard,
}
"""Art names and how each is drawn."""
