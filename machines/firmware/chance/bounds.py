# SPDX-License-Identifier: MIT
"""What the self-audit asks of a machine of type C alone: one counter of money, stakes that can be bet."""

import settings
from state import State

# The books count a prize when it was shown.
COUNTED_AT_ONCE = False
_BET_LEAST_CENTS = min(settings.BETS)
_BET_MOST_CENTS = max(settings.BETS)


def sums(state: State) -> str:
    """Prizes become credits (C-12): there is no second sum."""
    return "reserve" if state.reserve_cents or state.prize_meter_cents else ""


def limits(state: State) -> str:
    """The credits within what they can show, each play at a price that can be bet (C-02)."""
    if state.credits_cents > settings.CREDITS_MAX_CENTS:
        return "credits"
    if state.bet >= len(settings.BETS):
        return "stakes"
    if state.plays * _BET_LEAST_CENTS <= state.staked_cents <= state.plays * _BET_MOST_CENTS:
        return ""
    return "stakes"
