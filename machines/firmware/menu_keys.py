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


def turned(state: State, count: int) -> bool:
    """
    Take a page of ``count`` rows, each in steps, where the buttons want it; tell whether that is another row.

    The rows are newest first, state.menu_at the one shown, state.menu_shown its steps, state.menu_step the
    one shown. Whoever is told of another row reads it.
    """
    if pressed(state, UP | DOWN) and count:
        state.menu_at = moved(state, state.menu_at, count)
        return True
    if pressed(state, ENTER):
        state.menu_step = (state.menu_step + 1) % len(state.menu_shown)
    return False
