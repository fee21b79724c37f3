# SPDX-License-Identifier: MIT
"""
Menu page of the test play: the light runs, START stops it, and the line says how far off it was.

Nothing of it is committed and no credit is asked for: no counter moves, and whatever ends the page, the
power too, the machine is what it was before.
"""

import events
import menu_keys
import settings
import stopper
import store
from state import LAMP_COLLECT, LAMP_START, START, State

# The round that is played, the first one; it is over after this many laps.
_LAPS = 3
_STEP_MS = 20


def enter(state: State) -> None:
    """Nothing runs yet."""
    state.test_count = 0
    state.test_rolling = False
    state.test_last = 0


def leave(state: State) -> None:
    """How many plays there were is written down."""
    state.test_rolling = False
    store.log(state, events.TEST_PLAYS, state.test_count)
    store.commit(state)


def poll(state: State) -> bool:
    """Start the light, or stop it."""
    if menu_keys.pressed(state, menu_keys.LEAVE):
        return False
    lap_ms = settings.LAPS_MS[0]
    if state.test_rolling:
        state.wake_at(state.now_ms + _STEP_MS)
        if state.presses >> START & 1:
            at_ms = state.button_first_ms[START] - state.test_due_ms
            state.test_last = stopper.off_ms(at_ms, lap_ms)
            state.test_rolling = False
        elif state.now_ms - state.test_due_ms >= _LAPS * lap_ms:
            state.test_rolling = False
    elif state.presses >> START & 1:
        state.test_due_ms = state.now_ms
        state.test_rolling = True
        state.test_count += 1
    state.menu_lamps = LAMP_COLLECT | LAMP_START
    return True


def text(state: State) -> tuple:
    """Return where the light is, or how far off the last press was."""
    if state.test_rolling:
        at_ms = state.now_ms - state.test_due_ms
        return ("test_light", stopper.light(at_ms, settings.LAPS_MS[0], settings.LIGHTS))
    if not state.test_count:
        return ("test_stop",)
    return ("test_off", state.test_last, stopper.points(state.test_last, settings.ZONES))
