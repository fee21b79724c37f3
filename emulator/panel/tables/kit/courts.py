# SPDX-License-Identifier: MIT
"""
The courts: knave, queen and king in the dress of their suit, twice on a card, one of them upside down.

Half a figure is drawn on a field of 60 by 50; the lower half of a card is the upper one upside down.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from emulator.panel.art import paint
from emulator.panel.art.shapes import Outline, smooth, star
from emulator.panel.art.theme import Colour, mix
from emulator.panel.tables.kit.colours import BLACK_SUIT, BONE, GOLD, RED_SUIT

WIDE, TALL = 60.0, 50.0
_SKIN: Colour = (240, 206, 172)
_INK: Colour = (44, 30, 30)
_BLUE: Colour = (38, 62, 120)
_HAIR: tuple[Colour, ...] = ((150, 92, 36), (64, 44, 32), (196, 150, 60), (40, 34, 34))

Brush = Callable[[Outline, Colour], None]


def figure(size: tuple[int, int], rank: str, suit: int) -> pygame.Surface:
    """
    A court of ``size`` pixels, see-through around it.

    Args:
        rank: J, Q or K.
        suit: as cext.cards numbers it; the dress is red or black, the hair its own.
    """
    half = paint.layer((size[0], size[1] // 2))
    across, down = size[0] / WIDE, half.get_height() / TALL

    def brush(outline: Outline, colour: Colour) -> None:
        points = [(x * across, y * down) for x, y in outline]
        pygame.draw.polygon(half, colour, points)
        pygame.draw.polygon(half, _INK, points, max(1, round(across * 0.7)))

    dress = RED_SUIT if suit in (1, 2) else mix(BLACK_SUIT, _BLUE, 0.35)
    _robe(brush, dress, _BLUE if suit in (1, 2) else RED_SUIT)
    _head(brush, rank, _HAIR[suit])
    _crown(brush, rank, dress)
    _held(brush, rank, suit)
    whole = paint.layer(size)
    whole.blit(half, (0, 0))
    whole.blit(pygame.transform.rotate(half, 180), (0, size[1] - half.get_height()))
    return whole


def _robe(brush: Brush, dress: Colour, lining: Colour) -> None:
    """Shoulders and breast down to the middle of the card."""
    brush([(6, 50), (8, 38), (20, 30), (40, 30), (52, 38), (54, 50)], dress)
    brush([(22, 30), (38, 30), (36, 50), (24, 50)], GOLD)
    for x in (27.0, 33.0):
        brush(star(x, 36, 2.6, 1.2, 4), lining)
        brush(star(x, 44, 2.6, 1.2, 4), lining)
    brush([(6, 50), (8, 38), (13, 35), (15, 50)], lining)
    brush([(54, 50), (52, 38), (47, 35), (45, 50)], lining)
    brush([(20, 30), (24, 26), (36, 26), (40, 30), (30, 34)], BONE)


def _head(brush: Brush, rank: str, hair: Colour) -> None:
    """The face between its hair; a king has a beard, a queen long hair."""
    low = {"K": 27, "Q": 30, "J": 25}[rank]
    brush(
        smooth([(19, 12), (30, 7), (41, 12), (42, 20), (40, low), (30, low - 3), (20, low), (18, 20)]), hair
    )
    brush(smooth([(23, 13), (30, 11), (37, 13), (37, 20), (30, 27), (23, 20)]), _SKIN)
    if rank == "K":
        brush(smooth([(23, 20), (27, 22), (30, 21), (33, 22), (37, 20), (34, 28), (30, 30), (26, 28)]), hair)
    for x in (27.0, 33.0):
        brush([(x - 1.1, 16.2), (x + 1.1, 16.2), (x + 1.1, 17.4), (x - 1.1, 17.4)], _INK)
    if rank != "K":
        brush([(28.2, 22), (31.8, 22), (30, 23.4)], RED_SUIT)


def _crown(brush: Brush, rank: str, dress: Colour) -> None:
    """A king's points, a queen's pearls, a knave's cap with a feather."""
    if rank == "J":
        brush(smooth([(19, 12), (24, 5), (36, 4), (42, 11), (30, 10)]), dress)
        brush(smooth([(38, 8), (50, 1), (53, 5), (43, 11)]), GOLD)
        return
    if rank == "K":
        brush([(18, 12), (17, 2), (24, 7), (30, 0), (36, 7), (43, 2), (42, 12)], GOLD)
        return
    brush([(20, 11), (19, 5), (25, 8), (30, 3), (35, 8), (41, 5), (40, 11)], GOLD)
    for x, y in ((19.0, 4.0), (30.0, 2.4), (41.0, 4.0)):
        brush(star(x, y, 2.0, 1.8, 8), BONE)


def _held(brush: Brush, rank: str, suit: int) -> None:
    """A king's sword, a queen's flower, a knave's staff, on the side of the suit's colour."""
    left = suit in (0, 2)
    x = 10.0 if left else 50.0
    if rank == "K":
        brush([(x - 1.5, 32), (x - 1.0, 4), (x, 1), (x + 1.0, 4), (x + 1.5, 32)], mix(BONE, _BLUE, 0.2))
        brush([(x - 6, 31), (x + 6, 31), (x + 6, 34), (x - 6, 34)], GOLD)
        brush([(x - 1.5, 34), (x + 1.5, 34), (x + 1.5, 41), (x - 1.5, 41)], RED_SUIT)
    elif rank == "Q":
        brush([(x - 0.7, 20), (x + 0.7, 20), (x + 0.7, 40), (x - 0.7, 40)], (40, 96, 52))
        brush(star(x, 17, 6.5, 3.4, 6), RED_SUIT)
        brush(star(x, 17, 2.2, 2.0, 8), GOLD)
    else:
        brush([(x - 1.2, 6), (x + 1.2, 6), (x + 1.2, 44), (x - 1.2, 44)], (112, 72, 38))
        brush([(x - 4.5, 12), (x, 2), (x + 4.5, 12), (x, 16)], mix(BONE, _BLUE, 0.2))
    brush(smooth([(x - 3.5, 36), (x, 34), (x + 3.5, 36), (x + 3, 41), (x - 3, 41)]), _SKIN)
