# SPDX-License-Identifier: MIT
"""The types of machines as the world around the board sees them, by the letter that a model file says."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.cabinet import Cabinet
from emulator.types.chance.type import CHANCE
from emulator.types.common.always import Always
from emulator.types.common.host_type import HostType
from emulator.types.cycle.type import CYCLE
from emulator.types.skill.type import SKILL

TYPES: Mapping[str, HostType] = {kind.letter: kind for kind in (SKILL, CYCLE, CHANCE)}


def always_of(cabinet: Cabinet) -> Always:
    """What always holds of a cabinet, watched from now on."""
    return TYPES[cabinet.model.type].always(cabinet)
