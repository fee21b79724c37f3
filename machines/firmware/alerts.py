# SPDX-License-Identifier: MIT
"""
What an attendant should know although the machine goes on: logged, counted, shown while the door is open.

An alert is named as a tilt is, by a row of events.TILTS. One whose cause is watched ends with it; what
happened and is over (a damaged copy, coins too fast) ends when the door was closed: somebody has been there.
"""

import events
import store
from state import State

# Those that end with their cause.
_WATCHED = ("button_", "low_", "tickets_", "link")


def begin(state: State, name: str) -> None:
    """Log an alert that does not stand yet."""
    if state.locked or name in state.alerts:
        return
    state.alerts.append(name)
    store.log_trouble(state, events.WARNING, name)
    store.commit(state)


def end(state: State, name: str) -> None:
    """Log that an alert is over, if it stands."""
    if state.locked or name not in state.alerts:
        return
    state.alerts.remove(name)
    store.log_trouble(state, events.WARNING_OVER, name)
    store.commit(state)


def seen(state: State) -> None:
    """The door was closed: forget what is over."""
    state.alerts = [name for name in state.alerts if name.startswith(_WATCHED)]
