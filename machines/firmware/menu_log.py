# SPDX-License-Identifier: MIT
"""Menu page of the event log: all 128 events, the newest first; 3 or START shows when it happened."""

import events
import menu_keys
import recall
import texts
from state import State

_FAMILIES = (
    (events.TILT, "event_tilt"),
    (events.TILT_OVER, "event_over"),
    (events.WARNING, "event_warning"),
    (events.WARNING_OVER, "event_over"),
)
_DAY_S = 86_400


def poll(state: State) -> bool:
    """Go to newer and older events, or from what to when."""
    if menu_keys.turned(state, min(state.events, events.ROWS)):
        enter(state)
    return not menu_keys.pressed(state, menu_keys.LEAVE)


def text(state: State) -> tuple:
    """Return what happened, or when."""
    return state.menu_shown[state.menu_step]


def enter(state: State) -> None:
    state.menu_step = 0
    number = state.events - state.menu_at
    row = recall.event(state, number)
    if row is None:
        state.menu_shown = (("event_lost", number),)
        return
    state.menu_shown = (_what(row), ("event_when", date(row["time_s"])))


def _what(row: dict) -> tuple:
    """Return the event in the language of the machine: a tilt by its text, the others by theirs."""
    code = row["code"]
    for family, key in _FAMILIES:
        if family <= code < family + events.TILT:
            # "tilt hopper_100", "tilt_over reel_2": the name is the second word; its text follows a colon.
            name = texts.text(row["text"].split()[1], ())
            return (key, row["number"], name.split(": ")[-1])
    key = "event_" + str(code)
    shown = texts.text(key, (row["argument"],))
    return ("event", row["number"], row["text"] if shown == key else shown)


def date(time_s: int) -> str:
    """Return a calendar time as 2026-01-31 13:05:09 (civil_from_days, H. Hinnant, public domain)."""
    days = time_s // _DAY_S + 719_468
    era_day = days % 146_097
    era_year = (era_day - era_day // 1460 + era_day // 36_524 - era_day // 146_096) // 365
    year_day = era_day - (365 * era_year + era_year // 4 - era_year // 100)
    shifted = (5 * year_day + 2) // 153
    day = year_day - (153 * shifted + 2) // 5 + 1
    month = shifted + 3 if shifted < 10 else shifted - 9
    year = days // 146_097 * 4 * 100 + era_year + (1 if month < 3 else 0)
    second = time_s % _DAY_S
    return f"{year}-{month:02d}-{day:02d} {second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"
