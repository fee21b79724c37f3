# SPDX-License-Identifier: MIT
"""
Menu page of the coin test: every coin is let in, counted, and booked as a test's.

UP and DOWN go through the values; on a ccTalk bus the last place counts what the acceptor returned and what
went backwards through it. With parallel lines nothing tells of these.
"""

import events
import menu_keys
import settings
import store
import testcoins
import texts
from state import COINS, State


def enter(state: State) -> None:
    """Open the acceptor."""
    testcoins.forget(state)
    testcoins.take(state, testcoins.ALL)


def leave(state: State) -> None:
    """Close the acceptor, and write down what was let in."""
    testcoins.take(state, testcoins.NONE)
    cents = sum([settings.COINS[coin][0] * state.test_tally[coin] for coin in range(COINS)])
    store.log(state, events.COIN_TEST, cents)
    store.commit(state)


def poll(state: State) -> bool:
    """Go through the values; the first place is the last coin."""
    places = 1 + COINS + (settings.MECHANISMS == "cctalk")
    state.menu_at = menu_keys.moved(state, state.menu_at, places)
    return not menu_keys.pressed(state, menu_keys.LEAVE | menu_keys.ENTER)


def text(state: State) -> tuple:
    """Return the value at which the page stands, its coins, and all coins."""
    if state.menu_at > COINS:
        return ("coin_bad", state.test_bad, state.test_frauds)
    coin = state.menu_at - 1 if state.menu_at else state.test_last
    if coin < 0:
        return ("coin_go",)
    return ("coin_seen", texts.amount(settings.COINS[coin][0]), state.test_tally[coin], sum(state.test_tally))
