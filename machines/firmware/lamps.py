# SPDX-License-Identifier: MIT
"""The lamps: a button is lit while it would be taken; only lamps that change are switched."""

import board
import credit
import expander
import hold
import play
import tilt
from state import IDLE_MS, REELS, State

# Bits in the order of board.LAMPS.
START = 1
DOUBLE = 2
COLLECT = 4
TOWER = 8
HOLD_AT = 4
# Beyond them: on the expander.
RESERVE = 1 << HOLD_AT + REELS


def wanted(state: State) -> int:
    """Return the lamps that should be lit now, as bits."""
    lit = 0
    if not tilt.ready(state) or state.box_open or state.now_ms < state.alarm_until_ms:
        lit |= TOWER
    if not play.at_rest(state):
        return lit
    if state.prize_meter_cents or state.credits_cents or state.reserve_cents:
        lit |= COLLECT
    if credit.reserve_may_move(state):
        lit |= RESERVE
    if play.rested(state):
        if play.affordable(state, 1):
            lit |= START
        if play.affordable(state, 2) and not state.hold_mask:
            lit |= DOUBLE
    return lit | _holds(state) << HOLD_AT


def _holds(state: State) -> int:
    """A held reel's lamp is lit, one that could be held blinks."""
    lit = state.hold_mask
    if hold.offer(state):
        if state.now_ms // IDLE_MS & 1:
            for reel in range(REELS):
                if hold.reachable(state, state.hold_mask | 1 << reel):
                    lit |= 1 << reel
        state.wake_at((state.now_ms // IDLE_MS + 1) * IDLE_MS)
    return lit


def show(state: State) -> None:
    """Switch what changed."""
    if state.now_ms < state.alarm_until_ms:
        state.wake_at(state.alarm_until_ms)
    lit = wanted(state)
    changed = lit ^ state.lamps
    if changed:
        state.lamps = lit
        if changed & RESERVE:
            expander.drive(state, expander.LAMP_RESERVE, lit & RESERVE != 0)
        for lamp in range(len(board.LAMPS)):
            if changed >> lamp & 1:
                board.LAMPS[lamp].value(lit >> lamp & 1)
