# SPDX-License-Identifier: MIT
"""The buttons: contacts that bounce become presses, each reported once."""

import alerts
import board
from state import BUTTONS, EDGE_BUTTON, State

# A contact counts once it has been quiet for so long; the worst of ours bounces for 5 ms.
DEBOUNCE_MS = 15
# Nobody leans on a button for so long: it is stuck.
STUCK_MS = 30_000
# Times of buttons that nobody touches.
_REST = [-1] * BUTTONS


def poll(state: State) -> None:
    """Gather the presses of this tick in ``state.presses``, a bit a button, while one is touched."""
    state.presses = 0
    for button in range(BUTTONS):
        if state.take_edge(EDGE_BUTTON + button):
            if state.button_edge_ms[button] < 0:
                state.button_first_ms[button] = state.now_ms
            state.button_edge_ms[button] = state.now_ms
        if state.button_down_ms[button] >= 0:
            _watch(state, button)
        edge_ms = state.button_edge_ms[button]
        if edge_ms < 0:
            continue
        if state.now_ms - edge_ms < DEBOUNCE_MS:
            state.tick_at(edge_ms + DEBOUNCE_MS)
            continue
        state.button_edge_ms[button] = -1
        _settle(state, button)
    state.touched = state.button_edge_ms != _REST or state.button_down_ms != _REST


def _settle(state: State, button: int) -> None:
    bit = 1 << button
    if board.BUTTONS[button].value():
        if not state.buttons_down & bit:
            state.buttons_down |= bit
            state.presses |= bit
            state.button_down_ms[button] = state.now_ms
            state.tick_at(state.now_ms + STUCK_MS)
    else:
        state.buttons_down &= ~bit
        state.button_down_ms[button] = -1
        alerts.end(state, _name(button))


def _watch(state: State, button: int) -> None:
    """Tell once of a button that does not come up again."""
    stuck_ms = state.button_down_ms[button] + STUCK_MS
    if state.now_ms >= stuck_ms:
        state.button_down_ms[button] = -1
        alerts.begin(state, _name(button))
    else:
        state.tick_at(stuck_ms)


def _name(button: int) -> str:
    return f"button_{button + 1}"
