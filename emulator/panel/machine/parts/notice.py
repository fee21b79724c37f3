# SPDX-License-Identifier: MIT
"""A plate over the glass with a few lines for whoever builds the machine: what is wrong with its files."""

from __future__ import annotations

from typing import NamedTuple

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.lettering import wrap
from emulator.panel.art.theme import AMBER, BONE, CREAM, Colour
from emulator.panel.machine.parts.kit import Kit

_ALPHA = 236
_SIZE_PX = 13
_LINES_MOST = 5


class Notice(NamedTuple):
    """What it says."""

    head: str
    body: str
    hint: str = ""


class NoticePlate:
    """Draws the plate; it is as tall as its text, below the crown."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        glass = kit.layout.inner("glass")
        if not kit.layout.portrait:
            glass = glass.union(kit.layout.inner("reels"))
        self._at = (glass.x + kit.gap(1), glass.y + kit.gap(2))
        self._width = glass.width - 2 * kit.gap(1)
        self._kept: tuple[Notice, pygame.Surface] | None = None

    def draw(self, screen: pygame.Surface, notice: Notice) -> None:
        """The plate with this notice."""
        if self._kept is None or self._kept[0] != notice:
            self._kept = (notice, self._painted(notice))
        screen.blit(self._kept[1], self._at)

    def _painted(self, notice: Notice) -> pygame.Surface:
        size = max(_SIZE_PX, self._kit.px(22))
        pad = size
        rows: list[tuple[str, str, Colour]] = [(notice.head, "strong", AMBER)]
        for words, face, colour in ((notice.body, "text", CREAM), (notice.hint, "text", BONE)):
            lines = wrap(words, face, size, self._width - 2 * pad) if words else []
            if len(lines) > _LINES_MOST:
                lines = [*lines[: _LINES_MOST - 1], "..."]
            rows += [(line, face, colour) for line in lines]
        line_px = round(size * 1.4)
        plate = paint.layer((self._width, line_px * len(rows) + 2 * pad))
        self._kit.text.hide(plate.get_rect(topleft=self._at), whole=False)
        plate.fill((18, 11, 9, _ALPHA))
        plate = paint.clip_round(plate, self._kit.gap(1))
        plate.fill(AMBER, Rect(0, 0, max(3, size // 4), plate.get_height()))
        with self._kit.text.moved(self._at):
            for number, (words, face, colour) in enumerate(rows):
                box = Rect(pad, pad + number * line_px, self._width - 2 * pad, line_px)
                self._kit.text.put(plate, words, box, face, size, colour, align="left", remember=False)
        return plate
