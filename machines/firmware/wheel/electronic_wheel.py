# SPDX-License-Identifier: MIT
"""
The electronic wheel: launched, drawn once when the ball falls, shown when the ball lies still.

The ball runs round the rim and is counted there. When it slows down no more bets are taken; when it has left
the rim, after a throw that was long enough, the core draws a pocket. The draw is committed before anything
else happens and shown only once the ball lies still. A throw too short or too weak is null and nothing is
drawn. A draw that was not shown, because the ball was lost or the mains failed, stands: the ball is launched
again and the same draw is shown. How the ball runs decides nothing but when.
"""

import time

import device_guard
import payout
import settings
import wheel_show
from device_record import PHASE_DRAWN, PHASE_REST, PHASE_SHOWN
from wheel_board import BOARD, LAUNCH, PASS, REST, STORE, TILTED
from wheel_state import (
    EDGE_BODY,
    EDGE_KEY,
    EDGE_LID,
    EDGE_PASS,
    EDGE_REST,
    EDGE_TILTED,
    FALLEN,
    LAUNCHED,
    RUNNING,
    STILL,
    State,
)

# A ball at its slowest is in front of a light barrier for a twentieth of this; longer, and no light comes.
DARK_MS = 350
NULL_ROW_MOST = 3


def boot(state: State) -> None:
    """Find out what the wheel was; nothing is ever made up, and no throw goes on."""
    device_guard.start(state, BOARD, STORE, len(settings.POCKETS))
    wheel_show.show(state)


def poll(state: State) -> None:
    """Do what is due."""
    pressed = LAUNCH.pressed(state)
    passes = state.take_edge(EDGE_PASS)
    _watch_body(state)
    _watch_lid(state)
    _watch_level(state)
    _watch_barriers(state, passes)
    _clear(state)
    if state.tilt or state.body_open:
        _still(state)
    elif state.throw != STILL:
        _follow(state, passes)
    elif pressed and not state.lid_open and state.askew_ms < 0:
        _launch(state)
    else:
        device_guard.self_test(state, STORE, len(settings.POCKETS))
    wheel_show.show(state)


# --- openings, keys and the button -------------------------------------------------------------------


def _watch_body(state: State) -> None:
    """The sealed body: whatever happens, opening it stops the wheel and is counted."""
    if device_guard.body_opened(state, BOARD, EDGE_BODY):
        if state.tilt:
            STORE.commit(state)
        else:
            _stop(state, "body")


def _watch_lid(state: State) -> None:
    """The dome: opened while a throw is on, it ends the throw at once."""
    edges = state.take_edge(EDGE_LID)
    is_open = BOARD.lid.value() == 1
    if is_open and state.throw != STILL:
        state.lid_open = True
        _stop(state, "lid")
    device_guard.lid_moved(state, is_open, edges)


def _watch_level(state: State) -> None:
    """A push: while a throw is on it ends the throw at once; else nothing is launched until it is over."""
    state.take_edge(EDGE_TILTED)
    if TILTED.value() == 0:
        state.askew_ms = -1
        return
    if state.askew_ms < 0:
        state.askew_ms = state.now_ms
    if state.throw != STILL:
        _stop(state, "askew")


def _watch_barriers(state: State, passes: int) -> None:
    """The light barriers: one that stays dark, or sees a ball at rest while it runs, is no witness."""
    if state.take_edge(EDGE_REST) or REST.value() == 0:
        state.lies_ms = -1
    if state.lies_ms < 0 and REST.value() == 1:
        state.lies_ms = state.now_ms
    if PASS.value() == 0:
        state.dark_ms = -1
    elif passes or state.dark_ms < 0:
        state.dark_ms = state.now_ms
        state.wake_at(state.now_ms + DARK_MS)
    elif state.now_ms >= state.dark_ms + DARK_MS:
        _stop(state, "dark")
    else:
        state.wake_at(state.dark_ms + DARK_MS)
    if passes and state.throw == RUNNING and state.lies_ms >= 0:
        _stop(state, "dark")


