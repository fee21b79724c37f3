# SPDX-License-Identifier: MIT
"""The glass beside the reels where a prize may be gambled for double or nothing (B-22)."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import listening
from emulator.panel.machine.cycle.dare import Dare
from emulator.panel.machine.parts.flanks import Flanks, pane_of, price, words_of
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen


class DareFlanks(Flanks):
    """Both prices on the left sheet, one above the other; double or nothing on the right one."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._dare = Dare(kit, self._rects[1])
        self._first, self._double = _parted(self._rects[0])
        self._lit = paint.plain(self._double.size)

    def paint(self, base: pygame.Surface) -> None:
        """Both sheets, dark, and the left one's lower half lit."""
        kit, (left, right) = self._kit, self._rects
        words = words_of(kit)[: max(1, kit.front.simultaneous_max)]
        dark = self._scenery.flank(left.size, kit.theme, False, 0.75)
        bright = self._scenery.flank(left.size, kit.theme, False, 1.7)
        for half, pair in zip((self._first, self._double), words, strict=False):
            pane = pane_of(half.size, kit, words, pictured=False).moved((half.x - left.x, half.y - left.y))
            price(dark, left, kit, pane, words, pair, kit.theme.bright)
            with listening() as self._lit_words:
                price(bright, left, kit, pane, words, pair, (255, 255, 240), remember=False)
        self._mount(base, dark, left)
        self._lit.blit(bright, (0, 0), self._double.move(-left.x, -left.y))
        picture = self._scenery.flank(right.size, kit.theme, True, 0.75)
        self._dare.paint(picture, right.topleft)
        self._mount(base, picture, right)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The double play and each picture of double or nothing, where its lamp is lit."""
        super().draw(screen, seen)
        self._dare.draw(screen, seen)


def _parted(sheet: Rect) -> tuple[Rect, Rect]:
    """A sheet's two halves: below one another, or side by side."""
    if sheet.width > 2 * sheet.height:
        half = sheet.width // 2
        left = Rect(sheet.x, sheet.y, half, sheet.height)
        return left, Rect(sheet.right - half, sheet.y, half, sheet.height)
    half = sheet.height // 2
    return Rect(sheet.x, sheet.y, sheet.width, half), Rect(sheet.x, sheet.bottom - half, sheet.width, half)
