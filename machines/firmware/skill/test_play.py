# SPDX-License-Identifier: MIT
"""
Menu page of the test play: a round of the game in force, as its kind tests it.

Nothing of it is committed and no credit is asked for: no counter moves, and whatever ends the page, the
power too, the machine is what it was before.
"""

import events
import game
import menu_keys
import store
import test_light
import test_tune
from state import LAMP_COLLECT, State

_KINDS: dict = {game.STOPPER: test_light, game.MEMORY: test_tune}


def enter(state: State) -> None:
    """Nothing runs yet."""
    state.test_count = 0
    state.test_rolling = False
    state.test_last = 0


def leave(state: State) -> None:
    """How many plays there were is written down."""
    state.test_rolling = False
    store.log(state, events.TEST_PLAYS, state.test_count)
    store.commit(state)


def poll(state: State) -> bool:
    """Play, until the page is left."""
    if menu_keys.pressed(state, menu_keys.LEAVE):
        return False
    state.menu_lamps = LAMP_COLLECT | _KINDS[game.kind(state)].poll(state)
    return True


def text(state: State) -> tuple:
    """Return how the test play stands."""
    return _KINDS[game.kind(state)].text(state)
