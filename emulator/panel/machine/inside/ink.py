# SPDX-License-Identifier: MIT
"""What the drawing is drawn with: paper, inks, letters that are set once and kept, lines and boxes."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Rect

from emulator.panel.art.lettering import rendered
from emulator.panel.art.theme import Colour

PAPER: Colour = (243, 239, 228)
GRID: Colour = (233, 228, 214)
SHEET: Colour = (250, 247, 239)
LINE: Colour = (46, 56, 68)
SOFT: Colour = (104, 108, 112)
HAIR: Colour = (192, 188, 176)
LIVE: Colour = (14, 84, 134)
WORKS: Colour = (0, 122, 108)
MOVES: Colour = (196, 112, 10)
FAULT: Colour = (190, 34, 30)
PALE_FAULT: Colour = (250, 222, 214)
PALE_LIVE: Colour = (214, 229, 238)
STEEL: Colour = (206, 208, 206)
BRASS: Colour = (214, 176, 92)

TEXT, STRONG = "text", "strong"
# Nothing is written smaller, nor, in a small view, larger.
TEXT_LEAST_PX, TEXT_MOST_PX = 11, 18


@lru_cache(maxsize=6000)
def letters(text: str, face: str, size_px: int, colour: Colour) -> pygame.Surface:
    """A line of text, set once for each value that it shows."""
    return rendered(text, face, size_px, colour)


@lru_cache(maxsize=4000)
def shortened(text: str, face: str, size_px: int, width: int) -> str:
    """As much of a line as fits, with dots where there was more."""
    if letters(text, face, size_px, LINE).get_width() <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if letters(text[:middle].rstrip() + "…", face, size_px, LINE).get_width() <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def forget_letters() -> None:
    """Free what was set for another size."""
    letters.cache_clear()
    shortened.cache_clear()


class Pen:
    """
    Draws on one surface.

    Args:
        target: what is drawn on.
        size_px: of its usual text.
    """

    def __init__(self, target: pygame.Surface, size_px: int) -> None:
        self.target, self.size = target, size_px

    @property
    def row(self) -> int:
        """From one line of text to the next."""
        return round(self.size * 1.32)

    def text(
        self,
        words: str,
        at: tuple[int, int],
        colour: Colour = LINE,
        *,
        face: str = TEXT,
        size_px: int = 0,
        width: int = 0,
        align: str = "left",
    ) -> int:
        """One line whose top left corner, middle or top right corner is ``at``; return its width."""
        if not words:
            return 0
        size = size_px or self.size
        if width:
            words = shortened(words, face, size, width)
        picture = letters(words, face, size, colour)
        x = at[0] - {"left": 0, "center": picture.get_width() // 2, "right": picture.get_width()}[align]
        self.target.blit(picture, (x, at[1]))
        return picture.get_width()

    def fitted(
        self, words: str, box: Rect, colour: Colour = LINE, *, face: str = TEXT, align: str = "left"
    ) -> None:
        """One line, smaller where it would be too wide, but no smaller than can be read."""
        size = self.size
        while size > TEXT_LEAST_PX and letters(words, face, size, colour).get_width() > box.width:
            size -= 1
        x = {"left": box.x, "center": box.centerx, "right": box.right}[align]
        y = box.y + round((self.size - size) * 0.66)
        self.text(words, (x, y), colour, face=face, size_px=size, width=box.width, align=align)

    def pair(self, name: str, value: str, box: Rect, colour: Colour = LIVE) -> None:
        """A name at the left and its value at the right of a row."""
        shown = letters(value, STRONG, self.size, colour) if value else None
        taken = shown.get_width() if shown else 0
        room = max(8, box.width - taken - self.size // 2)
        self.fitted(name, Rect(box.x, box.y, room, box.height), SOFT)
        if shown:
            self.target.blit(shown, (box.right - taken, box.y))

    def box(
        self, rect: Rect, line: Colour = LINE, fill: Colour | None = None, width: int = 1, radius: int = 0
    ) -> None:
        """A rectangle, filled or not."""
        if fill is not None and radius:
            pygame.draw.rect(self.target, fill, rect, 0, radius)
        elif fill is not None:
            self.target.fill(fill, rect)
        if width:
            pygame.draw.rect(self.target, line, rect, width, radius)

    def line(self, points: list[tuple[int, int]], colour: Colour = LINE, width: int = 1) -> None:
        """A line through points."""
        pygame.draw.lines(self.target, colour, False, points, width)

    def dot(self, at: tuple[int, int], radius: int, colour: Colour, on: bool = True) -> None:
        """A lamp of the drawing: full while something holds, a ring while it does not."""
        if on:
            pygame.draw.circle(self.target, colour, at, radius)
        pygame.draw.circle(self.target, colour if on else HAIR, at, radius, 1)

    def disc(
        self, at: tuple[int, int], radius: int, fill: Colour, line: Colour = LINE, width: int = 1
    ) -> None:
        """A filled circle with its outline."""
        pygame.draw.circle(self.target, fill, at, radius)
        pygame.draw.circle(self.target, line, at, radius, width)

    def check(self, at: tuple[int, int], good: bool) -> None:
        """A tick of the pen, or a cross."""
        x, y = at
        reach = self.size // 2
        if good:
            self.line(
                [(x - reach, y), (x - reach // 4, y + reach * 2 // 3), (x + reach, y - reach)], WORKS, 2
            )
            return
        self.line([(x - reach, y - reach), (x + reach, y + reach)], FAULT, 2)
        self.line([(x - reach, y + reach), (x + reach, y - reach)], FAULT, 2)

    def told(self, words: str, room: Rect, good: bool, *, bad: Colour = SOFT, face: str = TEXT) -> None:
        """Words at the right of a room; where they have none a tick or a cross says the same."""
        inner = Rect(room.x + self.size // 2, room.y, room.width - self.size // 2, room.height)
        if letters(words, face, TEXT_LEAST_PX, WORKS).get_width() > inner.width:
            self.check((room.right - self.size // 2, room.y + self.row // 2), good)
            return
        self.fitted(words, inner, WORKS if good else bad, face=face, align="right")

    def bar(self, rect: Rect, share: float, colour: Colour) -> None:
        """How much of a whole there is, from the left."""
        self.target.fill(SHEET, rect)
        self.target.fill(
            colour, Rect(rect.x, rect.y, round(rect.width * min(1.0, max(0.0, share))), rect.height)
        )
        pygame.draw.rect(self.target, LINE, rect, 1)

    def paper(self, rect: Rect, step: int) -> None:
        """Drawing paper with its squares."""
        self.target.fill(PAPER, rect)
        for x in range(rect.x, rect.right, step):
            self.target.fill(GRID, Rect(x, rect.y, 1, rect.height))
        for y in range(rect.y, rect.bottom, step):
            self.target.fill(GRID, Rect(rect.x, y, rect.width, 1))
