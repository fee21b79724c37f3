# SPDX-License-Identifier: MIT
"""What every device watches over: its start, self test and clock, its lid, body, key and buttons."""

import time
from binascii import unhexlify

import payout
import settings
import wiring
from device_board import DeviceBoard
from device_state import IDLE_MS, DeviceState
from device_store import Store, lock

SETTLE_MS = 20
ALARM_MS = 1_500
SELF_TEST_MS = 60_000


def start(state: DeviceState, board: DeviceBoard, store: Store, size: int) -> bool:
    """
    Find out what the device was; nothing is ever made up.

    Args:
        size: what the core must say that it draws among, or with.

    Returns:
        Whether a record was read; without one the device is locked.
    """
    state.self_test_ms = state.now_ms + SELF_TEST_MS
    state.lid_open = board.lid.value() == 1
    state.body_open = board.body.value() == 1
    if not store.load(state):
        lock(state)
        return False
    state.power_ups += 1
    if not _sound(state, size):
        state.tilt = "program"
    elif wiring.restarted() and not state.tilt:
        state.tilt = "watchdog"
    store.commit(state)
    return True


def _sound(state: DeviceState, size: int) -> bool:
    """Self test: the core is the one that was sealed, and the state is its own."""
    drawn, _, _, _, digest = payout.describe()
    same = digest == unhexlify(settings.TABLES_SHA256) and drawn == size
    return same and payout.check(state.state)


def self_test(state: DeviceState, store: Store, size: int) -> None:
    """Look over core and memory once a minute, while nothing goes on."""
    if state.now_ms < state.self_test_ms:
        return
    state.self_test_ms = state.now_ms + SELF_TEST_MS
    if not _sound(state, size):
        state.tilt = "program"
        store.commit(state)
    store.verify(state)


def begin(state: DeviceState) -> None:
    """The clock begins now."""
    state.last_ticks = time.ticks_ms()


def tick(state: DeviceState, board: DeviceBoard) -> None:
    """Read the clock and feed the watchdog."""
    ticks = time.ticks_ms()
    state.now_ms += time.ticks_diff(ticks, state.last_ticks)
    state.last_ticks = ticks
    state.due_ms = state.now_ms + IDLE_MS
    board.watchdog.feed()


def body_opened(state: DeviceState, board: DeviceBoard, edge: int) -> bool:
    """The sealed body: count that it was opened just now, which stops the device whatever it does."""
    state.take_edge(edge)
    was_open = state.body_open
    state.body_open = board.body.value() == 1
    if was_open or not state.body_open or state.locked:
        return False
    state.opens += 1
    return True


def lid_moved(state: DeviceState, is_open: bool, edges: int) -> bool:
    """Tell whether the lid is where it was not before, and has stayed there."""
    if is_open == state.lid_open and not edges:
        state.lid_ms = -1
        return False
    if edges or state.lid_ms < 0:
        state.lid_ms = state.now_ms
    if state.now_ms < state.lid_ms + SETTLE_MS:
        state.wake_at(state.lid_ms + SETTLE_MS)
        return False
    state.lid_ms = -1
    state.lid_open = is_open
    return True


def may_clear(state: DeviceState, board: DeviceBoard, edge: int) -> bool:
    """Whether the croupier's key ends a tilt now: of a closed device; memory and program need more."""
    state.take_edge(edge)
    shut = not state.lid_open and not state.body_open and board.lid.value() == 0
    return state.tilt not in ("", "memory", "program") and shut and board.key.value() == 1


class Button:
    """A button that bounces; what of it is known stands in two lists of the state, by its number."""

    def __init__(self, line: wiring.Signal, number: int, edge: int) -> None:
        self._line = line
        self._number = number
        self._edge = edge

    def pressed(self, state: DeviceState) -> bool:
        """Return whether it was pressed just now."""
        state.take_edge(self._edge)
        number = self._number
        down = self._line.value() == 1
        if down == state.down[number]:
            state.down_ms[number] = -1
        elif state.down_ms[number] < 0:
            state.down_ms[number] = state.now_ms
            state.wake_at(state.now_ms + SETTLE_MS)
        elif state.now_ms >= state.down_ms[number] + SETTLE_MS:
            state.down[number] = down
            state.down_ms[number] = -1
            return down
        else:
            state.wake_at(state.down_ms[number] + SETTLE_MS)
        return False
