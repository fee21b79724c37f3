# SPDX-License-Identifier: MIT
"""
Menu page of the meters: those that the law wants first, as with the door open, then all others.

The first ones have the digits of the electromechanical meters and count as they do, so that both can be
compared; the others are exact, money in euros and cents. Last: how often each tilt and alert began, if ever.
"""

import events
import menu_keys
import message
import settings
import texts
from state import State

# Key of its text, row of the main record, whether it counts cents.
ROWS = (
    ("hand_paid_sum", "hand_paid_cents", True),
    ("hand_won_sum", "hand_won_cents", True),
    ("drop_sum", "drop_cents", True),
    ("staked_sum", "staked_cents", True),
    ("won_sum", "won_cents", True),
    ("in_sum", "coin_in_cents", True),
    ("notes_sum", "note_in_cents", True),
    ("notes_count", "notes_in", False),
    ("notes_gone", "notes_back", False),
    ("out_sum", "coin_out_cents", True),
    ("card_in_sum", "card_in_cents", True),
    ("card_out_sum", "card_out_cents", True),
    ("meter_sum", "meter_paid_cents", True),
    ("prize_sum", "prize_paid_cents", True),
    ("refund_sum", "refunded_cents", True),
    ("starts_sum", "starts", False),
    ("clear_sum", "ram_clears", False),
    ("stray_sum", "stray_coins", False),
    ("power_sum", "power_ups", False),
    ("door_sum", "door_opens", False),
    ("box_sum", "box_opens", False),
    ("logic_sum", "logic_opens", False),
    ("test_in_sum", "test_in_cents", True),
    ("test_out_sum", "test_out_cents", True),
    ("test_drop_sum", "test_drop_cents", True),
    ("dumped_sum", "dumped_cents", True),
    ("counter_sum", "counter_serial", False),
)


def poll(state: State) -> bool:
    """Go up and down the meters."""
    count = len(message.counters(state)) + len(ROWS) + len(settings.COINS) + 2 * len(settings.HOPPERS)
    count += len(_troubles(state))
    state.menu_at = menu_keys.moved(state, state.menu_at, count)
    return not menu_keys.pressed(state, menu_keys.LEAVE | menu_keys.ENTER)


def _troubles(state: State) -> list[int]:
    """Return the places in events.TILTS of what ever happened."""
    return [place for place in range(len(events.TILTS)) if state.troubles[place]]


def text(state: State) -> tuple:
    """Return the meter at which the page stands."""
    first = message.counters(state)
    if state.menu_at < len(first):
        return first[state.menu_at]
    at = state.menu_at - len(first)
    if at < len(ROWS):
        key, name, cents = ROWS[at]
        value = getattr(state, name)
        if name == "won_cents":
            # What the reels have not shown yet is nobody's business.
            value -= state.pending_cents
        return (key, texts.amount(value) if cents else value)
    at -= len(ROWS)
    if at < len(settings.COINS):
        return ("coin_sum", texts.amount(settings.COINS[at][0]), state.coins_in[at])
    at -= len(settings.COINS)
    if at >= 2 * len(settings.HOPPERS):
        place = _troubles(state)[at - 2 * len(settings.HOPPERS)]
        name = texts.text(events.TILTS[place], ()).split(": ")[-1].strip()
        return ("trouble_sum", name, state.troubles[place])
    hopper = at // 2
    value = texts.amount(settings.HOPPERS[hopper][0])
    if at & 1:
        return ("filled_sum", value, state.refilled_coins[hopper])
    return ("hopper_sum", value, state.coins_out[hopper], state.hopper_counts[hopper])
