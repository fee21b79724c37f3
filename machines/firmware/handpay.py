# SPDX-License-Identifier: MIT
"""
Payments by hand: what the hoppers cannot pay, the attendant pays, to the cent (RD 2110/1998 art. 56, K-24).

A hand pay is offered once the main door has been open since the last play and the hoppers still cannot pay.
The operator key takes it: all that is owed is booked as paid by hand, in one commit, and no coin moves.
A hopper that failed stays out of use until the door was opened, so no play starts on it meanwhile.
"""

import counter
import events
import nvram
import owed
import payer
import store
import tilt
from state import State


def offered(state: State) -> bool:
    """
    Tell whether turning the operator key would pay by hand.

    Not while a ccTalk hopper has still to tell what left it, or the host of cards what it moved: the
    remainder would not be exact.
    """
    tried = state.tilt.startswith("hopper_") and state.door_open == nvram.DOOR_WAS_OPEN
    tried = tried or state.tilt == "handpay"
    stopped = state.locked or state.failing or state.logic
    settled = not state.card_stage and payer.drive.ready(state)
    return tried and not stopped and owed.paying(state) and settled


def book(state: State, kind: int, cents: int) -> None:
    """Count what is paid by hand: in all, by what it was owed for, and prizes apart from inserted money."""
    payer.book(state, kind, cents)
    state.hand_paid_cents += cents
    if kind == nvram.KIND_METER or nvram.prize(kind):
        state.hand_won_cents += cents


def pay(state: State) -> None:
    """Book all that is owed as paid by hand and let the machine go on; the caller commits."""
    counter.anchor(state)
    cents = sum(state.queue_cents)
    for row in range(nvram.MAX_QUEUE):
        book(state, state.queue_kinds[row], state.queue_cents[row])
    state.queue_kinds = [0] * nvram.MAX_QUEUE
    state.queue_cents = [0] * nvram.MAX_QUEUE
    state.hand_shown_cents = cents
    store.log(state, events.HAND_PAY, cents)
    tilt.clear(state)
