# SPDX-License-Identifier: MIT
"""
Faults and the door: what stops the machine, and what lets it go on.

A tilt is kept in NVRAM and shown again after a power cut. An attendant who opened and closed the door
clears it, unless its cause can be checked and still holds. Memory, audit and program stay for good.
"""

import alerts
import board
import counter
import events
import nvram
import settings
import store
from state import EDGE_DOOR, State

# At least 1.5 s of alarm for an open door (New Zealand Gazette 2004 No. 79, 1.10.45); the clock rounds down.
ALARM_MS = 1_501
# A door counts as open with the first edge, as closed once its switch has come to rest.
SETTLE_MS = 50

PERMANENT = ("memory", "audit", "program")


def ready(state: State) -> bool:
    """Tell whether nothing stops the machine; mains that are failing do, while the board still runs."""
    shut = state.door_open != nvram.DOOR_OPEN
    return shut and not state.tilt and not state.logic and not state.locked and not state.failing


def report(state: State, code: str) -> None:
    """Stop the machine for a reason; the first one stays until it is cleared."""
    if state.tilt:
        return
    state.tilt = code
    store.log_tilt(state, events.TILT)
    state.alarm_until_ms = state.now_ms + ALARM_MS
    state.stirred = True
    state.tick_at(state.now_ms)
    store.commit(state)


def counter_in_order(state: State) -> bool:
    """Tell whether the sealed counter knows all that happened; without it nothing more may happen (K-08)."""
    if counter.check(state):
        return True
    report(state, state.counter_fault)
    return False


def recheck(state: State) -> None:
    """At boot: drop a tilt whose cause a check proves gone."""
    if state.tilt == "meter" and board.METER_LOOP.value():
        clear(state)


def clear(state: State) -> None:
    """Drop the tilt; the caller commits."""
    if state.tilt:
        store.log_tilt(state, events.TILT_OVER)
        state.tilt = ""


def poll(state: State) -> None:
    """Watch supply, door and the loop through the meters' plugs (K-02: no play without the meters)."""
    state.failing = not board.SUPPLY.value()
    _watch_door(state)
    if not board.METER_LOOP.value():
        report(state, "meter")
    if state.counter_fault:
        report(state, state.counter_fault)
    if sum(state.test_coins) and state.door_open != nvram.DOOR_OPEN:
        report(state, "test_coins")


def _watch_door(state: State) -> None:
    is_open = board.DOOR.value()
    if state.take_edge(EDGE_DOOR):
        state.door_edge_ms = state.now_ms
    known_open = state.door_open == nvram.DOOR_OPEN
    if is_open and not known_open:
        state.door_open = nvram.DOOR_OPEN
        state.door_opens += 1
        state.door_since_ms = state.now_ms
        state.alarm_until_ms = state.now_ms + ALARM_MS
        store.log(state, events.DOOR_OPEN, state.door_opens)
        store.commit(state)
    elif known_open and not is_open:
        if state.now_ms - state.door_edge_ms >= SETTLE_MS:
            _close_door(state)
        else:
            state.wake_at(state.door_edge_ms + SETTLE_MS)


def _close_door(state: State) -> None:
    """The attendant is done: try again what failed, clear what is mended."""
    state.door_open = nvram.DOOR_WAS_OPEN
    store.log(state, events.DOOR_CLOSED)
    for hopper in range(len(settings.HOPPERS)):
        state.hopper_failed[hopper] = 0
    still_there = state.tilt == "meter" and not board.METER_LOOP.value()
    still_there = still_there or state.tilt == state.counter_fault
    still_there = still_there or (state.tilt == "test_coins" and sum(state.test_coins) > 0)
    if state.tilt not in PERMANENT and not still_there:
        clear(state)
    alerts.seen(state)
    store.commit(state)
