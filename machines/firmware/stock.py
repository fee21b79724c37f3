# SPDX-License-Identifier: MIT
"""What the hoppers can pay: the coins to count on, and amounts taken out of them by the change plan."""

import change
import settings
from state import HOPPERS, State

VALUES = tuple([row[0] for row in settings.HOPPERS])
# Hopper numbers, the largest coin first.
BY_VALUE = tuple(sorted(range(HOPPERS), key=lambda hopper: -VALUES[hopper]))


def counts(state: State) -> list[int]:
    """Return the coins to count on in each hopper: none in one that failed to give."""
    return [0 if state.hopper_failed[i] else state.hopper_counts[i] for i in range(HOPPERS)]


def take(left: list[int], cents: int) -> int:
    """Take an amount out of hoppers with these counts, in place; return what they cannot pay of it."""
    if not HOPPERS:
        return cents
    coins, rest_cents = change.plan(VALUES, left, cents)
    for hopper in range(HOPPERS):
        left[hopper] -= coins[hopper]
    return rest_cents


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
