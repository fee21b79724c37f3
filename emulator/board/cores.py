# SPDX-License-Identifier: MIT
"""The core as a board calls it: one step whatever the type of the machine."""

from __future__ import annotations

import cext
from machines.rom.cores import CORES, AnyTables
from machines.support.plain import Json


def step_bytes(tables: AnyTables, state: bytes, first: int, second: int) -> tuple[bytes, bytes]:
    """
    Decide one step: (state', outcome).

    Args:
        tables: of the machine.
        state: 256 bytes.
        first, second: what the step of these tables asks for.

    Raises:
        CoreError: the core refuses it.
    """
    return CORES[type(tables)].step(tables, state, first, second)


def new_state(tables: AnyTables, key: bytes, machine: int) -> bytes:
    """The first state of a machine."""
    return CORES[type(tables)].new_state(tables, key, machine)


def absorb(state: bytes, entropy: bytes) -> bytes:
    """Mix 32 bytes into the key of a state."""
    return cext.absorb(state, entropy)


def check_state(tables: AnyTables, state: bytes) -> None:
    """Raise CoreError unless the state fits the tables."""
    CORES[type(tables)].check_state(tables, state)


def action(tables: AnyTables, first: int, second: int) -> Json:
    """What a step was asked to do, as a journal has it."""
    return CORES[type(tables)].action(first, second)


def describe(tables: AnyTables) -> tuple[int, int, int, int, bytes]:
    """(reels, dice or pockets, price in cents, plays at once at most, 1 if hold, SHA-256 of the tables)."""
    return (*CORES[type(tables)].describe(tables), bytes.fromhex(tables.digest))
