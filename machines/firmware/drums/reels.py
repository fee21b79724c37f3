# SPDX-License-Identifier: MIT
"""
The stepper reels, through the three-axis controller on the bus: spin, stop left to right, find home.

The controller counts steps from wherever it woke up; its INDEX register latches that count whenever
the optic passes and TURNS counts the passes. ``reel_offset`` is the last INDEX seen, so step s of the
reel is offset + s for the controller. Every spin reads it anew: reels home themselves by spinning.

A motor that was told to turn has not turned its drum yet. Three witnesses say whether it did, before a play
is awarded: the optic, which had to pass exactly as often as the controller's path says; the drum's encoder,
which had to count that path; and both together, EDGE being the encoder's count when the optic's edge came:
COUNT - EDGE is where the drum stands, whatever its motor believes. At rest the encoder goes on counting, and
a drum that a hand turns is found within a second.
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
_COUNT = 12
_BLOCK = 16
_COUNTS_SIZE = (REELS - 1) * _AXIS + 2
# Counts of the encoder, a motor step.
_COUNTS = 4
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
# The earliest stop of the first reel; the pause before the next one is told to stop is the model's.
SPIN_MS = 1_100
RETRY_MS = 20
# A target this near to the shortest way that the controller can brake in: one of its fine steps decides
# whether it takes another turn first.
DOUBT_STEPS = 2
STOP_MAX_MS = 3_000
# How often reels at rest are looked at, if there is a tick.
LOOK_MS = 450


def begin(state: State, stops: list[int], held: int, wobble: bytes) -> None:
    """
    Set the reels turning, each at a speed of its own (K-18).

    Args:
        stops: the stop to come to rest at, of each reel.
        held: reels that stay as they are, bit 0 the left one; one without a home turns all the same.
        wobble: a byte a reel, 2.5 to 3 turns a second.
    """
    state.reels_due = False
    state.stirred = True
    state.reels_seen = b""
    state.reels_begun_ms = state.now_ms
    state.reels_next_ms = state.now_ms + SPIN_MS
    for reel in range(REELS):
        steps = settings.MOTOR_STEPS[reel]
        state.reel_target[reel] = stops[reel] * steps // settings.STOPS[reel]
        if held >> reel & 1 and state.reel_offset[reel] >= 0:
            continue
        state.reel_velocity[reel] = steps * 5 // 2 + steps * wobble[reel] // 512
        axis = _read(state, reel)
        if not axis or (state.reel_offset[reel] >= 0 and not _stands(state, reel, axis[7])):
            halt(state)
            return
        state.reel_start[reel] = axis
        state.reel_home[reel] = state.reel_offset[reel]
        _write(state, reel, _VELOCITY, struct.pack("<H", state.reel_velocity[reel]))
        _write(state, reel, _CMD, bytes([_RUN]))
        state.reel_stage[reel] = RUNNING
    state.tick_at(state.reels_next_ms)


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
    state.stirred = True


def poll(state: State) -> None:
    """Bring the reels to rest one after the other, from the left; then see to it that they stay there."""
    if not busy(state):
        if state.homed and state.now_ms >= state.reels_look_ms:
            in_place(state)
        return
    if not tilt.ready(state) and (not state.test_reels or state.test_fault):
        halt(state)
        return
    if STOPPING in state.reel_stage:
        _await_rest(state, state.reel_stage.index(STOPPING))
    elif state.now_ms >= state.reels_next_ms:
        _stop(state, state.reel_stage.index(RUNNING))
    else:
        state.tick_at(state.reels_next_ms)
    if not busy(state):
        state.homed = True
        state.stirred = True


def in_place(state: State) -> bool:
    """
    Tell whether all reels, home and at rest, stand where they came to rest.

    A reel that was turned behind the machine's back stops it, and all reels have to find home again (GLI-11).
    """
    state.reels_look_ms = state.now_ms + LOOK_MS
    if not REELS:
        return True
    # From the first count to the last one, whatever lies between them.
    raw = board.bus_read(pins.REELS_ADDRESS, _COUNT, _COUNTS_SIZE)
    return (raw != b"" and raw == state.reels_seen) or _all_stand(state, raw)


def _all_stand(state: State, raw: bytes) -> bool:
    for reel in range(REELS):
        if not raw:
            _fault(state, reel)
        elif _stands(state, reel, raw[reel * _AXIS] | raw[reel * _AXIS + 1] << 8):
            continue
        halt(state)
        return False
    state.reels_seen = raw
    return True


def counted(state: State, reel: int) -> str:
    """Return what the encoder has counted since the last start, of what the motor was told."""
    seen, told = state.reel_counted[reel]
    return f"{seen}/{told}"


def _fault(state: State, reel: int) -> None:
    """In a play it stops the machine; a test is there to find it, and says it itself."""
    if state.test_reels:
        state.test_fault = reel + 1
        state.tick_at(state.now_ms)
    else:
        tilt.report(state, f"reel_{reel + 1}")


def _read(state: State, reel: int) -> tuple:
    """Return the registers of a reel from command to encoder, nine of them, or () and a tilt."""
    raw = board.bus_read(pins.REELS_ADDRESS, reel * _AXIS, _BLOCK)
    if len(raw) != _BLOCK:
        _fault(state, reel)
        return ()
    return struct.unpack("<BBHHHHHHH", raw)


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
    # In motion the controller tells whole steps only: the encoder may be one ahead.
    if not _turned(state, reel, axis[7], path, _COUNTS):
        return
    if not _passes_counted(state, reel, axis, path) or not _keeps_home(state, reel, axis[5]):
        return
    target = (state.reel_offset[reel] + state.reel_target[reel]) % steps
    distance = (target - axis[4]) % steps
    # While it brakes the reel covers half of what it would at full speed; all in thousandths of a step.
    spare = distance * 1000 - velocity * BRAKE_MS // 2
    if 0 <= spare < DOUBT_STEPS * 1000:
        state.reels_next_ms = state.now_ms + RETRY_MS
        state.tick_at(state.reels_next_ms)
        return
    if spare < 0:
        distance += steps
    _write(state, reel, _TARGET, struct.pack("<H", target))
    _write(state, reel, _CMD, bytes([_STOP]))
    state.reel_stage[reel] = STOPPING
    state.reel_path[reel] = path + distance
    state.reel_due_ms[reel] = state.now_ms + distance * 1000 // velocity + BRAKE_MS // 2 + 2
    state.tick_at(state.reel_due_ms[reel])


def _travelled(state: State, reel: int, position: int) -> int:
    """Return the steps a reel at full speed has made: whole turns by the clock, the rest exactly."""
    steps = settings.MOTOR_STEPS[reel]
    # Half the ramp is lost. The clock errs by a step or two, far less than the half turn allowed here.
    about = state.reel_velocity[reel] * (state.now_ms - state.reels_begun_ms - RAMP_MS // 2) // 1000
    off = (position - state.reel_start[reel][4] - about) % steps
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


def _passes_counted(state: State, reel: int, axis: tuple, path: int) -> bool:
    """
    Compare the passes that the optic saw since the start with those on the reel's path (K-17).

    A reel that slips within its tolerance moves the edge on its way: either place will do, the last half stop
    need not have brought its edge yet, and slipping back over the edge it shows it once more.

    Args:
        axis: the reel's registers as _read returns them.
        path: steps since the start.
    """
    steps = settings.MOTOR_STEPS[reel]
    slack = steps // settings.STOPS[reel] // 2
    start, home, index = state.reel_start[reel][4], state.reel_home[reel], axis[5]
    seen = (axis[6] - state.reel_start[reel][6]) & 0xFFFF
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


def _apart(count: int, other: int) -> int:
    """Return how far a counter of 16 bits is past a value; below 0: how far it is short of it."""
    return ((count - other + 0x8000) & 0xFFFF) - 0x8000


def _within(state: State, reel: int, off: int, slack: int) -> bool:
    """Allow a drum to be off by half a stop and so many counts; further off it is a fault (GLI-11)."""
    if abs(off) <= _COUNTS * settings.MOTOR_STEPS[reel] // settings.STOPS[reel] // 2 + slack:
        return True
    _fault(state, reel)
    return False


def _turned(state: State, reel: int, count: int, path: int, slack: int) -> bool:
    """Compare what the drum turned since the start with what its motor was told (K-17)."""
    told = _COUNTS * path
    off = _apart(count, state.reel_start[reel][7] + told)
    state.reel_counted[reel] = (told + off, told)
    return _within(state, reel, off, slack)


def _arrived(state: State, reel: int, axis: tuple) -> bool:
    """Find the drum by its last edge: it must stand at the stop that was wanted, and from now on stay."""
    turn = _COUNTS * settings.MOTOR_STEPS[reel]
    off = (_apart(axis[7], axis[8]) - _COUNTS * state.reel_target[reel]) % turn
    if off * 2 > turn:
        off -= turn
    state.reel_stand[reel] = axis[7] - off
    return _stands(state, reel, axis[7])


def _stands(state: State, reel: int, count: int) -> bool:
    """Tell whether a drum at rest is where it has to be; what a hand turned adds up."""
    off = _apart(count, state.reel_stand[reel])
    told = state.reel_counted[reel][1]
    state.reel_counted[reel] = (told + off, told)
    return _within(state, reel, off, 0)


def _await_rest(state: State, reel: int) -> None:
    if state.now_ms < state.reel_due_ms[reel]:
        state.tick_at(state.reel_due_ms[reel])
        return
    axis = _read(state, reel)
    if not axis:
        return
    if axis[1] & _MOVING:
        if state.now_ms - state.reels_begun_ms > STOP_MAX_MS * REELS:
            _fault(state, reel)
        state.reel_due_ms[reel] = state.now_ms + RETRY_MS
        state.tick_at(state.reel_due_ms[reel])
        return
    path = state.reel_path[reel]
    if not _turned(state, reel, axis[7], path, 0) or not _passes_counted(state, reel, axis, path):
        return
    if not _keeps_home(state, reel, axis[5]) or not _arrived(state, reel, axis):
        return
    state.reel_stage[reel] = REST
    state.reels_next_ms = state.now_ms + settings.STOP_PAUSE_MS
    if busy(state):
        state.tick_at(state.reels_next_ms)
