# SPDX-License-Identifier: MIT
"""
Played plays agree with the exact figures within 4 sigma: shipped models, and small games of every feature.

Each comparison alone raises a false alarm in 6 of 100,000 keys, but keys are fixed: a run that passed passes
again, and there are fewer than 80 comparisons, so that a new key fails one of them in 1 of 200 cases.
"""

from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
import pytest
from chance_games import machine, rich

import cext
from cext import Scatter
from machines.model import load_model, model_names
from machines.types.chance.gamble import gambled
from machines.types.chance.game import game_of
from machines.types.chance.par_pots import pot_odds
from machines.types.chance.pots import pot_figures

KEY = bytes(range(32))
SIGMAS = 4
MODELS = [name for name in model_names() if load_model(name).type == "C"]


def feature_game():
    """Free plays half of the time, retriggers, picks that end, a cap that binds."""
    return rich(
        scatters=[
            Scatter(20, 8, 1, 0, 1, 1, 0),
            Scatter(60, 8, 2, 0, 3, 2, 2),
            Scatter(90, 8, 3, 0, 3, 4, 3),
        ],
        max_free_plays=7,
        cap_cents=1_500,
    )


def ways_game():
    """All ways with a multiplying wild and a gamble."""
    return machine(paylines=None, gamble=cext.Gamble(2, 5, 3, 400), cap_cents=1_000)


GAMES = {"features": feature_game, "every pot": rich, "ways": ways_game}


@cache
def tables_of(name):
    return GAMES[name]() if name in GAMES else load_model(name).tables


def played(tables, plays, rounds=0):
    bins = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
    events = []
    first, parts = 0, []
    while first < plays:
        tally, listed = cext.chance_campaign(
            tables, cext.Course(KEY, 1, first, plays - first), gamble_rounds=rounds, histogram=bins
        )
        events.append(listed)
        parts.append(tally)
        first += tally.plays
    return parts, bins, np.concatenate(events)


def sigmas(measured, expected, variance, plays):
    """How many standard deviations a mean over so many plays lies from its expectation."""
    if variance == 0:
        return 0 if measured == expected * plays else float("inf")
    return abs(float(measured - expected * plays)) / sqrt(variance * plays)


@pytest.mark.parametrize("rounds", [0, 5])
@pytest.mark.parametrize("name", [*MODELS, *GAMES])
def test_plays_agree_with_the_exact_figures(name, rounds):
    tables, plays = tables_of(name), 200_000
    if rounds and not tables.gamble:
        return
    parts, bins, _ = played(tables, plays, rounds)
    game = game_of(tables)
    total = game.total
    if rounds:
        total = gambled(total, tables.gamble, tables.cap_cents, rounds)
    won = sum(part.won_cents for part in parts)
    assert sigmas(won, total.mean_cents, total.variance_cents2, plays) < SIGMAS
    whole = sum(game.paid.values())
    featured = sum(ways for t, ways in game.paid.items() if t.picks or (t.free_plays and game.max_free_plays))
    chances = {
        "hits": (sum(part.hits for part in parts), total.hit_frequency),
        "capped": (sum(part.capped for part in parts), Fraction(total.ways[-1], total.whole)),
        "featured": (sum(part.featured for part in parts), Fraction(featured, whole)),
    }
    for measured, chance in chances.values():
        assert sigmas(measured, chance, chance * (1 - chance), plays) < SIGMAS
    assert not any(count and not ways for count, ways in zip(bins.tolist(), total.ways, strict=True))


@pytest.mark.parametrize("name", [*GAMES, *MODELS])
def test_every_sum_comes_as_often_as_it_should(name):
    """Pearson's chi-square over sums expected 20 times or more, the others together, at 4 sigma."""
    tables, plays = tables_of(name), 200_000
    _, bins, _ = played(tables, plays)
    total = game_of(tables).total
    expected = np.array([float(Fraction(ways, total.whole)) * plays for ways in total.ways])
    often = expected >= 20
    counts = [*bins[often].tolist(), int(bins[~often].sum())]
    wanted = [*expected[often].tolist(), max(expected[~often].sum(), 1e-300)]
    if wanted[-1] < 20:
        counts, wanted = counts[:-1], wanted[:-1]
    square = sum((count - want) ** 2 / want for count, want in zip(counts, wanted, strict=True))
    freedom = len(counts) - 1
    # Wilson and Hilferty (1931): the cube root of chi-square by its degrees of freedom is all but normal.
    deviation = ((square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    assert deviation < SIGMAS


@pytest.mark.parametrize("name", [*[name for name in MODELS if load_model(name).tables.pots], "every pot"])
def test_pots_are_hit_and_pay_as_exactly_foretold(name):
    """Hits by chance are binomial; awards are what went in, but for what still lies in pot and reserve."""
    tables, plays = tables_of(name), 400_000
    _, _, events = played(tables, plays)
    begun = cext.pots_new(tables, KEY, 1)
    ended, awards = cext.pots_course(tables, cext.Course(KEY, 1, 0, plays), events, begun)
    for level, (pot, odds) in enumerate(
        zip(tables.pots, pot_odds(tables.pots, game_of(tables)), strict=True)
    ):
        hits, figures = awards.hits[level], pot_figures(pot, odds, tables.price_cents)
        if pot.hit == "must_hit":
            mean = figures.plays_to_hit.low
            assert abs(hits * mean / plays - 1) < SIGMAS / sqrt(
                max(hits, 1)
            )  # cycles vary less than their mean
        else:
            assert sigmas(hits, odds, odds * (1 - odds), plays) < SIGMAS
        held = ended[level].value_mc + ended[level].reserve_mc - begun[level].value_mc
        entered = plays * 1000 * tables.price_cents * (pot.share + pot.reserve) + hits * pot.seed_mc
        assert 0 <= entered - (1000 * awards.cents[level] + held) < 2
