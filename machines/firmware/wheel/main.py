# SPDX-License-Identifier: MIT
"""The program on the electronic wheel's board: boot once, then tick for ever."""

import time

import electronic_wheel
import wheel_board
from wheel_state import IDLE_MS, state


def boot() -> None:
    """Find out what the wheel was."""
    state.last_ticks = time.ticks_ms()
    electronic_wheel.boot(state)


def tick() -> int:
    """Do what is due; return the milliseconds until there is more to do, 1 to IDLE_MS."""
    ticks = time.ticks_ms()
    state.now_ms += time.ticks_diff(ticks, state.last_ticks)
    state.last_ticks = ticks
    state.due_ms = state.now_ms + IDLE_MS
    wheel_board.WATCHDOG.feed()
    electronic_wheel.poll(state)
    return max(state.due_ms - state.now_ms, 1)
