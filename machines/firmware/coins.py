# SPDX-License-Identifier: MIT
"""Coins that come in: which of them may, what one that did changes, and where it falls."""

import credit
import nvram
import payer
import settings
import tilt
from state import COINS, HOPPERS, State


def hopper_for(cents: int) -> int:
    """Return the hopper that holds coins of this value, or -1."""
    for hopper in range(HOPPERS):
        if settings.HOPPERS[hopper][0] == cents:
            return hopper
    return -1


def room(state: State, hopper: int) -> bool:
    """Tell whether coins may go to this hopper: its own sensor is right, and mains that fail move no coil."""
    return not payer.drive.levels(state, hopper)[1] and not state.failing


def count(state: State, coin: int, to_hopper: bool) -> None:
    """Book one coin; the caller commits all that one event brought."""
    cents = settings.COINS[coin][0]
    credit.insert(state, coin)
    if to_hopper:
        hopper = hopper_for(cents)
        if state.hopper_counts[hopper] < settings.HOPPERS[hopper][2]:
            state.hopper_counts[hopper] += 1
    else:
        state.drop_cents += cents


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
    state.inhibits = closed
