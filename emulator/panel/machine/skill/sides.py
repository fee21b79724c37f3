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
from emulator.panel.machine.skill.field import field_of, paint_pane
from emulator.panel.machine.skill.game import Skill
from emulator.panel.machine.skill.rounds import Rounds


class Sides:
    """Two columns: on the field beside a wheel of this radius, or panes of glass where the screen is wide."""

    def __init__(self, kit: Kit, skill: Skill, radius: int) -> None:
        self._kit = kit
        self._plates = self._columns(radius) if kit.layout.portrait else kit.layout.flanks
        gap = kit.gap(1)
        left, right = (plate.inflate(-2 * gap, -2 * gap) for plate in self._plates)
        self.aim = Aim(kit, skill.zones, left)
        self.rounds = Rounds(kit, skill, right)

    def _columns(self, radius: int) -> tuple[Rect, Rect]:
        """As wide as the wheel leaves them, at either edge of the field."""
        field, gap = field_of(self._kit.layout), self._kit.gap(1)
        width = field.width // 2 - radius - gap - max(2, gap // 2)
        left = Rect(field.x + gap, field.y + gap, width, field.height - 2 * gap)
        return left, left.move(field.width - 2 * gap - width, 0)

    def paint(self, base: pygame.Surface) -> None:
        """Both columns with their lamps out, on smoked glass."""
        for plate, right in zip(self._plates, (False, True), strict=True):
            if not self._kit.layout.portrait or self._kit.front.livery.flanks is not None:
                paint_pane(base, self._kit, plate, right)
                continue
            smoke = paint.layer(plate.size)
            smoke.fill((*mix(self._kit.theme.deep, INK, 0.72), 176))
            base.blit(paint.clip_round(smoke, self._kit.gap(2)), plate)
        self.aim.paint(base)
        self.rounds.paint(base)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The rounds that are over."""
        self.rounds.draw(screen, seen)
