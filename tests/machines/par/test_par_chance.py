# SPDX-License-Identifier: MIT
"""The PAR sheet of a Type C model: whole, exact, and adding up."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
from chance_games import counted, drawn, featured, machine, rich
from chance_walk import Walk

import cext
from cext import Scatter
from machines.model import load_model, model_names
from machines.par.sheet import par_sheet
from machines.types.chance import par as par_chance
from machines.types.chance.game import game_of, payout
from machines.types.chance.par import chance_sheet
from machines.types.chance.par_pots import pot_odds
from machines.types.chance.par_rows import contributions

MODELS = [name for name in model_names() if load_model(name).type == "C"]


def rows(count):
    return [SimpleNamespace(label=f"row {n}", path=f"rows[{n}]") for n in range(count)]


def parts(tables):
    return contributions(tables, game_of(tables), rows(len(tables.combos)), rows(len(tables.scatters)))


def walked(tables):
    free = counted(tables, True) if tables.max_free_plays else {}
    return Walk(counted(tables), free, tables.picks, tables.max_free_plays, tables.cap_cents)


@pytest.mark.parametrize("cap_cents", [600, 100_000])
def test_a_machine_pays_what_all_its_turns_and_paths_pay(cap_cents):
    """Every combination evaluated by the core, every path of picks and free plays followed."""
    tables = rich(cap_cents=cap_cents, gamble=None)
    total, path = game_of(tables).total, walked(tables)
    assert {cents: Fraction(ways, total.whole) for cents, ways in total.items()} == path.total
    assert payout(tables) * tables.price_cents == sum(cents * chance for cents, chance in path.total.items())


@pytest.mark.parametrize("seed", range(1_000, 1_016))
def test_any_machine_pays_what_all_its_turns_and_paths_pay(seed):
    tables = featured(seed)
    total = game_of(tables).total
    assert {cents: Fraction(ways, total.whole) for cents, ways in total.items()} == walked(tables).total
    assert sum(row.cents for row in parts(tables)) == total.mean_cents


@pytest.mark.parametrize("tables", [rich(), rich(cap_cents=600, gamble=None), drawn(3), drawn(4, ways=True)])
def test_contributions_add_up_to_the_payout_exactly(tables):
    found, game = parts(tables), game_of(tables)
    assert sum(row.cents for row in found) == game.total.mean_cents
    assert found[-1].feature == "cap"
    cut = game.total.mean_cents - game.uncapped_mean_cents
    assert found[-1].cents == cut == 0 or found[-1].cents <= cut < 0  # the turns of a game are capped already


def test_picks_in_free_plays_are_not_multiplied():
    """A scatter that gives one pick of 50 in every turn: worth 50 in a free turn too, multiplier or not."""
    tables = rich(scatters=[Scatter(0, 15, 1, 0, 2, 0, 1)], picks=[cext.Pick(50, 1)], gamble=None, pots=[],
                  combos=[cext.Combo(0, (1, 1, 1), 3)])  # fmt: skip
    found = {row.feature: row.cents for row in parts(tables) if "picks" in row.feature}
    assert found == {"picks": 50, "free picks": 100}
    assert game_of(tables).total.mean_cents == 150


def test_a_pay_row_more_never_lowers_the_payout():
    for seed in range(20):
        tables = drawn(300 + seed)
        more = [*tables.combos, cext.Combo(70, (3,) * tables.reels, tables.reels, 9)]
        same = {"strips": tables.strips, "weights": tables.weights, "rows": tables.rows}
        richer = machine(**same, symbols=tables.symbols, paylines=tables.paylines, combos=more,
                         multipliers=tables.multipliers, scatters=tables.scatters)  # fmt: skip
        assert payout(richer) >= payout(tables)


def test_odds_of_pots_are_those_of_their_combinations_and_draws():
    tables = rich()
    shown = counted(tables)
    hit = sum(ways for turn, ways in shown.items() if turn.pots & 1)
    odds = pot_odds(tables.pots, game_of(tables))
    assert odds == [Fraction(hit, tables.combinations()), Fraction(1, 900), 0]
    assert hit > 0


@pytest.fixture(scope="module")
def sheets():
    return {name: par_sheet(load_model(name)) for name in MODELS}


KEYS = {
    *("model", "type", "price_cents", "rtp", "rtp_percent", "hit_frequency", "variance_stake2"),
    *("volatility_index", "prizes", "jackpots", "contributions", "odds", "losing_runs", "gamble"),
}


@pytest.mark.parametrize("name", MODELS)
def test_a_sheet_is_whole_and_fit_for_json(sheets, name):
    sheet = sheets[name]
    assert set(sheet) >= KEYS
    assert sheet["type"] == "C"
    assert sheet["price_cents"] == (100 if "bets" in sheet else 600)
    text = json.dumps(sheet, allow_nan=False)
    assert json.loads(text) == sheet


@pytest.mark.parametrize("name", MODELS)
def test_a_sheet_agrees_with_itself(sheets, name):
    sheet, price = sheets[name], sheets[name]["price_cents"]
    chances = {row["prize_cents"]: Fraction(row["probability"]) for row in sheet["prizes"]}
    assert sum(chances.values()) == Fraction(sheet["hit_frequency"])
    mean = sum(cents * chance for cents, chance in chances.items())
    assert mean / price == Fraction(sheet["rtp"])
    square = sum(cents * cents * chance for cents, chance in chances.items())
    assert (square - mean * mean) / price**2 == Fraction(sheet["variance_stake2"])
    assert sum(Fraction(row["rtp"]) for row in sheet["contributions"]) == Fraction(sheet["rtp"])
    assert sum(Fraction(row["rtp"]) for row in sheet["features"]) == Fraction(sheet["rtp"])
    assert 1 - Fraction(sheet["losing_runs"]["losing_probability"]) == Fraction(sheet["hit_frequency"])


@pytest.mark.parametrize("name", MODELS)
def test_a_shipped_model_returns_80_percent_without_jackpots_and_pays_no_more_than_its_cap(sheets, name):
    """C-06, C-04."""
    sheet = sheets[name]
    assert Fraction(sheet["rtp"]) >= Fraction(4, 5)
    assert sheet["largest_prize_cents"] <= sheet["cap_cents"] == 2_000 * sheet["price_cents"]


def test_jackpots_stand_apart_and_are_funded(sheets):
    found = [(name, row) for name in MODELS for row in sheets[name]["jackpots"]]
    assert found, "a model with progressive levels ships"
    for name, row in found:
        rule = load_model(name).tables.pots[load_model(name).pots.index(row["name"])]
        funded = rule.share + rule.reserve
        assert Fraction(row["rtp"]) == funded + Fraction(row["operator_rtp"]) or not row["exact"]
        assert (
            row["break_even_cents"] is None
            or row["seed_cents"] <= row["break_even_cents"] <= row["limit_cents"]
        )


def test_fractions_that_nobody_could_read_are_enclosed(monkeypatch):
    monkeypatch.setattr(par_chance, "MOST_DIGITS", 700)
    sheet = chance_sheet(load_model("mudejar"))
    assert re.search(
        r"at most 700 digits \(got about 7\d\d\); lower the most free plays", sheet["enclosed"]["why"]
    )
    assert Fraction(sheet["rtp"]) <= load_model("mudejar").payout <= Fraction(sheet["rtp_high"])


def test_a_gamble_is_reported_with_what_it_does_to_the_spread():
    model = load_model("aneto")
    tables = cext.ChanceTables(model.tables.blob)
    tables.gamble = cext.Gamble(1, 2, 5, 60_000)
    sheet = chance_sheet(replace(model, tables=tables))
    assert sheet["gamble"]["always"]["rtp"] == sheet["rtp"]
    assert sheet["gamble"]["always"]["volatility_index"] > sheet["volatility_index"]
    assert sheet["gamble"]["payout_of_a_gamble"] == "1/1"
