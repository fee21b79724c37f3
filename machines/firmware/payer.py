# SPDX-License-Identifier: MIT
"""
Paying out, coin by coin: the motor runs only for a committed payment, every coin is a commit of its own.

The change plan says which coins; it is made again whenever a hopper turns out to be other than believed.
A hopper that gives no coin in time is left alone until the door was opened; the other one pays the rest
if it can do so exactly, or else the machine stops and goes on paying once it has been seen to (K-24).
"""

import counter
import events
import hopper_drive as drive
import nvram
import owed
import settings
import stock
import store
import testcoins
import tilt
from state import State

# Between two payments, so that the meter and the prize are seen apart.
PAUSE_MS = 600


def poll(state: State) -> None:
    """Book the coins that left, then start, continue or give up on the payment in front."""
    drive.poll(state)
    for hopper in drive.left(state):
        _coin_left(state, hopper)
    testcoins.settle(state, drive.ready(state))
    if state.pay_hopper >= 0:
        if not tilt.ready(state):
            _broken_off(state)
            _stop(state)
            state.pay_due_ms = state.now_ms
        elif drive.over(state, state.pay_hopper):
            _over(state)
    if state.pay_hopper < 0 and owed.paying(state) and _may_pay(state):
        if state.now_ms >= state.pay_due_ms:
            _start(state)
        state.wake_at(state.pay_due_ms)


def _broken_off(state: State) -> None:
    """Log a payment that something else stopped; the next start tells of one that failing mains did."""
    if not state.failing and not state.locked:
        store.log(state, events.PAYMENT_BROKEN, state.queue_cents[0])
        store.commit(state)


def _may_pay(state: State) -> bool:
    if state.test_pay:
        return False
    return tilt.ready(state) and state.homed and state.phase != nvram.PHASE_ROLLING and drive.ready(state)


def _coin_left(state: State, hopper: int) -> None:
    """A coin passed a hopper's sensor: it is out of the machine, whatever happens next."""
    if state.locked:
        return
    if state.hopper_counts[hopper]:
        state.hopper_counts[hopper] -= 1
    cents = settings.HOPPERS[hopper][0]
    # A ccTalk hopper tells after a power cut what had left it of the payment that the cut broke off.
    told_late = settings.MECHANISMS == "cctalk" and owed.paying(state) and state.queue_cents[0] >= cents
    drive.booked(state, hopper)
    if testcoins.pays(state, hopper):
        testcoins.left(state, hopper)
    elif hopper == state.pay_hopper or told_late:
        counter.anchor(state)
        _coin_paid(state, hopper, cents)
    else:
        drive.stop(state, hopper)
        state.stray_coins += 1
        tilt.report(state, "runaway")
    store.commit(state)
    counter.check(state)


def _coin_paid(state: State, hopper: int, cents: int) -> None:
    state.coin_out_cents += cents
    state.coins_out[hopper] += 1
    state.queue_cents[0] -= cents
    book(state, state.queue_kinds[0], cents)
    if hopper == state.pay_hopper:
        state.pay_coins -= 1
        if state.pay_coins:
            return
    _stop(state)
    state.pay_due_ms = state.now_ms + (0 if state.queue_cents[0] else PAUSE_MS)
    owed.drop_paid(state)


def book(state: State, kind: int, cents: int) -> None:
    """Count what was paid by what it was owed for."""
    if kind in (nvram.KIND_METER, nvram.KIND_HAND_CREDITS):
        state.meter_paid_cents += cents
    elif nvram.prize(kind):
        state.prize_paid_cents += cents
    else:
        state.refunded_cents += cents


def _stop(state: State) -> None:
    if state.pay_hopper >= 0:
        drive.stop(state, state.pay_hopper)
        state.pay_hopper = -1


def _start(state: State) -> None:
    """Ask one hopper for its share of the plan, the largest coins first; what staff pays is theirs (C-14)."""
    kind = state.queue_kinds[0]
    if kind in (nvram.KIND_HAND, nvram.KIND_HAND_CREDITS) or kind >= nvram.KIND_IN_KIND:
        tilt.report(state, "handpay")
        return
    coins = stock.plan(state, state.queue_cents[0])
    for hopper in stock.BY_VALUE:
        if coins[hopper]:
            state.pay_hopper = hopper
            state.pay_coins = coins[hopper]
            drive.start(state, hopper, coins[hopper])
            return
    tilt.report(state, _culprit(state))


def _culprit(state: State) -> str:
    """Return the tilt for a payment that no hopper is left for: the failed one with the largest coin."""
    for hopper in stock.BY_VALUE:
        if state.hopper_failed[hopper]:
            return settings.HOPPERS[hopper][1]
    return settings.HOPPERS[stock.BY_VALUE[-1]][1]


def _over(state: State) -> None:
    """It gives no more: ask again, let the other hopper pay if it can pay all that is left, or else stop."""
    hopper = state.pay_hopper
    if not drive.short(state, hopper):
        _start(state)
        return
    _stop(state)
    state.hopper_failed[hopper] = 1
    if stock.covers(state, state.queue_cents[0]):
        store.commit(state)
    else:
        store.log(state, events.PAYMENT_BROKEN, state.queue_cents[0])
        tilt.report(state, settings.HOPPERS[hopper][1])
