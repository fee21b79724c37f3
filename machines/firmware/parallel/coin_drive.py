# SPDX-License-Identifier: MIT
"""
A coin acceptor with parallel lines: pulses that are counted, inhibits, and the coil of the diverter.

A coin pulses its line for about 50 ms. It is counted, in one commit, once the line has stayed asserted
for VALID_MS; shorter is noise. It reaches the diverter some 120 ms after its pulse.
"""

import board
import coins
import settings
import store
import testcoins
import tilt
from state import COINS, EDGE_COIN, EDGE_SENSE, State

VALID_MS = 15
# When the pulse is surely over, and when a line that is still asserted means a stuck coin.
PULSE_MS = 80
JAM_MS = 500
# From the edge of the pulse until the coin has surely passed the diverter; coins come 200 ms apart.
DIVERT_MS = 195
# So long before that it has surely not reached the diverter yet.
UNDIVERTED_MS = 45
# Times of lines on which no coin pulses.
_REST = [-1] * COINS


def boot(state: State) -> None:
    """Follow a line that is asserted when the program starts: no edge will tell of it, and it is no coin."""
    for coin in range(COINS):
        if board.COIN_LINES[coin].value():
            state.coin_since_ms[coin] = state.now_ms
            state.coin_counted[coin] = True


def poll(state: State) -> None:
    """Count the coins whose pulses are good, then move the diverter."""
    if state.coin_since_ms != _REST or 1 in state.edges[EDGE_COIN:EDGE_SENSE]:
        _follow_all(state)
        # No edge tells that a pulse is over.
        state.stirred = True
    if state.divert_coin >= 0:
        _divert(state)


def _follow_all(state: State) -> None:
    for coin in range(COINS):
        if state.take_edge(EDGE_COIN + coin) and state.coin_since_ms[coin] < 0:
            state.coin_since_ms[coin] = state.now_ms
            state.coin_counted[coin] = False
        if state.coin_since_ms[coin] >= 0:
            _follow(state, coin)


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
    hopper = coins.hopper_for(settings.COINS[coin][0])
    to_hopper = hopper >= 0 and coins.room(state, hopper)
    coins.count(state, coin, to_hopper)
    if to_hopper:
        state.divert_coin = coin
        state.divert_until_ms = state.coin_since_ms[coin] + DIVERT_MS
    store.commit(state)


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
        state.hopper_counts[coins.hopper_for(cents)] -= 1
        if testcoins.taking(state):
            state.test_drop_cents += cents
        else:
            state.drop_cents += cents
    state.divert_coin = -1
    board.DIVERTER.off()
    if undiverted:
        store.commit(state)


def close(state: State) -> None:
    """Bring the inhibits to what may not come in now."""
    if state.inhibits != state.inhibits_shown:
        state.inhibits_shown = state.inhibits
        for coin in range(COINS):
            board.INHIBITS[coin].value(state.inhibits >> coin & 1)
