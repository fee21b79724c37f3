# SPDX-License-Identifier: MIT
"""
The note in escrow: whether it may come in, that it was sent on, and when it is credited.

A note is credited only once it is irrevocably stacked, in one commit (New York, 9 NYCRR 5319.54). That it was
sent to the stacker is committed before the stacker moves: a start after a cut knows that an answer is due.
"""

import coins
import credit
import events
import nvram
import settings
import store
from state import State


def welcome(state: State) -> bool:
    """Tell whether the note fits, and its change and any prize could be paid (B-12, B-17, B-20, B-21)."""
    return (
        state.note_stage == nvram.NOTE_NONE
        and coins.willing(state)
        and credit.admits(state, settings.NOTE_CENTS)
    )


def send(state: State) -> bool:
    """Commit that the note in escrow goes to the stacker; False if that cannot be written."""
    state.note_stage = nvram.NOTE_SENT
    store.commit(state)
    return not state.locked


def book(state: State, stage: int) -> None:
    """Credit the note that has been stacked, once; ``stage`` is what follows."""
    state.note_stage = stage
    state.note_in_cents += settings.NOTE_CENTS
    state.notes_in += 1
    credit.take(state, settings.NOTE_CENTS)
    store.commit(state)


def give_back(state: State) -> None:
    """Count a note that goes back to the player out of escrow; a test counts its own."""
    if state.test_notes:
        state.test_count += 1
        return
    state.note_stage = nvram.NOTE_NONE
    state.notes_back += 1
    store.commit(state)


def lose(state: State) -> None:
    """The note that was sent will not be stacked any more: after a cut, or by hand, it went back."""
    store.log(state, events.NOTE_BACK)
    give_back(state)


def finish(state: State) -> None:
    """The acceptor knows that its note was booked: the next one may come."""
    state.note_stage = nvram.NOTE_NONE
    store.commit(state)


def dismiss(state: State) -> None:
    """The acceptor tells of a note that nobody sent: acknowledge it without money."""
    state.note_stage = nvram.NOTE_BOOKED
    store.commit(state)
