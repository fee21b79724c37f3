# SPDX-License-Identifier: MIT
"""Playing cards drawn by code: bone faces with pips or courts and two indices, the joker, lacquered backs."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.shapes import Outline, smooth
from emulator.panel.art.theme import Colour, font, mix
from emulator.panel.tables.kit.colours import (
    BLACK_SUIT,
    BONE,
    BONE_SHADE,
    GOLD,
    LACQUER,
    LACQUER_DARK,
    RED_SUIT,
)
from emulator.panel.tables.kit.courts import figure
from machines.tables.chance import RED_CARD

RATIO = 1.4
_FINE = 3
RANKS = "23456789TJQKA"
JOKER = 52
COURTS = "JQK"
# A card narrower than this shows one large suit: its pips could not be told apart.
PIPS_FROM = 66
# Where pips lie by how many there are: columns and rows as shares of the field between the indices.
_LEFT, _MIDDLE, _RIGHT = 0.0, 0.5, 1.0
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((_MIDDLE, 0), (_MIDDLE, 1)),
    3: ((_MIDDLE, 0), (_MIDDLE, 0.5), (_MIDDLE, 1)),
    4: tuple((x, y) for x in (_LEFT, _RIGHT) for y in (0, 1)),
    5: (*((x, y) for x in (_LEFT, _RIGHT) for y in (0, 1)), (_MIDDLE, 0.5)),
    6: tuple((x, y) for x in (_LEFT, _RIGHT) for y in (0, 0.5, 1)),
    7: (*((x, y) for x in (_LEFT, _RIGHT) for y in (0, 0.5, 1)), (_MIDDLE, 0.25)),
    8: (*((x, y) for x in (_LEFT, _RIGHT) for y in (0, 0.5, 1)), (_MIDDLE, 0.25), (_MIDDLE, 0.75)),
    9: (*((x, y) for x in (_LEFT, _RIGHT) for y in (0, 1 / 3, 2 / 3, 1)), (_MIDDLE, 0.5)),
    10: (
        *((x, y) for x in (_LEFT, _RIGHT) for y in (0, 1 / 3, 2 / 3, 1)),
        (_MIDDLE, 1 / 6),
        (_MIDDLE, 5 / 6),
    ),
}
# Suits as cext.cards numbers them: clubs, diamonds, hearts, spades.
_RED = (1, 2)


@lru_cache(maxsize=4)
def suit_outlines(suit: int) -> list[Outline]:
    """A suit on a square of 100: closed outlines."""
    if suit == 1:
        return [[(50, 4), (84, 50), (50, 96), (16, 50)]]
    heart = smooth(
        [(50, 92), (16, 54), (8, 30), (22, 12), (40, 14), (50, 30), (60, 14), (78, 12), (92, 30), (84, 54)]
    )
    if suit == 2:
        return [heart]
    stem: Outline = smooth([(46, 60), (45, 80), (32, 95), (68, 95), (55, 80), (54, 60)])
    if suit == 3:
        spade = smooth(
            [(50, 6), (84, 42), (92, 62), (78, 78), (60, 74), (50, 64), (40, 74), (22, 78), (8, 62), (16, 42)]
        )
        return [spade, stem]
    circles = [
        [(x + 21 * math.cos(a / 12 * math.pi), y + 21 * math.sin(a / 12 * math.pi)) for a in range(24)]
        for x, y in ((50, 26), (27, 58), (73, 58))
    ]
    return [*circles, [(42, 40), (58, 40), (60, 66), (40, 66)], stem]


def _draw_suit(
    surface: pygame.Surface, suit: int, centre: tuple[float, float], size: float, colour: Colour
) -> None:
    x0, y0 = centre[0] - size / 2, centre[1] - size / 2
    for outline in suit_outlines(suit):
        points = [(x0 + x * size / 100, y0 + y * size / 100) for x, y in outline]
        pygame.draw.polygon(surface, colour, points)


_BACK = -2


class Cards:
    """Pictures of cards at the sizes that are asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, int], pygame.Surface] = {}

    def picture(self, card: int | None, width: int) -> pygame.Surface:
        """A card, or its back for None, ``width`` pixels wide."""
        key = (_BACK if card is None else card, width)
        if key not in self._made:
            self._made[key] = self._make(card, width)
        return self._made[key]

    def _make(self, card: int | None, width: int) -> pygame.Surface:
        size = (width * _FINE, round(width * RATIO) * _FINE)
        radius = size[0] * 0.075
        if card is None:
            sheet = _back(size)
        elif card == RED_CARD:
            sheet = paint.down(size, [(0, (214, 40, 44)), (0.5, (176, 18, 26)), (1, (128, 10, 18))])
        else:
            sheet = paint.down(
                size, [(0, BONE), (0.7, mix(BONE, BONE_SHADE, 0.1)), (1, mix(BONE, BONE_SHADE, 0.35))]
            )
            _face(sheet, card)
        rounded = paint.clip_round(sheet, radius)
        rim = BONE_SHADE if card is not None else LACQUER_DARK
        pygame.draw.rect(rounded, rim, rounded.get_rect(), max(2, _FINE), round(radius))
        return pygame.transform.smoothscale(rounded, (size[0] // _FINE, size[1] // _FINE))


def _face(sheet: pygame.Surface, card: int) -> None:
    width, height = sheet.get_size()
    if card == JOKER:
        _joker(sheet)
        return
    rank, suit = RANKS[card // 4], card % 4
    colour = RED_SUIT if suit in _RED else BLACK_SUIT
    large = width >= PIPS_FROM * _FINE
    if rank in COURTS and large:
        _court(sheet, rank, suit)
    elif rank == "A" or not large:
        _draw_suit(sheet, suit, (width * 0.56, height * 0.5), width * (0.5 if large else 0.46), colour)
    else:
        _pips(sheet, card // 4 + 2, suit, colour)
    _indices(sheet, "10" if rank == "T" else rank, suit, colour, large)


def _indices(sheet: pygame.Surface, name: str, suit: int, colour: Colour, large: bool) -> None:
    """Rank and suit in the upper left corner, and the same upside down in the lower right one."""
    width, height = sheet.get_size()
    share = 0.27 if large else 0.36
    corner = paint.layer((round(width * 0.31), round(height * 0.42)))
    letters = font("label", round(width * share)).render(name, True, colour)
    room = round(corner.get_width() * 0.86)
    if letters.get_width() > room:
        letters = pygame.transform.smoothscale(letters, (room, letters.get_height()))
    x = corner.get_width() * 0.5 + width * 0.01
    corner.blit(letters, (round(x - letters.get_width() / 2), 0))
    below = letters.get_height() + width * share * 0.26
    _draw_suit(corner, suit, (x, below), width * share * 0.62, colour)
    sheet.blit(corner, (0, 0))
    turned = pygame.transform.rotate(corner, 180)
    sheet.blit(turned, (width - turned.get_width(), height - turned.get_height()))


def _pips(sheet: pygame.Surface, count: int, suit: int, colour: Colour) -> None:
    """As many suits as the card counts, the lower ones upside down."""
    width, height = sheet.get_size()
    size = width * (0.185 if count > 6 else 0.23)
    for across, down in _PIPS[count]:
        pip = paint.layer((round(size), round(size)))
        _draw_suit(pip, suit, (size / 2, size / 2), size, colour)
        if down > 0.5:
            pip = pygame.transform.rotate(pip, 180)
        x, y = width * (0.375 + 0.27 * across), height * (0.17 + 0.66 * down)
        sheet.blit(pip, (round(x - size / 2), round(y - size / 2)))


def _court(sheet: pygame.Surface, rank: str, suit: int) -> None:
    """The figure in its frame."""
    width, height = sheet.get_size()
    inner = Rect(0, 0, round(width * 0.56), round(height * 0.76))
    inner.center = (width // 2, height // 2)
    sheet.fill(mix(BONE, GOLD, 0.18), inner)
    sheet.blit(figure(inner.size, rank, suit), inner)
    pygame.draw.rect(sheet, mix(GOLD, BLACK_SUIT, 0.35), inner, max(2, width // 90))


def _joker(sheet: pygame.Surface) -> None:
    width, height = sheet.get_size()
    points = []
    for i in range(16):
        reach = (0.34 if i % 2 == 0 else 0.15) * width
        angle = i / 8 * math.pi - math.pi / 2
        points.append((width * 0.58 + reach * math.cos(angle), height * 0.6 + reach * math.sin(angle)))
    pygame.draw.polygon(sheet, LACQUER, points)
    pygame.draw.circle(sheet, GOLD, (width * 0.58, height * 0.6), width * 0.1)
    for i, letter in enumerate("JOKER"):
        drawn = font("label", round(width * 0.2)).render(letter, True, LACQUER)
        sheet.blit(drawn, (round(width * 0.15 - drawn.get_width() / 2), round(height * (0.03 + 0.145 * i))))


def _back(size: tuple[int, int]) -> pygame.Surface:
    width, height = size
    sheet = paint.down(size, [(0, LACQUER), (1, mix(LACQUER, LACQUER_DARK, 0.6))])
    inner = Rect(0, 0, width, height).inflate(-width * 0.16, -width * 0.16)
    lattice = paint.layer(size)
    step = max(6, round(width * 0.13))
    for at in range(-height, width + height, step):
        pygame.draw.line(lattice, (*GOLD, 90), (at, 0), (at + height, height), max(1, width // 70))
        pygame.draw.line(lattice, (*GOLD, 90), (at, height), (at + height, 0), max(1, width // 70))
    sheet.blit(lattice, inner, inner)
    pygame.draw.rect(sheet, GOLD, inner, max(2, width // 60), round(width * 0.04))
    return sheet
