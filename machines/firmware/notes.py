# SPDX-License-Identifier: MIT
"""The note acceptor of a model that has one, on lines of its own or on the ccTalk bus."""

import escrow
import note_drive as drive
import settings
from state import State


def boot(state: State) -> None:
    """Find out what became of a note that was on its way."""
    if settings.NOTE_CENTS:
        drive.boot(state)


def poll(state: State) -> None:
    """Decide about a note in escrow, book one that has been stacked."""
    if settings.NOTE_CENTS:
        drive.poll(state)


def close(state: State) -> None:
    """Let notes in or keep them out; like coins, after all else that a tick decides."""
    if settings.NOTE_CENTS:
        # While money is welcome a note follows from the rows that the inhibits follow from.
        if state.test_notes or state.note_at < 0 or state.note_at != state.inhibits_at:
            state.note_open = state.test_notes or escrow.welcome(state)
            state.note_at = -1 if state.test_notes else state.inhibits_at
        drive.close(state)
