# SPDX-License-Identifier: MIT
"""The lamps: a button is lit while it would be taken; only lamps that change are switched."""

import board
import expander
import front
import link
import tilt
from state import BUZZER, LAMP_ACCEPT, LAMP_RESERVE, LAMP_TOWER, State

# Lamps and what sounds on the expander: bit of lamps, line.
_SLOW = (
    (LAMP_RESERVE, expander.LAMP_RESERVE),
    (LAMP_ACCEPT, expander.LAMP_ACCEPT),
    (BUZZER, expander.BUZZER),
)


def wanted(state: State) -> int:
    """Return the lamps that should be lit now, as bits."""
    if state.menu_lamps >= 0:
        return state.menu_lamps
    lit = 0
    if not tilt.ready(state) or state.box_open or state.now_ms < state.alarm_until_ms:
        lit |= LAMP_TOWER
    if not link.up(state):
        lit |= LAMP_TOWER
    return lit | front.lamps(state)


def show(state: State) -> None:
    """Switch what changed."""
    if state.now_ms < state.alarm_until_ms:
        state.wake_at(state.alarm_until_ms)
    lit = wanted(state)
    changed = lit ^ state.lamps
    if changed:
        state.lamps = lit
        _switch(state, changed, lit)


def _switch(state: State, changed: int, lit: int) -> None:
    for bit, line in _SLOW:
        if changed & bit:
            expander.drive(state, line, lit & bit != 0)
    for lamp in range(len(board.LAMPS)):
        if changed >> lamp & 1:
            board.LAMPS[lamp].value(lit >> lamp & 1)
