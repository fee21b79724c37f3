# SPDX-License-Identifier: MIT
"""The glass: the prize table as art, each row with a lamp of its own, above the texts the law wants."""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import Placed
from emulator.panel.machine.parts.backlight import backlight
from emulator.panel.machine.parts.front import PrizeRow
from emulator.panel.machine.parts.hero import TIMES, amount_px, paint_hero, parted
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.legal import LegalPrint
from emulator.panel.machine.parts.prize_pages import Page, amounts_px, prize_pages
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.parts.table_print import TablePrint

PAGE_MS = 4_000  # a page is seen for so long
_GROWN = (1.0, 1.15, 1.3, 1.45, 1.6, 1.8, 2.0)  # times its usual share, what the largest prize may have
_WORTH = 1.05  # times as large the others must become for it
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
        self._legal = LegalPrint(kit, self.rect, rules=kit.layout.portrait)
        table = Rect(self.rect.x, self.rect.y, self.rect.width, self._legal.rect.y - self.rect.y)
        self._table = table.inflate(-2 * kit.gap(2), -2 * kit.gap(1))
        self._print = TablePrint(kit, self.rect)
        self.hero: tuple[PrizeRow, Rect] | None = None
        """The largest prize, on a plate of its own, and of every page."""
        self.pages: list[Page] = []
        """The rest of the prize table, parted where it would be too small to be read."""
        self._hero_px = 0
        self._fit_table()
        made = kit.front.fittings.table
        self.awards = None if made is None else made(kit, self._table)
        self._sheets: list[_Sheet] = []
        self._blooms: dict[tuple[int, int], pygame.Surface] = {}

    def _fit_table(self) -> None:
        """
        The largest prize about twice as large as the others, as far as either has room.

        Its plate has more than its share where the other amounts, half as large, grow with it.
        """
        kit, rows, found = self._kit, self._kit.front.rows, 0
        if not rows:
            self.pages = prize_pages(self._table, kit, rows)
            return
        for grown in _GROWN:
            place, rest = parted(self._table, kit, grown)
            pages, most = prize_pages(rest, kit, rows[1:]), amount_px(rows[0], place, kit)
            if self.pages and len(pages) != len(self.pages):
                break
            limit = max(readable_px(kit.layout.size), round(most / TIMES))
            size = min(amounts_px(pages, kit), limit)
            if not self.pages or size > _WORTH * found:
                found, self.hero, self.pages, self._print.most_px = size, (rows[0], place), pages, limit
                self._hero_px = min(most, round(1.5 * TIMES * self._print.size_px(pages)))
            if size < limit:  # it is not the largest prize that keeps them small
                break

    @property
    def cells(self) -> list[tuple[PrizeRow, Rect]]:
        """Every row and its place: the largest prize, then page by page."""
        return ([self.hero] if self.hero else []) + [cell for page in self.pages for cell in page.cells]

    @property
    def leaders(self) -> list[int]:
        """Lamps to be looked at one after the other: of each row, or of the largest prize of each page."""
        if len(self.pages) == 1:
            return [lamp for lamp, _ in self._kit.front.lamps]
        most = [max(page.cells, key=lambda cell: cell[0].cents)[0].lamp for page in self.pages]
        return [self.hero[0].lamp, *most[1:]] if self.hero else most

    def paint(self, base: pygame.Surface) -> None:
        """Both states of each page: the dark one of the first on ``base``, the others kept."""
        kit, rect = self._kit, self.rect
        sheets = [backlight(rect.size, kit, level) for level in (0.62, 1.0)]
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
        kit, rect = self._kit, self.rect
        dark, bright = sheets
        for sheet, lit in ((dark, False), (bright, True)):
            self._print.page(sheet, self.pages, number, lit)
            if self.hero is not None:
                row, cell = self.hero
                with kit.text.moved(rect.topleft):
                    spot = cell.move(-rect.x, -rect.y)
                    paint_hero(sheet, row, spot, kit, self._hero_px, lit=lit)
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
            self._kit.text.hide(self.rect)
            self._kit.text.again(self._sheets[number].placed)
        bright = self._sheets[number].lit
        first = [self.hero] if self.hero else []
        for row, cell in [*first, *self.pages[number].cells]:
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
