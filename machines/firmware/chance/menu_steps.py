# SPDX-License-Identifier: MIT
"""
Menu page of the steps of the last ten plays: each turn, free play, pick and gamble with what it won.

Hold buttons 1 and 2 go to newer and older plays, 3 or START from step to step.
"""

import menu_keys
import outcome
import step_log
import steps
import texts
from state import REELS, State

_KINDS = ("step_play", "step_pick", "step_free", "step_gamble", "step_keep")


def poll(state: State) -> bool:
    """Go from play to play and from step to step."""
    if menu_keys.turned(state, min(state.starts, steps.KEPT)):
        enter(state)
    return not menu_keys.pressed(state, menu_keys.LEAVE)


def text(state: State) -> tuple:
    """Return the step at which the page stands."""
    return state.menu_shown[state.menu_step]


def enter(state: State) -> None:
    state.menu_step = 0
    number = state.starts - state.menu_at
    found = step_log.of_play(state, number) if number else []
    if not found:
        state.menu_shown = (("play_lost", number) if number else ("play_none",),)
        return
    state.menu_shown = tuple([("steps_of", number, len(found))] + [_shown(row) for row in found])


def _shown(row: dict) -> tuple:
    """Return a step as a message: its number, where the reels stand or what was chosen, what it won."""
    what = str(row["choice"] + 1)
    if row["kind"] in (outcome.PLAY, outcome.FREE):
        what = "-".join([str(stop) for stop in row["stops"][:REELS]])
    won = texts.amount(row["step_cents"] + row["pots_cents"])
    return (_KINDS[row["kind"]], row["step"] + 1, what, won)
