# SPDX-License-Identifier: MIT
"""
Menu page of the reels: all of them turn and come to rest at one stop, watched as in a play.

A reel that is at fault is named and stops the test, not the machine: the next play would find it. The
page says what its encoder counted of what the motor was told: nothing of it, encoder or drum stand; all of
it, the optic missed a pass. What the reels showed before is shown again once the door is closed.
"""

import menu_keys
import reels
import settings
from state import REELS, State

_CHOOSE = 0
_RUN = 1
_DONE = 2
# How often the page looks whether they have come to rest.
LOOK_MS = 50


def enter(state: State) -> None:
    """Nothing turns yet."""
    state.test_stage = _CHOOSE


def leave(state: State) -> None:
    """Let go of reels that still turn; those that have turned must show the last play again."""
    if state.test_reels:
        state.test_reels = False
        reels.halt(state)


def poll(state: State) -> bool:
    """Choose a stop, turn, look."""
    if state.test_stage == _RUN:
        state.wake_at(state.now_ms + LOOK_MS)
        if state.test_fault or not reels.busy(state):
            state.test_stage = _DONE
        return not menu_keys.pressed(state, menu_keys.LEAVE)
    at = menu_keys.moved(state, state.menu_at, max(settings.STOPS))
    if at != state.menu_at:
        state.menu_at = at
        state.test_stage = _CHOOSE
    if menu_keys.pressed(state, menu_keys.ENTER):
        begin(state, [state.menu_at % settings.STOPS[reel] for reel in range(REELS)], 0, bytes(REELS))
        state.test_stage = _RUN
    return not menu_keys.pressed(state, menu_keys.LEAVE)


def begin(state: State, stops: list[int], held: int, wobble: bytes) -> None:
    """Turn the reels as a play does, with the door open."""
    state.test_reels = True
    state.test_fault = 0
    reels.begin(state, stops, held, wobble)


def text(state: State) -> tuple:
    """Return the stop that is chosen, or how it went."""
    if state.test_stage == _RUN:
        return ("reels_run",)
    if state.test_stage == _DONE:
        return bad(state) if state.test_fault else ("reels_good", state.menu_at)
    return ("reels_go", state.menu_at)


def bad(state: State) -> tuple:
    """Return the message that names the reel at fault."""
    return ("reel_bad", state.test_fault, reels.counted(state, state.test_fault - 1))
