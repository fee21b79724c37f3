# SPDX-License-Identifier: MIT
"""Tests of machines of chance pass the core and catch broken reels, each in the test meant for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import cext
from emulator.lab import rng_battery, rng_chance
from emulator.lab.rng_chance import ChancePlays, paid_plays, walk_chance
from emulator.lab.rng_stats import together
from emulator.support.seed import seed_key
from machines.model import ChanceModel, load_model

KEY = seed_key("00")
LIMIT = rng_battery.ALPHA / 100 / 100
NAMES = ("aneto", "moncayo", "mudejar")


def played(name: str, count: int = 5000) -> ChancePlays:
    model = load_model(name)
    assert isinstance(model, ChanceModel)
    return walk_chance(model, KEY, 1, count)


@pytest.fixture(scope="module")
def plays() -> dict[str, ChancePlays]:
    return {name: played(name) for name in NAMES}


@pytest.mark.parametrize("test", rng_battery.CHANCE_TESTS)
def test_shipped_machines_pass(
    test: Callable[[ChancePlays], list[float]], plays: dict[str, ChancePlays]
) -> None:
    """False alarm: one key in a thousand for each test and machine."""
    for name in NAMES:
        assert together(test(plays[name])) > 0.001, name


def test_plays_are_the_steps_of_the_machine(plays: dict[str, ChancePlays]) -> None:
    """Features are played to their end and wins collected, so that every row is a paid play."""
    tables = plays["mudejar"].tables
    state, totals, stops = cext.new_chance_state(tables, KEY, 1), [], []
    while len(totals) < 300:
        state, outcome = cext.chance_step(tables, state)
        stops.append(outcome.stops)
        while outcome.phase in ("pick", "free"):
            state, outcome = cext.chance_step(tables, state, outcome.phase)
        if not outcome.settled:
            state, outcome = cext.chance_step(tables, state, "collect")
        totals.append(outcome.won_cents)
    assert plays["mudejar"].won_cents[:300].tolist() == totals
    assert [tuple(row) for row in plays["mudejar"].stops[:300].tolist()] == stops


def test_paid_plays_have_no_end_unless_asked() -> None:
    tables = played("moncayo", 1).tables
    endless = paid_plays(tables, KEY, 1, None)
    assert [next(endless) for _ in range(50)] == list(paid_plays(tables, KEY, 1, 50))


# --- mutants --------------------------------------------------------------------------------------


def favourite_stop(plays: ChancePlays) -> ChancePlays:
    """One play in twenty shows stop 0 of the first reel instead."""
    stops = plays.stops.copy()
    stops[::20, 0] = 0
    return replace(plays, stops=stops)


def last_stop_never(plays: ChancePlays) -> ChancePlays:
    """Off by one: the last stop of a reel is never shown, the one before it twice as often."""
    last = len(plays.tables.strips[-1]) - 1
    return replace(plays, stops=np.where(plays.stops == last, last - 1, plays.stops))


def stop_beyond(plays: ChancePlays) -> ChancePlays:
    stops = plays.stops.copy()
    stops[7, 0] = len(plays.tables.strips[0])
    return replace(plays, stops=stops)


def weights_ignored(plays: ChancePlays) -> ChancePlays:
    """All stops alike, where a virtual reel gives them weights."""
    raw = cext.draws(KEY, 2, cext.PURPOSE_PLAY, 0, len(plays.stops), [len(s) for s in plays.tables.strips])
    return replace(
        plays, stops=np.frombuffer(raw, dtype=np.uint32).reshape(plays.stops.shape).astype(np.int64)
    )


def wins_withheld(plays: ChancePlays) -> ChancePlays:
    """One win in four is shown as nothing."""
    turns = plays.turn_cents.copy()
    turns[np.flatnonzero(turns)[::4]] = 0
    return replace(plays, turn_cents=turns)


def unknown_prize(plays: ChancePlays) -> ChancePlays:
    turns = plays.turn_cents.copy()
    turns[0] = 1
    return replace(plays, turn_cents=turns)


def reels_stay(plays: ChancePlays) -> ChancePlays:
    """One play in ten shows the stops of the third play before."""
    stops = plays.stops.copy()
    stops[10::10] = stops[7:-3:10]
    return replace(plays, stops=stops)


def reels_follow(plays: ChancePlays) -> ChancePlays:
    """One play in ten, the second reel stands where the first one does."""
    stops = plays.stops.copy()
    stops[::10, 1] = stops[::10, 0]
    return replace(plays, stops=stops)


def one_word_for_two(plays: ChancePlays) -> ChancePlays:
    """The second reel takes what the first one had a play before."""
    stops = plays.stops.copy()
    stops[:, 1] = np.roll(stops[:, 0], 1)
    return replace(plays, stops=stops)


def compensated(plays: ChancePlays) -> ChancePlays:
    """A machine that makes up for losses: after three of them the next play wins a little."""
    won = plays.won_cents.copy()
    for n in range(3, len(won)):
        if not won[n - 3 : n].any():
            won[n] = max(won[n], 100)
    return replace(plays, won_cents=won)


MUTANTS: dict[str, tuple[str, Callable[[ChancePlays], ChancePlays], Callable[[ChancePlays], list[float]]]] = {
    "favourite stop": ("mudejar", favourite_stop, rng_chance.stops),
    "last stop never": ("aneto", last_stop_never, rng_chance.stops),
    "stop beyond the reel": ("mudejar", stop_beyond, rng_chance.stops),
    "weights ignored": ("moncayo", weights_ignored, rng_chance.stops),
    "wins withheld": ("mudejar", wins_withheld, rng_chance.turns),
    "unknown prize": ("mudejar", unknown_prize, rng_chance.turns),
    "reels stay": ("aneto", reels_stay, rng_chance.between_stops),
    "reels follow": ("aneto", reels_follow, rng_chance.between_reels),
    "one word for two reels": ("mudejar", one_word_for_two, rng_chance.between_reels),
    "compensated": ("mudejar", compensated, rng_chance.between_totals),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_broken_reels_are_caught(mutant: str, plays: dict[str, ChancePlays]) -> None:
    name, spoil, test = MUTANTS[mutant]
    assert together(test(spoil(plays[name]))) < LIMIT


def test_every_test_of_chance_catches_a_mutant() -> None:
    assert {test for _, _, test in MUTANTS.values()} == set(rng_battery.CHANCE_TESTS)
