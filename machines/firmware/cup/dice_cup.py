# SPDX-License-Identifier: MIT
"""
The dice cup: shaken, thrown in one draw, shown only when the lid is lifted.

At rest and covered it waits to be shaken, by hand or by its motor. When it has been shaken long enough and is
still again, the core throws; the throw is committed before anything else happens, stays covered over a power
cut, and stands until somebody has seen it. A lid that is lifted while the cup is shaken stops it: no throw
was made. So does an opened body, at any time.
"""

import binascii

import cup_board as board
import cup_record
import cup_show
import cup_store as store
import payout
import settings
from cup_state import EDGE_BANK, EDGE_BODY, EDGE_KEY, EDGE_LID, EDGE_MOTION, EDGE_SHAKE, State

SETTLE_MS = 20
ALARM_MS = 1_500
NOTE_MS = 2_500
SELF_TEST_MS = 60_000
# The motor shakes a little longer than it must: the ball may miss its first contacts.
MOTOR_MORE_MS = 300
_SHAKE = 0
_BANK = 1


def boot(state: State) -> None:
    """Find out what the cup was; nothing is ever made up."""
    state.self_test_ms = state.now_ms + SELF_TEST_MS
    state.lid_open = board.LID.value() == 1
    state.body_open = board.BODY.value() == 1
    if store.load(state):
        state.power_ups += 1
        if not _sound(state):
            state.tilt = "program"
        elif board.restarted() and not state.tilt:
            state.tilt = "watchdog"
        store.commit(state)
        _lid_moved(state)
    else:
        state.tilt = "memory"
        state.locked = True
    cup_show.show(state)


def _sound(state: State) -> bool:
    """Self test: the core is the one that was sealed, and the state is its own."""
    dice, _, _, _, digest = payout.describe()
    same = digest == binascii.unhexlify(settings.TABLES_SHA256) and dice == settings.DICE
    return same and payout.check(state.state)


def poll(state: State) -> None:
    """Do what is due."""
    pressed = _presses(state)
    _watch_body(state)
    _watch_lid(state)
    _clear(state)
    contacts = state.take_edge(EDGE_MOTION)
    if state.tilt or state.body_open:
        _still(state)
    elif state.phase == cup_record.PHASE_REST and not state.lid_open:
        _shake(state, contacts, pressed)
        _self_test(state)
    cup_show.show(state)


def shaking(state: State) -> bool:
    """Tell whether the cup is being shaken."""
    return state.moved_ms >= 0


# --- openings, keys and buttons --------------------------------------------------------------------


def _presses(state: State) -> list:
    """Return, for each button, whether it was pressed just now."""
    pressed = [False, False]
    for button, edge in ((_SHAKE, EDGE_SHAKE), (_BANK, EDGE_BANK)):
        state.take_edge(edge)
        down = board.BUTTONS[button].value() == 1
        if down == state.down[button]:
            state.down_ms[button] = -1
        elif state.down_ms[button] < 0:
            state.down_ms[button] = state.now_ms
            state.wake_at(state.now_ms + SETTLE_MS)
        elif state.now_ms >= state.down_ms[button] + SETTLE_MS:
            state.down[button] = down
            state.down_ms[button] = -1
            pressed[button] = down
        else:
            state.wake_at(state.down_ms[button] + SETTLE_MS)
    return pressed


def _watch_body(state: State) -> None:
    """The sealed body: whatever happens, opening it stops the cup and is counted."""
    state.take_edge(EDGE_BODY)
    is_open = board.BODY.value() == 1
    if is_open and not state.body_open and not state.locked:
        state.opens += 1
        state.tilt = "body"
        state.alarm_until_ms = state.now_ms + ALARM_MS
        store.commit(state)
    state.body_open = is_open


def _watch_lid(state: State) -> None:
    """The lid: it shows a throw, takes it away, or spoils a shake."""
    edges = state.take_edge(EDGE_LID)
    is_open = board.LID.value() == 1
    if is_open and not state.lid_open and shaking(state):
        # At once: what is seen while it is shaken must not become a throw.
        _void(state)
    if is_open == state.lid_open and not edges:
        state.lid_ms = -1
        return
    if edges or state.lid_ms < 0:
        state.lid_ms = state.now_ms
    if state.now_ms < state.lid_ms + SETTLE_MS:
        state.wake_at(state.lid_ms + SETTLE_MS)
        return
    state.lid_ms = -1
    state.lid_open = is_open
    _lid_moved(state)


def _lid_moved(state: State) -> None:
    """The lid is where it is, also after a start: a covered throw is shown, one that was seen is over."""
    is_open = state.lid_open
    if state.tilt or state.locked:
        return
    if is_open and state.phase == cup_record.PHASE_SEALED:
        state.phase = cup_record.PHASE_SHOWN
        state.lifts += 1
        store.commit(state)
    elif not is_open and state.phase == cup_record.PHASE_SHOWN:
        _seen(state)
        store.commit(state)


def _seen(state: State) -> None:
    """A throw that was shown is over, whatever ended it; fresh entropy comes in before the next one."""
    state.phase = cup_record.PHASE_REST
    state.state = payout.absorb(state.state)


def _void(state: State) -> None:
    _still(state)
    if not state.tilt and not state.locked:
        state.voids += 1
        state.tilt = "lid"
        state.alarm_until_ms = state.now_ms + ALARM_MS
        store.commit(state)


def _clear(state: State) -> None:
    """The croupier's key ends a tilt once the cup is closed; memory and program are not mended by a key."""
    state.take_edge(EDGE_KEY)
    shut = not state.lid_open and not state.body_open and board.LID.value() == 0
    if state.tilt and state.tilt not in ("memory", "program") and shut and board.KEY.value() == 1:
        state.tilt = ""
        if state.phase == cup_record.PHASE_SHOWN:
            _seen(state)
        store.commit(state)


# --- shaking and throwing ---------------------------------------------------------------------------


def _still(state: State) -> None:
    state.contacts = 0
    state.moved_ms = -1
    state.contact_ms = -1
    state.shaker_until_ms = -1


def _shake(state: State, contacts: int, pressed: list) -> None:
    """Count the contacts of a shake, and throw when it was long enough and is over."""
    if pressed[_BANK] and not shaking(state):
        state.bank = (state.bank + 1) % settings.PLACES
        store.commit(state)
    if pressed[_SHAKE] and state.shaker_until_ms < 0:
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
    store.write_throw(state, state.throws + 1, outcome)
    state.state = after
    state.outcome = outcome
    state.throws += 1
    state.phase = cup_record.PHASE_SEALED
    store.commit(state)


def _self_test(state: State) -> None:
    if state.now_ms < state.self_test_ms or shaking(state):
        return
    state.self_test_ms = state.now_ms + SELF_TEST_MS
    if not _sound(state):
        state.tilt = "program"
        store.commit(state)
    store.verify(state)
