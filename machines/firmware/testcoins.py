# SPDX-License-Identifier: MIT
"""
Coins that tests move: booked in rows of their own, never as a player's money.

A hopper test pays a fixed number of coins, and nobody can play until as many have come back. What pays is
committed before a motor turns, so that coins that a ccTalk hopper tells of after a power cut are known for
what they were.
"""

import nvram
import settings
import store
from state import COINS, State

# Who may come in while a test takes coins.
NONE = 0
ALL = 1
OWED = 2

# How long a coin that came in before a test ended may take to be told of; a hopper, to come to rest.
LATE_MS = 500


def take(state: State, which: int) -> None:
    """Let in every coin, those that are owed to the hoppers, or none any more."""
    if not which and state.test_takes:
        state.test_late_ms = state.now_ms + LATE_MS
    state.test_takes = which


def taking(state: State) -> bool:
    """Tell whether a coin that is in belongs to a test: of a player there is none while the door is open."""
    return state.test_takes != NONE or (
        state.door_open == nvram.DOOR_OPEN and state.now_ms < state.test_late_ms
    )


def admits(state: State, hopper: int) -> bool:
    """Tell whether the test takes a coin of the value that this hopper holds; -1: that none holds."""
    return state.test_takes == ALL or (hopper >= 0 and state.test_coins[hopper] > 0)


def came_in(state: State, coin: int, hopper: int, to_hopper: bool) -> None:
    """
    Book a coin that a test took; one that a hopper test had paid has come back with it.

    Args:
        coin: index of its value in settings.COINS.
        hopper: which holds coins of this value, or -1.
        to_hopper: it falls there, and not into the cash box.
    """
    cents = settings.COINS[coin][0]
    state.test_in_cents += cents
    if not to_hopper:
        state.test_drop_cents += cents
    if hopper >= 0 and state.test_coins[hopper]:
        state.test_coins[hopper] -= 1
    state.test_tally[coin] += 1
    state.test_last = coin


def told(state: State, fraud: bool) -> None:
    """Count what an acceptor tells of that is no coin: one that it returned, or one that went backwards."""
    if fraud:
        state.test_frauds += 1
    else:
        state.test_bad += 1


def missing(state: State) -> int:
    """Return how many coins of hopper tests have not come back."""
    return sum(state.test_coins)


def begin(state: State, hopper: int, coins: int) -> None:
    """Write down that a test pays coins out of this hopper, or that it is dumped: no coins to wait for, 0."""
    state.test_pay = 1 + hopper + (0 if coins else nvram.MAX_HOPPERS)
    state.test_wanted = coins
    state.test_count = 0
    state.test_paying = True
    store.commit(state)


def end(state: State) -> None:
    """The motor was told to stop; what is still to be told belongs to the test."""
    state.test_paying = False
    state.test_late_ms = state.now_ms + LATE_MS


def pays(state: State, hopper: int) -> bool:
    """Tell whether a coin that left this hopper belongs to a test."""
    return state.test_pay in (1 + hopper, 1 + hopper + nvram.MAX_HOPPERS)


def left(state: State, hopper: int) -> None:
    """Book a coin that left a hopper for a test; the caller commits."""
    cents = settings.HOPPERS[hopper][0]
    state.test_count += 1
    if state.test_pay > nvram.MAX_HOPPERS:
        state.dumped_cents += cents
    else:
        state.test_out_cents += cents
        state.test_coins[hopper] += 1


def settle(state: State, ready: bool) -> None:
    """Forget a payment of a test once it has ended, or a power cut has ended it, and all has been told."""
    if not state.test_pay or state.test_paying or state.locked:
        return
    if state.now_ms < state.test_late_ms:
        state.wake_at(state.test_late_ms)
    elif ready:
        state.test_pay = 0
        store.commit(state)


def forget(state: State) -> None:
    """A test begins: nothing was counted yet."""
    state.test_tally = [0] * COINS
    state.test_last = -1
    state.test_count = 0
    state.test_bad = 0
    state.test_frauds = 0
