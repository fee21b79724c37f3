# SPDX-License-Identifier: MIT
"""
The memory tests itself: damaged copies are written anew, damaged rows of log and plays are told.

At every start and once a minute while nothing goes on. What no whole copy is left of locks the machine
(store.verify); what can be spared is an alert. A copy that a power cut tore looks like a damaged one.
"""

import alerts
import board
import events
import nvram
import recall
import store
from state import State


def copies(state: State) -> None:
    """Tell of copies that are not whole, and write them anew."""
    for number in store.broken(state):
        alerts.begin(state, f"copy_{number}")
        if number == 1:
            store.commit(state)
        else:
            store.commit_marks(state)


def rings(state: State) -> None:
    """Tell of rows that were counted and cannot be read; each as soon as it is found, once a start."""
    lost = _lost_events(state)
    if lost > state.log_lost:
        alerts.begin(state, "log")
    state.log_lost = max(lost, state.log_lost)
    lost = _lost_plays(state)
    if lost > state.recall_lost:
        alerts.begin(state, "recall")
    state.recall_lost = max(lost, state.recall_lost)


def _lost_events(state: State) -> int:
    """Count them; the row of the next event may be torn, that many less one are whole."""
    lost = 0
    for number in range(max(1, state.events - events.ROWS + 2), state.events + 1):
        if not events.whole(number, board.fram_read(events.place(number), events.ROW), state.seals):
            lost += 1
    return lost


def _lost_plays(state: State) -> int:
    lost = 0
    for number in range(max(1, state.starts - nvram.RING_ROWS + 2), state.starts + 1):
        if recall.play(state, number) is None:
            lost += 1
    return lost
