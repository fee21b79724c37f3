# SPDX-License-Identifier: MIT
"""
Money inside a machine of type C: credits, and what of them and of prizes is queued for payment.

Prizes become credits, which can be collected at any time (C-12). A prize that the reserve of payments
cannot pay together with what is owed already is paid by staff, whole, and the machine waits (C-14).
Nothing here commits: the caller gathers all that one event moves and commits it once.
"""

import call
import nvram
import owed
import settings
import stock
from state import State


def fits(state: State, cents: int) -> bool:
    """Tell whether money still fits into the credit counter, with a note on its way to the stacker."""
    coming_cents = settings.NOTE_CENTS if state.note_stage == nvram.NOTE_SENT else 0
    return state.credits_cents + coming_cents + cents <= settings.CREDITS_MAX_CENTS


def admits(state: State, cents: int) -> bool:
    """
    Tell whether a coin of this value may come in now: what does not fit goes back (B-21).

    None does while the host of a card has still to say what it moved.
    """
    return state.card_stage == nvram.CARD_NONE and fits(state, cents)


def insert(state: State, coin: int) -> None:
    """
    Book a coin that fell through.

    Args:
        coin: index of its value in settings.COINS.
    """
    cents = settings.COINS[coin][0]
    state.coin_in_cents += cents
    state.coins_in[coin] += 1
    call.accepted(state)
    take(state, cents)


def take(state: State, cents: int) -> None:
    """Keep money that came in; what does not fit goes back (B-21)."""
    to_credits = min(cents, settings.CREDITS_MAX_CENTS - state.credits_cents)
    state.credits_cents += to_credits
    owed.owe(state, nvram.KIND_EXCESS, cents - to_credits)


def collect(state: State) -> bool:
    """
    Queue all credits: as much as the hoppers hold in coins, the rest for staff; False if there are none.

    What coins cannot make up is left to staff as well, to the cent.
    """
    cents = state.credits_cents
    state.credits_cents = 0
    left = stock.counts(state)
    by_hand_cents = stock.take(left, cents)
    owed.owe(state, nvram.KIND_METER, cents - by_hand_cents)
    owed.owe(state, nvram.KIND_HAND_CREDITS, by_hand_cents)
    return cents > 0


def award(state: State, kept: bool) -> None:
    """
    Give the prizes of the play that was just shown.

    Args:
        kept: credits need no coins to be paid in; a house card takes them.
    """
    cents = state.pending_cents
    state.pending_cents = 0
    give(state, cents, kept)


def give(state: State, cents: int, kept: bool = False) -> None:
    """Put a prize to the credits, or leave it to staff (C-12, C-14)."""
    total_cents = state.credits_cents + cents
    if fits(state, cents) and (kept or stock.covers(state, total_cents)):
        state.credits_cents = total_cents
    else:
        owed.owe(state, nvram.KIND_HAND, cents)
