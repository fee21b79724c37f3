# SPDX-License-Identifier: MIT
"""The ticket mouth: a chrome slit in the tray's wall, and the strip of tickets that hangs out of it."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen

_HANGING = 3  # whole tickets that show one below the other before the strip folds on itself
_PAPER: Colour = (255, 238, 196)


class Strip:
    """Draws the tickets that left the dispenser and that nobody has taken yet."""

    def __init__(self, kit: Kit, tray: Rect) -> None:
        self._kit = kit
        width = round(tray.width * 0.15)
        self.mouth = Rect(
            tray.x + round(tray.width * 0.10), tray.y + kit.gap(0), width, round(tray.height * 0.13)
        )
        self.rect = Rect(self.mouth.x, self.mouth.y, width, tray.height - kit.gap(1))
        self._ticket = self._paint_ticket(
            (round(width * 0.84), round((tray.height * 0.80 - self.mouth.height) / _HANGING))
        )
        self._taken = 0
        self._given = 0

    def _paint_ticket(self, size: tuple[int, int]) -> pygame.Surface:
        """One ticket: its machine's colours, a star, a perforated edge."""
        kit = self._kit
        paper = paint.down(size, [(0, mix(_PAPER, INK, 0.10)), (0.2, _PAPER), (1, mix(_PAPER, INK, 0.06))])
        paint.tint(paper, 51, 30, 4)
        band = Rect(0, round(size[1] * 0.24), size[0], round(size[1] * 0.56))
        pygame.draw.rect(paper, kit.theme.accent, band)
        for x in range(0, size[0], max(4, size[0] // 14)):
            pygame.draw.line(
                paper, mix(_PAPER, INK, 0.5), (x, size[1] - 1), (x + max(1, size[0] // 28), size[1] - 1)
            )
        words, box = kit.say("1 TICKET"), band.inflate(-4, 0)
        letters = fit(words, "label", box.size, round(band.height * 0.84)).size_px
        if letters >= readable_px(kit.layout.size):
            kit.text.put(paper, words, box, "label", letters, CREAM, remember=False)
        return paper

    def paint(self, base: pygame.Surface) -> None:
        """The mouth in the wall."""
        kit, mouth = self._kit, self.mouth
        box = mouth.inflate(kit.gap(2), kit.gap(1))
        base.blit(paint.clip_round(paint.chrome(box.size), kit.gap(1)), box)
        slit = Rect(
            mouth.x, mouth.centery - max(2, mouth.height // 6), mouth.width, max(4, mouth.height // 3)
        )
        pygame.draw.rect(base, INK, slit, border_radius=slit.height // 2)

    def take(self) -> bool:
        """Tear off what hangs there; False if nothing does."""
        hanging = self._given > self._taken
        self._taken = self._given
        return hanging

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The strip, and how many tickets it has."""
        self._given = seen.tickets
        self._taken = min(self._taken, self._given)
        count = self._given - self._taken
        if not count:
            return
        width, height = self._ticket.get_size()
        top = self.mouth.centery
        shown = min(count, _HANGING)
        left = self.mouth.centerx - width // 2
        paint.cast(screen, Rect(left, top, width, height * shown), max(2, self._kit.gap(1)), 0.6, 4)
        for number in range(shown):
            screen.blit(self._ticket, (left, top + number * height))
        shade = paint.down((width, max(2, height // 3)), [(0, (96, 90, 84)), (1, (255, 255, 255))])
        paint.shade(screen, shade, (left, top))
        box = Rect(left + width + self._kit.gap(1), top + height * shown - height, width, height)
        words = f"× {count}"
        self._kit.text.put(
            screen, words, box, "label", round(height * 0.9), CREAM, align="left", shadow=INK, remember=False
        )
