# SPDX-License-Identifier: MIT
"""The photo finish of a press: what it was worth, how far off the mark it was, on a scale of true time."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.skill.zones import Zones, zone_at, zone_colours

_SHADOW: Colour = (8, 6, 14)
_MISSED: Colour = (206, 206, 220)
# What lies beyond the widest zone has this much more of the scale.
_BEYOND = 1.35


class Photo:
    """Draws each press once and keeps the last one."""

    def __init__(self, kit: Kit, zones: Zones, radius: int) -> None:
        self._kit = kit
        self._zones = zones
        self._colours = zone_colours(len(zones))
        self.radius = radius
        self._kept: tuple[int, pygame.Surface] | None = None

    def worth(self, off_ms: int) -> int:
        """What a press so far off is worth by the print on the glass."""
        at = zone_at(off_ms, self._zones)
        return 0 if at is None else self._zones[at][1]

    def colour(self, off_ms: int) -> Colour:
        """That of its zone."""
        at = zone_at(off_ms, self._zones)
        return _MISSED if at is None else self._colours[at]

    def words(self, off_ms: int) -> str:
        """How far off, in the panel's language."""
        say = self._kit.say
        if not off_ms:
            return say("ON THE MARK")
        return (say("{} ms late") if off_ms > 0 else say("{} ms early")).format(abs(off_ms))

    def points(self, off_ms: int) -> pygame.Surface:
        """The points alone, as they fly."""
        size = round(self.radius * 0.62)
        sheet = paint.layer((round(self.radius * 1.5), size))
        self._write(sheet, f"+{self.worth(off_ms)}", sheet.get_rect(), round(size * 0.9), self.colour(off_ms))
        return sheet

    def place(self, off_ms: int, width: int) -> int:
        """Where on a scale of this width, from its middle, a time stands."""
        return round(off_ms / self._span(off_ms) * width / 2)

    def _span(self, off_ms: int) -> float:
        """Milliseconds from the middle of the scale to its end: the zones, and a press beyond them."""
        return max(self._zones[-1][0] * _BEYOND, abs(off_ms) * 1.12, 1)

    def draw(self, screen: pygame.Surface, middle: tuple[int, int], off_ms: int) -> None:
        """The card over the middle of the dial."""
        if self._kept is None or self._kept[0] != off_ms:
            self._kept = (off_ms, self._paint(off_ms))
        picture = self._kept[1]
        screen.blit(picture, picture.get_rect(center=middle))

    def _paint(self, off_ms: int) -> pygame.Surface:
        radius = self.radius
        card = paint.layer((2 * radius, 2 * radius))
        pygame.draw.aacircle(
            card, (*mix(self._kit.theme.deep, (4, 4, 10), 0.80), 236), (radius, radius), radius - 1
        )
        pygame.draw.aacircle(card, self.colour(off_ms), (radius, radius), radius - 1, max(2, radius // 26))
        worth = self.worth(off_ms)
        top = Rect(round(radius * 0.34), round(radius * 0.20), round(radius * 1.32), round(radius * 0.66))
        self._write(card, f"+{worth}" if worth else "0", top, round(radius * 0.66), self.colour(off_ms))
        self._scale(
            card,
            Rect(round(radius * 0.20), round(radius * 0.95), round(radius * 1.60), round(radius * 0.26)),
            off_ms,
        )
        low = Rect(round(radius * 0.32), round(radius * 1.30), round(radius * 1.36), round(radius * 0.36))
        self._write(card, self.words(off_ms), low, round(radius * 0.30), CREAM)
        return card

    def _write(self, sheet: pygame.Surface, words: str, box: Rect, size: int, colour: Colour) -> None:
        self._kit.text.put(sheet, words, box, "label", size, colour, shadow=_SHADOW, remember=False)

    def _scale(self, card: pygame.Surface, box: Rect, off_ms: int) -> None:
        """The zones side by side in time, early at the left, and where the light was."""
        pygame.draw.rect(card, mix(self._kit.theme.deep, INK, 0.55), box, border_radius=box.height // 4)
        for (within_ms, _), colour in zip(reversed(self._zones), reversed(self._colours), strict=True):
            half = max(1, round(within_ms / self._span(off_ms) * box.width / 2))
            zone = Rect(box.centerx - half, box.y, 2 * half, box.height)
            pygame.draw.rect(card, mix(colour, INK, 0.12), zone)
        middle = max(1, box.height // 18)
        pygame.draw.rect(card, INK, Rect(box.centerx - middle // 2, box.y, middle, box.height))
        x = box.centerx + self.place(off_ms, box.width)
        broad = max(2, box.height // 7)
        needle = Rect(x - broad // 2, box.y - box.height // 3, broad, box.height + 2 * (box.height // 3))
        pygame.draw.rect(card, INK, needle.inflate(2 * max(1, broad // 3), 2), border_radius=broad)
        pygame.draw.rect(card, (255, 255, 255), needle, border_radius=broad)
