# SPDX-License-Identifier: MIT
"""What the panel has for machines of type B."""

from __future__ import annotations

from emulator.panel.machine.cycle.front import cycle_front
from emulator.panel.machine.parts.panel_type import PanelType
from emulator.panel.machine.parts.recalled import rolls

CYCLE = PanelType(letter="B", front=cycle_front, cards=rolls)
