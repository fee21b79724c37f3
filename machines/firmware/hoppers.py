# SPDX-License-Identifier: MIT
"""How many coins the hoppers hold: counted in NVRAM, corrected by what their sensors prove."""

import alerts
import nvram
import payer
import settings
import store
from state import HOPPERS, State

# The low sensor is asserted while a hopper holds fewer coins than this.
LOW_COINS = 20
# Coins come and go one by one: a hopper that was low is well again with so many, or with the door open.
WELL_COINS = 40
moved = payer.drive.moved
LOW_NAMES = tuple([f"low_{row[0]}" for row in settings.HOPPERS])


def poll(state: State) -> None:
    """Bring the counts into what the low and full sensors allow; the sensor is right, not the count."""
    if not state.locked and (state.levels_at != state.sequence or moved(state)):
        state.levels_at = state.sequence
        _correct(state)


def _correct(state: State) -> None:
    changed = False
    for hopper in range(HOPPERS):
        count = state.hopper_counts[hopper]
        levels = state.levels_seen[hopper] = payer.drive.levels(state, hopper)
        low, full = levels & payer.drive.LOW, levels & payer.drive.FULL
        count = min(count, LOW_COINS - 1) if low else max(count, LOW_COINS)
        if full:
            count = settings.HOPPERS[hopper][2]
        if state.door_open != nvram.DOOR_OPEN:
            state.refill_seen[hopper] = 0
        if count != state.hopper_counts[hopper]:
            # Coins that an attendant is filling in: he will tell of them, and they count once.
            state.refill_seen[hopper] += max(0, count - state.hopper_counts[hopper])
            state.hopper_counts[hopper] = count
            changed = True
        name = LOW_NAMES[hopper]
        if low:
            alerts.begin(state, name)
        elif count >= WELL_COINS or state.door_open == nvram.DOOR_OPEN:
            alerts.end(state, name)
    if changed:
        store.commit(state)
