# SPDX-License-Identifier: MIT
"""What the self-audit asks of a machine of type A alone: no prize but the price given back (A-01, A-03)."""

import settings
from state import State

# The books count a prize when it was shown.
COUNTED_AT_ONCE = False
_PRICE_MOST_CENTS = max(settings.PRICES_CENTS + (settings.PRICE_CENTS,))


def sums(state: State) -> str:
    """Nothing is won but what was paid, and nothing waits to be shown."""
    return "reserve" if state.reserve_cents or state.prize_meter_cents or state.pending_cents else ""


def limits(state: State) -> str:
    """The credits within their limit, no price above the highest, no more given back than was paid."""
    if state.credits_cents > settings.CREDITS_MAX_CENTS:
        return "credits"
    if state.staked_cents > state.plays * _PRICE_MOST_CENTS:
        return "stakes"
    return "" if state.won_cents <= state.staked_cents else "won"
