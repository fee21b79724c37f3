# SPDX-License-Identifier: MIT
"""
The stepper reels, through the three-axis controller on the bus: spin, stop left to right, find home.

The controller counts steps from wherever it woke up; its INDEX register latches that count whenever
the optic passes and TURNS counts the passes. ``reel_offset`` is the last INDEX seen, so step s of the
reel is offset + s for the controller. Every spin reads it anew: reels home themselves by spinning. The
controller's path says exactly how often the optic had to pass, so a reel that lost steps, stands still or
was caught on its way is found out before its play is awarded.
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

# At rest a stage is 0: nothing but this says that a reel is busy.
REST = 0
RUNNING = 1
STOPPING = 2

RAMP_MS = 180
BRAKE_MS = 120
# The earliest stop of the first reel, and the pause before the next one is told to stop.
SPIN_MS = 1_100
GAP_MS = 300
RETRY_MS = 20
# A target this near to the shortest way that the controller can brake in: one of its fine steps decides
# whether it takes another turn first.
DOUBT_STEPS = 2
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
        state.reel_start[reel] = axis[4]
        state.reel_home[reel] = state.reel_offset[reel]
        state.reel_turns[reel] = axis[6]
        _write(state, reel, _VELOCITY, struct.pack("<H", state.reel_velocity[reel]))
        _write(state, reel, _CMD, bytes([_RUN]))
        state.reel_stage[reel] = RUNNING
    state.wake_at(state.reels_next_ms)


def busy(state: State) -> bool:
    """Tell whether a reel is still to come to rest."""
    return any(state.reel_stage)


def halt(state: State) -> None:
    """Let go of all reels at once; they have to find home again. A machine without reels is at home."""
    for reel in range(REELS):
        board.bus_write(pins.REELS_ADDRESS, reel * _AXIS + _CMD, bytes([_FREE]))
        state.reel_stage[reel] = REST
        state.reel_offset[reel] = -1
    state.homed = not REELS
    state.reels_due = not state.homed


def poll(state: State) -> None:
    """Bring the reels to rest one after the other, from the left."""
    if not busy(state):
        return
    if not tilt.ready(state) and (not state.test_reels or state.test_fault):
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


def _fault(state: State, reel: int) -> None:
    """In a play it stops the machine; a test is there to find it, and says it itself."""
    if state.test_reels:
        state.test_fault = reel + 1
        state.wake_at(state.now_ms)
    else:
        tilt.report(state, f"reel_{reel + 1}")


def _read(state: State, reel: int) -> tuple:
    """Return command, status, velocity, target, position, index and turns of a reel, or () and a tilt."""
    raw = board.bus_read(pins.REELS_ADDRESS, reel * _AXIS, _BLOCK)
    if len(raw) != _BLOCK:
        _fault(state, reel)
        return ()
    return struct.unpack("<BBHHHHH", raw)


def _write(state: State, reel: int, register: int, data: bytes) -> None:
    if not board.bus_write(pins.REELS_ADDRESS, reel * _AXIS + register, data):
        _fault(state, reel)


def _stop(state: State, reel: int) -> None:
    """Find home by the last index, then tell the reel where to come to rest and reckon when it will."""
    axis = _read(state, reel)
    if not axis:
        return
    steps = settings.MOTOR_STEPS[reel]
    velocity = state.reel_velocity[reel]
    path = _travelled(state, reel, axis[4])
    # A reel that slipped by half a stop is still to see an edge that its path has passed just now.
    slack = steps // settings.STOPS[reel] // 2
    if not _passes_counted(state, reel, axis, path, slack) or not _keeps_home(state, reel, axis[5]):
        return
    target = (state.reel_offset[reel] + state.reel_target[reel]) % steps
    distance = (target - axis[4]) % steps
    # While it brakes the reel covers half of what it would at full speed; all in thousandths of a step.
    spare = distance * 1000 - velocity * BRAKE_MS // 2
    if 0 <= spare < DOUBT_STEPS * 1000:
        state.reels_next_ms = state.now_ms + RETRY_MS
        state.wake_at(state.reels_next_ms)
        return
    if spare < 0:
        distance += steps
    _write(state, reel, _TARGET, struct.pack("<H", target))
    _write(state, reel, _CMD, bytes([_STOP]))
    state.reel_stage[reel] = STOPPING
    state.reel_path[reel] = path + distance
    state.reel_due_ms[reel] = state.now_ms + distance * 1000 // velocity + BRAKE_MS // 2 + 2
    state.wake_at(state.reel_due_ms[reel])


def _travelled(state: State, reel: int, position: int) -> int:
    """Return the steps a reel at full speed has made: whole turns by the clock, the rest exactly."""
    steps = settings.MOTOR_STEPS[reel]
    # Half the ramp is lost. The clock errs by a step or two, far less than the half turn allowed here.
    about = state.reel_velocity[reel] * (state.now_ms - state.reels_begun_ms - RAMP_MS // 2) // 1000
    off = (position - state.reel_start[reel] - about) % steps
    return about + off - (steps if off * 2 > steps else 0)


def passes(steps: int, start: int, path: int, home: int) -> int:
    """
    Return how often the optic sees its edge on the way; an edge where the way starts is over already.

    Args:
        steps: steps of a turn.
        start: position at the start.
        path: steps from there, 0 or more.
        home: position of the edge.
    """
    return (path + (start - home) % steps) // steps


def _passes_counted(state: State, reel: int, axis: tuple, path: int, slack: int) -> bool:
    """
    Compare the passes that the optic saw since the start with those on the reel's path (K-17).

    A reel that slips within its tolerance moves the edge on its way: either place will do, and slipping
    back over the edge it shows it once more.

    Args:
        axis: the reel's registers as _read returns them.
        path: steps since the start.
        slack: last steps of the path that need not have brought their edge yet.
    """
    steps = settings.MOTOR_STEPS[reel]
    start, home, index = state.reel_start[reel], state.reel_home[reel], axis[5]
    seen = (axis[6] - state.reel_turns[reel]) & 0xFFFF
    homes = (index, index if home < 0 else home)
    least = min([passes(steps, start, path - slack, at) for at in homes])
    most = max([passes(steps, start, path, at) for at in homes]) + (index != home)
    if least <= seen <= most:
        return True
    _fault(state, reel)
    return False


def _keeps_home(state: State, reel: int, index: int) -> bool:
    """Take the index as home; a reel that is off by more than half a stop has lost steps (GLI-11)."""
    steps = settings.MOTOR_STEPS[reel]
    known = state.reel_offset[reel]
    state.reel_offset[reel] = index
    off = (index - known) % steps
    if known >= 0 and min(off, steps - off) * 2 * settings.STOPS[reel] > steps:
        _fault(state, reel)
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
            _fault(state, reel)
        state.reel_due_ms[reel] = state.now_ms + RETRY_MS
        state.wake_at(state.reel_due_ms[reel])
        return
    path = state.reel_path[reel]
    if not _passes_counted(state, reel, axis, path, 0) or not _keeps_home(state, reel, axis[5]):
        return
    state.reel_stage[reel] = REST
    state.reels_next_ms = state.now_ms + GAP_MS
    if busy(state):
        state.wake_at(state.reels_next_ms)
