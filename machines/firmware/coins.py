# SPDX-License-Identifier: MIT
"""
The coin acceptor: which coins may come in, counting them, and the way they take inside.

A coin pulses its line for about 50 ms. It is counted, in one commit, once the line has stayed asserted
for VALID_MS; shorter is noise. It reaches the diverter some 120 ms after its pulse.
"""

import board
import credit
import nvram
import settings
import store
import tilt
from state import COINS, EDGE_COIN, HOPPERS, State

VALID_MS = 15
# When the pulse is surely over, and when a line that is still asserted means a stuck coin.
PULSE_MS = 80
JAM_MS = 500
# From the edge of the pulse until the coin has surely passed the diverter; coins come 200 ms apart.
DIVERT_MS = 195
# So long before that it has surely not reached the diverter yet.
UNDIVERTED_MS = 45


def poll(state: State) -> None:
    """Count the coins whose pulses are good, then move the diverter."""
    for coin in range(COINS):
        if state.take_edge(EDGE_COIN + coin) and state.coin_since_ms[coin] < 0:
            state.coin_since_ms[coin] = state.now_ms
            state.coin_counted[coin] = False
        if state.coin_since_ms[coin] >= 0:
            _follow(state, coin)
    if state.divert_coin >= 0:
        _divert(state)


def _follow(state: State, coin: int) -> None:
    age_ms = state.now_ms - state.coin_since_ms[coin]
    asserted = board.COIN_LINES[coin].value()
    if not state.coin_counted[coin]:
        if not asserted:
            state.coin_since_ms[coin] = -1
        elif age_ms < VALID_MS:
            state.wake_at(state.coin_since_ms[coin] + VALID_MS)
        else:
            state.coin_counted[coin] = True
            state.wake_at(state.coin_since_ms[coin] + PULSE_MS)
            _count(state, coin)
    elif not asserted:
        state.coin_since_ms[coin] = -1
    elif age_ms >= JAM_MS:
        tilt.report(state, "coin")
    else:
        state.wake_at(state.coin_since_ms[coin] + (PULSE_MS if age_ms < PULSE_MS else JAM_MS))


def _count(state: State, coin: int) -> None:
    """One commit for all that a coin changes; the diverter follows the hopper's own sensor."""
    if state.locked:
        return
    cents = settings.COINS[coin][0]
    hopper = _hopper_for(cents)
    credit.insert(state, coin)
    if hopper >= 0 and not board.FULLS[hopper].value() and not state.failing:
        if state.hopper_counts[hopper] < settings.HOPPERS[hopper][2]:
            state.hopper_counts[hopper] += 1
        state.divert_coin = coin
        state.divert_until_ms = state.coin_since_ms[coin] + DIVERT_MS
    else:
        state.drop_cents += cents
    store.commit(state)


def _hopper_for(cents: int) -> int:
    for hopper in range(HOPPERS):
        if settings.HOPPERS[hopper][0] == cents:
            return hopper
    return -1


def _divert(state: State) -> None:
    """Hold the diverter for the coin; mains that fail meanwhile send it to the cash box, booked as that."""
    left_ms = state.divert_until_ms - state.now_ms
    undiverted = state.failing and left_ms > UNDIVERTED_MS
    if left_ms > 0 and not undiverted:
        board.DIVERTER.on()
        state.wake_at(state.divert_until_ms)
        return
    if undiverted:
        cents = settings.COINS[state.divert_coin][0]
        state.hopper_counts[_hopper_for(cents)] -= 1
        state.drop_cents += cents
    state.divert_coin = -1
    board.DIVERTER.off()
    if undiverted:
        store.commit(state)


def admit(state: State) -> None:
    """
    Return every coin that may not come in now (B-12, B-17, B-20, B-21).

    This comes last of all that a tick decides and before anything is shown, so that no message ever
    invites a coin that falls through.
    """
    closed = 0
    willing = tilt.ready(state) and state.homed and not credit.paying(state)
    # While a double play is shown its prize may still have to be paid.
    entries = 2 if state.phase == nvram.PHASE_ROLLING and state.simultaneous > 1 else 1
    for coin in range(COINS):
        cents = settings.COINS[coin][0]
        fits = cents <= settings.MAX_INSERT_CENTS and credit.fits(state, cents)
        if not willing or not fits or not credit.payable(state, entries, cents):
            closed |= 1 << coin
    if closed != state.inhibits:
        state.inhibits = closed
        for coin in range(COINS):
            board.INHIBITS[coin].value(closed >> coin & 1)
