# SPDX-License-Identifier: MIT
"""The core of type A: it draws nothing."""

from __future__ import annotations

import cext
from machines.types.common.core import Core
from machines.types.skill.tables import SkillStateError, SkillTables


def _step(tables: SkillTables, state: bytes, first: int, second: int) -> tuple[bytes, bytes]:
    raise cext.CoreError("step must not be called by a machine of type A: nothing in it is drawn")


def _check_state(tables: SkillTables, state: bytes) -> None:
    try:
        tables.check_state(state)
    except SkillStateError as error:
        raise cext.CoreError(str(error)) from error


def _describe(tables: SkillTables) -> tuple[int, int, int, int]:
    return (0, tables.price_cents, 1, 0)


CORE = Core(
    SkillTables,
    _step,
    lambda tables, key, machine: tables.new_state(machine),
    _check_state,
    _describe,
    SkillTables.answer,
)
