# SPDX-License-Identifier: MIT
"""
Menu page of the note test: a note is let in as far as escrow, and given back.

No money moves: with the door open no note goes on to the stacker. What comes back while the page is open is
counted as a test's and not as a note refused to a player.
"""

import events
import menu_keys
import settings
import store
import texts
from state import State


def enter(state: State) -> None:
    """Open the acceptor."""
    state.test_count = 0
    state.test_notes = True


def leave(state: State) -> None:
    """Close it, and write down how many notes were seen."""
    state.test_notes = False
    store.log(state, events.NOTE_TEST, state.test_count)
    store.commit(state)


def poll(state: State) -> bool:
    """Wait for notes until the page is left."""
    return not menu_keys.pressed(state, menu_keys.LEAVE | menu_keys.ENTER)


def text(state: State) -> tuple:
    """Return how many notes were known."""
    amount = texts.amount(settings.NOTE_CENTS)
    return ("note_seen", amount, state.test_count) if state.test_count else ("note_go", amount)
