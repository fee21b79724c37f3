# SPDX-License-Identifier: MIT
"""What stands beside a game of skill: what a press is worth, and the rounds of a play."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.aim import Aim
from emulator.panel.machine.skill.game import Skill
from emulator.panel.machine.skill.pane import paint_pane
from emulator.panel.machine.skill.rounds import Rounds

_HEAD = 0.145  # of the field's height: the rounds above pads, upright


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
        field, gap = self._kit.layout.window, self._kit.gap(1)
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


class Above:
    """The rounds of a memory game: on the field over its pads, or on the panes of glass of a wide screen."""

    def __init__(self, kit: Kit, skill: Skill) -> None:
        self._kit = kit
        field, gap = kit.layout.window, kit.gap(2)
        self._pane = None if kit.layout.portrait else kit.layout.flanks[0].union(kit.layout.flanks[1])
        over = Rect(field.x + gap, field.y, field.width - 2 * gap, head_of(kit))
        self.rounds = Rounds(
            kit, skill, over if self._pane is None else self._pane.inflate(-2 * gap, -2 * gap)
        )

    def paint(self, base: pygame.Surface) -> None:
        """The string with its lamps out."""
        if self._pane is not None:
            paint_pane(base, self._kit, self._pane)
        self.rounds.paint(base)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The rounds that are over."""
        self.rounds.draw(screen, seen)


def head_of(kit: Kit) -> int:
    """What the rounds need of the field above its pads."""
    return round(kit.layout.window.height * _HEAD) if kit.layout.portrait else kit.gap(2)
