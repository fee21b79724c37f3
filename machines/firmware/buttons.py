# SPDX-License-Identifier: MIT
"""The buttons: contacts that bounce become presses, each reported once."""

import board
from state import BUTTONS, EDGE_BUTTON, State

# A contact counts once it has been quiet for so long; the worst of ours bounces for 5 ms.
DEBOUNCE_MS = 15


def poll(state: State) -> None:
    """Gather the presses of this tick in ``state.presses``, a bit a button."""
    state.presses = 0
    for button in range(BUTTONS):
        if state.take_edge(EDGE_BUTTON + button):
            state.button_edge_ms[button] = state.now_ms
        edge_ms = state.button_edge_ms[button]
        if edge_ms < 0:
            continue
        if state.now_ms - edge_ms < DEBOUNCE_MS:
            state.wake_at(edge_ms + DEBOUNCE_MS)
            continue
        state.button_edge_ms[button] = -1
        _settle(state, button)


def _settle(state: State, button: int) -> None:
    bit = 1 << button
    if board.BUTTONS[button].value():
        if not state.buttons_down & bit:
            state.buttons_down |= bit
            state.presses |= bit
    else:
        state.buttons_down &= ~bit
