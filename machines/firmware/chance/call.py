# SPDX-License-Identifier: MIT
"""
The signs for the people around the machine: the staff is called, a coin was accepted, a sound (C-14 to C-16).

The button that reserves on other types calls here, in any state of the machine; pressed again, or with the
operator key turned, the call is over. A power cut ends it, too: whoever called is still there.
"""

import expander
import nvram
from state import BUZZER, LAMP_ACCEPT, LAMP_RESERVE, LAMP_TOWER, RESERVE, State

# How long the light stays that tells of an accepted coin; the next one begins it anew.
ACCEPT_MS = 1_000
# The sound of a hand pay is on and off for so long.
BEAT_MS = 500


def accepted(state: State) -> None:
    """A coin fell through and was booked."""
    state.accept_until_ms = state.now_ms + ACCEPT_MS


def poll(state: State) -> bool:
    """Take the press of this tick, and the operator key; tell whether the staff was called now."""
    if state.menu_lamps >= 0:
        return False
    pressed = state.presses >> RESERVE & 1 != 0
    state.presses &= ~(1 << RESERVE)
    if state.keys > 0 and state.keys & expander.KEY_OPERATOR:
        state.calling = False
    elif pressed:
        state.calling = not state.calling
        return state.calling
    return False


def lamps(state: State) -> int:
    """Return the signs that are on, as bits."""
    lit = LAMP_RESERVE | LAMP_TOWER if state.calling else 0
    if state.now_ms < state.accept_until_ms:
        state.wake_at(state.accept_until_ms)
        lit |= LAMP_ACCEPT
    return lit | (BUZZER if _sounds(state) else 0)


def _sounds(state: State) -> bool:
    """A door or a fault sounds once, a prize that waits for the staff until it is paid or the door opened."""
    if state.now_ms < state.alarm_until_ms:
        return True
    if state.tilt != "handpay" or state.door_open == nvram.DOOR_OPEN:
        return False
    beat = state.now_ms // BEAT_MS
    state.wake_at((beat + 1) * BEAT_MS)
    return beat & 1 == 0
