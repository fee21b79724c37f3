# SPDX-License-Identifier: MIT
"""
Menu page of the game: the operator changes to another one that the model was notified of (A-06).

Only at rest: no play under way, none owed, no credits, nothing to pay and no ticket to come, so that nobody
has paid for one game and gets another. The front that belongs to the game has to be changed with it.
"""

import events
import game
import menu_keys
import nvram
import owed
import play
import rounds
import settings
import store
import tickets
from state import LAMP_COLLECT, LAMP_START, State


def enter(state: State) -> None:
    """Begin with the game in force."""
    state.menu_at = game.number(state)


def _at_rest(state: State) -> bool:
    busy = state.phase != nvram.PHASE_IDLE or owed.paying(state) or tickets.owed(state)
    return not (busy or state.credits_cents or play.free(state))


def poll(state: State) -> bool:
    """Choose, and change to it in a commit of its own."""
    if menu_keys.pressed(state, menu_keys.LEAVE):
        return False
    if menu_keys.pressed(state, menu_keys.ENTER) and _at_rest(state):
        if state.menu_at != game.number(state):
            rounds.blank(state)
            rounds.put(state, "game", state.menu_at)
            store.log(state, events.GAME, state.menu_at + 1)
            store.commit(state)
    else:
        state.menu_at = menu_keys.moved(state, state.menu_at, len(settings.GAMES))
    state.menu_lamps = LAMP_COLLECT | LAMP_START
    return True


def text(state: State) -> tuple:
    """Return the game in force, the one that START would change to, or why that cannot be."""
    title = settings.GAMES[state.menu_at][game.TITLE]
    if state.menu_at == game.number(state):
        return ("game_now", title)
    return ("game_set", title) if _at_rest(state) else ("game_busy",)
