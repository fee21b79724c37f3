# SPDX-License-Identifier: MIT
"""
Test play of the memory game, for test_play.py: START shows the tune of the first round note by note on the
line, the pads repeat it, and the line says whether that was right. It is the tune from which
the strides begin, none of a play to come but once in a whole turn of them.
"""

import game
import memory
import memory_round
from state import LAMP_START, START, State

# What state.test_last says of the last tune: it goes on, it was right, it was wrong.
_OPEN = 0
_RIGHT = 1
_WRONG = 2
_NOTE_MS = 700


def _tune(state: State) -> tuple:
    rules = game.rules(state)
    length = rules[memory_round.LENGTHS][0]
    return memory.tune(rules[memory_round.NOTES], rules[memory_round.STRIDE], 0, length)


def _asking(state: State) -> bool:
    return state.now_ms >= state.test_due_ms + _NOTE_MS * len(_tune(state))


def poll(state: State) -> int:
    """Show the tune, then hear it; return the lamps of the buttons that are taken."""
    if not state.test_rolling:
        if state.presses >> START & 1:
            state.test_due_ms = state.now_ms
            state.test_rolling = True
            state.test_count += 1
            state.test_last = _OPEN
            state.test_stage = 0
        return LAMP_START
    if not _asking(state):
        state.wake_at(state.now_ms + _NOTE_MS - (state.now_ms - state.test_due_ms) % _NOTE_MS)
        return 0
    tune = _tune(state)
    for pad, button in enumerate(memory_round.BUTTONS):
        if state.presses >> button & 1 and state.test_rolling:
            state.test_stage = state.test_stage + 1 if tune[state.test_stage] == pad else -1
            state.test_rolling = 0 <= state.test_stage < len(tune)
            state.test_last = _OPEN if state.test_rolling else _WRONG if state.test_stage < 0 else _RIGHT
    return memory_round.ALL_LAMPS


def text(state: State) -> tuple:
    """Return the note that is shown, how many were repeated, or how it ended."""
    if not state.test_rolling:
        return (("test_stop",), ("test_right",), ("test_wrong",))[state.test_last]
    if _asking(state):
        return ("test_heard", state.test_stage, len(_tune(state)))
    return ("test_tune", _tune(state)[(state.now_ms - state.test_due_ms) // _NOTE_MS] + 1)
