# SPDX-License-Identifier: MIT
"""The core of each kind of tables that a ROM can hold: those of every machine, of a dice cup and a wheel."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import cext
from cext.cup import CupTables, check_cup_state, cup_step_bytes, new_cup_state
from cext.wheel import WheelTables, check_wheel_state, new_wheel_state, wheel_step_bytes
from machines.types.chance.core import CORE as CHANCE
from machines.types.common.base import PlayTables
from machines.types.common.core import Core
from machines.types.cycle.core import CORE as CYCLE
from machines.types.skill.core import CORE as SKILL

AnyTables = PlayTables | CupTables | WheelTables


def _answer(tables: CupTables, plays: int) -> int:
    thrown = cext.throws(bytes(32), 0, plays, tables.dice)
    return int.from_bytes(hashlib.sha256(thrown.tobytes()).digest()[:8], "big")


_CUP = Core(
    CupTables,
    lambda tables, state, first, second: cup_step_bytes(tables, state),
    new_cup_state,
    check_cup_state,
    lambda tables: (tables.dice, 0, 1, 0),
    _answer,
)


def _drawn(tables: WheelTables, plays: int) -> int:
    drawn = memoryview(cext.draws(bytes(32), 0, cext.PURPOSE_PLAY, 0, plays, [len(tables.pockets)]))
    return int.from_bytes(hashlib.sha256(bytes(drawn.cast("I"))).digest()[:8], "big")


_WHEEL = Core(
    WheelTables,
    lambda tables, state, first, second: wheel_step_bytes(tables, state),
    new_wheel_state,
    check_wheel_state,
    lambda tables: (len(tables.pockets), 0, 1, 0),
    _drawn,
)
CORES: Mapping[type, Core] = {core.tables: core for core in (_CUP, _WHEEL, SKILL, CYCLE, CHANCE)}


def known_answer(tables: AnyTables, plays: int) -> int:
    """The 64-bit digest of the first plays of machine 0 under the zero key, features and all."""
    return CORES[type(tables)].answer(tables, plays)
