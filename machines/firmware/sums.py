# SPDX-License-Identifier: MIT
"""The sums of the self-audit that every commit is held against: the first that does not add up is named."""

import bounds
import settings
from state import State

COINS = tuple([row[0] for row in settings.COINS])
HOPPERS = tuple([row[0] for row in settings.HOPPERS])


def given_cents(state: State) -> int:
    """Return all that was ever paid out: in coins, by hand and to cards."""
    return state.coin_out_cents + state.hand_paid_cents + state.card_out_cents


def gap_cents(state: State) -> int:
    """Return what the buckets hold above what the counters say; sound books: 0 (GLI-11 self-audit)."""
    held = state.credits_cents + state.reserve_cents + state.prize_meter_cents + state.pending_cents
    in_cents = state.coin_in_cents + state.note_in_cents + state.card_in_cents
    owed = in_cents - given_cents(state) + state.won_cents - state.staked_cents
    return held + sum(state.queue_cents) - owed


def flaw(state: State) -> str:
    """Return which sum does not add up."""
    if gap_cents(state):
        return "gap"
    if worth(state.coins_in, COINS) != state.coin_in_cents:
        return "coins_in"
    if worth(state.coins_out, HOPPERS) != state.coin_out_cents:
        return "coins_out"
    if state.notes_in * settings.NOTE_CENTS != state.note_in_cents:
        return "notes"
    if state.meter_paid_cents + state.prize_paid_cents + state.refunded_cents != given_cents(state):
        return "paid"
    return bounds.sums(state)


def worth(counts: list, values: tuple) -> int:
    """Return what so many coins of these values are worth; -1: coins are counted that there are none of."""
    total = 0
    for at in range(len(values)):
        total += counts[at] * values[at]
    return -1 if sum(counts[len(values) :]) else total
