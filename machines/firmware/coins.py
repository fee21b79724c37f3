# SPDX-License-Identifier: MIT
"""Coins that come in: which of them may, what one that did changes, and where it falls."""

import credit
import link
import owed
import payer
import settings
import testcoins
import texts
import tilt
from state import COINS, HOPPERS, State

# Coins that one line can name.
_NAMED_COINS = 4
_ALL_COINS = (1 << COINS) - 1


def hopper_for(cents: int) -> int:
    """Return the hopper that holds coins of this value, or -1."""
    for hopper in range(HOPPERS):
        if settings.HOPPERS[hopper][0] == cents:
            return hopper
    return -1


def room(state: State, hopper: int) -> bool:
    """Tell whether coins may go to this hopper: its own sensor is right, and mains that fail move no coil."""
    return not payer.drive.levels(state, hopper) & payer.drive.FULL and not state.failing


def count(state: State, coin: int, to_hopper: bool) -> None:
    """Book one coin; the caller commits all that one event brought."""
    cents = settings.COINS[coin][0]
    hopper = hopper_for(cents)
    test = testcoins.taking(state)
    if test:
        testcoins.came_in(state, coin, hopper, to_hopper)
    else:
        credit.insert(state, coin)
    if to_hopper:
        if state.hopper_counts[hopper] < settings.HOPPERS[hopper][2]:
            state.hopper_counts[hopper] += 1
    elif not test:
        state.drop_cents += cents


def linked(state: State) -> bool:
    """Tell whether no link keeps money out: without it no linked play may begin (B-26, C-17)."""
    return link.up(state)


def willing(state: State) -> bool:
    """Tell whether money may come in at all now."""
    return tilt.ready(state) and state.homed and not owed.paying(state) and linked(state)


def admit(state: State) -> None:
    """
    Return every coin that may not come in now.

    This comes last of all that a tick decides and before anything is shown, so that no message ever
    invites a coin that falls through.
    """
    if not state.test_takes and not willing(state):
        state.inhibits = _ALL_COINS
        state.inhibits_at = -1
    elif state.test_takes or state.inhibits_at != state.sequence:
        state.inhibits_at = -1 if state.test_takes else state.sequence
        state.inhibits = _closed(state)


def _closed(state: State) -> int:
    """Return the coins that may not come in, as bits."""
    closed = 0
    for coin in range(COINS):
        cents = settings.COINS[coin][0]
        if state.test_takes:
            admitted = not state.failing and testcoins.admits(state, hopper_for(cents))
        else:
            admitted = credit.admits(state, cents)
        if not admitted:
            closed |= 1 << coin
    return closed


def invitation(state: State) -> tuple:
    """Return the message that asks for a coin, but for none that the acceptor would return."""
    fit = [coin for coin in range(COINS) if settings.COINS[coin][0] <= settings.MAX_INSERT_CENTS]
    taken = [coin for coin in fit if not state.inhibits >> coin & 1]
    if taken == fit:
        return ("insert_token",) if settings.TOKENS else ("insert",)
    if not taken:
        return ("no_change",)
    return ("insert_only", " ".join([texts.amount(settings.COINS[i][0]) for i in taken[:_NAMED_COINS]]))
