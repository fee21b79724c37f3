# SPDX-License-Identifier: MIT
"""The program on the electronic wheel's board: boot once, then tick for ever."""

import device_guard
import electronic_wheel
from wheel_board import BOARD
from wheel_state import state


def boot() -> None:
    """Find out what the wheel was."""
    device_guard.begin(state)
    electronic_wheel.boot(state)


def tick() -> int:
    """Do what is due; return the milliseconds until there is more to do, 1 to IDLE_MS."""
    device_guard.tick(state, BOARD)
    electronic_wheel.poll(state)
    return max(state.due_ms - state.now_ms, 1)
