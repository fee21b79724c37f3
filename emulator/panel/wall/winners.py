# SPDX-License-Identifier: MIT
"""The last winners on the wall: a ticket each, the newest first."""

from __future__ import annotations

import time

import pygame
from pygame import Rect

from emulator.link.entries import Hit
from emulator.panel.art import paint
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import CREAM, INK, mix
from emulator.panel.wall.kit import WallKit
from emulator.panel.wall.layout import WallLayout

_CARDS = 5  # one less where each names its pot
_ROWS = 4  # in portrait


class Winners:
    """Tickets of the last wins, the newest first."""

    def __init__(self, kit: WallKit, layout: WallLayout) -> None:
        self._kit = kit
        self.rect = layout.winners
        self._drawn: tuple[object, ...] | None = None
        self._sheet = paint.layer(self.rect.size)

    def draw(self, screen: pygame.Surface, winners: list[Hit]) -> None:
        """Made anew only when there is a new one."""
        key = tuple(winners[: max(_CARDS, _ROWS)])
        if key != self._drawn:
            self._drawn = key
            self._sheet.fill((0, 0, 0, 0))
            with self._kit.text.moved(self.rect.topleft):
                self._paint(list(key))
        screen.blit(self._sheet, self.rect)

    def _paint(self, winners: list[Hit]) -> None:
        kit, rect = self._kit, self.rect.move(-self.rect.x, -self.rect.y)
        head = Rect(rect.x, rect.y, rect.width, round(rect.height * (0.17 if kit.portrait else 0.24)))
        colour = mix(kit.theme.bright, CREAM, 0.3)
        kit.text.put(self._sheet, kit.say("LAST WINS"), head, "label", round(head.height * 0.78), colour)
        inked = kit.text.placed[-1].ink.move(-self.rect.x, -self.rect.y)
        for x1, x2 in (
            (rect.x + kit.gap(3), inked.x - kit.gap(3)),
            (inked.right + kit.gap(3), rect.right - kit.gap(3)),
        ):
            pygame.draw.line(
                self._sheet,
                mix(colour, kit.theme.deep, 0.45),
                (x1, head.centery),
                (x2, head.centery),
                max(1, kit.px(3)),
            )
        area = Rect(rect.x, head.bottom + kit.gap(0), rect.width, rect.bottom - head.bottom - kit.gap(0))
        if not winners:
            words = kit.say("None yet: the first may be today.")
            kit.text.put(self._sheet, words, area, "text", round(area.height * 0.3), CREAM)
            return
        boxes = list(zip(winners, self._boxes(area, len(winners)), strict=False))
        upper, lower = self._halves(boxes[0][1])
        sizes = [
            min(fit(words(hit), face, half.size, round(half.height * share)).size_px for hit, _ in boxes)
            for words, face, half, share in (
                (self._amount, "label", upper, 0.84), (self._about, "strong", lower, 0.60),
            )
        ]  # fmt: skip
        for hit, box in boxes:
            self._card(hit, box, sizes)

    def _boxes(self, area: Rect, count: int) -> list[Rect]:
        """Places of the tickets; a single row of few stands in the middle."""
        gap = self._kit.gap(2)
        if self._kit.portrait:
            columns, rows = 2, _ROWS // 2
        else:
            columns, rows = _CARDS - (len(self._kit.face.get("pots", ())) > 1), 1
        wide, tall = (area.width - gap * (columns - 1)) // columns, (area.height - gap * (rows - 1)) // rows
        left = area.x
        if count < columns:
            left += (columns - count) * (wide + gap) // 2
        return [
            Rect(left + i % columns * (wide + gap), area.y + i // columns * (tall + gap), wide, tall)
            for i in range(columns * rows)
        ]

    def _amount(self, hit: Hit) -> str:
        return self._kit.money(hit.cents * hit.winners)

    def _about(self, hit: Hit) -> str:
        """Which pot, where there are several, at which machine, when."""
        kit = self._kit
        who = (kit.say("Table {}") if kit.kind == "table" else kit.say("Machine {}")).format(hit.machine)
        pots = kit.face.get("pots", ())
        which = f"{pots[hit.pot]['name'].capitalize()} · " if len(pots) > 1 and hit.pot < len(pots) else ""
        return f"{which}{who} · {_clock(hit.at_us)}"

    def _halves(self, box: Rect) -> tuple[Rect, Rect]:
        inner = box.inflate(-2 * self._kit.gap(2), -self._kit.gap(0))
        upper = Rect(inner.x, inner.y, inner.width, round(inner.height * 0.57))
        return upper, Rect(inner.x, upper.bottom, inner.width, inner.bottom - upper.bottom)

    def _card(self, hit: Hit, box: Rect, sizes: list[int]) -> None:
        """A ticket of cream paper with notches, its amount first."""
        kit = self._kit
        ticket = paint.down(box.size, [(0, (255, 250, 232)), (1, (236, 220, 184))])
        notched = paint.clip_round(ticket, kit.gap(1))
        hole = max(3, round(box.height * 0.07))
        for x in (0, box.width):
            pygame.draw.circle(notched, (0, 0, 0, 0), (x, round(box.height * 0.60)), hole)
        self._sheet.blit(notched, box)
        upper, lower = self._halves(box)
        red = mix(kit.theme.accent, INK, 0.15)
        kit.text.put(self._sheet, self._amount(hit), upper, "label", sizes[0], red)
        kit.text.put(self._sheet, self._about(hit), lower, "strong", sizes[1], INK)


def _clock(at_us: int) -> str:
    """Hour and minute of the day, and the date if it is another day."""
    then, now = time.localtime(at_us / 1_000_000), time.localtime()
    clock = time.strftime("%H:%M", then)
    return clock if then[:3] == now[:3] else f"{time.strftime('%d/%m', then)} {clock}"
