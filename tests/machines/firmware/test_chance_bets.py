# SPDX-License-Identifier: MIT
"""Bets that the player chooses: money grows exactly with them, and no draw depends on them (C-02)."""

from __future__ import annotations

import tomllib
from fractions import Fraction

import pytest
from firmware_rig import record

import cext
from emulator import Cabinet
from machines.model import ChanceModel, load_model, model_text, read_model
from machines.par.sheet import par_sheet

MODEL = "moncayo_nacional"


def model() -> ChanceModel:
    made = load_model(MODEL)
    assert isinstance(made, ChanceModel)
    return made


def played(bet: int, seed: str = "d8", runtime: str = "cpython") -> Cabinet:
    """After the first play of a machine, at a bet by its place."""
    cab = Cabinet(MODEL, seed=seed, purse={200: 3}, runtime=runtime)
    cab.run(ms=4_500)
    for _ in range(3):
        cab.insert(200)
        cab.run(ms=700)
    for _ in range(bet):
        cab.press("double")
        cab.run(ms=300)
    cab.press("start")
    cab.run(ms=9_000)
    return cab


def test_a_bet_is_a_multiple_of_the_first_for_all_amounts() -> None:
    made = model()
    assert (made.bets_cents, made.price_cents, made.tables.bets) == ((100, 200, 600), 100, (1, 2, 6))
    assert made.tables.cap_cents == 2_000 * 100
    assert made.largest_prize_cents == 2_000 * 600


def test_the_sheet_has_every_bet_with_its_exact_payout() -> None:
    """C-06 and GLI-11: the least payout holds at every bet."""
    bets = par_sheet(model())["bets"]
    assert [row["bet_cents"] for row in bets] == [100, 200, 600]
    assert {row["rtp"] for row in bets} == {"7113/8192"} and Fraction("7113/8192") > Fraction(4, 5)
    assert [row["largest_prize_cents"] for row in bets] == [200_000, 400_000, 1_200_000]
    assert "bets" not in par_sheet(load_model("moncayo"))


@pytest.mark.parametrize(("bet", "times"), [(0, 1), (1, 2), (2, 6)])
def test_a_play_costs_its_bet_and_wins_in_proportion(bet: int, times: int) -> None:
    cab = played(bet)
    books, row = record(cab), cab.last_plays[0]
    assert (books["staked_cents"], books["won_cents"]) == (100 * times, 1_000 * times)
    assert (row["stake_cents"], row["prizes_cents"], row["prize_cents"]) == (
        100 * times,
        (1_000 * times, 0),
        1_000 * times,
    )
    assert row["credits_before_cents"] - row["credits_after_cents"] == 100 * times
    assert 42 + bet in cab.glass and not {42, 43, 44} - {42 + bet} & cab.glass
    assert cab.reels[0].stop == played(0).reels[0].stop


def test_both_runtimes_play_a_bet_alike() -> None:
    assert played(2, runtime="micropython").nvram == played(2).nvram


def test_a_machine_with_one_bet_has_no_button_for_it() -> None:
    cab = Cabinet("moncayo", seed="00")
    cab.run(ms=4_500)
    cab.press("double")
    cab.run(ms=300)
    assert not cab.lamps["double"] and record(cab)["bet"] == 0
    assert not cab.glass & {42, 43, 44}


def test_no_bet_is_chosen_while_a_play_goes_on() -> None:
    cab = Cabinet(MODEL, seed="d8", purse={200: 1})
    cab.run(ms=4_500)
    cab.insert(200)
    cab.run(ms=700)
    cab.press("start")
    cab.run(ms=500)
    cab.press("double")
    cab.run(ms=8_000)
    assert record(cab)["bet"] == 0


def test_pots_take_their_share_of_what_is_staked() -> None:
    raw = tomllib.loads(model_text(MODEL)[1].decode())
    shared = {"seed_cents": 1_000, "limit_cents": 90_000, "share": "1/100"}
    raw["pots"] = [
        {"name": "cima", "title": {"es": "Cima"}, "hit": "must_hit", **shared},
        {"name": "nube", "title": {"es": "Nube"}, "hit": "mystery", "odds": "1/100000", **shared},
    ]
    with_bets = read_model(raw)
    assert isinstance(with_bets, ChanceModel)
    tables, key = with_bets.tables, bytes(32)
    once = cext.new_chance_state(tables, key)
    twice = cext.chance_step(tables, once, "play", 1)[0]
    once = cext.chance_step(tables, once, "play", 0)[0]
    fresh = cext.view_chance_state(tables, cext.new_chance_state(tables, key)).pots
    pairs = zip(fresh, cext.view_chance_state(tables, once).pots, strict=True)
    small = [after.value_mc - before.value_mc for before, after in pairs]
    pairs = zip(fresh, cext.view_chance_state(tables, twice).pots, strict=True)
    assert [after.value_mc - before.value_mc for before, after in pairs] == [2 * mc for mc in small]
    assert all(small)
