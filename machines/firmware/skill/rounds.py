# SPDX-License-Identifier: MIT
"""What the rounds of every game of skill share: their rows, and the pause between two of them."""

import game
import rows
import store
from state import State

# A round that is not running, or a pause that has not begun.
NOT = -1


def put(state: State, name: str, value: int) -> None:
    """Set a row; the caller commits."""
    state.state = rows.put(state.state, name, value)


def add(state: State, name: str, value: int) -> None:
    """Add to a row; the caller commits."""
    put(state, name, rows.get(state.state, name) + value)


def blank(state: State) -> None:
    """A play begins, or is forgotten: no rounds, no points, nothing won."""
    for name in ("round", "points", "won", "left_ms"):
        put(state, name, 0)
    put(state, "light", rows.NO_LIGHT)
    state.stop_known = False


def running(state: State) -> bool:
    """Tell whether a round is running now."""
    return state.round_ms != NOT


def halt(state: State) -> None:
    """Something keeps the machine from its game: the round under way will begin anew."""
    state.round_ms = NOT
    state.round_due_ms = NOT


def rested(state: State) -> bool:
    """Tell whether the pause before the next round is over; begin it where none runs."""
    if state.round_due_ms == NOT:
        state.round_due_ms = state.now_ms + game.row(state)[game.PAUSE_MS]
    if state.now_ms < state.round_due_ms:
        state.wake_at(state.round_due_ms)
        return False
    return True


def over(state: State) -> None:
    """A round is over: what came of it stands, committed before it shows."""
    halt(state)
    store.commit(state)
    rested(state)
