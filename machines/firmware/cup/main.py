# SPDX-License-Identifier: MIT
"""The program on the dice cup's board: boot once, then tick for ever."""

import device_guard
import dice_cup
from cup_board import BOARD
from cup_state import state


def boot() -> None:
    """Find out what the cup was."""
    device_guard.begin(state)
    dice_cup.boot(state)


def tick() -> int:
    """Do what is due; return the milliseconds until there is more to do, 1 to IDLE_MS."""
    device_guard.tick(state, BOARD)
    dice_cup.poll(state)
    return max(state.due_ms - state.now_ms, 1)
