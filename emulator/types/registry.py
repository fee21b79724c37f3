# SPDX-License-Identifier: MIT
"""The types of machines as the world around the board sees them, by the letter that a model file says."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.cabinet import Cabinet
from emulator.types.common.always import Always
from emulator.types.common.host_type import HostType
from machines.support.late import Late


def _skill() -> HostType:
    from emulator.types.skill.type import SKILL

    return SKILL


def _cycle() -> HostType:
    from emulator.types.cycle.type import CYCLE

    return CYCLE


def _chance() -> HostType:
    from emulator.types.chance.type import CHANCE

    return CHANCE


TYPES: Mapping[str, HostType] = Late(A=_skill, B=_cycle, C=_chance)


def always_of(cabinet: Cabinet) -> Always:
    """What always holds of a cabinet, watched from now on."""
    return TYPES[cabinet.model.type].always(cabinet)
