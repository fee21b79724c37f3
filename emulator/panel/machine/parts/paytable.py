# SPDX-License-Identifier: MIT
"""The prize table of a screen full of symbols: a plate for each symbol, and on it what so many of it pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art.fitting import readable_px
from emulator.panel.art.theme import CREAM, Colour, mix
from emulator.panel.machine.parts.front import PrizeRow
from emulator.panel.machine.parts.kit import Kit

_TO_THE_RIM = 3  # more amounts than these stay clear of the plate's rim
_RULED = 0.86  # of a line's height, for the amounts of a ruled plate
_LINE_PX = 17  # amounts stand below one another where each has so much height, else side by side


class Plate(NamedTuple):
    """One symbol: its plate, its picture, and a place for each of its rows, the largest count first."""

    drawing: str
    rect: Rect
    picture: Rect
    rows: tuple[tuple[PrizeRow, Rect], ...]
    ruled: bool = False
    """Its counts stand above it, over their columns."""


def plate_of(rows: Sequence[PrizeRow], rect: Rect, kit: Kit) -> Plate:
    """The plate of rows that count the same symbol."""
    side = min(round(rect.height * 0.92), round(rect.width * 0.3))
    picture = Rect(rect.x + kit.gap(1), rect.centery - side // 2, side, side)
    left = picture.right + kit.gap(1)
    room = Rect(left, rect.y, rect.right - kit.gap(1) - left, rect.height)
    return Plate(drawing_of(rows), rect, picture, tuple(_places(rows, room)))


def drawing_of(rows: Sequence[PrizeRow]) -> str:
    """The drawing of rows that count the same symbol."""
    return rows[0].drawings[0] or ""


def _places(rows: Sequence[PrizeRow], room: Rect) -> Iterator[tuple[PrizeRow, Rect]]:
    """The amounts of one symbol, below one another or side by side."""
    count = len(rows)
    below = room.height >= _LINE_PX * count
    if below and count > _TO_THE_RIM:
        room = room.inflate(0, -round(room.height * 0.09))
    for number, row in enumerate(sorted(rows, key=lambda row: -count_of(row))):
        if below:
            top = room.y + room.height * number // count
            rect = Rect(room.x, top, room.width, room.y + room.height * (number + 1) // count - top)
        else:
            left = room.x + room.width * number // count
            rect = Rect(left, room.y, room.x + room.width * (number + 1) // count - left, room.height)
        yield row, rect


def count_of(row: PrizeRow) -> int:
    """How many of its symbol a row counts."""
    return sum(drawing is not None for drawing in row.drawings)


class RowPrint(NamedTuple):
    """Where a row of a plate is printed, and how large at most."""

    number: Rect
    amount: Rect
    size_px: int


def row_print(spot: Rect, kit: Kit, *, ruled: bool = False) -> RowPrint:
    """The boxes of a row's count and of its amount; of a ruled plate's row the amount has all of it."""
    gap = max(2, kit.gap(0))
    if ruled:
        return RowPrint(Rect(spot.topleft, (0, 0)), spot.inflate(-2 * gap, 0), round(spot.height * _RULED))
    size = max(9, round(min(spot.height * 0.82, kit.px(40))))
    number = Rect(spot.x + gap, spot.y, max(12, round(size * 0.9)), spot.height)
    box = Rect(number.right + gap, spot.y, spot.right - number.right - 2 * gap, spot.height)
    return RowPrint(number, box, size)


def paint_row(
    surface: pygame.Surface,
    row: PrizeRow,
    spot: Rect,
    kit: Kit,
    size_px: int,
    *,
    lit: bool,
    ruled: bool = False,
) -> None:
    """How many of the symbol, unless that stands over its column, and what they pay."""
    number, box, _ = row_print(spot, kit, ruled=ruled)
    if not ruled:
        paint_count(surface, count_of(row), number, kit, size_px, lit=lit)
    colour = (255, 252, 226) if lit else kit.theme.bright
    kit.text.put(
        surface, kit.money(row.cents, whole=True), box, "label", size_px, colour,
        align="right" if ruled else "left", shadow=(12, 10, 20), remember=not lit,
    )  # fmt: skip


def paint_count(
    surface: pygame.Surface,
    count: int,
    box: Rect,
    kit: Kit,
    size_px: int,
    *,
    lit: bool = False,
    align: str = "center",
) -> None:
    """How many of a symbol, before amounts of a size or over their column."""
    pale: Colour = CREAM if lit else mix(kit.theme.beam(220), CREAM, 0.45)
    least = readable_px(kit.layout.size)
    kit.text.put(
        surface, f"{count}×", box, "label", max(least, round(size_px * 0.72)), pale,
        align=align, remember=not lit,
    )  # fmt: skip
