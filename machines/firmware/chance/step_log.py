# SPDX-License-Identifier: MIT
"""Writes the steps of the last plays into the FRAM, reads those of one play back, and tests them."""

import alerts
import board
import nvram
import outcome
import steps
import store
from state import State

# How often the rows of one play are read while nothing goes on; in eleven times of it all are.
CHECK_MS = 60_000


def write(state: State, before: bytes, kind: int, choice: int) -> None:
    """
    Write the row of the step that was just decided; it counts with the commit that the caller makes next.

    Args:
        before: state of the play program before the step.
        kind: of its action, as payout.step has it.
        choice: what the player chose.
    """
    if kind == outcome.PLAY:
        state.step_number = 0
    elif state.step_number < 0:
        # The first step after a start: the play went on from the row that led to this state.
        found = _whole(state, state.starts, before)
        state.step_number = found[-1]["step"] + 1 if found else 0
    free_left, _, _ = outcome.left(state.outcome)
    values = [state.starts, state.step_number, kind, choice]
    values += state.stops
    values += [outcome.row(state.outcome), outcome.pots_hit(state.outcome), free_left]
    values += [outcome.step_cents(state.outcome), outcome.won_cents(state.outcome)]
    values += [outcome.pots_cents(state.outcome), state.credits_cents, steps.state_crc(state.state)]
    store.write(state, steps.place(state.starts, state.step_number), steps.pack(values, state.seals))
    state.step_number += 1
    state.steps_back = 0


def _whole(state: State, play: int, program: bytes) -> list:
    rows = [board.fram_read(steps.place(play, step), steps.SIZE) for step in range(steps.STEPS)]
    return steps.of_play(play, rows, program, state.seals)


def of_play(state: State, play: int) -> list:
    """Return the steps of a play that the FRAM still holds."""
    going_on = play == state.starts and state.phase != nvram.PHASE_IDLE
    return _whole(state, play, state.state if going_on else b"")


def check(state: State) -> None:
    """Once in a while read the rows of one play, the newest first; tell of one that is damaged."""
    if state.now_ms < state.steps_check_ms:
        state.look_at(state.steps_check_ms)
        return
    state.steps_check_ms = state.now_ms + CHECK_MS
    play = state.starts + steps.PLAYS - state.steps_back
    state.steps_back = (state.steps_back + 1) % steps.PLAYS
    bit = 1 << play % steps.PLAYS
    if not _damaged(state, play):
        state.steps_damaged &= ~bit
    elif not state.steps_damaged & bit:
        state.steps_damaged |= bit
        alerts.begin(state, "recall")


def _damaged(state: State, play: int) -> bool:
    """Tell whether a row of a play's block is spoilt; that of the next step may be torn by a cut."""
    following = steps.place(state.starts + 1, 0)
    for step in range(steps.STEPS):
        at = steps.place(play, step)
        if at != following and not steps.sound(board.fram_read(at, steps.SIZE), at, state.seals):
            return True
    return False
