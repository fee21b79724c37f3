# SPDX-License-Identifier: MIT
"""How the prize table is printed: plates with counts, rows with all their symbols, numbers of pages."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint, shapes
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.theme import CREAM, INK, Colour, dark_enough, mix
from emulator.panel.machine.parts.front import PrizeRow
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.paytable import Plate, paint_count, paint_row, row_print
from emulator.panel.machine.parts.prize_pages import Page, amounts_px, fan_print
from emulator.panel.machine.parts.prize_rules import Head

LIT_INK: Colour = (255, 252, 226)
_STRIP, _STRIP_OWN = 184, 224  # of 255: how dense a line of a ruled table is, also on a maker's own glass
_LIT_CONTRAST = 6.6  # of an amount on its lit plate, before the lamp's own light is added to both


class TablePrint:
    """
    Prints on sheets whose corner is that of ``rect``.

    Args:
        most_px: no amount is larger.
    """

    def __init__(self, kit: Kit, rect: Rect, most_px: int = 1_000) -> None:
        self._kit = kit
        self.rect = rect
        self.most_px = most_px

    def page(self, sheet: pygame.Surface, pages: Sequence[Page], number: int, lit: bool) -> None:
        """Every row of a page, with its lamp on or out."""
        page, size = pages[number], self.size_px(pages)
        for plate in page.plates:
            self._paint_plate(sheet, plate)
        for plate in page.plates:
            for row, cell in plate.rows:
                self._paint_count(sheet, row, cell, size, lit, plate.ruled)
        for head in page.heads:
            self._paint_head(sheet, head, size, lit)
        for row, cell in page.fans:
            self._paint_row(sheet, row, cell, size, lit)
        if page.mark is not None:
            self._paint_mark(sheet, page.mark, (number, len(pages)), remember=not lit)

    def size_px(self, pages: Sequence[Page]) -> int:
        """Of every amount on these pages."""
        return max(readable_px(self._kit.layout.size), min(amounts_px(pages, self._kit), self.most_px))

    def _paint_plate(self, surface: pygame.Surface, symbol: Plate) -> None:
        """A plate of the table by symbols, with its picture."""
        plate = symbol.rect.move(-self.rect.x, -self.rect.y)
        made = _ruled_line if symbol.ruled else _plate
        surface.blit(made(plate.size, self._kit), plate)
        picture = symbol.picture.move(-self.rect.x, -self.rect.y)
        surface.blit(self._kit.symbol(symbol.drawing, picture.width, keyline=True), picture)

    def _paint_count(
        self, surface: pygame.Surface, row: PrizeRow, cell: Rect, size_px: int, lit: bool, ruled: bool
    ) -> None:
        """One count of a plate and what it pays."""
        spot = cell.move(-self.rect.x, -self.rect.y)
        if lit:
            surface.blit(prize_plate(spot.size, self._kit, lit), spot)
        with self._kit.text.moved(self.rect.topleft):
            paint_row(surface, row, spot, self._kit, size_px, lit=lit, ruled=ruled)

    def _paint_head(self, surface: pygame.Surface, head: Head, size_px: int, lit: bool) -> None:
        """A count over its column, where the amounts below it end."""
        spot = row_print(head.rect.move(-self.rect.x, -self.rect.y), self._kit, ruled=True).amount
        with self._kit.text.moved(self.rect.topleft):
            paint_count(surface, head.times, spot, self._kit, size_px, lit=lit, align="right")

    def _paint_mark(self, surface: pygame.Surface, mark: Rect, page: tuple[int, int], remember: bool) -> None:
        """Which page of how many this is: its number, and a light for each."""
        kit, spot = self._kit, mark.move(-self.rect.x, -self.rect.y)
        surface.blit(prize_plate(spot.size, kit, lit=False), spot)
        number, count = page
        size = max(readable_px(kit.layout.size), kit.px(22))
        box = Rect(spot.x + 1, spot.y, spot.width - 2, min(spot.height, round(size * 1.5)))
        room = spot.height - box.height
        dots = room >= count * 6
        if not dots:
            box.centery = spot.centery
        with kit.text.moved(self.rect.topleft):
            words = f"{number + 1}/{count}"
            kit.text.put(surface, words, box, "label", size, kit.theme.bright, remember=remember)
        if dots:
            step = min(room / count, size)
            radius = max(2, round(step * 0.26))
            y = box.bottom + (room - step * count) / 2
            for other in range(count):
                tone = kit.theme.bright if other == number else mix(kit.theme.beam(150), INK, 0.2)
                centre = (spot.centerx, round(y + step * (other + 0.5)))
                pygame.draw.aacircle(surface, tone, centre, radius)

    def _paint_row(self, surface: pygame.Surface, row: PrizeRow, cell: Rect, size_px: int, lit: bool) -> None:
        """One prize: its plate, its symbols fanned out, its amount."""
        kit, spot = self._kit, cell.move(-self.rect.x, -self.rect.y)
        surface.blit(prize_plate(spot.size, kit, lit), spot)
        picture, lefts, box, _ = fan_print(row, spot, kit)
        for i in reversed(range(len(row.drawings))):
            drawing = row.drawings[i]
            at = (lefts[i], spot.centery - picture // 2)
            if drawing is None:
                tone: Colour = (255, 236, 200) if lit else mix(kit.theme.beam(190), CREAM, 0.3)
                surface.blit(_any_symbol(picture, tone), at)
                continue
            surface.blit(kit.symbol(drawing, picture, keyline=True), at)
        colour = LIT_INK if lit else kit.theme.bright
        with kit.text.moved(self.rect.topleft):
            kit.text.put(
                surface, kit.money(row.cents, whole=True), box, "label", size_px, colour,
                align="right", shadow=(12, 10, 20), remember=not lit,
            )  # fmt: skip


def prize_plate(size: tuple[int, int], kit: Kit, lit: bool) -> pygame.Surface:
    """What a prize row is printed on: a darker window in the blue, a glowing one when lit."""
    height, width = size[1], size[0]
    tall = min(height, width / 3)  # a plate that is nearly square has the rim of a row
    mask = paint.rounded(size, tall * 0.22, 0.5)
    rim = mask - paint.rounded(size, tall * 0.22, 0.5 + max(1.0, tall / 26))
    if lit:
        accent = dark_enough(kit.theme.accent, LIT_INK, _LIT_CONTRAST)
        fill = paint.ramp(
            height, [(0, mix(accent, (255, 160, 60), 0.18)), (0.5, accent), (1, mix(accent, INK, 0.45))]
        )
        cover = mask * 0.95
        edge = paint.plane(kit.theme.bright)
    else:
        fill = paint.ramp(height, [(0, mix(kit.theme.deep, INK, 0.6)), (1, mix(kit.theme.deep, INK, 0.45))])
        cover = mask * (0.72 if kit.front.livery.glass is None else 0.88)
        edge = paint.plane(mix(kit.theme.beam(200), CREAM, 0.3))
    colour = fill.T[:, :, None] * (1 - rim) + edge * rim
    return paint.to_surface(paint.of_planes(colour), np.maximum(cover, rim))


def _plate(size: tuple[int, int], kit: Kit) -> pygame.Surface:
    return prize_plate(size, kit, lit=False)


def _ruled_line(size: tuple[int, int], kit: Kit) -> pygame.Surface:
    """What a line of a ruled table is printed on: a dark strip, a thread of light at its foot."""
    deep, height = kit.theme.deep, size[1]
    strip = paint.down(size, [(0, mix(deep, INK, 0.62)), (1, mix(deep, INK, 0.45))])
    strip.set_alpha(_STRIP if kit.front.livery.glass is None else _STRIP_OWN)
    line = paint.layer(size)
    line.blit(strip, (0, 0))
    thread = max(1, kit.px(2))
    line.fill(mix(kit.theme.beam(190), CREAM, 0.2), (0, height - thread, size[0], thread))
    return line


def _any_symbol(side: int, tone: Colour) -> pygame.Surface:
    """An empty place: any symbol will do."""
    picture = paint.layer((side, side))
    outline = shapes.cover([shapes.ellipse(50, 50, 27, 27)], side, cut=[shapes.ellipse(50, 50, 21, 21)])
    dot = shapes.cover([shapes.ellipse(50, 50, 5, 5)], side)
    fill = np.full((side, side, 3), tone, dtype=np.float32)
    picture.blit(paint.to_surface(fill, np.maximum(outline, dot) * 0.8), (0, 0))
    return picture
