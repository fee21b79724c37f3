# SPDX-License-Identifier: MIT
"""Menu page of the lamps: all of them with every segment and light, then one after the other."""

import front
import menu_keys
import texts
from state import HOLDS, LAMP_HOLD_AT, State

# Lamps in the order of their bits: buttons and tower, then holds, then what else the front has.
RESERVE_AT = LAMP_HOLD_AT + HOLDS
_NAMES = ("name_start", front.DOUBLE_NAME, "name_collect", "name_tower") + ("name_hold",) * HOLDS
_NAMES += front.LAST_LAMPS
# Places of those that the model has.
LAMPS = tuple([lamp for lamp in range(len(_NAMES)) if _NAMES[lamp] not in front.ABSENT])
_ALL = sum([1 << lamp for lamp in LAMPS])


def enter(state: State) -> None:
    """Everything is lit."""
    _light(state)


def leave(state: State) -> None:
    """The front shows the machine again; the menu sets its own lamps."""
    state.test_light = False


def poll(state: State) -> bool:
    """Go through the lamps; the first place is all of them."""
    state.menu_at = menu_keys.moved(state, state.menu_at, 1 + len(LAMPS))
    _light(state)
    return not menu_keys.pressed(state, menu_keys.LEAVE | menu_keys.ENTER)


def _light(state: State) -> None:
    state.test_light = state.menu_at == 0
    state.menu_lamps = 1 << LAMPS[state.menu_at - 1] if state.menu_at else _ALL


def name(lamp: int) -> str:
    """Return what a lamp is called, by the place of its bit."""
    key = _NAMES[lamp]
    return texts.text(key, (lamp - LAMP_HOLD_AT + 1,) if key == "name_hold" else ())


def text(state: State) -> tuple:
    """Return which lamp is lit."""
    return ("lamp_one", name(LAMPS[state.menu_at - 1])) if state.menu_at else ("lamp_all",)
