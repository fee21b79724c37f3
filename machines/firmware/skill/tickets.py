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
# A ticket drawn by force is as fast as the motor: 170 ms without a notch. One that is back sooner never left.
DRAWN_MS = 100
# Row ticket_left_ms of a strip that the motor moves, or of which nobody knows when its notch went.
UNKNOWN = -1


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
    braked_ms = state.ticket_since_ms + BRAKE_MS
    state.look_at(braked_ms)
    if state.door_open == nvram.DOOR_OPEN and state.now_ms >= braked_ms:
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
    state.ticket_left_ms = UNKNOWN
    way = 0 if _notch(state) else 1
    if way != rows.get(state.state, "ticket_way"):
        _mark(state, way)
        store.commit(state)


def _follow(state: State) -> None:
    """Two commits a ticket: it is on its way; it is out."""
    way = rows.get(state.state, "ticket_way")
    if _notch(state) and way:
        if _moved(state):
            _out(state)
        else:
            _mark(state, 0)
            store.commit(state)
        state.ticket_left_ms = UNKNOWN
    elif not _notch(state) and not way:
        state.ticket_left_ms = state.now_ms if state.ticket_known and _stands(state) else UNKNOWN
        _mark(state, 1)
        store.commit(state)
    if state.ticket_left_ms != UNKNOWN:
        _miss(state)
    state.ticket_known = True


def _stands(state: State) -> bool:
    """Tell whether the strip has come to rest: a braked one does not leave its notch."""
    return not state.ticket_on and state.now_ms >= state.ticket_since_ms + BRAKE_MS


def _moved(state: State) -> bool:
    """Tell whether the notch that came is another one: of a strip at rest only one drawn out by force."""
    if state.ticket_left_ms == UNKNOWN:
        return True
    return DRAWN_MS <= state.now_ms - state.ticket_left_ms <= TICKET_MS


def _miss(state: State) -> None:
    """The notch of a strip at rest is gone for longer than any ticket takes: a sensor that was covered."""
    due_ms = state.ticket_left_ms + TICKET_MS
    if state.now_ms <= due_ms:
        state.wake_at(due_ms + 1)
    else:
        tilt.report(state, "ticket_jam")


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
    state.ticket_left_ms = UNKNOWN
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
