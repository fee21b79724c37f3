# SPDX-License-Identifier: MIT
"""
The electromechanical meters: one pulse a unit, at most ten a second, owed until given.

What a meter is owed is the books less the pulses given, so a commit of the books owes pulses at once
and a power cut forgets none. A meter counts when a pulse of at least 30 ms ends, and the end of the
supply ends it, too: the pulse is therefore committed as given once it is 30 ms old.
"""

import board
import nvram
import settings
import store
from pulses import COUNTS_MS, CYCLE_MS, ON_MS
from state import State

RESTING = 0
PULSING = 1
COUNTED = 2
PAUSING = 3


def owed(state: State) -> list[int]:
    """
    Return the pulses that each meter should have had by now, in the order of nvram.METERS.

    A prize that the reels have not shown yet is not counted: its clicks would tell. Prizes have a unit of
    their own. What is less than a pulse is carried: it counts with what comes later.
    """
    unit_cents = settings.METER_UNIT_CENTS
    return [
        state.plays,
        (state.won_cents - state.pending_cents) // settings.METER_PRIZE_UNIT_CENTS,
        (state.coin_in_cents + state.note_in_cents + state.card_in_cents) // unit_cents,
        (state.coin_out_cents + state.card_out_cents) // unit_cents,
    ]


def rest(state: State) -> None:
    """At boot: leave a meter whose pulse a power cut has ended the time that it needs."""
    _stage(state, PAUSING, CYCLE_MS)


def poll(state: State) -> None:
    """Move all four coils on together: on, counted, off, pause."""
    if state.meters_stage != RESTING:
        if state.now_ms < state.meters_due_ms:
            state.tick_at(state.meters_due_ms)
            return
        _advance(state)
    if state.meters_stage == RESTING:
        _begin(state)


def _begin(state: State) -> None:
    # What hangs between the pulse and its mark when the mains are gone would be given twice.
    if state.meters_at == state.sequence:
        return
    if state.locked or state.failing or not board.METER_LOOP.value():
        return
    target = owed(state)
    pulses = 0
    for meter in range(len(nvram.METERS)):
        if target[meter] > state.given[meter]:
            pulses |= 1 << meter
    if pulses:
        state.meters_on = pulses
        _drive(state)
        _stage(state, PULSING, COUNTS_MS)
    else:
        state.meters_at = state.sequence


def _advance(state: State) -> None:
    if state.meters_stage == PULSING:
        for meter in range(len(nvram.METERS)):
            state.given[meter] += state.meters_on >> meter & 1
        store.commit_marks(state)
        _stage(state, COUNTED, ON_MS - COUNTS_MS)
    elif state.meters_stage == COUNTED:
        state.meters_on = 0
        _drive(state)
        _stage(state, PAUSING, CYCLE_MS - ON_MS)
    else:
        state.meters_stage = RESTING


def _stage(state: State, stage: int, for_ms: int) -> None:
    state.meters_stage = stage
    # One more as pulses.py has it, for a pulse that is long enough.
    state.meters_due_ms = state.now_ms + for_ms + 1
    state.tick_at(state.meters_due_ms)


def _drive(state: State) -> None:
    for meter in range(len(nvram.METERS)):
        board.METERS[meter].value(state.meters_on >> meter & 1)
