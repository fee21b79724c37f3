# SPDX-License-Identifier: MIT
"""The ticket mouth in the tray's wall: tickets curl out of it one by one and lie in the tray."""

from __future__ import annotations

import math

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import CREAM, INK, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.gifts import PAPER

_LYING = 10  # tickets that are seen side by side before they lie closer
_OUT_MS, _FALL_MS = 170, 260  # a ticket takes 200 ms from notch to notch (devices/ticket_dispenser.py)
_LEANS = (-9, 6, -3, 11, -6, 3, 8, -11)
_SMOOTH = 2


class Strip:
    """Draws the tickets that left the dispenser and that nobody has taken yet."""

    def __init__(self, kit: Kit, tray: Rect) -> None:
        self._kit = kit
        width = round(tray.width * 0.15)
        self.mouth = Rect(
            tray.x + round(tray.width * 0.10), tray.y + kit.gap(0), width, round(tray.height * 0.13)
        )
        self.rect = Rect(tray.x, self.mouth.y, round(tray.width * 0.66), tray.height - kit.gap(1))
        height = max(8, round(min(tray.height * 0.40, width * 0.62)))
        self._size = (max(12, min(round(height * 1.75), round(width * 0.9))), height)
        self._floor = tray.y + round(tray.height * 0.60)
        self._left = tray.x + round(tray.width * 0.05)
        self._ticket = self._paint_ticket()
        self._leaning = [pygame.transform.rotozoom(self._ticket, lean, 1.0) for lean in _LEANS]
        self._beside = tray.centerx - round(tray.width * 0.12)  # where the chute begins
        self._came: dict[int, int] = {}
        self._taken = 0
        self._given: int | None = None

    def _paint_ticket(self) -> pygame.Surface:
        """One ticket: its machine's colours, notches at its ends, curled as it came off the pack."""
        kit, size = self._kit, (self._size[0] * _SMOOTH, self._size[1] * _SMOOTH)
        paper = paint.across(
            size,
            [(0, mix(PAPER, INK, 0.22)), (0.3, PAPER), (0.55, (255, 250, 232)), (1, mix(PAPER, INK, 0.30))],
        )
        band = Rect(0, round(size[1] * 0.20), size[0], round(size[1] * 0.60))
        shine = paint.across(size, [(0, (190, 190, 190)), (0.5, (255, 255, 255)), (1, (168, 168, 168))])
        pygame.draw.rect(paper, kit.theme.accent, band)
        words, box = kit.say("1 TICKET"), band.inflate(-size[0] // 8, 0)
        letters = fit(words, "label", box.size, round(band.height * 0.80)).size_px
        if letters >= _SMOOTH * readable_px(kit.layout.size):
            ink = mix(kit.theme.accent, INK, 0.78)
            kit.text.put(paper, words, box, "label", letters, ink, remember=False)
        paint.shade(paper, shine, (0, 0))
        ticket = paint.clip_round(paper, size[1] * 0.10)
        for x in (0, size[0]):
            pygame.draw.circle(ticket, (0, 0, 0, 0), (x, size[1] // 2), size[1] // 8)
        return pygame.transform.smoothscale(ticket, self._size)

    def paint(self, base: pygame.Surface) -> None:
        """The mouth in the wall."""
        kit, mouth = self._kit, self.mouth
        box = mouth.inflate(kit.gap(2), kit.gap(1))
        base.blit(paint.clip_round(paint.chrome(box.size), kit.gap(1)), box)
        pygame.draw.rect(base, INK, self._slit(), border_radius=self._slit().height // 2)

    def _slit(self) -> Rect:
        mouth = self.mouth
        top = mouth.centery - max(2, mouth.height // 6)
        return Rect(mouth.x, top, mouth.width, max(4, mouth.height // 3))

    def take(self) -> bool:
        """Pick up what lies there; False if nothing does."""
        given = self._given or 0
        lying = given > self._taken
        self._taken = given
        return lying

    def place(self, number: int, count: int) -> tuple[int, int]:
        """Where the middle of a ticket lies, from 0, of so many."""
        width, height = self._size
        room = self.rect.right - self._left - width
        step = min(round(width * 0.72), room // max(1, count - 1))
        drop = round(height * 0.16 * math.sin(2.4 * number + 1))
        return self._left + width // 2 + step * number, self._floor + drop

    @property
    def places(self) -> list[tuple[int, int]]:
        """Where the first tickets lie, each at its right end, which the next one leaves free."""
        end = round(self._size[0] * 0.36)
        return [(x + end, y) for x, y in (self.place(number, _LYING) for number in range(_LYING))]

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The tickets where they lie or fall, and how many they are."""
        self._notice(seen)
        count = seen.tickets - self._taken
        if not count:
            return
        for number in range(count):
            came_us = self._came.get(self._taken + number)
            age_ms = None if came_us is None else (seen.now_us - came_us) // 1000
            self._draw_ticket(screen, number, max(count, _LYING), age_ms)
        gap = self._kit.gap(1)
        height = max(self._size[1], self.mouth.height)
        box = Rect(self.mouth.right + gap, self.mouth.y, self._beside - self.mouth.right - 2 * gap, height)
        size = round(box.height * 0.8)
        self._kit.text.put(
            screen, f"× {count}", box, "label", size, CREAM, align="left", shadow=INK, remember=False
        )

    def _notice(self, seen: Seen) -> None:
        """When each ticket came; those of before the first look lie there already."""
        before = seen.tickets if self._given is None else self._given
        if seen.tickets < before:
            self._came.clear()
        for number in range(before, seen.tickets):
            self._came[number] = seen.now_us
        self._given = seen.tickets
        self._taken = min(self._taken, seen.tickets)
        settled = seen.now_us - 1000 * (_OUT_MS + _FALL_MS)
        self._came = {at: us for at, us in self._came.items() if settled < us <= seen.now_us}

    def _draw_ticket(self, screen: pygame.Surface, number: int, count: int, age_ms: int | None) -> None:
        """A ticket that comes out of the slit, falls, or lies."""
        slit, end = self._slit(), self.place(number, count)
        if age_ms is not None and age_ms < _OUT_MS:
            shown = max(1, round(self._ticket.get_height() * age_ms / _OUT_MS))
            left = slit.centerx - self._ticket.get_width() // 2
            area = Rect(0, self._ticket.get_height() - shown, self._ticket.get_width(), shown)
            screen.blit(self._ticket, (left, slit.centery), area)
            return
        picture = self._leaning[number % len(_LEANS)]
        middle = end
        if age_ms is not None:
            share = min(1.0, (age_ms - _OUT_MS) / _FALL_MS)
            start = (slit.centerx, slit.centery + self._ticket.get_height() // 2)
            x = start[0] + (end[0] - start[0]) * share
            middle = (round(x), round(start[1] + (end[1] - start[1]) * share * share))
        else:
            paint.cast(screen, picture.get_rect(center=end).inflate(-6, -6), 3, 0.5, 4)
        screen.blit(picture, picture.get_rect(center=middle))
