# SPDX-License-Identifier: MIT
"""How many coins the hoppers hold: counted in NVRAM, corrected by what their sensors prove."""

import payer
import settings
import store
from state import HOPPERS, State

# The low sensor is asserted while a hopper holds fewer coins than this.
LOW_COINS = 20


def poll(state: State) -> None:
    """Bring the counts into what the low and full sensors allow; the sensor is right, not the count."""
    if state.locked:
        return
    changed = False
    for hopper in range(HOPPERS):
        count = state.hopper_counts[hopper]
        low, full = payer.drive.levels(state, hopper)
        count = min(count, LOW_COINS - 1) if low else max(count, LOW_COINS)
        if full:
            count = settings.HOPPERS[hopper][2]
        if count != state.hopper_counts[hopper]:
            state.hopper_counts[hopper] = count
            changed = True
    if changed:
        store.commit(state)
