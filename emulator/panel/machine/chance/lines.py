# SPDX-License-Identifier: MIT
"""What the screen of a machine of chance draws over its reels once they stand: the lines that win."""

from __future__ import annotations

import colorsys
from functools import lru_cache

import pygame
from pygame import Rect

import cext
from emulator.panel.art import paint
from emulator.panel.art.theme import INK, Colour
from emulator.panel.machine.chance.wins import Wins, wins_of
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.mounted import Cell
from emulator.panel.machine.parts.seen import PAYLINE_LEFT, Seen

_EACH_MS = 900  # one line after the other stands out for so long


class Lines:
    """Finds what wins in the window that is seen, while the firmware lights that anything does."""

    def __init__(self, kit: Kit, tables: cext.ChanceTables) -> None:
        self._kit = kit
        self._rects = kit.layout.reels
        self._tables = tables
        self._find = lru_cache(maxsize=4)(wins_of)
        self._veil = paint.plain(kit.layout.window.size)
        self._veil.fill((132, 128, 134))

    def wins(self, seen: Seen) -> Wins | None:
        """What is shown to win now, or None."""
        if not seen.powered or PAYLINE_LEFT not in seen.glass or any(reel.moving for reel in seen.reels):
            return None
        return self._find(self._tables, tuple(reel.stop for reel in seen.reels), seen.reels[0].set == 1)

    def rows(self, seen: Seen) -> frozenset[int]:
        """Rows of the prize table that win now."""
        wins = self.wins(seen)
        return frozenset() if wins is None else wins.rows

    def cents(self, seen: Seen) -> int:
        """What the lines come to that win now; 0 for nothing."""
        wins = self.wins(seen)
        return 0 if wins is None else wins.cents

    def cells(self, seen: Seen) -> list[Cell]:
        """The symbols that win now."""
        wins = self.wins(seen)
        if wins is None:
            return []
        front, middle = self._kit.front, self._tables.rows // 2
        free = seen.reels[0].set == 1 and front.free_strips
        strips = front.free_strips if free else front.strips
        found = []
        for reel, row in sorted(wins.cells):
            strip = strips[reel]
            drawing = strip[(seen.reels[reel].stop + middle - row) % len(strip)]
            found.append(Cell(self._cell(reel, row), drawing, reel))
        return found

    def draw(self, screen: pygame.Surface, seen: Seen, clock_ms: int) -> None:
        """Every winning line thin and one of them broad; what does not win steps back."""
        wins = self.wins(seen) if self._kit.front.screen else None
        if wins is None or not wins.cells:
            return
        window = self._kit.layout.window
        picture = screen.subsurface(window).copy()
        paint.shade(screen, self._veil, window.topleft)
        for reel, row in wins.cells:
            cell = self._cell(reel, row)
            screen.blit(picture, cell, cell.move(-window.x, -window.y))
        broad = clock_ms // _EACH_MS % max(1, len(wins.lines))
        before = screen.get_clip()
        screen.set_clip(window)
        for number, (line, span) in enumerate(wins.lines):
            self._draw_line(screen, line, span, number == broad)
        screen.set_clip(before)
        if not wins.lines:
            for reel, row in wins.cells:
                self._frame(screen, self._cell(reel, row), self._kit.theme.bright)

    def _draw_line(self, screen: pygame.Surface, line: int, span: int, broad: bool) -> None:
        assert self._tables.paylines is not None
        rows = self._tables.paylines[line]
        points = [self._cell(reel, row).center for reel, row in enumerate(rows)]
        window = self._kit.layout.window
        ends = [(window.x, points[0][1]), *points, (window.right, points[-1][1])]
        colour = _hue(line, len(self._tables.paylines))
        wide = max(2, self._kit.px(9 if broad else 4))
        pygame.draw.lines(screen, INK, False, ends, wide + max(2, self._kit.px(4)))
        pygame.draw.lines(screen, colour, False, ends, wide)
        if broad:
            for reel in range(span):
                self._frame(screen, self._cell(reel, rows[reel]), colour)

    def _frame(self, screen: pygame.Surface, cell: Rect, colour: Colour) -> None:
        box = cell.inflate(-self._kit.gap(0), -self._kit.gap(0))
        wide = max(2, self._kit.px(6))
        pygame.draw.rect(screen, INK, box.inflate(2, 2), wide + 2, self._kit.gap(2))
        pygame.draw.rect(screen, colour, box, wide, self._kit.gap(2))

    def _cell(self, reel: int, row: int) -> Rect:
        """Where a cell is seen."""
        pitch = self._kit.layout.pitch
        rect = self._rects[reel]
        cell = Rect(rect.x, 0, rect.width, pitch)
        cell.centery = rect.centery + (row - self._tables.rows // 2) * pitch
        return cell.clip(rect)


def _hue(number: int, count: int) -> Colour:
    """A bright colour of its own for each line."""
    red, green, blue = colorsys.hsv_to_rgb((number * 0.381966) % 1.0 if count > 1 else 0.13, 0.78, 1.0)
    return round(red * 255), round(green * 255), round(blue * 255)
