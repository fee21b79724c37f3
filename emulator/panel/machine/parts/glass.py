# SPDX-License-Identifier: MIT
"""The glass: the prize table as art, each row with a lamp of its own, above the texts the law wants."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Placed
from emulator.panel.art.scenery.livery import lit as lit_sheet
from emulator.panel.art.theme import mix
from emulator.panel.machine.parts.front import PrizeRow
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.legal import LegalPrint
from emulator.panel.machine.parts.paytable import plates
from emulator.panel.machine.parts.prize_pages import OVERLAP, Page, prize_pages
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.parts.table_print import LIT_INK, TablePrint, prize_plate

_FIRST_ROW_WEIGHT = 1.35  # the table's first line holds the large prizes
_HERO_SHARE = 0.255  # of the table's width, for a prize that stands apart
PAGE_MS = 4_000  # a page is seen for so long
WON_MS = 2_500  # where rows of several pages win, each of them


class _Sheet(NamedTuple):
    """One page as a picture, its lamps out and on, and its texts."""

    dark: pygame.Surface
    lit: pygame.Surface
    placed: list[Placed]


class Glass:
    """Keeps each page of the table twice, dark and lit; of the lit one it shows the rows whose lamp is on."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        zone = kit.layout.inner("glass")
        self.rect = Rect(zone.x, zone.y + kit.gap(1), zone.width, zone.height - 2 * kit.gap(1))
        self._legal = LegalPrint(kit, self.rect)
        table = Rect(self.rect.x, self.rect.y, self.rect.width, self._legal.rect.y - self.rect.y)
        self._table = table.inflate(-2 * kit.gap(2), -2 * kit.gap(1))
        self.pages = prize_pages(self._table, kit, self._usual())
        """The prize table, parted where it would be too small to be read."""
        self._print = TablePrint(kit, self.rect)
        made = kit.front.fittings.table
        self.awards = None if made is None else made(kit, self._table)
        self._sheets: list[_Sheet] = []
        self._blooms: dict[tuple[int, int], pygame.Surface] = {}

    def _usual(self) -> Page:
        """All of the table at once."""
        if self._kit.front.screen:
            return Page(tuple(plates(self._table, self._kit)), ())
        hero, rest = self._apart()
        return Page((), tuple(rest), hero=hero)

    @property
    def cells(self) -> list[tuple[PrizeRow, Rect]]:
        """Every row and its place, page by page."""
        return [cell for page in self.pages for cell in page.cells]

    @property
    def leaders(self) -> list[int]:
        """Lamps to be looked at one after the other: of each row, or of the largest prize of each page."""
        if len(self.pages) == 1:
            return [lamp for lamp, _ in self._kit.front.lamps]
        return [max(page.cells, key=lambda cell: cell[0].cents)[0].lamp for page in self.pages]

    def _apart(self) -> tuple[tuple[PrizeRow, Rect] | None, list[tuple[PrizeRow, Rect]]]:
        """The largest prize, where the style has it apart, and each other row; with their places."""
        kit, area = self._kit, self._table
        if not (kit.front.rows and kit.scenery.hero):
            return None, _cells(kit.front.rows, area, kit, _FIRST_ROW_WEIGHT)
        first = Rect(area.x, area.y, round(area.width * _HERO_SHARE), area.height)
        left = first.right + kit.gap(1)
        rest = Rect(left, area.y, area.right - left, area.height)
        return (kit.front.rows[0], first), _cells(kit.front.rows[1:], rest, kit, 1.0)

    def paint(self, base: pygame.Surface) -> None:
        """Both states of each page: the dark one of the first on ``base``, the others kept."""
        kit, rect = self._kit, self.rect
        sheets = [_backlight(rect.size, kit, level) for level in (0.62, 1.0)]
        self._legal.paint(sheets[0])
        beneath = base.subsurface(rect).copy()
        for number in reversed(range(len(self.pages))):
            before = len(kit.text.placed)
            base.blit(beneath, rect)
            lit = self._paint_page(base, number, [sheet.copy() for sheet in sheets])
            placed = kit.text.placed[before:]
            if number:
                del kit.text.placed[before:]
            self._sheets.insert(0, _Sheet(base.subsurface(rect).copy(), lit, placed))

    def _paint_page(self, base: pygame.Surface, number: int, sheets: list[pygame.Surface]) -> pygame.Surface:
        """One page on ``base``, its lamps out; return it with all of them on."""
        kit, rect, page = self._kit, self.rect, self.pages[number]
        dark, bright = sheets
        for sheet, lit in ((dark, False), (bright, True)):
            self._print.page(sheet, self.pages, number, lit)
            if page.hero is not None:
                self._paint_hero(sheet, *page.hero, lit)
        base.blit(paint.clip_round(dark, kit.gap(1)), rect)
        paint.recess(base, rect, kit.gap(1), kit.gap(1))
        shine = paint.reflection(rect.size, 0.07)
        base.blit(paint.clip_round(shine, kit.gap(1)), rect)
        bright.blit(shine, (0, 0))
        if self.awards is not None:
            self.awards.paint(base)
        paint.frame(base, rect, max(2, kit.gap(0)), kit.gap(1))
        return bright

    def placed(self, number: int) -> list[Placed]:
        """The texts of one page."""
        return self._sheets[number].placed

    def sheet(self, number: int) -> pygame.Surface:
        """One page as it is made, nothing lit."""
        return self._sheets[number].dark

    def page_at(self, lit: frozenset[int], clock_ms: int, spotlight: int | None) -> int:
        """Which page is seen: one that wins, one that is pointed at, or each in its turn."""
        won = [number for number, page in enumerate(self.pages) if page.lamps & lit]
        if won:
            return won[clock_ms // WON_MS % len(won)]
        if spotlight is not None:
            return next((at for at, page in enumerate(self.pages) if spotlight in page.lamps), 0)
        return clock_ms // PAGE_MS % len(self.pages)

    def draw(self, screen: pygame.Surface, lit: frozenset[int], clock_ms: int, spotlight: int | None) -> None:
        """The rows ``lit`` with their bloom; ``spotlight`` is a row that the attract loop shows."""
        if self.awards is not None:
            self.awards.draw(screen, lit, spotlight)
        number = self.page_at(lit, clock_ms, spotlight)
        if number:
            screen.blit(self._sheets[number].dark, self.rect)
        bright = self._sheets[number].lit
        for row, cell in self.pages[number].cells:
            if row.lamp in lit:
                screen.blit(bright, cell, cell.move(-self.rect.x, -self.rect.y))
                pulse = 0.75 + 0.25 * math.sin(clock_ms / 130)
                self._add_bloom(screen, cell, round(150 * pulse))
            elif spotlight == row.lamp:
                self._add_bloom(screen, cell, round(60 + 40 * math.sin(clock_ms / 400)))

    def draw_points(self, screen: pygame.Surface, seen: Seen) -> None:
        """How far the points of a play have come, on a machine that counts in points."""
        if self.awards is not None and seen.powered:
            self.awards.draw_points(screen, seen)

    def _add_bloom(self, screen: pygame.Surface, cell: Rect, level: int) -> None:
        size = (cell.width + self._kit.gap(5), cell.height * 2)
        if size not in self._blooms:
            self._blooms[size] = paint.glow(size, self._kit.theme.bright, 0.9, 1.5)
        light = self._blooms[size].copy()
        light.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
        paint.add(screen, light, (cell.centerx - size[0] // 2, cell.centery - size[1] // 2))

    def _paint_hero(self, surface: pygame.Surface, row: PrizeRow, cell: Rect, lit: bool) -> None:
        """The largest prize on a plate as tall as the table: its symbols above, its amount below."""
        kit, spot = self._kit, cell.move(-self.rect.x, -self.rect.y)
        surface.blit(prize_plate(spot.size, kit, lit), spot)
        count = len(row.drawings)
        picture = round(min(spot.height * 0.58, spot.width * 0.94 / (1 + OVERLAP * (count - 1))))
        fan = picture * (1 + OVERLAP * (count - 1))
        x = spot.centerx - fan / 2
        y = spot.y + round(spot.height * 0.07)
        glow = paint.glow(
            (round(fan * 1.5), picture * 2), kit.theme.accent if lit else kit.theme.beam(150), 0.8
        )
        paint.add(surface, glow, (spot.centerx - glow.get_width() // 2, y - picture // 2))
        for number in reversed(range(count)):
            drawing = row.drawings[number]
            if drawing is not None:
                at = (round(x + number * picture * OVERLAP), y)
                surface.blit(kit.symbol(drawing, picture, keyline=True), at)
        top = y + picture
        box = Rect(spot.x, top, spot.width, spot.bottom - top - kit.gap(0)).inflate(-2 * kit.gap(2), 0)
        colour = LIT_INK if lit else kit.theme.bright
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
        best = max(best, (min(height * 0.94, width * 0.56 / (1 + 2 * OVERLAP)) - empty * 3, columns))
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
    """Acrylic in the deep colour, or the maker's print on it, with the tubes behind it showing through."""
    if kit.front.livery.glass is not None:
        return lit_sheet(kit.front.livery.glass, size, kit.theme, 0.36 + 0.62 * level)
    deep = kit.theme.deep
    top = mix(deep, kit.theme.beam(190), 0.42 * level)
    low = mix(deep, kit.theme.beam(120), 0.30 * level)
    sheet = paint.down(size, [(0, top), (0.5, mix(deep, kit.theme.beam(160), 0.5 * level)), (1, low)])
    for share in (0.18, 0.5, 0.82):
        tube = paint.glow((round(size[0] * 0.5), round(size[1] * 1.5)), kit.theme.beam(92), 0.6 * level, 1.6)
        paint.add(sheet, tube, (round(size[0] * share) - tube.get_width() // 2, -size[1] // 4))
    return sheet
