# SPDX-License-Identifier: MIT
"""Menu page of the buttons: each press is named and counted; COLLECT pressed twice leaves."""

import menu_keys
import test_lamps
import testcoins
from state import BUTTONS, COLLECT, HOLD, LAMP_HOLD_AT, RESERVE, State


def enter(state: State) -> None:
    """No button was pressed, no lamp is lit."""
    testcoins.forget(state)
    state.menu_lamps = 0


def poll(state: State) -> bool:
    """Count the presses; the lamp of a button that was pressed is lit."""
    if state.test_last == COLLECT and menu_keys.pressed(state, menu_keys.LEAVE):
        return False
    for button in range(BUTTONS):
        if state.presses >> button & 1 and _lamp(button) in test_lamps.LAMPS:
            state.test_count = state.test_count + 1 if button == state.test_last else 1
            state.test_last = button
            state.menu_lamps |= 1 << _lamp(button)
    return True


def _lamp(button: int) -> int:
    """Return the place of the lamp in a button: they have the same order but for RESERVE and the tower."""
    if button == RESERVE:
        return test_lamps.RESERVE_AT
    return button if button < HOLD else LAMP_HOLD_AT + button - HOLD


def text(state: State) -> tuple:
    """Return the button that was pressed last, and how often running."""
    if state.test_last < 0:
        return ("button_go",)
    return ("button_seen", test_lamps.name(_lamp(state.test_last)), state.test_count)
