# SPDX-License-Identifier: MIT
"""
Rounds of the light stopper, for play.py: the light runs, a press stops it, its points stand.

What only this kind has in its row of settings.GAMES: time of a lap of each round in ms, laps until a round
without a press is over, zones as (within ms, points) from the nearest.
"""

import game
import rounds
import rows
import settings
import stopper
from state import LAMP_START, START, State

_LAPS_MS = 0
_LAPS = 1
_ZONES = 2


def start(state: State) -> None:
    """A play begins: nothing more to set."""


def over(state: State) -> bool:
    """Tell whether all rounds of the play are over."""
    return rows.get(state.state, "round") >= len(game.rules(state)[_LAPS_MS])


def begin(state: State) -> None:
    """The light starts opposite the mark."""
    state.round_ms = state.now_ms
    state.stop_known = False


def lap_ms(state: State) -> int:
    """Return the time of a lap in the round under way."""
    laps_ms = game.rules(state)[_LAPS_MS]
    return laps_ms[min(rows.get(state.state, "round"), len(laps_ms) - 1)]


def poll(state: State) -> None:
    """End the round with a press, or when its laps are over."""
    lap = lap_ms(state)
    if state.presses >> START & 1 and state.button_first_ms[START] >= state.round_ms:
        at_ms = state.button_first_ms[START] - state.round_ms
        off = stopper.off_ms(at_ms, lap)
        state.stop_off_ms = off
        state.stop_known = True
        worth = stopper.points(off, game.rules(state)[_ZONES])
        _over(state, worth, stopper.light(at_ms, lap, settings.LIGHTS))
    elif state.now_ms - state.round_ms >= game.rules(state)[_LAPS] * lap:
        _over(state, 0, rows.NO_LIGHT)
    else:
        _wake(state, lap)


def _wake(state: State, lap: int) -> None:
    """Wake when the next light comes, or when the round is over."""
    steps = ((state.now_ms - state.round_ms) * settings.LIGHTS + lap // 2) // lap + 1
    # The first millisecond in which stopper.light() says the next one.
    state.wake_at(state.round_ms + (steps * lap - lap // 2 + settings.LIGHTS - 1) // settings.LIGHTS)
    state.wake_at(state.round_ms + game.rules(state)[_LAPS] * lap)


def _over(state: State, worth: int, light: int) -> None:
    rounds.add(state, "round", 1)
    rounds.add(state, "points", worth)
    rounds.put(state, "light", light)
    rounds.over(state)


def lights(state: State) -> int:
    """Return the ring as bits: the light that runs, or the one that has been stopped."""
    if rounds.running(state):
        at_ms = state.now_ms - state.round_ms
        return 1 << stopper.light(at_ms, lap_ms(state), settings.LIGHTS)
    stopped = rows.get(state.state, "light")
    return 1 << stopped if stopped < settings.LIGHTS else 0


def lamps(state: State) -> int:
    """Return the lamps of the buttons that a running round takes."""
    return LAMP_START if rounds.running(state) else 0


def say(state: State) -> tuple:
    """Return what a running round says."""
    return ("stop", rows.get(state.state, "round") + 1, len(game.rules(state)[_LAPS_MS]))
