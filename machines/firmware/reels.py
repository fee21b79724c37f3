# SPDX-License-Identifier: MIT
"""
The stepper reels, through the three-axis controller on the bus: spin, stop left to right, find home.

The controller counts steps from wherever it woke up; its INDEX register latches that count whenever
the optic passes. ``reel_offset`` is the last INDEX seen, so step s of the reel is offset + s for the
controller. Every spin reads it anew: reels home themselves by spinning, and a reel that lost steps or
stands still is found out.
"""

import struct

import board
import pins
import settings
import tilt
from state import REELS, State

_AXIS = 0x10
_CMD = 0
_VELOCITY = 2
_TARGET = 4
_BLOCK = 12
_FREE = 0
_RUN = 1
_STOP = 2
_MOVING = 1

REST = 0
RUNNING = 1
STOPPING = 2

RAMP_MS = 180
BRAKE_MS = 120
# The earliest stop of the first reel, and the pause before the next one is told to stop.
SPIN_MS = 1_100
GAP_MS = 300
# Not once round in this time at full speed (2.5 turns a second at least): the reel does not turn (K-17).
STALL_MS = 1_200
RETRY_MS = 20
STOP_MAX_MS = 3_000


def begin(state: State, stops: list[int], held: int, wobble: bytes) -> None:
    """
    Set the reels turning, each at a speed of its own (K-18).

    Args:
        stops: the stop to come to rest at, of each reel.
        held: reels that stay as they are, bit 0 the left one; one without a home turns all the same.
        wobble: a byte a reel, 2.5 to 3 turns a second.
    """
    state.reels_due = False
    state.reels_begun_ms = state.now_ms
    state.reels_next_ms = state.now_ms + SPIN_MS
    for reel in range(REELS):
        steps = settings.MOTOR_STEPS[reel]
        state.reel_target[reel] = stops[reel] * steps // settings.STOPS[reel]
        if held >> reel & 1 and state.reel_offset[reel] >= 0:
            continue
        state.reel_velocity[reel] = steps * 5 // 2 + steps * wobble[reel] // 512
        axis = _read(state, reel)
        if not axis:
            halt(state)
            return
        state.reel_turns[reel] = axis[6]
        _write(state, reel, _VELOCITY, struct.pack("<H", state.reel_velocity[reel]))
        _write(state, reel, _CMD, bytes([_RUN]))
        state.reel_stage[reel] = RUNNING
    state.wake_at(state.reels_next_ms)


def busy(state: State) -> bool:
    """Tell whether a reel is still to come to rest."""
    return max(state.reel_stage) != REST


def halt(state: State) -> None:
    """Let go of all reels at once; they have to find home again."""
    for reel in range(REELS):
        board.bus_write(pins.REELS_ADDRESS, reel * _AXIS + _CMD, bytes([_FREE]))
        state.reel_stage[reel] = REST
        state.reel_offset[reel] = -1
    state.homed = False
    state.reels_due = True


def poll(state: State) -> None:
    """Bring the reels to rest one after the other, from the left."""
    if not busy(state):
        return
    if not tilt.ready(state):
        halt(state)
        return
    if STOPPING in state.reel_stage:
        _await_rest(state, state.reel_stage.index(STOPPING))
    elif state.now_ms >= state.reels_next_ms:
        _stop(state, state.reel_stage.index(RUNNING))
    else:
        state.wake_at(state.reels_next_ms)
    if not busy(state):
        state.homed = True


def _read(state: State, reel: int) -> tuple:
    """Return command, status, velocity, target, position, index and turns of a reel, or () and a tilt."""
    raw = board.bus_read(pins.REELS_ADDRESS, reel * _AXIS, _BLOCK)
    if len(raw) != _BLOCK:
        tilt.report(state, f"reel_{reel + 1}")
        return ()
    return struct.unpack("<BBHHHHH", raw)


def _write(state: State, reel: int, register: int, data: bytes) -> None:
    if not board.bus_write(pins.REELS_ADDRESS, reel * _AXIS + register, data):
        tilt.report(state, f"reel_{reel + 1}")


def _stop(state: State, reel: int) -> None:
    """Find home by the last index, then tell the reel where to come to rest and reckon when it will."""
    axis = _read(state, reel)
    if not axis:
        return
    steps = settings.MOTOR_STEPS[reel]
    velocity = state.reel_velocity[reel]
    spun_ms = state.now_ms - state.reels_begun_ms
    # Half the ramp is lost; two steps of slack keep a reel that just misses its optic out of trouble.
    turns = (velocity * (spun_ms - RAMP_MS // 2) // 1000 - 2) // steps
    if (axis[6] - state.reel_turns[reel]) & 0xFFFF < max(turns, 1):
        _retry(state, reel, spun_ms < RAMP_MS + STALL_MS)
        return
    if not _keeps_home(state, reel, axis[5]):
        return
    target = (state.reel_offset[reel] + state.reel_target[reel]) % steps
    _write(state, reel, _TARGET, struct.pack("<H", target))
    _write(state, reel, _CMD, bytes([_STOP]))
    distance = (target - axis[4]) % steps
    if distance * 1000 < velocity * BRAKE_MS // 2:
        distance += steps
    state.reel_stage[reel] = STOPPING
    # While it brakes the reel covers half of what it would at full speed.
    state.reel_due_ms[reel] = state.now_ms + distance * 1000 // velocity + BRAKE_MS // 2 + 2
    state.wake_at(state.reel_due_ms[reel])


def _retry(state: State, reel: int, in_time: bool) -> None:
    if in_time:
        state.reels_next_ms = state.now_ms + RETRY_MS
        state.wake_at(state.reels_next_ms)
    else:
        tilt.report(state, f"reel_{reel + 1}")


def _keeps_home(state: State, reel: int, index: int) -> bool:
    """Take the index as home; a reel that is off by more than half a stop has lost steps (GLI-11)."""
    steps = settings.MOTOR_STEPS[reel]
    known = state.reel_offset[reel]
    state.reel_offset[reel] = index
    off = (index - known) % steps
    if known >= 0 and min(off, steps - off) * 2 * settings.STOPS[reel] > steps:
        tilt.report(state, f"reel_{reel + 1}")
        return False
    return True


def _await_rest(state: State, reel: int) -> None:
    if state.now_ms < state.reel_due_ms[reel]:
        state.wake_at(state.reel_due_ms[reel])
        return
    axis = _read(state, reel)
    if not axis:
        return
    if axis[1] & _MOVING:
        if state.now_ms - state.reels_begun_ms > STOP_MAX_MS * REELS:
            tilt.report(state, f"reel_{reel + 1}")
        state.reel_due_ms[reel] = state.now_ms + RETRY_MS
        state.wake_at(state.reel_due_ms[reel])
        return
    if not _keeps_home(state, reel, axis[5]):
        return
    state.reel_stage[reel] = REST
    state.reels_next_ms = state.now_ms + GAP_MS
    if busy(state):
        state.wake_at(state.reels_next_ms)
