# SPDX-License-Identifier: MIT
"""The pots on the crown: each its name and what it stands at in lit digits, brighter while it is won."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel import paint
from emulator.panel.display import STEP, segment_digit
from emulator.panel.kit import Kit
from emulator.panel.seen import POT_FIRST, Seen
from emulator.panel.theme import CREAM, Colour, mix

_DIGITS = 7  # 99,999.99 EUR
_DASHES = 5  # of a pot that nobody tells of
_SHARE = 0.36  # of the crown's width
_LABEL = 0.42  # of a pot's height
_LIT: Colour = (255, 214, 92)


class Pots:
    """Smoked windows at the right of the name, the highest pot first."""

    def __init__(self, kit: Kit, glass: Rect) -> None:
        self._kit = kit
        self._titles = kit.front.pots
        tower = round(glass.height * 0.88)
        width = round(glass.width * _SHARE)
        self.rect = Rect(glass.right - tower - width, glass.y, width, glass.height).inflate(
            0, -2 * kit.gap(1)
        )
        self._boxes = _boxes(self.rect, len(self._titles), kit.gap(1))
        self._digits: dict[tuple[str, bool], pygame.Surface] = {}
        box = self._boxes[0]
        self._tall = _digit_px(box)
        self._glow = paint.glow((box.width * 2, box.height * 2), kit.theme.bright, 0.7, 1.6)

    def paint(self, base: pygame.Surface) -> None:
        """The windows with their unlit digits, and the names above them."""
        kit = self._kit
        for level, box in enumerate(self._boxes):
            window = paint.down(box.size, [(0, (18, 12, 10)), (1, (8, 6, 6))])
            base.blit(paint.clip_round(window, kit.gap(1)), box)
            paint.frame(base, box, max(1, kit.gap(0) - 1), kit.gap(1))
            title = self._titles[level][kit.language == "en"].upper()
            label = Rect(
                box.x + kit.gap(0), box.y + kit.gap(0), box.width - 2 * kit.gap(0), round(box.height * _LABEL)
            )
            label.height -= kit.gap(0)
            kit.text.put(
                base, title, label, "label", max(8, round(label.height * 0.8)), mix(CREAM, _LIT, 0.3)
            )
            self._put(base, "8" * _DIGITS, box, lit=False)

    def draw(self, screen: pygame.Surface, seen: Seen, clock_ms: int) -> None:
        """What each stands at; one that is won blinks in a light of its own."""
        if not seen.powered:
            return
        shown: list[int | None] = list(seen.pots_cents)
        if self._kit.front.linked:
            shown = [*shown[: len(self._boxes) - 1], _shared_cents(seen)]
        for level, (box, cents) in enumerate(zip(self._boxes, shown, strict=False)):
            if cents is None:
                self._put(screen, "-" * _DASHES, box, lit=True)
                continue
            won = POT_FIRST + level in seen.glass
            if won:
                size = self._glow.get_size()
                paint.add(screen, self._glow, (box.centerx - size[0] // 2, box.centery - size[1] // 2))
            if not won or clock_ms % 500 < 360:
                self._put(screen, f"{cents // 100}{cents % 100:02d}".rjust(3, "0"), box, lit=True)

    def _put(self, surface: pygame.Surface, figures: str, box: Rect, lit: bool) -> None:
        """Digits right aligned under the name, a point before the cents."""
        figures = figures[-_DIGITS:]
        step = self._tall * STEP
        left = box.centerx - round(step * _DIGITS / 2) - self._tall // 3
        top = (
            box.bottom
            - self._kit.gap(0)
            - round((box.height * (1 - _LABEL) + self._tall) / 2)
            - self._tall // 3
        )
        for place, figure in enumerate(figures):
            at = _DIGITS - len(figures) + place
            point = at == _DIGITS - 3 and figure != "-"
            x = left + round(at * step)
            paint.add(surface, self._digit(figure, point, lit), (x, top))

    def _digit(self, figure: str, point: bool, lit: bool) -> pygame.Surface:
        key = (figure + "." * point, lit)
        if key not in self._digits:
            colour = _LIT if lit else mix((0, 0, 0), _LIT, 0.10)
            self._digits[key] = segment_digit(figure, point, self._tall, colour, glow=lit)
        return self._digits[key]


def _shared_cents(seen: Seen) -> int | None:
    """What the first of the shared pots stands at; None while the controller does not answer."""
    link = seen.link
    return link.pots_cents[0] if link is not None and link.status == "up" and link.pots_cents else None


def _digit_px(box: Rect) -> int:
    """The tallest digits that a window holds under its name."""
    return max(6, round(min(box.height * (1 - _LABEL) * 0.74, box.width * 0.92 / (STEP * _DIGITS))))


def _boxes(area: Rect, count: int, gap: int) -> list[Rect]:
    """One window a pot, beside or above each other, as the digits are larger; the highest first."""
    best: tuple[int, list[Rect]] = (0, [])
    for columns in range(1, count + 1):
        lines = -(-count // columns)
        width = (area.width - gap * (columns - 1)) // columns
        height = (area.height - gap * (lines - 1)) // lines
        cells = [
            Rect(area.x + i % columns * (width + gap), area.y + i // columns * (height + gap), width, height)
            for i in range(count)
        ]
        if _digit_px(cells[0]) > best[0]:
            best = (_digit_px(cells[0]), cells)
    return best[1][::-1]
