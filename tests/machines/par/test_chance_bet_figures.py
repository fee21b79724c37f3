# SPDX-License-Identifier: MIT
"""Sheets and campaigns of one bet of several: the machine's own plays at that bet, to the cent (C-02)."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from chance_checks import KEY, LINES, WAYS, choose, tables_of

import cext
from emulator.cli import run as azar
from emulator.lab.campaign import run_campaign
from machines.model import ChanceModel, load_model
from machines.par.sheet import par_sheet
from machines.types.chance import bet as chance_bet
from machines.types.chance.bet import BetError, at_bet
from machines.types.chance.game import game_of
from machines.types.chance.par_pots import pot_odds

MODEL = "moncayo_nacional"


def model() -> ChanceModel:
    made = load_model(MODEL)
    assert isinstance(made, ChanceModel)
    return made


@pytest.mark.parametrize("stated", [LINES, WAYS], ids=["lines", "ways"])
def test_tables_of_a_bet_play_as_the_machine_does_at_it(stated: dict[str, Any]) -> None:
    """Every step, every cent, every pot: the draws are the same, mystery included."""
    own = tables_of(cext, {**stated, "bets": (1, 4)})
    alone = chance_bet._tables(own, 4)
    at, only = cext.new_chance_state(own, KEY, 3), cext.new_chance_state(alone, KEY, 3)
    hit = 0
    for number in range(300):
        kind = choose(cext.view_chance_state(own, at).phase, number)
        at, one = cext.chance_step(own, at, kind, 1 if kind == "play" else 0)
        only, other = cext.chance_step(alone, only, kind, 0)
        assert one == other
        assert cext.view_chance_state(own, at).pots == cext.view_chance_state(alone, only).pots
        hit += len(one.pots_hit)
    assert hit > 10
    assert alone.mystery_of == own.mystery_of, "so that what a draw rejects is the same, too"


def test_a_campaign_of_a_bet_wins_in_proportion() -> None:
    first, dearest = (run_campaign(at_bet(model(), cents), 5_000, seed="d8", jobs=1) for cents in (100, 600))
    assert (first.price_cents, dearest.price_cents) == (100, 600)
    assert (dearest.staked_cents, dearest.won_cents) == (6 * first.staked_cents, 6 * first.won_cents)
    assert dearest.prizes == tuple((6 * cents, count) for cents, count in first.prizes)
    assert run_campaign(model(), 5_000, seed="d8", jobs=1).prizes == first.prizes


def test_a_sheet_of_a_bet_is_the_first_one_grown() -> None:
    first, dearest = par_sheet(model()), par_sheet(model(), 600)
    assert (dearest["price_cents"], dearest["largest_prize_cents"]) == (600, 1_200_000)
    for name in ("rtp", "hit_frequency", "variance_stake2", "combinations", "tables_digest"):
        assert dearest[name] == first[name], name
    assert [row["prize_cents"] for row in dearest["prizes"]] == [
        6 * row["prize_cents"] for row in first["prizes"]
    ]
    assert "bets" in first and "bets" not in dearest
    grown = at_bet(model(), 600)
    assert grown.layout.cap_cents == grown.tables.cap_cents == 6 * model().layout.cap_cents


def test_odds_of_mystery_pots_grow_with_the_bet_and_others_do_not() -> None:
    own = tables_of(cext, {**LINES, "bets": (1, 4)})
    game = replace(game_of(own), price_cents=4 * own.price_cents)
    odds, grown = pot_odds(own.pots, game), pot_odds(chance_bet.pots_at(own, 4), game)
    ratio = [after / before if before else Fraction(1) for before, after in zip(odds, grown, strict=True)]
    assert ratio == [4 if pot.hit == "mystery" else 1 for pot in own.pots] and 4 in ratio


def test_a_bet_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BetError, match="must be one of 100, 200, 600 cents"):
        at_bet(model(), 300)
    assert at_bet(load_model("moncayo"), 600) is load_model("moncayo")
    assert azar(["simulate", "cierzo", "--bet", "20"]) == 1
    assert "has one price" in capsys.readouterr().err
    assert azar(["simulate", MODEL, "--bet", "200", "--plays", "100", "--seed", "00", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["staked_cents"] == 20_000
    assert azar(["par", MODEL, "--bet", "200", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["price_cents"] == 200
