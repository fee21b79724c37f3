# SPDX-License-Identifier: MIT
"""What stands beside a ring: what a press is worth at its left, the rounds of a play at its right."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.aim import Aim
from emulator.panel.machine.skill.game import Skill
from emulator.panel.machine.skill.rounds import Rounds

_WIDEST = 0.46  # of the field's height


class Sides:
    """Two columns on the field, beside a wheel of this radius."""

    def __init__(self, kit: Kit, skill: Skill, radius: int) -> None:
        field, gap = kit.layout.window, kit.gap(2)
        room = field.width // 2 - radius - 2 * gap
        width = min(room, round(field.height * _WIDEST))
        top, height = field.y + gap, field.height - 2 * gap
        inset = gap + (room - width) // 2
        self._plates = [
            Rect(x, top, width, height).inflate(gap, gap)
            for x in (field.x + inset, field.right - inset - width)
        ]
        self._kit = kit
        self.aim = Aim(kit, skill.zones, Rect(field.x + inset, top, width, height))
        self.rounds = Rounds(kit, skill, Rect(field.right - inset - width, top, width, height))

    def paint(self, base: pygame.Surface) -> None:
        """Both columns with their lamps out, on smoked glass."""
        for plate in self._plates:
            smoke = paint.layer(plate.size)
            smoke.fill((*mix(self._kit.theme.deep, INK, 0.72), 176))
            base.blit(paint.clip_round(smoke, self._kit.gap(2)), plate)
        self.aim.paint(base)
        self.rounds.paint(base)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The rounds that are over."""
        self.rounds.draw(screen, seen)
