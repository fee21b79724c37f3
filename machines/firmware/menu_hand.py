# SPDX-License-Identifier: MIT
"""Menu page of hand pays: all that was paid by hand, what is owed now, then each hand pay in the log."""

import events
import menu_keys
import nvram
import recall
import texts
from menu_log import date
from state import State

_KINDS = (
    "", "owed_meter", "owed_prize", "owed_refund", "owed_excess", "owed_prize", "owed_meter", "owed_prize",
    "owed_prize",
)  # fmt: skip


def enter(state: State) -> None:
    """Gather what there is to show."""
    found = [("hand_paid_sum", texts.amount(state.hand_paid_cents))]
    for kind, cents in zip(state.queue_kinds, state.queue_cents):
        if kind:
            found.append((_KINDS[min(kind, nvram.KIND_IN_KIND)], texts.amount(cents)))
    state.menu_shown = tuple(found + _logged(state))


def _logged(state: State) -> list:
    """Return what the log has on payments by hand, the newest first, with the day and the time."""
    found = []
    for number in range(state.events, max(0, state.events - events.ROWS), -1):
        row = recall.event(state, number)
        if row is not None and row["code"] in (events.HAND_PAY, events.RAM_CLEAR):
            found.append(("hand_pay_row", date(row["time_s"])[5:16], texts.amount(row["argument"])))
    return found


def poll(state: State) -> bool:
    """Go up and down."""
    state.menu_at = menu_keys.moved(state, state.menu_at, len(state.menu_shown))
    return not menu_keys.pressed(state, menu_keys.LEAVE | menu_keys.ENTER)


def text(state: State) -> tuple:
    """Return the row at which the page stands."""
    return state.menu_shown[state.menu_at]
