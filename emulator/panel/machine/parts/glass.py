# SPDX-License-Identifier: MIT
"""The glass: the prize table as art, each row with a lamp of its own, above the texts the law wants."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint, shapes
from emulator.panel.art.scenery.styles import scenery_of
from emulator.panel.art.theme import CREAM, INK, Colour, dark_enough, mix
from emulator.panel.machine.parts.awards import Awards
from emulator.panel.machine.parts.front import PrizeRow
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.legal import LegalPrint
from emulator.panel.machine.parts.paytable import Plate, paint_row, plates

_FIRST_ROW_WEIGHT = 1.35  # the table's first line holds the large prizes
_HERO_SHARE = 0.255  # of the table's width, for a prize that stands apart
_LIT_INK: Colour = (255, 252, 226)
_LIT_CONTRAST = 6.6  # of an amount on its lit plate, before the lamp's own light is added to both
_OVERLAP = 0.66  # symbols of a row stand this far apart, in symbols


class Glass:
    """Keeps the table twice, dark and lit, and shows of the lit one the rows whose lamp is on."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        zone = kit.layout.inner("glass")
        self.rect = Rect(zone.x, zone.y + kit.gap(1), zone.width, zone.height - 2 * kit.gap(1))
        self._legal = LegalPrint(kit, self.rect)
        table = Rect(self.rect.x, self.rect.y, self.rect.width, self._legal.rect.y - self.rect.y)
        self._table = table.inflate(-2 * kit.gap(2), -2 * kit.gap(1))
        self._plates = plates(self._table, kit) if kit.front.screen else []
        self._hero = bool(kit.front.rows) and scenery_of(kit.front.style).hero
        self.cells = [cell for plate in self._plates for cell in plate.rows] or self._placed()
        self._awards = Awards(kit, self._table)
        self._lit = paint.plain(self.rect.size)
        self._blooms: dict[tuple[int, int], pygame.Surface] = {}

    def _placed(self) -> list[tuple[PrizeRow, Rect]]:
        """Each row and its place; the first one apart where the style has it so."""
        kit, area = self._kit, self._table
        if not self._hero:
            return _cells(kit.front.rows, area, kit, _FIRST_ROW_WEIGHT)
        first = Rect(area.x, area.y, round(area.width * _HERO_SHARE), area.height)
        left = first.right + kit.gap(1)
        rest = Rect(left, area.y, area.right - left, area.height)
        return [(kit.front.rows[0], first), *_cells(kit.front.rows[1:], rest, kit, 1.0)]

    def paint(self, base: pygame.Surface) -> None:
        """Both states of the glass: the dark one on ``base``, the lit one kept."""
        kit, rect = self._kit, self.rect
        dark = _backlight(rect.size, kit, 0.62)
        self._lit.blit(_backlight(rect.size, kit, 1.0), (0, 0))
        for symbol in self._plates:
            for sheet in (dark, self._lit):
                self._paint_plate(sheet, symbol)
        for row, cell in self.cells:
            spot = cell.move(-rect.x, -rect.y)
            self._paint_row(dark, row, spot, cell, lit=False)
            self._paint_row(self._lit, row, spot, cell, lit=True)
        self._legal.paint(dark)
        base.blit(paint.clip_round(dark, kit.gap(1)), rect)
        paint.recess(base, rect, kit.gap(1), kit.gap(1))
        shine = paint.reflection(rect.size, 0.07)
        base.blit(paint.clip_round(shine, kit.gap(1)), rect)
        self._lit.blit(shine, (0, 0))
        self._awards.paint(base)
        paint.frame(base, rect, max(2, kit.gap(0)), kit.gap(1))

    def draw(self, screen: pygame.Surface, lit: frozenset[int], clock_ms: int, spotlight: int | None) -> None:
        """The rows ``lit`` with their bloom; ``spotlight`` is a row that the attract loop shows."""
        self._awards.draw(screen, lit, spotlight)
        for row, cell in self.cells:
            if row.lamp in lit:
                screen.blit(self._lit, cell, cell.move(-self.rect.x, -self.rect.y))
                pulse = 0.75 + 0.25 * math.sin(clock_ms / 130)
                self._add_bloom(screen, cell, round(150 * pulse))
            elif spotlight == row.lamp:
                self._add_bloom(screen, cell, round(60 + 40 * math.sin(clock_ms / 400)))

    def _add_bloom(self, screen: pygame.Surface, cell: Rect, level: int) -> None:
        size = (cell.width + self._kit.gap(5), cell.height * 2)
        if size not in self._blooms:
            self._blooms[size] = paint.glow(size, self._kit.theme.bright, 0.9, 1.5)
        light = self._blooms[size].copy()
        light.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
        paint.add(screen, light, (cell.centerx - size[0] // 2, cell.centery - size[1] // 2))

    def _paint_plate(self, surface: pygame.Surface, symbol: Plate) -> None:
        """A plate of the table by symbols, with its picture."""
        plate = symbol.rect.move(-self.rect.x, -self.rect.y)
        surface.blit(_plate(plate.size, self._kit, lit=False), plate)
        picture = symbol.picture.move(-self.rect.x, -self.rect.y)
        surface.blit(self._kit.symbol(symbol.drawing, picture.width, keyline=True), picture)

    def _paint_row(self, surface: pygame.Surface, row: PrizeRow, spot: Rect, cell: Rect, lit: bool) -> None:
        """One prize: its plate, its symbols fanned out, its amount."""
        kit = self._kit
        if self._plates:
            if lit:
                surface.blit(_plate(spot.size, kit, lit), spot)
            with kit.text.moved(self.rect.topleft):
                paint_row(surface, row, spot, kit, lit)
            return
        surface.blit(_plate(spot.size, kit, lit), spot)
        if self._hero and row is kit.front.rows[0]:
            self._paint_hero(surface, row, spot, cell, lit)
            return
        count = len(row.drawings)
        picture = round(min(spot.height * 0.94, spot.width * 0.56 / (1 + _OVERLAP * (count - 1))))
        fan = picture * (1 + _OVERLAP * (count - 1))
        x = spot.x + kit.gap(1)
        for i in reversed(range(count)):
            drawing = row.drawings[i]
            at = (round(x + i * picture * _OVERLAP), spot.centery - picture // 2)
            if drawing is None:
                tone: Colour = (255, 236, 200) if lit else mix(kit.theme.beam(190), CREAM, 0.3)
                surface.blit(_any_symbol(picture, tone), at)
                continue
            surface.blit(kit.symbol(drawing, picture, keyline=True), at)
        left = round(x + fan) + kit.gap(0)
        box = Rect(left, spot.y, spot.right - kit.gap(1) - left, spot.height)
        size = round(spot.height * 0.62)
        colour = _LIT_INK if lit else kit.theme.bright
        with kit.text.moved((cell.x - spot.x, cell.y - spot.y)):
            kit.text.put(
                surface, kit.money(row.cents, whole=True), box, "label", size, colour,
                align="right", shadow=(12, 10, 20), remember=not lit,
            )  # fmt: skip

    def _paint_hero(self, surface: pygame.Surface, row: PrizeRow, spot: Rect, cell: Rect, lit: bool) -> None:
        """The largest prize on a plate as tall as the table: its symbols above, its amount below."""
        kit = self._kit
        count = len(row.drawings)
        picture = round(min(spot.height * 0.58, spot.width * 0.94 / (1 + _OVERLAP * (count - 1))))
        fan = picture * (1 + _OVERLAP * (count - 1))
        x = spot.centerx - fan / 2
        y = spot.y + round(spot.height * 0.07)
        glow = paint.glow(
            (round(fan * 1.5), picture * 2), kit.theme.accent if lit else kit.theme.beam(150), 0.8
        )
        paint.add(surface, glow, (spot.centerx - glow.get_width() // 2, y - picture // 2))
        for number in reversed(range(count)):
            drawing = row.drawings[number]
            if drawing is not None:
                at = (round(x + number * picture * _OVERLAP), y)
                surface.blit(kit.symbol(drawing, picture, keyline=True), at)
        top = y + picture
        box = Rect(spot.x, top, spot.width, spot.bottom - top - kit.gap(0)).inflate(-2 * kit.gap(2), 0)
        colour = _LIT_INK if lit else kit.theme.bright
        with kit.text.moved((cell.x - spot.x, cell.y - spot.y)):
            kit.text.put(
                surface, kit.money(row.cents, whole=True), box, "label", round(box.height * 0.98), colour,
                shadow=(12, 10, 20), remember=not lit,
            )  # fmt: skip


def _cells(
    rows: Sequence[PrizeRow], area: Rect, kit: Kit, first_weight: float
) -> list[tuple[PrizeRow, Rect]]:
    """Prize rows on a grid, largest first; the number of columns that gives the largest symbols."""
    if not rows:
        return []
    gap = kit.gap(1)
    best: tuple[float, int] = (0, 1)
    for columns in range(1, 7):
        lines = math.ceil(len(rows) / columns)
        width = (area.width - gap * (columns - 1)) / columns
        height = (area.height - gap * (lines - 1)) / (lines - 1 + first_weight)
        empty = columns * lines - len(rows)
        best = max(best, (min(height * 0.94, width * 0.56 / (1 + 2 * _OVERLAP)) - empty * 3, columns))
    columns = best[1]
    lines = math.ceil(len(rows) / columns)
    line_px = (area.height - gap * (lines - 1)) / (lines - 1 + first_weight)
    column_px = (area.width - gap * (columns - 1)) / columns
    cells = []
    for i, row in enumerate(rows):
        line, column = divmod(i, columns)
        top = 0.0 if line == 0 else line_px * (first_weight + line - 1) + gap * line
        height = line_px * first_weight if line == 0 else line_px
        x = area.x + column * (column_px + gap)
        cells.append((row, Rect(round(x), area.y + round(top), round(column_px), round(height))))
    return cells


def _backlight(size: tuple[int, int], kit: Kit, level: float) -> pygame.Surface:
    """Acrylic in the deep colour with the tubes behind it showing through."""
    deep = kit.theme.deep
    top = mix(deep, kit.theme.beam(190), 0.42 * level)
    low = mix(deep, kit.theme.beam(120), 0.30 * level)
    sheet = paint.down(size, [(0, top), (0.5, mix(deep, kit.theme.beam(160), 0.5 * level)), (1, low)])
    for share in (0.18, 0.5, 0.82):
        tube = paint.glow((round(size[0] * 0.5), round(size[1] * 1.5)), kit.theme.beam(92), 0.6 * level, 1.6)
        paint.add(sheet, tube, (round(size[0] * share) - tube.get_width() // 2, -size[1] // 4))
    return sheet


def _plate(size: tuple[int, int], kit: Kit, lit: bool) -> pygame.Surface:
    """What a prize row is printed on: a darker window in the blue, a glowing one when lit."""
    height, width = size[1], size[0]
    tall = min(height, width / 3)  # a plate that is nearly square has the rim of a row
    mask = paint.rounded(size, tall * 0.22, 0.5)
    rim = mask - paint.rounded(size, tall * 0.22, 0.5 + max(1.0, tall / 26))
    if lit:
        accent = dark_enough(kit.theme.accent, _LIT_INK, _LIT_CONTRAST)
        fill = paint.ramp(
            height,
            [
                (0, mix(accent, (255, 160, 60), 0.18)),
                (0.5, accent),
                (1, mix(accent, INK, 0.45)),
            ],
        )
        cover = mask * 0.95
        edge = np.asarray(kit.theme.bright, dtype=np.float32)
    else:
        fill = paint.ramp(height, [(0, mix(kit.theme.deep, INK, 0.6)), (1, mix(kit.theme.deep, INK, 0.45))])
        cover = mask * 0.72
        edge = np.asarray(mix(kit.theme.beam(200), CREAM, 0.3), dtype=np.float32)
    colour = np.broadcast_to(fill[:, None, :], (height, width, 3))
    colour = colour * (1 - rim[..., None]) + edge * rim[..., None]
    return paint.to_surface(colour, np.maximum(cover, rim))


def _any_symbol(side: int, tone: Colour) -> pygame.Surface:
    """An empty place: any symbol will do."""
    picture = paint.layer((side, side))
    outline = shapes.cover([shapes.ellipse(50, 50, 27, 27)], side, cut=[shapes.ellipse(50, 50, 21, 21)])
    dot = shapes.cover([shapes.ellipse(50, 50, 5, 5)], side)
    fill = np.full((side, side, 3), tone, dtype=np.float32)
    picture.blit(paint.to_surface(fill, np.maximum(outline, dot) * 0.8), (0, 0))
    return picture
