# SPDX-License-Identifier: MIT
"""Type B in the world: a prize cycle whose plays are one commit each."""

from __future__ import annotations

from collections.abc import Iterator

import cext
from emulator.types.common.host_type import HostType, Recall, Sheets, Sweep, Visit
from emulator.types.common.recall import play_of_row
from emulator.types.cycle.always import CycleAlways
from emulator.types.cycle.recall import plays_by_steps
from machines.model import CycleModel


def _sweep() -> Sweep:
    from emulator.types.common.witness import Witness
    from emulator.types.cycle.audit import CycleAuditor
    from emulator.types.cycle.chapters import CHAPTERS

    return Sweep(CycleAuditor, Witness, lambda model: CHAPTERS)


def _sheets() -> Sheets:
    from emulator.types.cycle.book import SHEETS

    return SHEETS


def _stops(model: CycleModel, key: bytes, machine: int) -> Iterator[tuple[int, ...]]:
    """Of single plays without hold, every gamble declined."""
    state = cext.new_state(model.tables, key, machine)
    while True:
        state, outcome = cext.step(model.tables, state)
        if outcome.phase:
            state, _ = cext.answer_gamble(model.tables, state, dare=False)
        yield outcome.entries[0].stops


# One coin falls in 0.8 s, and 5 s after a coin that buys a play the machine begins by itself (B-11).
_VISIT = Visit(lambda model: "visit", plays=5, coins_most=5, asked_back_cents=50)

CYCLE = HostType(
    letter="B",
    status="playable, every window proved",
    always=CycleAlways,
    visit=_VISIT,
    recall=Recall(play_of_row, off_journal=plays_by_steps),
    sweep=_sweep,
    sheets=_sheets,
    stops=_stops,
)
