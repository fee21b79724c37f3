# SPDX-License-Identifier: MIT
"""The wall behind a game of skill, painted before the game that stands on it."""

from __future__ import annotations

import pygame

from emulator.panel.art import paint
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.backdrops import backdrop
from emulator.panel.machine.skill.field import field_of


class Wall:
    """As large as the field."""

    def __init__(self, kit: Kit, look: str) -> None:
        self._kit = kit
        self._look = look

    def paint(self, base: pygame.Surface) -> None:
        """All of it."""
        field = field_of(self._kit.layout)
        wall = backdrop(self._look, field.size, self._kit.theme)
        base.blit(paint.clip_round(wall, self._kit.gap(2)), field)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """Nothing on it is lit."""
