# SPDX-License-Identifier: MIT
"""
The ticket dispenser: what was won is given, each ticket exactly once, whenever the power goes.

The strip stands with a notch before the sensor between two tickets. Two commits a ticket say where it is: one
when the strip has left the notch, one when the next notch comes, which books it. A motor without current is
braked within a notch, so a start finds the strip on its way or at the notch, and the record knows which.

    tickets.poll(state)                # once a tick, after the expander
    tickets.owed(state)                # what is still to come
"""

import alerts
import events
import expander
import nvram
import rows
import store
import tilt
from state import State

# From notch to notch; a ticket takes 0.2 s. None by then: a jam, or a notch that was not cut through.
TICKET_MS = 300
# A notch takes 30 ms to leave the sensor. Seen longer: no paper is there, or the sensor is shorted.
NOTCH_MS = 120
# A strip that is braked may still come to its notch; later moves with the door open are the attendant's.
BRAKE_MS = 100


def owed(state: State) -> int:
    """Return how many tickets were won and not given yet."""
    return rows.tickets_owed(state.state)


def low(state: State) -> bool:
    """Tell whether the pack is about to end."""
    return expander.asserted(state, expander.TICKET_LOW)


def poll(state: State) -> None:
    """Book what left, then start, go on or give up."""
    if state.locked or state.expander_lost:
        _stop(state)
        return
    if state.door_open == nvram.DOOR_OPEN and state.now_ms >= state.ticket_since_ms + BRAKE_MS:
        state.ticket_aside = True
    elif state.ticket_aside:
        _found(state)
    else:
        _follow(state)
    _watch_key(state)
    if low(state):
        alerts.begin(state, "tickets_low")
    else:
        alerts.end(state, "tickets_low")
    if state.ticket_on:
        _watch(state)
    elif owed(state) and tilt.ready(state):
        _start(state)


def _watch_key(state: State) -> None:
    """
    Turned once the door was open and the dispenser still fails, the operator key takes over what is owed.

    The attendant gives those tickets by hand. A key that a start finds turned has been turned by nobody.
    """
    turned = state.keys < 0 or state.keys & expander.KEY_OPERATOR != 0
    if turned and not state.ticket_key and owed(state) and _fails(state):
        count = owed(state)
        state.state = rows.put(state.state, "tickets_hand", rows.get(state.state, "tickets_hand") + count)
        store.log(state, events.TICKETS_HAND, count)
        tilt.clear(state)
        store.commit(state)
    state.ticket_key = turned


def _fails(state: State) -> bool:
    return state.tilt in ("ticket_jam", "ticket_none") and state.door_open == nvram.DOOR_WAS_OPEN


def _notch(state: State) -> bool:
    return expander.asserted(state, expander.TICKET_NOTCH)


def _mark(state: State, way: int) -> None:
    state.state = rows.put(state.state, "ticket_way", way)


def _found(state: State) -> None:
    """The attendant is done: the strip stands where he left it, and nothing of that was given to a player."""
    state.ticket_aside = False
    way = 0 if _notch(state) else 1
    if way != rows.get(state.state, "ticket_way"):
        _mark(state, way)
        store.commit(state)


def _follow(state: State) -> None:
    """Two commits a ticket: it is on its way; it is out."""
    way = rows.get(state.state, "ticket_way")
    if _notch(state) and way:
        _out(state)
    elif not _notch(state) and not way:
        _mark(state, 1)
        store.commit(state)


def _out(state: State) -> None:
    """A ticket is out. One that is owed is given, whoever drew it; one more than that is a stray one."""
    _mark(state, 0)
    state.ticket_since_ms = state.now_ms
    name = "tickets_out" if owed(state) else "tickets_stray"
    state.state = rows.put(state.state, name, rows.get(state.state, name) + 1)
    if name == "tickets_stray":
        tilt.report(state, "ticket_stray")
    store.commit(state)


def _start(state: State) -> None:
    state.ticket_on = True
    state.ticket_since_ms = state.now_ms
    expander.drive(state, expander.TICKET_MOTOR, True)
    _watch(state)


def _stop(state: State) -> None:
    if state.ticket_on:
        state.ticket_on = False
        state.ticket_since_ms = state.now_ms
        expander.drive(state, expander.TICKET_MOTOR, False)


def _watch(state: State) -> None:
    """The motor runs while tickets are owed and the strip moves as it should."""
    if not owed(state) or not tilt.ready(state):
        _stop(state)
        return
    at_notch = _notch(state)
    due_ms = state.ticket_since_ms + (NOTCH_MS if at_notch else TICKET_MS)
    if state.now_ms < due_ms:
        state.wake_at(due_ms)
        return
    _stop(state)
    if at_notch:
        tilt.report(state, "ticket_none")
    else:
        tilt.report(state, "ticket_jam")
