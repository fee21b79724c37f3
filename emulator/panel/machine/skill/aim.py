# SPDX-License-Identifier: MIT
"""What a press is worth: for each zone of the mark its colour, its points, and how near that is."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.rounds import SHADOW, parted
from emulator.panel.machine.skill.zones import Zones, zone_colours


class Aim:
    """Painted once."""

    def __init__(self, kit: Kit, zones: Zones, box: Rect) -> None:
        self._kit = kit
        self._zones = zones
        self._title, rest = parted(box, upright=True)
        gap = kit.gap(1)
        count = len(zones)
        tall = min((rest.height - gap * (count - 1)) // count, round(box.width * 0.98))
        top = rest.y + (rest.height - tall * count - gap * (count - 1)) // 2
        self.plates = [Rect(rest.x, top + number * (tall + gap), rest.width, tall) for number in range(count)]

    def paint(self, base: pygame.Surface) -> None:
        """A plate a zone, the nearest on top."""
        kit = self._kit
        size = round(self._title.height * 0.66)
        kit.text.put(base, kit.say("AIM"), self._title, "label", size, CREAM, shadow=SHADOW)
        for plate, (within_ms, points), colour in zip(
            self.plates, self._zones, zone_colours(len(self._zones)), strict=True
        ):
            radius = min(plate.size) * 0.16
            sheet = paint.down(
                plate.size, [(0, mix(kit.theme.deep, INK, 0.45)), (1, mix(kit.theme.deep, INK, 0.75))]
            )
            edge = max(3, round(plate.width * 0.07))
            sheet.fill(colour, Rect(0, 0, edge, plate.height))
            base.blit(paint.clip_round(sheet, radius), plate)
            room = Rect(plate.x + edge, plate.y, plate.width - edge - kit.gap(0), plate.height)
            high = Rect(room.x, room.y, room.width, round(room.height * 0.60))
            low = Rect(room.x, high.bottom - kit.px(4), room.width, room.bottom - high.bottom)
            kit.text.put(base, str(points), high, "label", round(high.height * 0.90), mix(colour, CREAM, 0.6))
            kit.text.put(base, f"± {within_ms} ms", low, "label", round(low.height * 0.84), CREAM)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """Nothing on it is lit."""
