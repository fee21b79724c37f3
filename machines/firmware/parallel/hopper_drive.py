# SPDX-License-Identifier: MIT
"""Hoppers with a motor line, a coin-out sensor and two level lines: the motor runs until it is stopped."""

import board
from state import EDGE_SENSE, HOPPERS, State

# No coin in this time: the hopper is empty or jammed. A working one needs 250 ms a coin.
COIN_MS = 3_000
# A coin is past the sensor in 30 ms; a sensor that sees one for so long sticks.
SEEN_MS = 150
# What levels() tells.
LOW = 1
FULL = 2


def poll(state: State) -> None:
    """Lines need no looking after: edges wake the program."""


def left(state: State) -> list[int]:
    """Return the hoppers whose coins passed their sensors since the last call."""
    return [hopper for hopper in range(HOPPERS) if state.take_edge(EDGE_SENSE + hopper)]


def booked(state: State, hopper: int) -> None:
    """The next coin has its full time again."""
    state.hopper_due_ms[hopper] = state.now_ms + COIN_MS
    state.hopper_seen_ms[hopper] = state.now_ms


def ready(state: State) -> bool:
    """Tell whether a payment can be asked for."""
    return True


def start(state: State, hopper: int, coins: int) -> None:
    """Let the motor run, unless the sensor could not see what leaves."""
    state.hopper_due_ms[hopper] = state.now_ms + COIN_MS
    state.hopper_seen_ms[hopper] = state.now_ms
    if board.SENSES[hopper].value():
        state.hopper_due_ms[hopper] = state.now_ms
        state.wake_at(state.now_ms)
        return
    board.MOTORS[hopper].on()


def stop(state: State, hopper: int) -> None:
    """Stop the motor: the next coin stays in."""
    board.MOTORS[hopper].off()


def over(state: State, hopper: int) -> bool:
    """Tell whether it gives no more although it was asked to."""
    if state.now_ms >= state.hopper_due_ms[hopper]:
        return True
    state.wake_at(state.hopper_due_ms[hopper])
    if board.SENSES[hopper].value():
        # No edge tells that the coin has passed.
        state.stirred = True
        if state.now_ms - state.hopper_seen_ms[hopper] >= SEEN_MS:
            return True
        state.wake_at(state.hopper_seen_ms[hopper] + SEEN_MS)
    return False


def short(state: State, hopper: int) -> bool:
    """Tell whether a payment that is over ended without all of its coins."""
    return True


def moved(state: State) -> bool:
    """Tell whether a level is another one than was looked at; no edge tells of it."""
    for hopper in range(HOPPERS):
        if board.LOWS[hopper].value() | board.FULLS[hopper].value() << 1 != state.levels_seen[hopper]:
            return True
    return False


def levels(state: State, hopper: int) -> int:
    """Return LOW if the level is below low, and FULL if it is at full, as bits."""
    return int(board.LOWS[hopper].value() | board.FULLS[hopper].value() << 1)
