# SPDX-License-Identifier: MIT
"""What the panel has for machines of type C."""

from __future__ import annotations

from emulator.panel.machine.chance.front import chance_front
from emulator.panel.machine.chance.recalled import steps
from emulator.panel.machine.parts.panel_type import PanelType

CHANCE = PanelType(letter="C", front=chance_front, cards=steps)
