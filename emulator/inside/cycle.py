# SPDX-License-Identifier: MIT
"""
Where a machine is in its chance: position in the prize cycle, stratum, what is left in the urn.

Who knows that could wait for the plays that pay (``azar par`` states the most that such a watcher
gains). So it is told of a TEST machine, whose chance anybody can compute; of a machine of record only
while a door is open or a key is turned, when somebody stands there who has its keys.
"""

from __future__ import annotations

from collections.abc import Iterator

import cext
from emulator.cabinet.machine import Machine
from emulator.inside.reading import MEMORY, Reading
from machines.model import Model
from machines.support.plain import JsonView
from machines.types.registry import TYPES


def may_be_told(machine: Machine, test: bool) -> bool:
    """Whether whoever looks may know what is left of the chance of a machine."""
    if test:
        return True
    return any(door.is_open for door in machine.doors.values()) or any(
        key.turned for key in machine.keys.values()
    )


def readings(machine: Machine, model: Model, record: JsonView | None, test: bool) -> Iterator[Reading]:
    """The place of the machine in its chance; nothing where it may not be told, or cannot be read."""
    if record is None or not may_be_told(machine, test) or not TYPES[model.type].secret:
        return
    state = bytes(record["state"])
    try:
        if isinstance(model.tables, cext.Tables):
            yield from _cycle(model.tables, state)
        elif isinstance(model.tables, cext.ChanceTables):
            yield from _chance(model.tables, state)
    except cext.CoreError:
        return


def _cycle(tables: cext.Tables, state: bytes) -> Iterator[Reading]:
    at = cext.view_state(tables, state)
    for name in ("play", "cycle", "stratum", "remaining", "generation", "hold_offer", "gambles"):
        yield Reading(f"cycle.{name}", getattr(at, name), source=MEMORY)
    for number, count in enumerate(at.left):
        yield Reading(f"urn.{number}", count, "entries", MEMORY)


def _chance(tables: cext.ChanceTables, state: bytes) -> Iterator[Reading]:
    at = cext.view_chance_state(tables, state)
    yield Reading("chance.play", at.play, source=MEMORY)
    yield Reading("chance.phase", str(at.phase), source=MEMORY)
    yield Reading("chance.generation", at.generation, source=MEMORY)
    for number, pot in enumerate(at.pots, 1):
        yield Reading(f"pot.{number}", pot.value_mc, "millicents", MEMORY)
