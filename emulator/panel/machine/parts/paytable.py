# SPDX-License-Identifier: MIT
"""The prize table of a screen full of symbols: a plate for each symbol, and on it what so many of it pay."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art.theme import CREAM, Colour, mix
from emulator.panel.machine.parts.front import PrizeRow
from emulator.panel.machine.parts.kit import Kit

_COLUMNS = 3
_LINE_PX = 17  # amounts stand below one another where each has so much height, else side by side


class Plate(NamedTuple):
    """One symbol: its plate, its picture, and a place for each of its rows, the largest count first."""

    drawing: str
    rect: Rect
    picture: Rect
    rows: tuple[tuple[PrizeRow, Rect], ...]


def plates(area: Rect, kit: Kit) -> list[Plate]:
    """The plates on a grid of three columns, in the order of their largest prizes."""
    groups: dict[str, list[PrizeRow]] = {}
    for row in kit.front.rows:
        groups.setdefault(row.drawings[0] or "", []).append(row)
    gap = kit.gap(0)
    lines = math.ceil(len(groups) / _COLUMNS)
    width = (area.width - gap * (_COLUMNS - 1)) / _COLUMNS
    height = (area.height - gap * (lines - 1)) / lines
    found = []
    for number, (drawing, rows) in enumerate(groups.items()):
        line, column = divmod(number, _COLUMNS)
        x, y = area.x + column * (width + gap), area.y + line * (height + gap)
        rect = Rect(round(x), round(y), round(width), round(height))
        side = min(round(rect.height * 0.92), round(rect.width * 0.3))
        picture = Rect(rect.x + kit.gap(1), rect.centery - side // 2, side, side)
        left = picture.right + kit.gap(1)
        room = Rect(left, rect.y, rect.right - kit.gap(1) - left, rect.height)
        found.append(Plate(drawing, rect, picture, tuple(_places(rows, room))))
    return found


def _places(rows: list[PrizeRow], room: Rect) -> Iterator[tuple[PrizeRow, Rect]]:
    """The amounts of one symbol, below one another or side by side."""
    count = len(rows)
    below = room.height >= _LINE_PX * count
    for number, row in enumerate(sorted(rows, key=lambda row: -_count(row))):
        if below:
            top = room.y + room.height * number // count
            rect = Rect(room.x, top, room.width, room.y + room.height * (number + 1) // count - top)
        else:
            left = room.x + room.width * number // count
            rect = Rect(left, room.y, room.x + room.width * (number + 1) // count - left, room.height)
        yield row, rect


def _count(row: PrizeRow) -> int:
    return sum(drawing is not None for drawing in row.drawings)


def paint_row(surface: pygame.Surface, row: PrizeRow, spot: Rect, kit: Kit, lit: bool) -> None:
    """How many of the symbol, and what they pay."""
    gap = max(2, kit.gap(0))
    size = max(8, round(min(spot.height * 0.82, kit.px(40))))
    number = Rect(spot.x + gap, spot.y, max(11, round(size * 0.9)), spot.height)
    pale: Colour = CREAM if lit else mix(kit.theme.beam(220), CREAM, 0.45)
    words = f"{_count(row)}×"
    kit.text.put(surface, words, number, "label", max(8, round(size * 0.72)), pale, remember=not lit)
    box = Rect(number.right + gap, spot.y, spot.right - number.right - 2 * gap, spot.height)
    colour = (255, 252, 226) if lit else kit.theme.bright
    kit.text.put(
        surface, kit.money(row.cents, whole=True), box, "label", size, colour,
        align="left", shadow=(12, 10, 20), remember=not lit,
    )  # fmt: skip
