# SPDX-License-Identifier: MIT
"""Menu page of the price: the operator chooses one of those that the model allows (A-05 fixes none)."""

import credit
import events
import menu_keys
import nvram
import rows
import settings
import store
import texts
from state import LAMP_COLLECT, LAMP_START, State


def enter(state: State) -> None:
    """Begin with the price in force."""
    state.menu_at = settings.PRICES_CENTS.index(credit.price_cents(state))


def poll(state: State) -> bool:
    """Choose, and set it in a commit of its own; not while a play is under way."""
    if menu_keys.pressed(state, menu_keys.LEAVE):
        return False
    if menu_keys.pressed(state, menu_keys.ENTER) and state.phase == nvram.PHASE_IDLE:
        cents = settings.PRICES_CENTS[state.menu_at]
        if cents != credit.price_cents(state):
            state.state = rows.put(state.state, "price_cents", cents)
            store.log(state, events.PRICE, cents)
            store.commit(state)
    else:
        state.menu_at = menu_keys.moved(state, state.menu_at, len(settings.PRICES_CENTS))
    state.menu_lamps = LAMP_COLLECT | LAMP_START
    return True


def text(state: State) -> tuple:
    """Return the price in force, or the one that START would set."""
    cents = settings.PRICES_CENTS[state.menu_at]
    key = "price_now" if cents == credit.price_cents(state) else "price_set"
    return (key, texts.amount(cents))
