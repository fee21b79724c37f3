# SPDX-License-Identifier: MIT
"""Plates that stand over every picture of a kiosk: toy money, a pause that is due, the attendant wanted."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import AMBER, CREAM, INK, Colour

_RED: Colour = (196, 34, 30)


class Plates:
    """
    Draws them for a picture of one size.

    Args:
        say: turns a message into the visitor's language.
    """

    def __init__(self, size: tuple[int, int], say: Callable[[str], str]) -> None:
        self._size = size
        self._say = say
        self._text = Letterer(remembers=False)
        self._made: dict[tuple[str, str], tuple[pygame.Surface, Rect]] = {}

    def toy_money(self, screen: pygame.Surface) -> None:
        """Small, in the upper left corner, always."""
        tall = self._toy_px
        words = self._say("TOY MONEY")
        if ("toy", words) not in self._made:
            plate = self._pill(words, Rect(0, 0, tall * 7, tall), INK, CREAM, 0.68, "label")
            self._made["toy", words] = plate, Rect((tall // 3, tall // 3), plate.get_size())
        screen.blit(*self._made["toy", words])

    @property
    def _toy_px(self) -> int:
        """How high the plate with the toy money is."""
        return max(21, min(self._size) // 25)

    def pause(self, screen: pygame.Surface, minutes: int) -> None:
        """Across the upper edge: how long somebody has played."""
        words = self._say("You have been playing for {} minutes. How about a pause?").format(minutes)
        if ("pause", words) not in self._made:
            width, height = self._size
            tall = max(34, min(self._size) // 12)
            plate = self._pill(words, Rect(0, 0, width * 9 // 10, tall), INK, AMBER, 0.56, "strong")
            below = self._toy_px * 5 // 3  # both stand there at once
            at = plate.get_rect(midtop=(width // 2, max(below, height // 30)))
            self._made["pause", words] = plate, at
        screen.blit(*self._made["pause", words])

    def attendant(self, screen: pygame.Surface, why: str) -> None:
        """Over everything: nobody can play, and why."""
        veil = pygame.Surface(screen.get_size())
        veil.fill((10, 7, 7))
        veil.set_alpha(150)
        screen.blit(veil, (0, 0))
        width, height = self._size
        box = Rect(0, 0, width * 7 // 10, height // 4)
        box.center = (width // 2, height // 2)
        plate = paint.layer(box.size)
        plate.fill((*_RED, 255))
        screen.blit(paint.clip_round(plate, min(box.size) / 8), box)
        inner = box.inflate(-box.height // 4, -box.height // 5)
        title = Rect(inner.x, inner.y, inner.width, inner.height * 3 // 5)
        cause = Rect(inner.x, title.bottom, inner.width, inner.bottom - title.bottom)
        head = self._say("This machine needs its attendant")
        self._text.put(screen, head, title, "title", title.height // 2, CREAM, align="center", lines_max=2)
        self._text.put(screen, why, cause, "text", cause.height // 2, CREAM, align="center", lines_max=2)

    def _pill(
        self, words: str, box: Rect, ground: Colour, ink: Colour, share: float, face: str
    ) -> pygame.Surface:
        plate = paint.layer(box.size)
        plate.fill((*ground, 226))
        plate = paint.clip_round(plate, box.height / 2)
        inner = box.inflate(-box.height, 0)
        self._text.put(
            plate, words, inner, face, round(box.height * share), ink, align="center", remember=False
        )
        return plate
