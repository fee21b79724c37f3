# SPDX-License-Identifier: MIT
"""
Menu page of the ticket test: START draws a fixed number of tickets, and the line says whether they came.

They are counted as tests' tickets, one by one as their notch comes, and no player is given or owed one. With
the door open the driver looks away, so this page watches the strip itself.
"""

import events
import expander
import menu_keys
import rows
import store
import tickets
from state import LAMP_COLLECT, LAMP_START, START, State

# Tickets that a test draws.
COUNT = 2
# What state.test_last says of the last test.
_NONE = 0
_RIGHT = 1
_WRONG = 2


def enter(state: State) -> None:
    """Nothing turns yet."""
    state.test_count = 0
    state.test_last = _NONE
    state.test_rolling = False
    state.test_tickets = 0


def leave(state: State) -> None:
    """The motor stops, and how many came is written down."""
    _stop(state)
    store.log(state, events.TICKET_TEST, state.test_tickets)
    store.commit(state)


def poll(state: State) -> bool:
    """Start a test, or follow the strip."""
    if menu_keys.pressed(state, menu_keys.LEAVE):
        return False
    if state.test_rolling:
        _follow(state)
    elif state.presses >> START & 1:
        state.test_count = 0
        state.test_last = _NONE
        state.test_rolling = True
        state.test_stage = 0
        state.test_due_ms = state.now_ms + tickets.NOTCH_MS
        expander.drive(state, expander.TICKET_MOTOR, True)
        state.wake_at(state.test_due_ms)
    state.menu_lamps = LAMP_COLLECT | LAMP_START
    return True


def _follow(state: State) -> None:
    """A ticket is out when its notch comes after the strip had left the last one."""
    at_notch = expander.asserted(state, expander.TICKET_NOTCH)
    if not at_notch and not state.test_stage:
        state.test_stage = 1
        state.test_due_ms = state.now_ms + tickets.TICKET_MS
    elif at_notch and state.test_stage:
        state.test_stage = 0
        state.test_due_ms = state.now_ms + tickets.NOTCH_MS
        _came(state)
    elif state.now_ms >= state.test_due_ms:
        _end(state, _WRONG)
    if state.test_rolling:
        state.wake_at(state.test_due_ms)


def _came(state: State) -> None:
    state.test_count += 1
    state.test_tickets += 1
    state.state = rows.put(state.state, "tickets_test", rows.get(state.state, "tickets_test") + 1)
    if state.test_count == COUNT:
        _end(state, _RIGHT)
    store.commit(state)


def _end(state: State, result: int) -> None:
    state.test_last = result
    _stop(state)


def _stop(state: State) -> None:
    state.test_rolling = False
    expander.drive(state, expander.TICKET_MOTOR, False)


def text(state: State) -> tuple:
    """Return how many tickets came, and whether that was right."""
    if state.test_last == _RIGHT:
        return ("tickets_right", state.test_count)
    if state.test_last == _WRONG:
        return ("tickets_wrong", state.test_count, COUNT)
    return ("tickets_come", state.test_count, COUNT) if state.test_rolling else ("tickets_go",)
