# SPDX-License-Identifier: MIT
"""So many windows of pots in one frame, as large as they can be: their names, and digits lit and unlit."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, Colour, mix
from emulator.panel.machine.parts.display import STEP, segment_digit
from emulator.panel.machine.parts.kit import Kit

_DIGITS = 7  # 99,999.99 EUR
_DASHES = 5  # of a pot that nobody tells of
_LABEL = 0.42  # of a window's height
_LEGIBLE = 26  # at the reference width; digits of more pots than one machine has are no smaller
_LEGIBLE_PX = 15
_LIT: Colour = (255, 214, 92)


class Windows:
    """
    Windows beside or above each other, whichever has the larger digits; the first takes what is left over.

    Args:
        area: where they stand, in pixels of the screen.
        count: how many, 1 or more.

    Attributes:
        boxes: the windows in their order.
        inks: where the names lie that were painted last.
        digits_px: height of the smallest digits.
    """

    def __init__(self, kit: Kit, area: Rect, count: int) -> None:
        self._kit = kit
        self._decimals = kit.front.currency.digits
        self.boxes = _boxes(area, count, kit.gap(1))
        self.inks: list[Rect] = []
        self.digits_px = min(_digit_px(box) for box in self.boxes)
        self._digits: dict[tuple[str, bool, int], pygame.Surface] = {}

    def paint(self, base: pygame.Surface, titles: Sequence[str], remember: bool) -> None:
        """The windows with their unlit digits, and the names above them."""
        kit = self._kit
        self.inks = []
        for title, box in zip(titles, self.boxes, strict=True):
            window = paint.down(box.size, [(0, (18, 12, 10)), (1, (8, 6, 6))])
            base.blit(paint.clip_round(window, kit.gap(1)), box)
            paint.frame(base, box, max(1, kit.gap(0) - 1), kit.gap(1))
            label = Rect(
                box.x + kit.gap(0), box.y + kit.gap(0), box.width - 2 * kit.gap(0), round(box.height * _LABEL)
            )
            label.height -= kit.gap(0)
            size = max(8, round(label.height * 0.8))
            ink = kit.text.put(base, title, label, "label", size, mix(CREAM, _LIT, 0.3), remember=remember)
            self.inks.append(ink)
            self._put(base, "8" * _DIGITS, box, lit=False)

    def figures(self, screen: pygame.Surface, first: int, amounts: Sequence[int | None]) -> None:
        """Lit digits of some windows from one on; dashes where nobody knows."""
        for box, cents in zip(self.boxes[first:], amounts, strict=False):
            figures = "-" * _DASHES if cents is None else f"{cents:0{self._decimals + 1}d}"
            self._put(screen, figures, box, lit=True)

    def light(self, screen: pygame.Surface, place: int) -> None:
        """A light behind a window whose pot is won."""
        box = self.boxes[place]
        glow = paint.glow((box.width * 2, box.height * 2), self._kit.theme.bright, 0.7, 1.6)
        paint.add(screen, glow, glow.get_rect(center=box.center).topleft)

    def _put(self, surface: pygame.Surface, figures: str, box: Rect, lit: bool) -> None:
        """Digits right aligned under the name, a point before the decimals."""
        figures, tall = figures[-_DIGITS:], _digit_px(box)
        step = tall * STEP
        left = box.centerx - round(step * _DIGITS / 2) - tall // 3
        top = box.bottom - self._kit.gap(0) - round((box.height * (1 - _LABEL) + tall) / 2) - tall // 3
        for place, figure in enumerate(figures):
            at = _DIGITS - len(figures) + place
            point = self._decimals > 0 and at == _DIGITS - 1 - self._decimals and figure != "-"
            x = left + round(at * step)
            paint.add(surface, self._digit(figure, point, lit, tall), (x, top))

    def _digit(self, figure: str, point: bool, lit: bool, tall: int) -> pygame.Surface:
        key = (figure + "." * point, lit, tall)
        if key not in self._digits:
            colour = _LIT if lit else mix((0, 0, 0), _LIT, 0.10)
            self._digits[key] = segment_digit(figure, point, tall, colour, glow=lit)
        return self._digits[key]


def legible_px(kit: Kit) -> int:
    """How tall digits must be to be read by who stands at the machine."""
    return max(_LEGIBLE_PX, kit.px(_LEGIBLE))


def _digit_px(box: Rect) -> int:
    """The tallest digits that a window holds under its name."""
    return max(6, round(min(box.height * (1 - _LABEL) * 0.74, box.width * 0.92 / (STEP * _DIGITS))))


def _boxes(area: Rect, count: int, gap: int) -> list[Rect]:
    """One window a pot, in as many columns as make the digits largest; the first is the widest."""
    best: tuple[int, list[Rect]] = (0, [])
    for columns in range(1, count + 1):
        lines = -(-count // columns)
        width = (area.width - gap * (columns - 1)) // columns
        height = (area.height - gap * (lines - 1)) // lines
        spare = columns * lines - count
        cells = [Rect(area.x, area.y, width * (1 + spare) + gap * spare, height)]
        cells += [
            Rect(area.x + i % columns * (width + gap), area.y + i // columns * (height + gap), width, height)
            for i in range(1 + spare, columns * lines)
        ]
        smallest = min(_digit_px(cell) for cell in cells)
        if smallest > best[0]:
            best = (smallest, cells)
    return best[1]
