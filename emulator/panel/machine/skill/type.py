# SPDX-License-Identifier: MIT
"""What the panel has for machines of type A."""

from __future__ import annotations

from emulator.panel.machine.parts.panel_type import PanelType
from emulator.panel.machine.skill.front import skill_front
from emulator.panel.machine.skill.game import game_lit, in_round
from emulator.panel.machine.skill.recalled import skill_cards

SKILL = PanelType(
    letter="A",
    front=skill_front,
    cards=skill_cards,
    game=game_lit,
    games=lambda model: len(model.games),
    points=True,
    in_round=in_round,
    recalled_zones=("reels", "glass", "display"),
)
