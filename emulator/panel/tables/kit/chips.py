# SPDX-License-Identifier: MIT
"""Chips: stacks of a stake, the largest values below, and amounts cut down by colour."""

from __future__ import annotations

import math

import pygame

from emulator.panel.art import paint
from emulator.panel.art.theme import Colour, mix
from emulator.panel.tables.kit.colours import CHIPS

_FINE = 3
_FLAT = 0.55  # how flat a chip is seen
_THICK = 0.20  # of its diameter
STACK_MAX = 12


def parts(cents: int) -> list[int]:
    """The chips of an amount, the largest first."""
    found = []
    for value, _, _ in CHIPS:
        count, cents = divmod(cents, value)
        found += [value] * count
    return found


def cut_down(cents: int) -> list[tuple[int, int]]:
    """The columns of an amount that is cut down: value and number, one colour each, none too high."""
    columns = []
    for value in dict.fromkeys(parts(cents)):
        count = parts(cents).count(value)
        while count > 0:
            columns.append((value, min(count, STACK_MAX)))
            count -= STACK_MAX
    return columns


class Chips:
    """Pictures of chips at the sizes that are asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, int], pygame.Surface] = {}

    def stack(self, target: pygame.Surface, cents: int, foot: tuple[int, int], width: int) -> None:
        """A stack whose lowest chip stands at ``foot``; a high one becomes two."""
        every = parts(cents)
        for i, value in enumerate(every):
            column, row = divmod(i, STACK_MAX)
            picture = self._chip(value, width)
            x = foot[0] - width // 2 + column * round(width * 0.9)
            y = foot[1] - picture.get_height() - round(row * width * _THICK * 0.86)
            target.blit(picture, (x, y))

    def cut(self, target: pygame.Surface, cents: int, foot: tuple[int, int], width: int) -> None:
        """An amount cut down as a croupier does: a column for each colour, the dearest on the left."""
        columns = cut_down(cents)
        between = round(width * 0.96)
        left = foot[0] - between * (len(columns) - 1) // 2
        for column, (value, count) in enumerate(columns):
            picture = self._chip(value, width)
            x = left + column * between - width // 2
            for row in range(count):
                y = foot[1] - picture.get_height() - round(row * width * _THICK * 0.86)
                target.blit(picture, (x, y))

    def coloured(
        self,
        target: pygame.Surface,
        count: int,
        foot: tuple[int, int],
        width: int,
        colours: tuple[Colour, Colour],
    ) -> None:
        """So many chips of one colour, whatever they are worth; a high stack becomes several."""
        picture = self._of_colours(colours, width)
        for i in range(min(count, STACK_MAX * 4)):
            column, row = divmod(i, STACK_MAX)
            x = foot[0] - width // 2 + column * round(width * 0.9)
            y = foot[1] - picture.get_height() - round(row * width * _THICK * 0.86)
            target.blit(picture, (x, y))

    def _of_colours(self, colours: tuple[Colour, Colour], width: int) -> pygame.Surface:
        key = (-1 - hash(colours) % (1 << 30), width)
        if key not in self._made:
            self._made[key] = _draw(width, *colours)
        return self._made[key]

    def _chip(self, value: int, width: int) -> pygame.Surface:
        if (value, width) not in self._made:
            face, mark = next((face, mark) for cents, face, mark in CHIPS if cents == value)
            self._made[value, width] = _draw(width, face, mark)
        return self._made[value, width]


def _draw(width: int, face: Colour, mark: Colour) -> pygame.Surface:
    wide = width * _FINE
    tall, thick = round(wide * _FLAT), round(wide * _THICK)
    sheet = paint.layer((wide, tall + thick))
    side = pygame.Rect(0, thick, wide, tall)
    pygame.draw.ellipse(sheet, mix(face, (0, 0, 0), 0.42), side)
    pygame.draw.rect(sheet, mix(face, (0, 0, 0), 0.26), (0, tall // 2, wide, thick))
    for i in range(9):
        x = wide / 2 + wide / 2 * math.cos(math.pi * (i + 0.5) / 9)
        if i % 2 == 0:
            bar = pygame.Rect(0, 0, max(2, round(wide * 0.1 * math.sin(math.pi * (i + 0.5) / 9))), thick)
            bar.midtop = (
                round(x),
                tall // 2 + round(tall / 2 * math.sin(math.pi * (i + 0.5) / 9)) - tall // 8,
            )
            pygame.draw.rect(sheet, mix(mark, (0, 0, 0), 0.25), bar)
    top = pygame.Rect(0, 0, wide, tall)
    pygame.draw.ellipse(sheet, face, top)
    centre = top.center
    for i in range(8):
        a = i / 4 * math.pi
        points = []
        for reach, turn in ((0.5, -0.17), (0.5, 0.17), (0.39, 0.17), (0.39, -0.17)):
            points.append(
                (centre[0] + wide * reach * math.cos(a + turn), centre[1] + tall * reach * math.sin(a + turn))
            )
        pygame.draw.polygon(sheet, mark, points)
    pygame.draw.ellipse(sheet, mix(face, (255, 255, 255), 0.16), top.inflate(-wide * 0.3, -tall * 0.3))
    pygame.draw.ellipse(
        sheet, mix(face, mark, 0.5), top.inflate(-wide * 0.3, -tall * 0.3), max(2, wide // 40)
    )
    return pygame.transform.smoothscale(sheet, (width, (tall + thick) // _FINE))
