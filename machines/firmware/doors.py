# SPDX-License-Identifier: MIT
"""
The doors and keys on the expander: all of them are written down, the logic area stops the machine.

The cash box does not stop play. The logic area does, and closing it does not bring the machine back: the
service key must be turned and turned back first. The main door is the tilt module's.
"""

import events
import expander
import handpay
import nvram
import store
import tilt
from state import State

# Places in state.shut_since_ms.
_BOX = 0
_LOGIC = 1

# Line of a key, what is written when it is turned, and when it is turned back.
_KEYS = (
    (expander.KEY_OPERATOR, events.OPERATOR_ON, events.OPERATOR_OFF),
    (expander.KEY_SERVICE, events.SERVICE_ON, events.SERVICE_OFF),
)


def poll(state: State) -> None:
    """Watch doors and keys; while the expander does not answer nobody can tell."""
    if state.expander_lost or state.locked:
        return
    _watch_box(state)
    _watch_logic(state)
    _watch_keys(state)


def _shut(state: State, door: int, is_open: bool) -> bool:
    """Tell whether a door has been shut long enough: its switch may bounce."""
    if is_open:
        state.shut_since_ms[door] = -1
        return False
    if state.shut_since_ms[door] < 0:
        state.shut_since_ms[door] = state.now_ms
    due_ms = state.shut_since_ms[door] + tilt.SETTLE_MS
    if state.now_ms >= due_ms:
        return True
    state.wake_at(due_ms)
    return False


def _watch_box(state: State) -> None:
    is_open = expander.asserted(state, expander.DOOR_BOX)
    shut = _shut(state, _BOX, is_open)
    if is_open and not state.box_open:
        state.box_open = 1
        state.box_opens += 1
        state.alarm_until_ms = state.now_ms + tilt.ALARM_MS
        store.log(state, events.BOX_OPEN, state.box_opens)
        store.commit(state)
    elif shut and state.box_open:
        state.box_open = 0
        store.log(state, events.BOX_CLOSED)
        store.commit(state)


def _watch_logic(state: State) -> None:
    is_open = expander.asserted(state, expander.DOOR_LOGIC)
    shut = _shut(state, _LOGIC, is_open)
    if is_open and state.logic != nvram.LOGIC_OPEN:
        state.logic = nvram.LOGIC_OPEN
        state.logic_opens += 1
        state.logic_key = False
        state.alarm_until_ms = state.now_ms + tilt.ALARM_MS
        store.log(state, events.LOGIC_OPEN, state.logic_opens)
        store.commit(state)
    elif shut and state.logic == nvram.LOGIC_OPEN:
        state.logic = nvram.LOGIC_WAITS
        store.log(state, events.LOGIC_CLOSED)
        store.commit(state)


def _watch_keys(state: State) -> None:
    """A key that a start finds turned is written down, but nobody has turned it now."""
    before = state.keys
    state.keys = state.inputs & (expander.KEY_OPERATOR | expander.KEY_SERVICE)
    changed = state.keys ^ max(before, 0)
    if not changed:
        return
    for line, turned, back in _KEYS:
        if changed & line:
            store.log(state, turned if state.keys & line else back)
    if changed & expander.KEY_SERVICE and before >= 0:
        _release(state)
    if changed & expander.KEY_OPERATOR and before >= 0:
        _hand_pay(state)
    store.commit(state)


def _hand_pay(state: State) -> None:
    """Turned while a hand pay is offered, the operator key takes it; turned back, its amount is gone."""
    state.hand_shown_cents = 0
    if state.keys & expander.KEY_OPERATOR and handpay.offered(state):
        handpay.pay(state)


def _release(state: State) -> None:
    """Turned and turned back with the logic area shut, the service key lets the machine go on."""
    if state.keys & expander.KEY_SERVICE:
        state.logic_key = state.logic == nvram.LOGIC_WAITS
    elif state.logic_key:
        state.logic_key = False
        state.logic = 0
        store.log(state, events.LOGIC_RELEASED)
