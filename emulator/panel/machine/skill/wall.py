# SPDX-License-Identifier: MIT
"""The wall behind a game of skill, and the frame round it."""

from __future__ import annotations

import pygame

from emulator.panel.art import paint
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.skill.backdrops import backdrop, stage
from emulator.panel.machine.skill.game import Skill


def paint_wall(base: pygame.Surface, kit: Kit, skill: Skill) -> None:
    """As large as the field; pads stand on a stage."""
    field, theme = kit.layout.window, kit.theme
    wall = stage(field.size, theme) if skill.pads else backdrop(skill.look, field.size, theme)
    base.blit(paint.clip_round(wall, kit.gap(2)), field)


def paint_frame(base: pygame.Surface, kit: Kit) -> None:
    """What holds the glass in front of the field."""
    field = kit.layout.window
    paint.recess(base, field, kit.gap(2), kit.gap(1))
    paint.frame(base, field, max(2, kit.gap(0)), kit.gap(2))
