# SPDX-License-Identifier: MIT
"""The program on the dice cup's board: boot once, then tick for ever."""

import time

import cup_board
import dice_cup
from cup_state import IDLE_MS, state


def boot() -> None:
    """Find out what the cup was."""
    state.last_ticks = time.ticks_ms()
    dice_cup.boot(state)


def tick() -> int:
    """Do what is due; return the milliseconds until there is more to do, 1 to IDLE_MS."""
    ticks = time.ticks_ms()
    state.now_ms += time.ticks_diff(ticks, state.last_ticks)
    state.last_ticks = ticks
    state.due_ms = state.now_ms + IDLE_MS
    cup_board.WATCHDOG.feed()
    dice_cup.poll(state)
    return max(state.due_ms - state.now_ms, 1)