def _clear(state: State) -> None:
    """The croupier's key ends a tilt once its cause is gone; memory and program are not mended by a key."""
    well = state.askew_ms < 0 and state.dark_ms < 0
    # IV.3.d: the ball is put back into a pocket before it is launched again.
    well = well and (state.tilt != "ball" or state.lies_ms >= 0)
    if device_guard.may_clear(state, BOARD, EDGE_KEY) and well:
        state.tilt = ""
        state.null = False
        state.null_row = 0
        STORE.commit(state)


def _stop(state: State, code: str) -> None:
    """Stop the wheel with a tilt; a throw that was on is void, a draw that was made stands."""
    if state.tilt or state.locked:
        return
    if state.throw != STILL:
        state.voids += 1
    _still(state)
    state.tilt = code
    state.alarm_until_ms = state.now_ms + device_guard.ALARM_MS
    STORE.commit(state)


# --- the throw and the draw ---------------------------------------------------------------------------


def _still(state: State) -> None:
    state.throw = STILL
    state.slow = False


def _launch(state: State) -> None:
    """A throw begins; what was shown is over, and fresh entropy comes in before the next draw."""
    if state.phase == PHASE_SHOWN:
        state.phase = PHASE_REST
        state.state = payout.absorb(state.state)
        STORE.commit(state)
    state.throw = LAUNCHED
    state.slow = False
    state.null = False
    state.laps = 0
    state.launched_ms = state.now_ms
    state.wake_at(state.now_ms + settings.LAUNCH_MS)


def _follow(state: State, passes: int) -> None:
    """The throw goes on: the ball is launched, runs, falls, lies still."""
    if state.throw == LAUNCHED:
        _launched(state, passes)
    elif state.throw == RUNNING:
        _running(state, passes)
    else:
        _fallen(state, passes)


def _launched(state: State, passes: int) -> None:
    if passes:
        state.throw = RUNNING
        state.first_ms = state.now_ms
        state.passed_ms = state.now_ms
        state.laps = passes
        state.wake_at(state.now_ms + settings.SLOW_MS)
    elif state.now_ms >= state.launched_ms + settings.LAUNCH_MS:
        _null(state)
    else:
        state.wake_at(state.launched_ms + settings.LAUNCH_MS)


def _running(state: State, passes: int) -> None:
    lap_ms = state.now_ms - state.passed_ms
    if lap_ms >= settings.SLOW_MS:
        state.slow = True
    if passes:
        state.laps += passes
        state.passed_ms = state.now_ms
        state.wake_at(state.now_ms + settings.SLOW_MS)
        return
    if lap_ms < settings.FALL_MS:
        state.wake_at(state.passed_ms + (settings.FALL_MS if state.slow else settings.SLOW_MS))
        return
    run_ms = state.passed_ms - state.first_ms
    if state.laps < settings.LAPS_MIN or run_ms < settings.RUN_MIN_MS:
        _null(state)
        return
    state.throw = FALLEN
    state.null_row = 0
    if state.phase == PHASE_REST:
        _draw(state)
    _fallen(state, 0)


def _fallen(state: State, passes: int) -> None:
    lost_ms = state.passed_ms + settings.LOST_MS
    lies = state.lies_ms >= 0
    if passes or (not lies and state.now_ms >= lost_ms):
        _stop(state, "ball")
    elif not lies:
        state.wake_at(lost_ms)
    elif state.now_ms < state.lies_ms + settings.REST_MS:
        state.wake_at(state.lies_ms + settings.REST_MS)
    else:
        _still(state)
        state.phase = PHASE_SHOWN
        state.shows += 1
        STORE.commit(state)


def _null(state: State) -> None:
    """A defective throw: nothing is drawn, and the ball is thrown again; again and again is a tilt."""
    state.null_row += 1
    if state.null_row >= NULL_ROW_MOST:
        _stop(state, "launch")
        return
    _still(state)
    state.null = True
    state.nulls += 1
    STORE.commit(state)


def _draw(state: State) -> None:
    """One draw, committed before anything can show it."""
    after, outcome = payout.step(state.state, 0, 0)
    pocket = outcome[0] | outcome[1] << 8
    number = settings.POCKETS[pocket]
    row = {"pocket": pocket, "number": number, "laps": state.laps, "time_s": time.time()}
    STORE.write_row(state, state.draws + 1, row)
    state.state = after
    state.outcome = outcome
    state.draws += 1
    state.phase = PHASE_DRAWN
    STORE.commit(state)
