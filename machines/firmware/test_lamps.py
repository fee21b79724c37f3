# SPDX-License-Identifier: MIT
"""Menu page of the lamps: all of them with every segment and light, then one after the other."""

import menu_keys
import settings
import texts
from state import HOLDS, LAMP_HOLD_AT, State

# Lamps in the order of their bits: buttons and tower, then holds, then the one of RESERVE; type C lights
# accepted coins, too, and has a buzzer.
RESERVE_AT = LAMP_HOLD_AT + HOLDS
LAMPS = RESERVE_AT + (3 if settings.TYPE == "C" else 1)
_ALL = (1 << LAMPS) - 1
_NAMES = ("name_start", "name_double", "name_collect", "name_tower")
_LAST = ("name_reserve", "name_accept", "name_buzzer")


def enter(state: State) -> None:
    """Everything is lit."""
    _light(state)


def leave(state: State) -> None:
    """The front shows the machine again; the menu sets its own lamps."""
    state.test_light = False


def poll(state: State) -> bool:
    """Go through the lamps; the first place is all of them."""
    state.menu_at = menu_keys.moved(state, state.menu_at, 1 + LAMPS)
    _light(state)
    return not menu_keys.pressed(state, menu_keys.LEAVE | menu_keys.ENTER)


def _light(state: State) -> None:
    state.test_light = state.menu_at == 0
    state.menu_lamps = 1 << state.menu_at - 1 if state.menu_at else _ALL


def name(lamp: int) -> str:
    """Return what a lamp is called, by the place of its bit."""
    if lamp < LAMP_HOLD_AT:
        return texts.text(_NAMES[lamp], ())
    if lamp < RESERVE_AT:
        return texts.text("name_hold", (lamp - LAMP_HOLD_AT + 1,))
    return texts.text(_LAST[lamp - RESERVE_AT], ())


def text(state: State) -> tuple:
    """Return which lamp is lit."""
    return ("lamp_one", name(state.menu_at - 1)) if state.menu_at else ("lamp_all",)
