# SPDX-License-Identifier: MIT
"""
Tests of what a machine of chance shows, play by play, through the step that firmware calls.

    plays = walk_chance(load_model("mudejar"), key, machine=1, count=5000)
    stops(plays)                     # p-values, a reel each
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

import cext
from emulator.lab.rng_draws import centred, lag_tail
from emulator.lab.rng_stats import Array, chi_square, chi_square_tail
from emulator.types.chance.paid import paid_plays
from machines.model import ChanceModel

LAGS = 16


@dataclass(frozen=True)
class ChancePlays:
    """Paid plays of a machine, their features played to the end and nothing gambled."""

    tables: cext.ChanceTables
    stops: Array
    """Where the reels of each paid play stood, shape (plays, reels)."""
    turn_cents: Array
    """What each paid turn of the reels was worth, before picks and free plays."""
    won_cents: Array
    """What each play won in all, pots apart."""


def walk_chance(model: ChanceModel, key: bytes, machine: int, count: int) -> ChancePlays:
    """Make paid plays from the first on."""
    rows, turns, totals = [], [], []
    for paid, total in paid_plays(model.tables, key, machine, count):
        rows.append(paid.stops)
        turns.append(paid.step_cents)
        totals.append(total)
    return ChancePlays(model.tables, np.array(rows), np.array(turns), np.array(totals))


def stops(plays: ChancePlays) -> list[float]:
    """Each reel shows every stop as often as its weight says: a p-value for each reel."""
    found, many = [], len(plays.stops)
    for reel, weights in enumerate(plays.tables.weights):
        shares = np.array(weights) / sum(weights)
        counts = np.bincount(plays.stops[:, reel], minlength=len(shares))
        if len(counts) > len(shares):
            return [0.0]
        found.append(chi_square(counts, many * shares))
    return found


def turns(plays: ChancePlays) -> list[float]:
    """
    Every prize of a paid turn comes as often as the exact count of all combinations says.

    Source of the chances: ``cext.turn_distribution``, which counts every combination of the stops.
    """
    ways: dict[int, int] = {}
    for turn, count in cext.turn_distribution(plays.tables).items():
        ways[turn.prize_cents] = ways.get(turn.prize_cents, 0) + count
    prizes = sorted(ways, key=lambda cents: -ways[cents])
    places = {cents: place for place, cents in enumerate(prizes)}
    if not set(plays.turn_cents.tolist()) <= set(prizes):
        return [0.0]
    counts = np.bincount([places[cents] for cents in plays.turn_cents.tolist()], minlength=len(prizes))
    chances = np.array([ways[cents] for cents in prizes], dtype=float) / plays.tables.combinations()
    return [chi_square(counts, len(plays.turn_cents) * chances)]


def between_stops(plays: ChancePlays) -> list[float]:
    """Where a reel stands tells nothing about the 1st to 16th play after it: a p-value for each reel."""
    return [lag_tail(centred(column), LAGS) for column in plays.stops.T.astype(float)]


def between_reels(plays: ChancePlays) -> list[float]:
    """Where one reel stands tells nothing about the others, in the same play and in the next one."""
    columns = [centred(column) for column in plays.stops.T.astype(float)]
    squares, many = 0.0, 0
    for shift in (0, 1):
        for one, other in combinations(columns, 2):
            later = np.roll(other, -shift)
            spread = float((one**2).sum() * (later**2).sum())
            if spread == 0:
                return [0.0]
            squares += float((one * later).sum()) ** 2 / spread
            many += 1
    return [chi_square_tail(len(columns[0]) * squares, many)]


def between_totals(plays: ChancePlays) -> list[float]:
    """
    What a play wins tells nothing about the 1st to 16th after it.

    Large prizes are so rare that a few of them would make the correlation; so a play counts 0 for nothing, 1
    for a win and 2 for one above the price.
    """
    won = plays.won_cents
    score = (won > 0).astype(float) + (won > plays.tables.price_cents)
    return [lag_tail(centred(score), LAGS)]
