# SPDX-License-Identifier: MIT
"""
Menu page of the two deposits (C-13): what the reserve of payments holds now, and what went to the winnings.

The reserve is what is believed to be in the hoppers; the deposit of winnings is emptied without telling the
machine, so its figure is all that ever fell into it.
"""

import menu_keys
import settings
import texts
from state import HOPPERS, State


def poll(state: State) -> bool:
    """Go from one deposit to the other."""
    state.menu_at = menu_keys.moved(state, state.menu_at, 2 if HOPPERS else 1)
    return not menu_keys.pressed(state, menu_keys.LEAVE | menu_keys.ENTER)


def text(state: State) -> tuple:
    """Return the deposit at which the page stands; cards only need none."""
    if not HOPPERS:
        return ("deposits_none",)
    if state.menu_at:
        return ("deposit_winnings", texts.amount(state.drop_cents + state.test_drop_cents))
    cents = sum([settings.HOPPERS[i][0] * state.hopper_counts[i] for i in range(HOPPERS)])
    return ("deposit_reserve", texts.amount(cents))
