# SPDX-License-Identifier: MIT
"""
Test play of the light stopper, for test_play.py: START lets it run and stops it, and the line says how far
off it was. The round that is played is the first one.
"""

import game
import settings
import stopper
from state import LAMP_START, START, State

# It is over after this many laps.
_LAPS = 3
_STEP_MS = 20
# Places of what only this kind has in its row of settings.GAMES.
_LAPS_MS = 0
_ZONES = 2


def _lap_ms(state: State) -> int:
    return game.rules(state)[_LAPS_MS][0]


def poll(state: State) -> int:
    """Start the light, or stop it; return the lamps of the buttons that it takes."""
    lap_ms = _lap_ms(state)
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
    return LAMP_START


def text(state: State) -> tuple:
    """Return where the light is, or how far off the last press was."""
    if state.test_rolling:
        at_ms = state.now_ms - state.test_due_ms
        return ("test_light", stopper.light(at_ms, _lap_ms(state), settings.LIGHTS))
    if not state.test_count:
        return ("test_stop",)
    return ("test_off", state.test_last, stopper.points(state.test_last, game.rules(state)[_ZONES]))
