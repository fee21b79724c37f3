# SPDX-License-Identifier: MIT
"""The wall behind a game of skill, painted before the game that stands on it."""

from __future__ import annotations

import pygame

from emulator.panel.art import paint
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.backdrops import backdrop, stage
from emulator.panel.machine.skill.field import field_of
from emulator.panel.machine.skill.game import Skill


class Wall:
    """As large as the field."""

    def __init__(self, kit: Kit, skill: Skill) -> None:
        self._kit = kit
        self._skill = skill

    def paint(self, base: pygame.Surface) -> None:
        """All of it."""
        field = field_of(self._kit.layout)
        theme = self._kit.theme
        wall = stage(field.size, theme) if self._skill.pads else backdrop(self._skill.look, field.size, theme)
        base.blit(paint.clip_round(wall, self._kit.gap(2)), field)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """Nothing on it is lit."""
