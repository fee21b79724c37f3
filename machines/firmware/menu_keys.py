# SPDX-License-Identifier: MIT
"""The buttons and lamps of the service menu, for the menu and its pages."""

from state import COLLECT, HOLD, START, State

# Presses, as bits of state.presses.
UP = 1 << HOLD
DOWN = 1 << HOLD + 1
ENTER = 1 << HOLD + 2 | 1 << START
LEAVE = 1 << COLLECT


def pressed(state: State, buttons: int) -> bool:
    """Tell whether one of these buttons was pressed in this tick."""
    return state.presses & buttons != 0


def moved(state: State, at: int, count: int) -> int:
    """Return where UP and DOWN take a place in a list of ``count``, round its ends."""
    if pressed(state, UP):
        at -= 1
    if pressed(state, DOWN):
        at += 1
    return at % count
