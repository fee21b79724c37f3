# SPDX-License-Identifier: MIT
"""
Menu page of the self-audit: do the books add up, then every figure that takes part (GLI-11 identity).

A prize that the reels have not shown yet is left out on both sides. At the end: pulses that the
electromechanical meters are still owed, and whether both copies of the books are whole.
"""

import audit
import front
import menu_keys
import meters
import recall
import sums
import texts
from state import State

# Key of its text, and row; those that the model has.
_ALL_ROWS = (
    ("credits_now", "credits_cents"),
    ("reserve_now", "reserve_cents"),
    ("meter_now", "prize_meter_cents"),
    ("in_sum", "coin_in_cents"),
    ("notes_sum", "note_in_cents"),
    ("out_sum", "coin_out_cents"),
    ("card_in_sum", "card_in_cents"),
    ("card_out_sum", "card_out_cents"),
    ("hand_paid_sum", "hand_paid_cents"),
    ("staked_sum", "staked_cents"),
)
_ROWS = tuple([row for row in _ALL_ROWS if row[0] not in front.ABSENT])


def enter(state: State) -> None:
    """Read both copies of the books back: a damaged one is said here."""
    state.menu_step = recall.whole_copies(state)


def poll(state: State) -> bool:
    """Go up and down the figures."""
    state.menu_at = menu_keys.moved(state, state.menu_at, len(_ROWS) + 5)
    return not menu_keys.pressed(state, menu_keys.LEAVE | menu_keys.ENTER)


def text(state: State) -> tuple:
    """Return the figure at which the page stands."""
    at = state.menu_at
    if not at:
        gap_cents = sums.gap_cents(state)
        if gap_cents:
            return ("audit_gap", ("-" if gap_cents < 0 else "+") + texts.amount(abs(gap_cents)))
        found = audit.flaw(state)
        return ("audit_" + found,) if found else ("audit_right",)
    if at <= len(_ROWS):
        key, name = _ROWS[at - 1]
        return (key, texts.amount(getattr(state, name)))
    at -= len(_ROWS) + 1
    if at == 0:
        return ("won_sum", texts.amount(state.won_cents - state.pending_cents))
    if at == 1:
        return ("queue_now", texts.amount(sum(state.queue_cents)))
    if at == 2:
        pulses = [due - given for due, given in zip(meters.owed(state), state.given)]
        return ("pulses_now", sum(pulses))
    return ("copies", state.menu_step)
