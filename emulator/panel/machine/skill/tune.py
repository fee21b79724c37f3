# SPDX-License-Identifier: MIT
"""The tune of a memory game: a string of lamps, one for each note that was shown or repeated."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.game import TUNE_FIRST


class Tune:
    """As many lamps as the longest tune has notes."""

    def __init__(self, kit: Kit, box: Rect, notes: int) -> None:
        self._kit = kit
        self.lamp = max(3, round(min(box.height * 0.27, box.width / notes * 0.30)))
        step = min(round(self.lamp * 6), box.width // notes)
        left = box.centerx - step * (notes - 1) // 2
        sag = round(box.height * 0.10)
        self.places = []
        for number in range(notes):
            at = 2 * number / max(1, notes - 1) - 1
            self.places.append((left + step * number, box.centery + round(sag * (0.5 - at * at))))
        side = self.lamp * 6
        self._glow = paint.glow((side, side), kit.theme.bright, 0.8, 1.5)

    def paint(self, base: pygame.Surface) -> None:
        """The string with its lamps out."""
        kit = self._kit
        if len(self.places) > 1:
            pygame.draw.lines(base, mix(kit.theme.deep, CREAM, 0.28), False, self.places, max(1, kit.px(4)))
        for place in self.places:
            pygame.draw.aacircle(base, mix(kit.theme.deep, CREAM, 0.28), place, self.lamp)
            pygame.draw.aacircle(base, mix(kit.theme.deep, INK, 0.40), place, self.lamp - max(1, kit.px(4)))

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The notes so far."""
        for number, place in enumerate(self.places):
            if TUNE_FIRST + number in seen.glass:
                paint.add(screen, self._glow, self._glow.get_rect(center=place).topleft)
                pygame.draw.aacircle(
                    screen, mix(self._kit.theme.bright, (255, 255, 255), 0.3), place, self.lamp
                )
