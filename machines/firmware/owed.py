# SPDX-License-Identifier: MIT
"""The queue of payments that the machine owes: what for, how much, in order; nothing here commits."""

import nvram
from state import State


def owe(state: State, kind: int, cents: int) -> None:
    """
    Queue a payment; it joins a waiting one of its kind. The caller took the cents from a bucket.

    A fourth kind cannot come up while three wait; if it did, nothing may be committed (a prize must never
    become reserve, B-13): the program stops and the watchdog's tilt follows.
    """
    if not cents:
        return
    for row in range(nvram.MAX_QUEUE):
        if state.queue_kinds[row] in (0, kind):
            state.queue_kinds[row] = kind
            state.queue_cents[row] += cents
            return
    raise RuntimeError("payment queue is full")


def drop_paid(state: State) -> None:
    """Take the payment in front off the queue once it owes nothing."""
    if state.queue_kinds[0] and not state.queue_cents[0]:
        state.queue_kinds = state.queue_kinds[1:] + [0]
        state.queue_cents = state.queue_cents[1:] + [0]


def paying(state: State) -> bool:
    """Tell whether the machine owes a payment that it has begun or is about to begin."""
    return state.queue_kinds[0] != 0
