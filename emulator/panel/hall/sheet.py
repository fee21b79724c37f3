# SPDX-License-Identifier: MIT
"""A sheet that lies over the room: a dark ground, a frame, a title, plates; others fill it."""

from __future__ import annotations

from collections.abc import Mapping

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.hall.kit import HallKit
from emulator.panel.hall.layout import lay_out

CLOSE = "close"
_BRASS = ((214, 186, 124), (236, 214, 160), (150, 122, 70))
_ENGRAVED: Colour = (58, 36, 18)


class Sheet:
    """
    One sheet.

    Args:
        light: colour of its frame.
        plates: words on the plates at its foot, by name; the last one is what most will want.

    Attributes:
        inner: the room between title and plates.
    """

    def __init__(self, kit: HallKit, title: str, light: Colour, plates: Mapping[str, str]) -> None:
        self.kit = kit
        width = kit.size[0]
        below = lay_out(kit).bar.y  # purse and toy money stay in sight
        self.rect = Rect(0, 0, round(width * 0.96), below - 2 * kit.gap(2))
        self.rect.center = (width // 2, below // 2)
        self._title, self._light = title, light
        edge = kit.gap(4)
        tall = max(kit.touch_px, round(min(kit.size) * 0.085))
        head = max(kit.px(70), round(self.rect.height * 0.085))
        self._head = Rect(self.rect.x + edge, self.rect.y + kit.gap(2), self.rect.width - 2 * edge, head)
        foot = self.rect.bottom - kit.gap(3) - tall
        self.plates = _row(
            Rect(self.rect.x + edge, foot, self.rect.width - 2 * edge, tall), plates, kit.gap(2)
        )
        self._words = dict(plates)
        top = self._head.bottom + kit.gap(2)
        self.inner = Rect(self.rect.x + edge, top, self.rect.width - 2 * edge, foot - kit.gap(3) - top)
        self.base: pygame.Surface | None = None

    def painted(self, behind: pygame.Surface) -> pygame.Surface:
        """The empty sheet over what is behind it."""
        kit = self.kit
        base = behind.copy()
        base.fill((70, 66, 72), special_flags=pygame.BLEND_RGB_MULT)
        paint.cast(base, self.rect, kit.px(30), 0.8, kit.px(18))
        face = paint.down(self.rect.size, [(0, (46, 34, 34)), (0.5, (30, 22, 24)), (1, (18, 13, 15))])
        paint.tint(face, 31, 60, 4)
        base.blit(paint.clip_round(face, kit.px(18)), self.rect)
        pygame.draw.rect(base, mix(self._light, INK, 0.25), self.rect, max(2, kit.px(3)), kit.px(18))
        kit.text.put(
            base, self._title, self._head, "title", round(self._head.height * 0.8), CREAM, align="left"
        )
        for name, place in self.plates.items():
            plate(kit, base, place, self._words[name], strong=name == list(self.plates)[-1])
        self.base = base
        return base

    def at(self, point: tuple[int, int]) -> str | None:
        """The plate under a point; beside the sheet it is that which closes it."""
        for name, place in self.plates.items():
            if place.collidepoint(point):
                return name
        return None if self.rect.collidepoint(point) else CLOSE


def plate(kit: HallKit, base: pygame.Surface, place: Rect, words: str, *, strong: bool = False) -> None:
    """An engraved plate of brass; a strong one is lacquered red."""
    paint.cast(base, place, max(2, kit.px(6)), 0.6, kit.px(8))
    tones = ((236, 92, 64), (214, 62, 44), (138, 26, 24)) if strong else _BRASS
    metal = paint.down(place.size, [(0, tones[0]), (0.5, tones[1]), (1, tones[2])])
    paint.tint(metal, 17, 40, 8)
    base.blit(paint.clip_round(metal, kit.px(8)), place)
    pygame.draw.rect(base, mix(tones[2], INK, 0.4), place, max(1, kit.px(2)), kit.px(8))
    inner = place.inflate(-2 * kit.gap(2), -2 * kit.gap(0))
    ink = CREAM if strong else _ENGRAVED
    kit.text.put(base, words, inner, "label", round(place.height * 0.5), ink, lines_max=2)


def _row(box: Rect, names: Mapping[str, str], gap: int) -> dict[str, Rect]:
    """Plates side by side."""
    count = len(names)
    width = (box.width - gap * (count - 1)) // max(1, count)
    return {
        name: Rect(box.x + number * (width + gap), box.y, width, box.height)
        for number, name in enumerate(names)
    }
