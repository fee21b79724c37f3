# SPDX-License-Identifier: MIT
"""
The self-audit: every identity that sound books keep, whatever happened to the machine.

The sums are looked at with each commit (sums.py), the rest at every start and in the self test: whoever finds
one that does not hold stops the machine (GLI-11: the books must add up). The sealed counter is held against
the books apart (counter.py).
"""

import bounds
import meters
import nvram
import settings
import sums
from state import State

# Kinds of payments by which pot of the link follow one another.
_KIND_LAST = nvram.KIND_IN_KIND + 7


def flaw(state: State) -> str:
    """Return the name of the first identity that does not hold, of the sums and all others; empty: all do."""
    found = sums.flaw(state) or bounds.limits(state)
    if found:
        return found
    if not state.starts <= state.plays <= state.starts * settings.SIMULTANEOUS_MAX:
        return "plays"
    # A play wins one prize for each of its entries at most; an award of the link is one more (B-26, C-17).
    if state.prizes > state.plays + state.link_award:
        return "prizes"
    # Each coin fell into the cash box or into a hopper; one of a test may have been told apart from its fall.
    if state.drop_cents + state.test_drop_cents > state.coin_in_cents + state.test_in_cents:
        return "drop"
    if sums.worth(state.test_coins, sums.HOPPERS) not in range(state.test_out_cents + 1):
        return "tests"
    if state.hand_won_cents > state.hand_paid_cents or state.pending_cents > state.won_cents:
        return "won"
    if state.link_won_cents > state.won_cents or state.link_staked_mc > state.staked_cents * 1000:
        return "link"
    return _queue(state) or _pulses(state)


def _queue(state: State) -> str:
    """Payments stand one behind the other, each with its kind and its cents."""
    last = 0
    for row in range(nvram.MAX_QUEUE):
        kind, cents = state.queue_kinds[row], state.queue_cents[row]
        free = not kind and not cents
        known = 0 < kind <= _KIND_LAST and cents > 0
        if not free and (not known or last < row):
            return "queue"
        last += 0 if free else 1
    return ""


def _pulses(state: State) -> str:
    """What a meter is owed never falls: books that owe less than was given are older than the marks."""
    due = meters.owed(state)
    for meter in range(len(nvram.METERS)):
        if state.given[meter] > due[meter]:
            return "pulses"
    return ""
