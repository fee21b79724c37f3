# SPDX-License-Identifier: MIT
"""
Menu page of the last plays, for a player who disputes one: newest first, ten of them, step by step.

Hold buttons 1 and 2 go to newer and older plays, 3 or START from step to step: number and stake, each roll
with its stops and prize, credits before and after, reserve and prize meter, coins out. The play that the
reels have not shown yet keeps its result.
"""

import front
import menu_keys
import nvram
import recall
import texts
from state import REELS, State

PLAYS = 10


def poll(state: State) -> bool:
    """Go from play to play and from step to step."""
    if menu_keys.turned(state, min(state.starts, PLAYS)):
        enter(state)
    return not menu_keys.pressed(state, menu_keys.LEAVE)


def text(state: State) -> tuple:
    """Return the step at which the page stands."""
    return state.menu_shown[state.menu_step]


def enter(state: State) -> None:
    """Read the row of the play and lay out its steps."""
    state.menu_step = 0
    number = state.starts - state.menu_at
    row = recall.play(state, number) if number else None
    if row is None:
        state.menu_shown = (("play_lost", number) if number else ("play_none",),)
        return
    rolling = number == state.starts and state.phase == nvram.PHASE_ROLLING
    rolls = [("play_rolling",)] if rolling else [_roll(row, i) for i in range(row["simultaneous"])]
    before, after = texts.amount(row["credits_before_cents"]), texts.amount(row["credits_after_cents"])
    found = (
        [("play", number, texts.amount(row["stake_cents"]))]
        + _how(row)
        + rolls
        + ([] if rolling else _gambled(row))
        + [
            ("play_credits", before, after),
            ("play_reserve", texts.amount(row["reserve_cents"])),
            ("play_meter", texts.amount(row["prize_meter_cents"])),
            ("play_out", texts.amount(row["coin_out_cents"])),
        ]
    )
    state.menu_shown = tuple([step for step in found if step[0] not in front.ABSENT])


def _how(row: dict) -> list:
    """Return how it came about, where that is not a single play that somebody started."""
    found: list[tuple] = []
    if row["simultaneous"] > 1:
        found.append(("play_double",))
    if row["auto"]:
        found.append(("play_auto",))
    held = [str(reel + 1) for reel in range(REELS) if row["held"] >> reel & 1]
    if held:
        found.append(("play_held", " ".join(held)))
    return found


def _gambled(row: dict) -> list:
    """Return how often the prize was gambled and what became of it, where it was (B-22)."""
    won = row["gamble"] % nvram.LOST
    if not row["gamble"]:
        return []
    if won == nvram.RETURNED:
        return [("play_returned",)]
    lost = row["gamble"] >= nvram.LOST
    cents = 0 if lost else sum(row["prizes_cents"]) << won
    return [("play_gamble", won + lost, texts.amount(cents))]


def _roll(row: dict, number: int) -> tuple:
    at = number * nvram.MAX_REELS
    return front.rolled(row, number, "-".join([str(stop) for stop in row["stops"][at : at + REELS]]))
