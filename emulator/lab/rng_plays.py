# SPDX-License-Identifier: MIT
"""
Tests of what a machine shows: windows, and the order of prizes in a programmed cycle, step by step.

    plays = walk(load_model("cierzo"), key, machine=1, cycles=1)
    windows(plays)                       # p-values, a class each
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

import cext
from emulator.lab.rng_draws import lag_tail
from emulator.lab.rng_stats import (
    CELL_MIN,
    Array,
    chi_square,
    chi_square_tail,
    normal_two_sided,
)
from machines.model import CycleModel

PARTS = 10  # of a stratum, in which prizes should lie evenly
LAGS = 16
WINDOW_MEAN = 20  # shows that each part of a class's windows expects


@dataclass(frozen=True)
class Plays:
    """Whole cycles of a machine, entry by entry."""

    tables: cext.Tables
    classes: Array
    """Prize class of each entry."""
    places: Array
    """Which of its class's windows each entry showed, from 0; -1 one that pays something else."""

    @property
    def sizes(self) -> Array:
        """How many windows the class of each entry has."""
        return _window_counts(self.tables)[self.classes]


def model_bounds(tables: cext.Tables) -> set[int]:
    """Return every bound of 2 or more that a machine draws below: entries left, and windows of a class."""
    urns = range(2, max(sum(stratum) for stratum in tables.strata) + 1)
    return {*urns, *(int(n) for n in _window_counts(tables) if n > 1)}


def _window_counts(tables: cext.Tables) -> Array:
    return np.array([len(tables.windows(number)) for number in range(len(tables.prizes_cents))])


def walk(model: CycleModel, key: bytes, machine: int, cycles: int) -> Plays:
    """Make single plays without hold or gamble through the step that firmware calls, from the first on."""
    tables = model.tables
    place = {
        (number, stops): i
        for number in range(len(tables.prizes_cents))
        for i, stops in enumerate(tables.windows(number))
    }
    state = cext.new_state(tables, key, machine)
    classes, places = [], []
    for _ in range(cycles * tables.cycle_plays):
        state, outcome = cext.step(tables, state)
        if outcome.phase:  # a gamble is offered, and declined
            state, _ = cext.answer_gamble(tables, state, dare=False)
        entry = outcome.entries[0]
        classes.append(entry.prize_class)
        places.append(place.get((entry.prize_class, entry.stops), -1))
    return Plays(tables, np.array(classes), np.array(places))


def windows(plays: Plays) -> list[float]:
    """Every window of a class is shown as often as the others: a p-value for each class seen enough."""
    found = []
    for number, many in enumerate(_window_counts(plays.tables)):
        shown = plays.places[plays.classes == number]
        if bool((shown < 0).any()):
            return [0.0]
        cells = min(int(many), int(len(shown) // WINDOW_MEAN))
        # Cells hold whole windows: the smallest one may expect less than the mean.
        while cells > 1 and int(many) // cells * len(shown) < CELL_MIN * int(many):
            cells -= 1
        if cells < 2:
            continue
        edges = np.array([-(-cell * int(many) // cells) for cell in range(cells + 1)])
        counts = np.bincount(shown * cells // int(many), minlength=cells)
        found.append(chi_square(counts, np.diff(edges) * len(shown) / int(many)))
    return found


def prize_runs(plays: Plays) -> list[float]:
    """
    Prizes and losses take turns as often as they should, in strata drawn without replacement.

    Source: Wald and Wolfowitz (1940), On a test whether two samples are from the same population: exact mean
        and variance of the number of runs, given how many of each there are.
    """
    seen, mean, variance = 0, 0.0, 0.0
    for wins in _strata(plays):
        n, won = len(wins), int(wins.sum())
        twice = 2 * won * (n - won)
        if not 0 < won < n or n < 3:
            continue
        seen += 1 + int((wins[1:] != wins[:-1]).sum())
        mean += 1 + twice / n
        variance += twice * (twice - n) / (n * n * (n - 1))
    return [normal_two_sided((seen - mean) / sqrt(variance))] if variance else []


def prize_places(plays: Plays) -> list[float]:
    """
    Prizes lie evenly over the parts of a stratum.

    Their counts are hypergeometric: the usual sum is a chi-square value once it is divided by
    (N - k) / (N - 1), k prizes among N entries.
    """
    counts, mean, variance = np.zeros(PARTS), 0.0, 0.0
    for wins in _strata(plays):
        n, won = len(wins), int(wins.sum())
        if n % PARTS:
            continue
        counts += wins.reshape(PARTS, -1).sum(axis=1)
        mean += won / PARTS
        variance += won / PARTS * (n - won) / (n - 1)
    if mean < CELL_MIN or not variance:
        return []
    return [chi_square_tail(float(((counts - mean) ** 2).sum()) / variance, PARTS - 1)]


def between_windows(plays: Plays) -> list[float]:
    """The window of a play tells nothing about those of the 1st to 16th after it."""
    sizes = plays.sizes
    several = sizes > 1
    # Even on the numbers of its class; scaled to variance 1, so that classes of any size can be mixed.
    spread = np.sqrt((sizes[several] ** 2 - 1) / 12)
    return [lag_tail((plays.places[several] - (sizes[several] - 1) / 2) / spread, LAGS)]


def _strata(plays: Plays) -> list[Array]:
    """Wins of each stratum in turn, 1 a win."""
    wins = (plays.classes > 0).astype(np.int64)
    sizes = [sum(stratum) for stratum in plays.tables.strata]
    ends = np.cumsum(sizes * (len(wins) // sum(sizes)))
    return np.split(wins, ends[:-1])
