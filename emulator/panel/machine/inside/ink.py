# SPDX-License-Identifier: MIT
"""What the drawing is drawn with: paper, inks, letters that are set once and kept, lines and boxes."""

from __future__ import annotations

import re
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
# Nothing is written smaller.
TEXT_LEAST_PX = 11


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


@lru_cache(maxsize=1000)
def wrapped(text: str, face: str, size_px: int, width: int) -> tuple[str, ...]:
    """A line parted at its spaces and behind its hyphens, as often as its pieces need it to fit."""
    lines = [""]
    for word in re.findall(r"[^ -]+-?|-| +", text):
        longer = lines[-1] + word
        if lines[-1] and letters(longer.strip(), face, size_px, LINE).get_width() > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(line.strip(" ·") for line in lines if line.strip(" ·"))


def forget_letters() -> None:
    """Free what was set for another size."""
    letters.cache_clear()
    shortened.cache_clear()
    wrapped.cache_clear()


class Pen:
    """
    Draws on one surface.

    Args:
        target: what is drawn on.
        size_px: of its usual text.

    Attributes:
        fine: pixels of a fine line; what is twice as thick has twice as many.
    """

    def __init__(self, target: pygame.Surface, size_px: int) -> None:
        self.target, self.size = target, size_px
        self.fine = max(1, size_px // 16)

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
        """One line, smaller where it would be too wide, and thinner, but no smaller than can be read."""
        size = self.size
        if face == STRONG and self.least_width(words, face) > box.width:
            face = TEXT
        while size > TEXT_LEAST_PX and letters(words, face, size, colour).get_width() > box.width:
            size -= 1
        x = {"left": box.x, "center": box.centerx, "right": box.right}[align]
        y = box.y + round((self.size - size) * 0.66)
        self.text(words, (x, y), colour, face=face, size_px=size, width=box.width, align=align)

    def least_width(self, words: str, face: str = TEXT) -> int:
        """How much room a line needs at least."""
        return letters(words, face, TEXT_LEAST_PX, LINE).get_width() if words else 0

    def width(self, words: str, face: str = TEXT) -> int:
        """How wide a line is in the usual size."""
        return letters(words, face, self.size, LINE).get_width() if words else 0

    def has_row(self, y: int, box: Rect) -> bool:
        """Whether a row from ``y`` on is still inside a box."""
        return y + self.row <= box.bottom + 2

    def full(self, y: int, box: Rect) -> bool:
        """Whether a box ends before a row from ``y`` on: then what comes now is not drawn."""
        return not self.has_row(y, box)

    def rows_of(self, words: str, width: int, face: str = TEXT) -> tuple[str, ...]:
        """One row if the words fit in it, smaller perhaps; else as many as they need."""
        if self.least_width(words, face) <= width:
            return (words,)
        return wrapped(words, face, TEXT_LEAST_PX, width)

    def lines(
        self, words: str, box: Rect, colour: Colour = LINE, *, face: str = TEXT, align: str = "left"
    ) -> int:
        """Words from the top of a box on, in as few rows as they need; return the last bottom."""
        y = box.y
        for line in self.rows_of(words, box.width, face):
            self.fitted(line, Rect(box.x, y, box.width, self.row), colour, face=face, align=align)
            y += self.row
        return y

    def pair(self, name: str, value: str, box: Rect, colour: Colour = LIVE) -> int:
        """
        A name at the left and its value at the right of a row; return the bottom.

        Where both have no room in one and the box is higher, the value stands in the row below.
        """
        taken = self.width(value, STRONG)
        y, room = box.y, box.width - taken - self.size // 2
        tight = self.width(name) * 4 > room * 5 or self.least_width(name) > room
        if value and tight and self.has_row(box.y + self.row, box):
            y = self.lines(name, Rect(box.x, box.y, box.width, self.row), SOFT)
            if self.width(self.rows_of(name, box.width)[-1]) <= room:
                y -= self.row
        else:
            self.fitted(name, Rect(box.x, box.y, max(8, room), self.row), SOFT)
        self.text(value, (box.right, y), colour, face=STRONG, align="right")
        return y + self.row

    def box(
        self, rect: Rect, line: Colour = LINE, fill: Colour | None = None, width: int = 1, radius: int = 0
    ) -> None:
        """A rectangle, filled or not."""
        if fill is not None and radius:
            pygame.draw.rect(self.target, fill, rect, 0, radius)
        elif fill is not None:
            self.target.fill(fill, rect)
        if width:
            pygame.draw.rect(self.target, line, rect, width * self.fine, radius)

    def line(self, points: list[tuple[int, int]], colour: Colour = LINE, width: int = 1) -> None:
        """A line through points."""
        pygame.draw.lines(self.target, colour, False, points, width * self.fine)

    def dot(self, at: tuple[int, int], radius: int, colour: Colour, on: bool = True) -> None:
        """A lamp of the drawing: full while something holds, a ring while it does not."""
        if on:
            pygame.draw.circle(self.target, colour, at, radius)
        pygame.draw.circle(self.target, colour if on else HAIR, at, radius, self.fine)

    def disc(
        self, at: tuple[int, int], radius: int, fill: Colour, line: Colour = LINE, width: int = 1
    ) -> None:
        """A filled circle with its outline."""
        pygame.draw.circle(self.target, fill, at, radius)
        pygame.draw.circle(self.target, line, at, radius, width * self.fine)

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
        pygame.draw.rect(self.target, LINE, rect, self.fine)

    def paper(self, rect: Rect, step: int) -> None:
        """Drawing paper with its squares."""
        self.target.fill(PAPER, rect)
        for x in range(rect.x, rect.right, step):
            self.target.fill(GRID, Rect(x, rect.y, 1, rect.height))
        for y in range(rect.y, rect.bottom, step):
            self.target.fill(GRID, Rect(rect.x, y, rect.width, 1))
