# SPDX-License-Identifier: MIT
"""
Reels on a screen, through the display controller on the bus; the functions are those of the stepper reels.

The controller is told to run all reels and then, one after the other from the left, where to stop.
"""

import board
import pins
import settings
import tilt
from state import REELS, State

_COMMAND = 0
_SET = 1
_MOVING = 2
_STOP_AT = 16
_RUN = 1

REST = 0
RUNNING = 1
STOPPING = 2

# The earliest stop of the first reel and how long braking takes at most; the pause between is the model's.
SPIN_MS = 900
BRAKE_MS = 345
LATE_MS = 2_000
RETRY_MS = 20


def begin(state: State, stops: list[int], strips: int, wobble: bytes) -> None:
    """
    Set the reels turning.

    Args:
        stops: the stop to come to rest at, of each reel.
        strips: which set of strips turns, 0 or 1.
        wobble: a byte a reel; a tenth of a second of it goes to the first stop.
    """
    state.reels_due = False
    state.stirred = True
    state.reels_begun_ms = state.now_ms
    state.reels_next_ms = state.now_ms + SPIN_MS + wobble[0] * 100 // 256
    if not _write(state, _SET, bytes([strips])) or not _write(state, _COMMAND, bytes([_RUN])):
        return
    for reel in range(REELS):
        state.reel_target[reel] = stops[reel]
        state.reel_stage[reel] = RUNNING
    state.tick_at(state.reels_next_ms)


def _write(state: State, register: int, data: bytes) -> bool:
    if board.bus_write(pins.SCREEN_ADDRESS, register, data):
        return True
    _fault(state)
    return False


def _fault(state: State) -> None:
    """In a play it stops the machine; a test is there to find it, and says it itself."""
    halt(state)
    if state.test_reels:
        state.test_fault = 1
        state.tick_at(state.now_ms)
    else:
        tilt.report(state, "screen")


def busy(state: State) -> bool:
    """Tell whether a reel is still to come to rest."""
    return max(state.reel_stage) != REST


def in_place(state: State) -> bool:
    """Tell whether the reels stand where they came to rest: no hand moves a picture."""
    return True


def counted(state: State, reel: int) -> str:
    """Return nothing: a picture has no encoder."""
    return ""


def halt(state: State) -> None:
    """Give up what is shown; it has to be shown again."""
    for reel in range(REELS):
        state.reel_stage[reel] = REST
    state.homed = False
    state.reels_due = True
    state.stirred = True


def poll(state: State) -> None:
    """Bring the reels to rest one after the other, from the left."""
    if not busy(state):
        return
    if not tilt.ready(state) and (not state.test_reels or state.test_fault):
        halt(state)
    elif state.now_ms < state.reels_next_ms:
        state.tick_at(state.reels_next_ms)
    elif RUNNING in state.reel_stage:
        _stop(state, state.reel_stage.index(RUNNING))
    else:
        _await_rest(state)


def _stop(state: State, reel: int) -> None:
    if not _write(state, _STOP_AT + reel, bytes([state.reel_target[reel]])):
        return
    state.reel_stage[reel] = STOPPING
    state.reels_next_ms = state.now_ms + (settings.STOP_PAUSE_MS if RUNNING in state.reel_stage else BRAKE_MS)
    state.tick_at(state.reels_next_ms)


def _await_rest(state: State) -> None:
    raw = board.bus_read(pins.SCREEN_ADDRESS, _MOVING, 1)
    late = state.now_ms > state.reels_begun_ms + LATE_MS + SPIN_MS + REELS * settings.STOP_PAUSE_MS
    if not raw or (raw[0] and late):
        _fault(state)
    elif raw[0]:
        state.reels_next_ms = state.now_ms + RETRY_MS
        state.tick_at(state.reels_next_ms)
    else:
        for reel in range(REELS):
            state.reel_stage[reel] = REST
        state.homed = True
        state.stirred = True
