# SPDX-License-Identifier: MIT
"""
A note acceptor on lines of the expander: escrow, stacked and fault in; enable, stack and return out.

The end of a cut may fall between the stacker and our commit, so stacked is a question that stays until it is
answered: the acceptor asserts it over power cuts, too, until stack is asserted once more after the commit.
"""

import escrow
import expander
import nvram
import tilt
from state import State

# After power on the acceptor tests itself and moves a note that it finds in its path, for 3 s at most.
START_MS = 4_000
# From the request until it has stacked or says that it cannot; it needs 2 s at most.
ANSWER_MS = 3_000
# Half a period of the acknowledgement.
ACK_MS = 20


def boot(state: State) -> None:
    """What the acceptor has in it is told once it has tested itself."""
    state.note_due_ms = state.now_ms + START_MS
    state.note_start_ms = state.note_due_ms


def poll(state: State) -> None:
    """Answer the acceptor; what it has stacked is booked whatever else is wrong with the machine."""
    if state.locked or state.expander_lost:
        return
    if expander.asserted(state, expander.NOTE_STACKED):
        _stacked(state)
    elif state.note_stage == nvram.NOTE_BOOKED:
        expander.drive(state, expander.NOTE_STACK, False)
        state.note_stray = False
        escrow.finish(state)
    if expander.asserted(state, expander.NOTE_FAULT):
        _fault(state)
    elif state.note_stage == nvram.NOTE_SENT:
        _wait(state)
    elif state.note_stage == nvram.NOTE_NONE:
        _escrow(state)


def _stacked(state: State) -> None:
    """
    Book what was asked for, then acknowledge.

    A note that nobody sent is no money: it stops the machine, and is acknowledged once somebody looked at it.
    """
    if state.note_stage == nvram.NOTE_NONE:
        if state.note_stray and not state.tilt:
            escrow.dismiss(state)
        else:
            state.note_stray = True
            tilt.report(state, "note")
        return
    if state.note_stage == nvram.NOTE_SENT:
        escrow.book(state, nvram.NOTE_BOOKED)
        state.note_due_ms = state.now_ms
    if state.note_stage == nvram.NOTE_BOOKED and not state.locked:
        if state.now_ms >= state.note_due_ms:
            expander.drive(state, expander.NOTE_STACK, not state.outputs & expander.NOTE_STACK)
            state.note_due_ms = state.now_ms + ACK_MS
        state.wake_at(state.note_due_ms)


def _fault(state: State) -> None:
    """After a start it may still be testing itself; what became of a note is known when it is over."""
    if state.note_stage == nvram.NOTE_SENT:
        state.note_due_ms = state.now_ms + ANSWER_MS
    if state.now_ms >= state.note_start_ms:
        tilt.report(state, "note")
    else:
        state.wake_at(state.note_start_ms)


def _wait(state: State) -> None:
    """A note was sent: ask again if it is still in escrow, give up once no answer can come any more."""
    if state.now_ms >= state.note_due_ms:
        expander.drive(state, expander.NOTE_STACK, False)
        escrow.lose(state)
        return
    if expander.asserted(state, expander.NOTE_ESCROW):
        expander.drive(state, expander.NOTE_STACK, True)
    state.wake_at(state.note_due_ms)


def _escrow(state: State) -> None:
    """A good note waits: into the stacker with it, or back to the player (B-21)."""
    if not expander.asserted(state, expander.NOTE_ESCROW):
        expander.drive(state, expander.NOTE_RETURN | expander.NOTE_STACK, False)
    elif state.outputs & expander.NOTE_RETURN:
        return
    elif escrow.welcome(state):
        if escrow.send(state):
            state.note_due_ms = state.now_ms + ANSWER_MS
            _wait(state)
    else:
        escrow.give_back(state)
        expander.drive(state, expander.NOTE_RETURN, True)


def close(state: State) -> None:
    """Let notes in, or keep them out."""
    if not state.expander_lost:
        expander.drive(state, expander.NOTE_ENABLE, state.note_open)
