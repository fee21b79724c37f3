# SPDX-License-Identifier: MIT
"""
The dice cup: shaken, thrown in one draw, shown only when the lid is lifted.

At rest and covered it waits to be shaken, by hand or by its motor. When it has been shaken long enough and is
still again, the core throws; the throw is committed before anything else happens, stays covered over a power
cut, and stands until somebody has seen it. A lid that is lifted while the cup is shaken stops it: no throw
was made. So does an opened body, at any time.
"""

import time

import cup_record
import cup_show
import device_guard
import payout
import settings
from cup_board import BANK, BOARD, SHAKE, STORE
from cup_state import EDGE_BODY, EDGE_KEY, EDGE_LID, EDGE_MOTION, State
from device_record import PHASE_DRAWN, PHASE_REST, PHASE_SHOWN

NOTE_MS = 2_500
# The motor shakes a little longer than it must: the ball may miss its first contacts.
MOTOR_MORE_MS = 300


def boot(state: State) -> None:
    """Find out what the cup was; nothing is ever made up."""
    if device_guard.start(state, BOARD, STORE, settings.DICE):
        _lid_moved(state)
    cup_show.show(state)


def poll(state: State) -> None:
    """Do what is due."""
    shake = SHAKE.pressed(state)
    bank = BANK.pressed(state)
    if device_guard.body_opened(state, BOARD, EDGE_BODY):
        _stop(state, "body")
    _watch_lid(state)
    _clear(state)
    contacts = state.take_edge(EDGE_MOTION)
    if state.tilt or state.body_open:
        _still(state)
    elif state.phase == PHASE_REST and not state.lid_open:
        _shake(state, contacts, shake, bank)
        if not shaking(state):
            device_guard.self_test(state, STORE, settings.DICE)
    cup_show.show(state)


def shaking(state: State) -> bool:
    """Tell whether the cup is being shaken."""
    return state.moved_ms >= 0


# --- the lid and the key -----------------------------------------------------------------------------


def _watch_lid(state: State) -> None:
    """The lid: it shows a throw, takes it away, or spoils a shake."""
    edges = state.take_edge(EDGE_LID)
    is_open = BOARD.lid.value() == 1
    if is_open and not state.lid_open and shaking(state):
        # At once: what is seen while it is shaken must not become a throw.
        _void(state)
    if device_guard.lid_moved(state, is_open, edges):
        _lid_moved(state)


def _lid_moved(state: State) -> None:
    """The lid is where it is, also after a start: a covered throw is shown, one that was seen is over."""
    is_open = state.lid_open
    if state.tilt or state.locked:
        return
    if is_open and state.phase == PHASE_DRAWN:
        state.phase = PHASE_SHOWN
        state.lifts += 1
        STORE.commit(state)
    elif not is_open and state.phase == PHASE_SHOWN:
        _seen(state)
        STORE.commit(state)


def _seen(state: State) -> None:
    """A throw that was shown is over, whatever ended it; fresh entropy comes in before the next one."""
    state.phase = PHASE_REST
    state.state = payout.absorb(state.state)


def _void(state: State) -> None:
    _still(state)
    if not state.tilt and not state.locked:
        state.voids += 1
        _stop(state, "lid")


def _stop(state: State, code: str) -> None:
    state.tilt = code
    state.alarm_until_ms = state.now_ms + device_guard.ALARM_MS
    STORE.commit(state)


def _clear(state: State) -> None:
    """The croupier's key ends a tilt once the cup is closed; memory and program are not mended by a key."""
    if device_guard.may_clear(state, BOARD, EDGE_KEY):
        state.tilt = ""
        if state.phase == PHASE_SHOWN:
            _seen(state)
        STORE.commit(state)


# --- shaking and throwing ---------------------------------------------------------------------------


def _still(state: State) -> None:
    state.contacts = 0
    state.moved_ms = -1
    state.contact_ms = -1
    state.shaker_until_ms = -1


def _shake(state: State, contacts: int, shake: bool, bank: bool) -> None:
    """Count the contacts of a shake, and throw when it was long enough and is over."""
    if bank and not shaking(state):
        state.bank = (state.bank + 1) % settings.PLACES
        STORE.commit(state)
    if shake and state.shaker_until_ms < 0:
        state.shaker_until_ms = state.now_ms + settings.SHAKE_MIN_MS + MOTOR_MORE_MS + settings.STILL_MS
    if contacts:
        if not shaking(state):
            state.moved_ms = state.now_ms
        state.contacts += contacts
        state.contact_ms = state.now_ms
    if state.shaker_until_ms >= 0:
        if state.now_ms < state.shaker_until_ms:
            state.wake_at(state.shaker_until_ms)
            return
        state.shaker_until_ms = -1
    if not shaking(state):
        return
    due_ms = state.contact_ms + settings.STILL_MS
    if state.now_ms < due_ms:
        state.wake_at(due_ms)
        return
    long_enough = state.contact_ms - state.moved_ms >= settings.SHAKE_MIN_MS
    enough = state.contacts >= settings.SHAKE_MIN_CONTACTS
    _still(state)
    if long_enough and enough:
        _throw(state)
    else:
        state.too_short_ms = state.now_ms + NOTE_MS


def _throw(state: State) -> None:
    """One draw for all dice, committed before anything can show it."""
    after, outcome = payout.step(state.state, 0, 0)
    faces = list(outcome[1 : 1 + cup_record.FACES])
    row = {"faces": faces, "bank": state.bank, "time_s": time.time()}
    STORE.write_row(state, state.throws + 1, row)
    state.state = after
    state.outcome = outcome
    state.throws += 1
    state.phase = PHASE_DRAWN
    STORE.commit(state)
