# SPDX-License-Identifier: MIT
"""Whole tables at once: the core's campaign against table by table."""

from __future__ import annotations

import pytest
from pai_gow_checks import KEY, check_tables, one_by_one

import cext
from machines.tables.games.pai_gow.odds import campaign
from machines.tables.games.pai_gow.way import load_way


@pytest.mark.parametrize("players", [1, 4, 6])
def test_a_campaign_is_the_tables_played_one_by_one(players):
    results, cases = one_by_one(players, 150)
    tally = load_way("casa").game.play(KEY, players=players, first=0, deals=150)
    assert (tally.results == results).all()
    assert (tally.cases == cases).all()
    assert tally.deals == tally.together.sum() == 150


def test_parts_of_a_campaign_add_up_whatever_the_threads():
    whole = campaign(KEY, deals=600_000, jobs=1)
    threads = campaign(KEY, deals=600_000, jobs=2)
    assert (whole.tally.together == threads.tally.together).all()
    assert whole.tally.deals == 600_000


def test_what_is_known_of_the_game_lies_in_the_interval():
    """
    Published analyses give about 28.6 % won, 41.5 % drawn, 29.9 % lost and -2.7 to -2.9 % at 5 % commission.

    House ways differ by tenths of a percent, so these are bounds, no test of hypothesis.
    """
    played = campaign(KEY, deals=600_000)
    shares = played.shares()
    assert 0.283 < shares["win"] < 0.289
    assert 0.412 < shares["push"] < 0.418
    assert 0.296 < shares["loss"] < 0.302
    assert -0.031 < played.player.per_stake < -0.024
    low, high = played.player_without_commission.ci99
    assert low < (played.tally.results.sum(axis=0) @ [1, 0, -1]) / (600_000 * 6) < high


def test_a_game_takes_its_own_tables_only() -> None:
    check_tables(cext)
