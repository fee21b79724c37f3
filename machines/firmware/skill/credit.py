# SPDX-License-Identifier: MIT
"""
Money inside a machine of type A: credits that a play costs, and what goes back. No cash is ever won.

What skill may give back is the price of the play (A-03), and only once for it. Nothing here commits: the
caller gathers all that one event moves and commits it once.
"""

import nvram
import owed
import rows
import settings
import stock
from state import State


def price_cents(state: State) -> int:
    """Return the price of a play: the operator's choice, or the model's."""
    chosen = rows.get(state.state, "price_cents")
    return chosen if chosen in settings.PRICES_CENTS else settings.PRICE_CENTS


def fits(state: State, cents: int) -> bool:
    """Tell whether money still fits into the credit counter."""
    return state.credits_cents + cents <= settings.CREDITS_MAX_CENTS


def admits(state: State, cents: int) -> bool:
    """Tell whether a coin of this value may come in now: only while all credits can be given back."""
    return fits(state, cents) and stock.covers(state, state.credits_cents + cents)


def insert(state: State, coin: int) -> None:
    """
    Book a coin that fell through; what does not fit goes back.

    Args:
        coin: index of its value in settings.COINS.
    """
    cents = settings.COINS[coin][0]
    state.coin_in_cents += cents
    state.coins_in[coin] += 1
    take(state, cents)


def take(state: State, cents: int) -> None:
    """Add money that came in to the credits; the caller has counted it."""
    to_credits = min(cents, settings.CREDITS_MAX_CENTS - state.credits_cents)
    state.credits_cents += to_credits
    owed.owe(state, nvram.KIND_EXCESS, cents - to_credits)


def collect(state: State) -> bool:
    """Queue all money that was not played; False if there is none."""
    cents = state.credits_cents
    state.credits_cents = 0
    owed.owe(state, nvram.KIND_REFUND, cents)
    return cents > 0


def payable(state: State) -> bool:
    """Tell whether the hoppers can give back the credits as they are, and the price after a play."""
    left = stock.counts(state)
    rest_cents = max(0, state.credits_cents - price_cents(state))
    return stock.covers(state, state.credits_cents) and not (
        stock.take(left, rest_cents) or stock.take(left, price_cents(state))
    )


def refund(state: State, cents: int) -> None:
    """Give the price that was paid back (A-03): it counts as won, and as given back."""
    state.won_cents += cents
    state.prizes += 1
    owed.owe(state, nvram.KIND_REFUND, cents)
