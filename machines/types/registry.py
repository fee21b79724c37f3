# SPDX-License-Identifier: MIT
"""The types of machines that the law knows, by the letter that a model file says; each loaded when needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from machines.rules import Profile
from machines.support.late import Late
from machines.types.chance.limits import chance_limits_of
from machines.types.cycle.limits import limits_of
from machines.types.skill.limits import skill_limits_of

if TYPE_CHECKING:
    from machines.types.common.machine_type import MachineType


def _skill() -> MachineType:
    from machines.types.skill.type import SKILL

    return SKILL


def _cycle() -> MachineType:
    from machines.types.cycle.type import CYCLE

    return CYCLE


def _chance() -> MachineType:
    from machines.types.chance.type import CHANCE

    return CHANCE


TYPES: Mapping[str, MachineType] = Late(A=_skill, B=_cycle, C=_chance)


def type_named(named: object) -> MachineType:
    """The type of a file that says so; a file that names no type of ours is read as type B."""
    return TYPES[named if isinstance(named, str) and named in TYPES else "B"]


def require_law(law: Profile) -> None:
    """Read the limits of every type out of a profile; ProfileError if one is missing."""
    skill_limits_of(law)
    limits_of(law, special=True)
    chance_limits_of(law)
