# SPDX-License-Identifier: MIT
"""What the electronic wheel shows: its pocket, a message line, two lamps, a buzzer, the jet of air."""

import device_show
import settings
import wheel_pins
import wheel_texts
from device_record import PHASE_DRAWN, PHASE_SHOWN
from wheel_board import BOARD
from wheel_state import LAUNCHED, STILL, State

_READY = 1
_CLOSED = 2
_BUZZER = 4
_LAUNCHER = 8


def pocket(state: State) -> int:
    """Return the pocket of the last draw, from 0."""
    return state.outcome[0] | state.outcome[1] << 8


def visible(state: State) -> bool:
    """Tell whether the last draw may be seen: the ball has come to rest, nothing is wrong, no throw is on."""
    at_rest = state.phase == PHASE_SHOWN and state.throw == STILL
    return at_rest and not state.tilt and not state.body_open


def closed(state: State) -> bool:
    """Tell whether no more bets are taken: from when the ball is about to fall until the draw was shown."""
    return state.slow and state.throw != STILL


def _kind(key: str) -> str:
    """Return the key of what is said of a ball, or of a wheel that is turned itself."""
    return key + ("_ball" if settings.BALL else "_turn")


def _message(state: State) -> str:
    if state.tilt:
        return _text(_kind("tilt") if state.tilt == "ball" else "tilt_" + state.tilt, ())
    if visible(state):
        return _text("shown", (settings.POCKETS[pocket(state)],))
    if state.throw != STILL:
        return _text("closed" if closed(state) else "running", ())
    if state.lid_open:
        return _text("dome", ())
    if state.askew_ms >= 0:
        return _text("askew", ())
    if state.phase == PHASE_DRAWN or state.null:
        return _text(_kind("null"), ())
    return _text(_kind("ready"), ())


def _outputs(state: State) -> int:
    sounding = device_show.sounding(state)
    still = state.throw == STILL and not state.lid_open and state.askew_ms < 0
    ready = still and not state.tilt and not state.locked and not state.body_open
    lit = (_READY if ready else 0) | (_CLOSED if closed(state) else 0)
    return lit | (_BUZZER if sounding else 0) | (_LAUNCHER if state.throw == LAUNCHED else 0)


def show(state: State) -> None:
    """Write what changed."""
    seen = pocket(state) + 1 if visible(state) else 0
    if seen != state.seen:
        state.seen = seen
        BOARD.bus.write(wheel_pins.POCKET_ADDRESS, 0, bytes([seen]))
    device_show.say(state, BOARD, _message(state))
    device_show.drive(state, BOARD, _outputs(state))


def _text(key: str, shown: tuple) -> str:
    return device_show.text(wheel_texts.TEXTS, key, shown)
