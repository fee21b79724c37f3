# SPDX-License-Identifier: MIT
"""The machine's highest pot, counted up over the reels in figures that are read from across a room."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM
from emulator.panel.machine.parts.display import STEP, segment_digit
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from machines.types.common.base import text_in

COUNT_MS = 4_200
_LIT = (255, 206, 74)
_VEIL = (46, 42, 52)


class BigPot:
    """Digits as tall as the window allows, made once each."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._window = kit.layout.window
        self._decimals = kit.front.currency.digits
        self._digits: dict[tuple[int, str, bool], pygame.Surface] = {}
        self._titles: dict[int, pygame.Surface] = {}

    def draw(self, screen: pygame.Surface, seen: Seen, since_ms: int) -> None:
        """The window in the dark, and on it what the pot has been counted up to."""
        level, cents = highest(seen, len(self._kit.front.pots) - self._kit.front.linked)
        if cents is None:
            return
        screen.fill(_VEIL, self._window, special_flags=pygame.BLEND_RGB_MULT)
        title = self._title(level)
        screen.blit(title, title.get_rect(midtop=(self._window.centerx, self._window.y)))
        whole = f"{cents:0{self._decimals + 1}d}"
        shown = f"{counted(cents, since_ms):0{self._decimals + 1}d}".rjust(len(whole))
        box = Rect(self._window)
        box.y, box.height = box.y + title.get_height(), box.height - title.get_height()
        tall = round(min(box.height * 0.66, box.width * 0.92 / (STEP * len(whole))))
        left = box.centerx - round(tall * STEP * len(whole) / 2) - tall // 3
        for place, figure in enumerate(shown):
            point = self._decimals > 0 and place == len(whole) - 1 - self._decimals
            if figure != " ":
                light = self._digit(tall, figure, point)
                paint.add(
                    screen, light, (left + round(place * tall * STEP), box.centery - tall // 2 - tall // 3)
                )

    def _digit(self, tall: int, figure: str, point: bool) -> pygame.Surface:
        key = (tall, figure, point)
        if key not in self._digits:
            self._digits[key] = segment_digit(figure, point, tall, _LIT, glow=True)
        return self._digits[key]

    def _title(self, level: int) -> pygame.Surface:
        if level not in self._titles:
            kit, window = self._kit, self._window
            sheet = paint.layer((window.width, round(window.height * 0.26)))
            words = text_in(kit.front.pots[level], kit.language).upper()
            box = sheet.get_rect().inflate(-2 * kit.gap(2), -2 * kit.gap(1))
            kit.text.put(
                sheet, words, box, "label", round(box.height * 0.8), CREAM, shadow=(8, 6, 10), remember=False
            )
            self._titles[level] = sheet
        return self._titles[level]


def highest(seen: Seen, own: int) -> tuple[int, int | None]:
    """
    Which of the pots stands highest, in the order of their titles, and at what; None while none is known.

    Args:
        own: how many of the titles are of pots of the machine's own.
    """
    amounts: list[int] = list(seen.pots_cents[:own])
    link = seen.link
    if link is not None and link.status == "up" and link.pots_cents:
        amounts.append(max(link.pots_cents))
    if not amounts:
        return 0, None
    level = max(range(len(amounts)), key=amounts.__getitem__)
    return level, amounts[level]


def counted(cents: int, since_ms: int) -> int:
    """How far it has been counted up: quickly first, and then the last cents one by one."""
    share = min(1.0, since_ms / COUNT_MS)
    return round(cents * (1 - (1 - share) ** 3))
