# SPDX-License-Identifier: MIT
"""What the hoppers can pay: the coins to count on, and amounts taken out of them by the change plan."""

import change
import settings
from state import HOPPERS, State

VALUES = tuple([row[0] for row in settings.HOPPERS])
# Hopper numbers, the largest coin first.
BY_VALUE = tuple(sorted(range(HOPPERS), key=lambda hopper: -VALUES[hopper]))
# Each coin is a multiple of the next smaller one: then the plan takes as many as fit of each in turn.
NESTED = all([VALUES[BY_VALUE[i]] % VALUES[BY_VALUE[i + 1]] == 0 for i in range(HOPPERS - 1)])


def counts(state: State) -> list[int]:
    """Return the coins to count on in each hopper: none in one that failed to give."""
    return [0 if state.hopper_failed[i] else state.hopper_counts[i] for i in range(HOPPERS)]


def take(left: list[int], cents: int) -> int:
    """Take an amount out of hoppers with these counts, in place; return what they cannot pay of it."""
    if not NESTED:
        coins, rest_cents = change.plan(VALUES, left, cents)
        for hopper in range(HOPPERS):
            left[hopper] -= coins[hopper]
        return rest_cents
    for hopper in BY_VALUE:
        coins = min(left[hopper], cents // VALUES[hopper])
        left[hopper] -= coins
        cents -= coins * VALUES[hopper]
    return cents


def covers(state: State, cents: int) -> bool:
    """Tell whether the hoppers can pay this amount exactly."""
    return take(counts(state), cents) == 0


def plan(state: State, cents: int) -> list[int]:
    """
    Return the coins to pay of each hopper.

    The counts are a belief: where they do not cover the amount, every hopper that has not failed is tried.
    """
    coins, rest_cents = change.plan(VALUES, counts(state), cents)
    if rest_cents:
        most = [0 if failed else cents for failed in state.hopper_failed[:HOPPERS]]
        coins, _ = change.plan(VALUES, most, cents)
    return coins
