# SPDX-License-Identifier: MIT
"""The core of type C: the steps of a play."""

from __future__ import annotations

import cext
from cext.chance_play import ACTIONS
from machines.support.plain import Json
from machines.types.common.core import Core


def _step(tables: cext.ChanceTables, state: bytes, first: int, second: int) -> tuple[bytes, bytes]:
    """The action (chance.h), and what was chosen in a pick or gamble."""
    if first >= len(ACTIONS):
        raise cext.CoreError(f"action must be below {len(ACTIONS)} (got {first})")
    return cext.chance_step_bytes(tables, state, ACTIONS[first], second)


def _describe(tables: cext.ChanceTables) -> tuple[int, int, int, int]:
    return (tables.reels, tables.price_cents, 1, 0)


def _answer(tables: cext.ChanceTables, plays: int) -> int:
    import numpy as np  # nobody who only plays waits for it

    bins = np.zeros(tables.cap_cents // tables.unit_cents + 1, dtype=np.uint64)
    tally, _ = cext.chance_campaign(
        tables, cext.Course(bytes(32), 0, 0, plays), histogram=bins, kernel="plain"
    )
    return tally.digest


def _action(first: int, second: int) -> Json:
    return {"action": ACTIONS[first], "choice": second}


CORE = Core(
    cext.ChanceTables, _step, cext.new_chance_state, cext.check_chance_state, _describe, _answer, _action
)
