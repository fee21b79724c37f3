# SPDX-License-Identifier: MIT
"""
Menu page of the refill: which hopper the attendant filled, and with how many coins.

The machine cannot count what falls into a hopper from above, so it is told, once the coins are in. No
accounting meter moves: the coins are counted as refilled and as being there, in one commit.
"""

import events
import menu_keys
import settings
import store
import texts
from state import HOPPERS, State

# What hold buttons 1 and 2 add while coins are entered.
_ADDS = ((menu_keys.UP, 50), (menu_keys.DOWN, 10))
_ENTERING = 1


def enter(state: State) -> None:
    """Begin with the first hopper."""
    state.menu_step = 0
    state.menu_count = 0


def leave(state: State) -> None:
    """What was not confirmed was not said."""


def poll(state: State) -> bool:
    """Choose a hopper, add up its coins, book them."""
    if state.menu_step != _ENTERING:
        state.menu_at = menu_keys.moved(state, state.menu_at, HOPPERS)
        if menu_keys.pressed(state, menu_keys.ENTER):
            state.menu_step = _ENTERING
            state.menu_count = 0
        return not menu_keys.pressed(state, menu_keys.LEAVE)
    if menu_keys.pressed(state, menu_keys.LEAVE):
        state.menu_step = 0
    elif menu_keys.pressed(state, menu_keys.ENTER):
        _book(state)
        state.menu_step = 0
    else:
        for button, coins in _ADDS:
            if menu_keys.pressed(state, button):
                state.menu_count = min(state.menu_count + coins, _room(state))
    return True


def _room(state: State) -> int:
    """Return how many coins still fit by the machine's own count."""
    return max(0, settings.HOPPERS[state.menu_at][2] - state.hopper_counts[state.menu_at])


def _book(state: State) -> None:
    if not state.menu_count:
        return
    # The low sensor may have told of the first of them.
    state.hopper_counts[state.menu_at] += max(0, state.menu_count - state.refill_seen[state.menu_at])
    state.refill_seen[state.menu_at] = 0
    state.refilled_coins[state.menu_at] += state.menu_count
    store.log(state, events.REFILL, state.menu_count * settings.HOPPERS[state.menu_at][0])
    store.commit(state)


def text(state: State) -> tuple:
    """Return the hopper with what is in it, or the coins entered so far."""
    cents, _, capacity = settings.HOPPERS[state.menu_at]
    if state.menu_step == _ENTERING:
        return ("refill_add", texts.amount(cents), state.menu_count)
    return ("refill", texts.amount(cents), state.hopper_counts[state.menu_at], capacity)
