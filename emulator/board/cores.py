# SPDX-License-Identifier: MIT
"""The core as a board calls it: one step whatever the type of the machine."""

from __future__ import annotations

import cext
from cext.chance_play import ACTIONS
from cext.cup import CupTables, check_cup_state, cup_step_bytes, new_cup_state
from machines.support.plain import Json
from machines.types.common.base import PlayTables
from machines.types.skill.tables import SkillStateError, SkillTables

AnyTables = PlayTables | CupTables


def step_bytes(tables: AnyTables, state: bytes, first: int, second: int) -> tuple[bytes, bytes]:
    """
    Decide one step: (state', outcome).

    Args:
        tables: of the machine.
        state: 256 bytes.
        first, second: type B: plays at once, and the reels held, or 0 and the answer to a gamble; type C: the
            action (chance.h), and what was chosen in a pick or gamble; a dice cup asks for neither.

    Raises:
        CoreError: the core refuses it.
    """
    if isinstance(tables, SkillTables):
        raise cext.CoreError("step must not be called by a machine of type A: nothing in it is drawn")
    if isinstance(tables, CupTables):
        return cup_step_bytes(tables, state)
    if isinstance(tables, cext.ChanceTables):
        if first >= len(ACTIONS):
            raise cext.CoreError(f"action must be below {len(ACTIONS)} (got {first})")
        return cext.chance_step_bytes(tables, state, ACTIONS[first], second)
    assert isinstance(tables, cext.Tables)
    return cext.step_bytes(tables, state, first, second)


def new_state(tables: AnyTables, key: bytes, machine: int) -> bytes:
    """The first state of a machine."""
    if isinstance(tables, SkillTables):
        return tables.new_state(machine)
    if isinstance(tables, CupTables):
        return new_cup_state(tables, key, machine)
    if isinstance(tables, cext.ChanceTables):
        return cext.new_chance_state(tables, key, machine)
    assert isinstance(tables, cext.Tables)
    return cext.new_state(tables, key, machine)


def absorb(state: bytes, entropy: bytes) -> bytes:
    """Mix 32 bytes into the key of a state."""
    return cext.absorb(state, entropy)


def check_state(tables: AnyTables, state: bytes) -> None:
    """Raise CoreError unless the state fits the tables."""
    if isinstance(tables, SkillTables):
        try:
            tables.check_state(state)
        except SkillStateError as error:
            raise cext.CoreError(str(error)) from error
        return
    if isinstance(tables, CupTables):
        check_cup_state(tables, state)
    elif isinstance(tables, cext.ChanceTables):
        cext.check_chance_state(tables, state)
    else:
        assert isinstance(tables, cext.Tables)
        cext.check_state(tables, state)


def action(tables: AnyTables, first: int, second: int) -> Json:
    """What a step was asked to do, as a journal has it."""
    if isinstance(tables, cext.ChanceTables):
        return {"action": ACTIONS[first], "choice": second}
    if not first and isinstance(tables, cext.Tables):
        return {"answer": "dare" if second == cext.GAMBLE_DARE else "take"}
    return {"simultaneous": first, "held": second}


def describe(tables: AnyTables) -> tuple[int, int, int, int, bytes]:
    """(reels or dice, price in cents, plays at once at most, 1 if hold is offered, SHA-256 of the tables)."""
    digest = bytes.fromhex(tables.digest)
    if isinstance(tables, SkillTables):
        return (0, tables.price_cents, 1, 0, digest)
    if isinstance(tables, CupTables):
        return (tables.dice, 0, 1, 0, digest)
    if isinstance(tables, cext.ChanceTables):
        return (tables.reels, tables.price_cents, 1, 0, digest)
    assert isinstance(tables, cext.Tables)
    return (tables.reels, tables.price_cents, tables.simultaneous_max, int(tables.hold), digest)
