# SPDX-License-Identifier: MIT
"""The types of machines that the law knows, by the letter that a model file says."""

from __future__ import annotations

from collections.abc import Mapping

from machines.types.chance.type import CHANCE
from machines.types.common.machine_type import MachineType
from machines.types.cycle.type import CYCLE
from machines.types.skill.type import SKILL

TYPES: Mapping[str, MachineType] = {kind.letter: kind for kind in (SKILL, CYCLE, CHANCE)}


def type_named(named: object) -> MachineType:
    """The type of a file that says so; a file that names no type of ours is read as type B."""
    return TYPES.get(named, CYCLE) if isinstance(named, str) else CYCLE
