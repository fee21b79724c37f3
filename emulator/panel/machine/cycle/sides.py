# SPDX-License-Identifier: MIT
"""The glass beside the reels where a prize may be gambled for double or nothing (B-22)."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import fit, listening
from emulator.panel.art.theme import CREAM, Colour
from emulator.panel.machine.cycle.dare import Dare
from emulator.panel.machine.parts.flanks import SHADOW, Flanks, Pair, words_of
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
            _stacked(dark, left, half, kit, words, pair, kit.theme.bright)
            with listening() as self._lit_words:
                _stacked(bright, left, half, kit, words, pair, (255, 255, 240), remember=False)
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


def _stacked(
    picture: pygame.Surface,
    sheet: Rect,
    half: Rect,
    kit: Kit,
    all_words: Sequence[Pair],
    words: Pair,
    colour: Colour,
    remember: bool = True,
) -> None:
    """Title and price in one half of a sheet; both halves in one size."""
    pad = kit.gap(1)
    at = half.move(-sheet.x, -sheet.y)
    across = at.width - 2 * pad
    if at.width > 2 * at.height:  # side by side
        above = Rect(at.x + pad, at.y + kit.gap(0), round(across * 0.42), at.height - 2 * kit.gap(0))
        left = above.right + kit.gap(1)
        below = Rect(left, above.y, at.right - pad - left, above.height)
    else:
        above = Rect(at.x + pad, at.y + round(at.height * 0.08), across, round(at.height * 0.38))
        below = Rect(at.x + pad, at.y + round(at.height * 0.50), across, round(at.height * 0.40))
    size = min(fit(title, "label", above.size, kit.px(40), 2).size_px for title, _ in all_words)
    price_px = min(round(below.height * 0.86), kit.px(56))
    for box in (above, below):
        kit.veil(picture, box)
    with kit.text.moved(sheet.topleft):
        kit.text.put(
            picture, words[0], above, "label", size, CREAM, lines_max=2, shadow=SHADOW, remember=remember
        )
        kit.text.put(picture, words[1], below, "label", price_px, colour, shadow=SHADOW, remember=remember)
