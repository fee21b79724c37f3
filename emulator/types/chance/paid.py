# SPDX-License-Identifier: MIT
"""Paid plays of type C in turn, by the very steps that firmware calls."""

from __future__ import annotations

from collections.abc import Iterator

import cext
from cext.chance_play import Action, ChanceOutcome


def paid_plays(
    tables: cext.ChanceTables, key: bytes, machine: int, count: int | None
) -> Iterator[tuple[ChanceOutcome, int]]:
    """Yield the outcome of each paid turn and what its play won in all; without an end for None."""
    state = cext.new_chance_state(tables, key, machine)
    made = 0
    while count is None or made < count:
        state, paid = cext.chance_step(tables, state)
        last = paid
        while not last.settled:
            todo: Action = "pick" if last.phase == "pick" else "free" if last.phase == "free" else "collect"
            state, last = cext.chance_step(tables, state, todo)
        yield paid, last.won_cents
        made += 1
