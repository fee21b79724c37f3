# SPDX-License-Identifier: MIT
"""What every part of the panel shares: layout, colours, letters, words, and the symbols at any size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import pygame

from emulator.panel.art import paint
from emulator.panel.art.cabinets.kinds import KINDS, Cabinet
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.scenery.livery import dressed, hex_of, veil
from emulator.panel.art.scenery.styles import Scenery, scenery_of
from emulator.panel.art.symbols import drawings, own
from emulator.panel.art.symbols.tinted import tinted
from emulator.panel.art.theme import Theme
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.layout import Layout
from machines.support.currency import amount
from machines.support.languages import translator

_MASTER_PX = 120  # no symbol is shaded smaller than this: outlines need the pixels, scaling down is cheap


class Kit:
    """Tools for drawing one front at one size in one language."""

    def __init__(self, layout: Layout, front: Front, language: str) -> None:
        self.layout = layout
        texts = front.translations.get(language)
        self.front = front if texts is None else replace(front, texts=texts)
        self.language = language
        self.say: Callable[[str], str] = translator(language)
        self.message: Callable[[str], str] = str.strip
        """A message as this reader wants it; the window sets it where the ROM speaks another language."""
        self.text = Letterer()
        self.scenery: Scenery = dressed(scenery_of(front.style), front.livery, front.theme)
        self.cabinet: Cabinet = KINDS[front.cabinet]
        self._scaled: dict[tuple[str, int, bool], pygame.Surface] = {}

    @property
    def theme(self) -> Theme:
        """The machine's own colours."""
        return self.front.theme

    def gap(self, step: int) -> int:
        """One of the six distances, 0 the smallest."""
        return self.layout.gap(step)

    def px(self, at_reference: float) -> int:
        """A length given for the reference width, at this size; 1 or more."""
        return max(1, round(at_reference * self.layout.unit))

    def money(self, cents: int, whole: bool = False) -> str:
        """An amount as this language writes it."""
        return amount(cents, self.language, self.front.currency, whole)

    def symbol(self, drawing: str, size_px: int, keyline: bool = False) -> pygame.Surface:
        """A symbol's picture on a square of ``size_px``."""
        key = (drawing, size_px, keyline)
        if key not in self._scaled:
            picture = self._master(drawing)
            if keyline:
                picture = drawings.with_keyline(picture)
            if picture.get_width() != size_px:
                picture = paint.resized(picture, (size_px, size_px))
            self._scaled[key] = picture
        return self._scaled[key]

    def _master(self, drawing: str) -> pygame.Surface:
        size_px = max(_MASTER_PX, round(self.layout.pitch * 0.96))
        picture = self.front.pictures.get(drawing)
        colour = self.front.colours.get(drawing)
        if picture is None:
            return _rendered(drawing, size_px, colour)
        return own.picture_of(picture, size_px, colour or hex_of(self.theme.bright))

    def veil(self, sheet: pygame.Surface, box: pygame.Rect) -> None:
        """Darken a flank of the maker's own where letters stand on it; azar's own is dark already."""
        if self.front.livery.flanks is not None:
            veil(sheet, box, self.theme)

    def forget_pictures(self) -> None:
        """Free what only building needs."""
        self._scaled.clear()


@lru_cache(maxsize=32)
def _rendered(drawing: str, size_px: int, colour: str | None) -> pygame.Surface:
    """A symbol as its pieces are shaded, for whatever is built next: another language, another machine."""
    return drawings.render(tinted(drawing, drawings.pieces_of(drawing), colour), size_px)
