# SPDX-License-Identifier: MIT
"""
The whole prize table on a board over reels and display, for who asks for it.

Only a machine whose glass shows its table page by page has one; what is printed on it is what the pages say.
"""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Placed
from emulator.panel.art.theme import INK, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.prize_pages import Page, parted
from emulator.panel.machine.parts.table_print import TablePrint

SHOWN_MS = 20_000
"""Whoever looks at a page for longer has gone, or seen it."""
_TITLE_PX, _TITLE_LEAST_PX = 52, 18


class PrizeBoard:
    """
    Draws its pages when somebody asks for them first.

    Args:
        fitted: whether the machine has one.
    """

    def __init__(self, kit: Kit, fitted: bool) -> None:
        self._kit = kit
        self.fitted = fitted
        # The glass stays seen: what the law has printed there is covered by nothing.
        self.rect = kit.layout.inner("reels").union(kit.layout.inner("display")).inflate(kit.gap(1), 0)
        inner = self.rect.inflate(-2 * kit.gap(2), -2 * kit.gap(2))
        tall = max(_TITLE_LEAST_PX, kit.px(_TITLE_PX))
        self._title = Rect(inner.x, inner.y, inner.width, tall)
        self.area = Rect(inner.x, inner.y + tall, inner.width, inner.height - tall)
        self.pages: list[Page] = parted(self.area, kit, kit.front.rows) if fitted else []
        self._sheets: dict[int, tuple[pygame.Surface, list[Placed]]] = {}

    def after(self, page: int | None) -> int | None:
        """The page that a touch turns to: the first one, the next, and behind the last none."""
        following = 0 if page is None else page + 1
        return following if following < len(self.pages) else None

    def draw(self, screen: pygame.Surface, page: int) -> None:
        """One page, over whatever is there."""
        screen.blit(self._sheet(page)[0], self.rect)
        self._kit.text.hide(self.rect, whole=False)
        self._kit.text.again(self._sheet(page)[1])

    def placed(self, page: int) -> list[Placed]:
        """The texts of one page."""
        return self._sheet(page)[1]

    def _sheet(self, page: int) -> tuple[pygame.Surface, list[Placed]]:
        if page not in self._sheets:
            before = len(self._kit.text.placed)
            sheet = self._paint(page)
            self._sheets[page] = (sheet, self._kit.text.placed[before:])
            del self._kit.text.placed[before:]
            self._kit.forget_pictures()
        return self._sheets[page]

    def _paint(self, page: int) -> pygame.Surface:
        kit, rect = self._kit, self.rect
        deep = mix(kit.theme.deep, INK, 0.35)
        sheet = paint.down(rect.size, [(0, mix(deep, kit.theme.beam(150), 0.22)), (0.25, deep), (1, deep)])
        title = self._title.move(-rect.x, -rect.y)
        with kit.text.moved(rect.topleft):
            kit.text.put(
                sheet, kit.say("PRIZES"), title, "label", round(title.height * 0.8), kit.theme.bright,
                shadow=(12, 10, 20),
            )  # fmt: skip
        TablePrint(kit, rect).page(sheet, self.pages, page, lit=False)
        whole = paint.clip_round(sheet, kit.gap(2))
        paint.frame(whole, whole.get_rect(), max(2, kit.gap(0)), kit.gap(2))
        return whole
