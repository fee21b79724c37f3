# SPDX-License-Identifier: MIT
"""Another money than the euro on the board: its decimals, its coins on the lines, in, out and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pygame
import pytest
from firmware_rig import run_until
from left_out import shipped

from emulator import Cabinet
from emulator.panel.art import coins, sounds
from emulator.panel.machine import keys
from emulator.panel.machine.registry import read_front
from emulator.panel.machine.speaker import Speaker
from emulator.panel.machine.stage import Stage
from emulator.panel.sheet.sounds import heard
from emulator.scenario.visit import slots
from machines.check.lines import coin_lines, hopper_lines
from machines.check.problems import euro
from machines.model import Model, ModelError, load_model, read_model
from machines.support.plain import Json


class Market(NamedTuple):
    """A machine of another market, and what it shows."""

    code: str
    digits: int
    price: int
    coins: Sequence[int]
    hoppers: Sequence[int]
    nothing: str
    """The counters of a new machine."""
    inserted: str
    """Once it holds one coin of each."""
    said: str
    """The price, on the message line."""


YEN = Market("JPY", 0, 50, [50, 100, 500], [50, 500], "0", "650", "50")
DINAR = Market("TND", 3, 100, [100, 200, 500], [100, 500], "0.000", "0.800", "0.100")
QUARTER = Market("USD", 2, 50, [25, 100], [25, 100], "0.00", "1.25", "0.50")
TENTH = Market("XTS", 1, 5, [5, 10], [5, 10], "0.0", "1.5", "0.5")
MARKETS = [YEN, DINAR, QUARTER, TENTH]


@pytest.fixture(autouse=True)
def _euro_coins_again() -> Iterator[None]:
    yield
    coins.mint(None)


def raw_of(market: Market, **money: object) -> Json:
    """Moncayo with all of its amounts at another price."""
    raw = shipped("moncayo")
    pays = [{**row, "cents": row["cents"] // 600 * market.price} for row in raw["paytable"]]
    currency = {"code": market.code, "symbol": "¤", "position": "before", "digits": market.digits}
    return raw | {
        "profile": "libre",
        "price_cents": market.price,
        "paytable": pays,
        "money": {"coins_cents": list(market.coins), "currency": currency, **money},
        "hoppers": [{"cents": cents, "capacity_coins": 900, "fill_coins": 800} for cents in market.hoppers],
        "counters": {**raw["counters"], "unit_cents": market.coins[0]},
    }


def model_of(market: Market) -> Model:
    return read_model(raw_of(market))


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize("market", MARKETS, ids=lambda market: market.code)
def test_its_coins_are_taken_shown_and_paid(market: Market, runtime: str) -> None:
    with Cabinet(model_of(market), seed="00", runtime=runtime) as cab:
        cab.run(ms=8_000)
        assert cab.display.credits == market.nothing
        for cents in market.coins:
            assert cab.purse[cents] >= 10
            cab.insert(cents)
            cab.run(ms=900)
        assert cab.display.credits == market.inserted
        held = dict(cab.hopper_levels)
        assert held == dict.fromkeys(market.hoppers, 801)
        cab.press("collect")
        run_until(cab, lambda: cab.tray_cents == sum(market.coins), 20_000)
        assert cab.display.credits == market.nothing


def test_the_message_line_has_its_decimals_and_no_point_without_any() -> None:
    for market in MARKETS:
        with Cabinet(model_of(market), seed="00", language="en") as cab:
            cab.run(ms=8_000)
            cab.press("start")
            cab.run(ms=300)
            assert cab.display.message.strip() == f"TEST A PLAY COSTS {market.said}"


def test_the_short_visit_expects_what_such_a_machine_shows() -> None:
    assert {market.code: slots(model_of(market))["nothing"] for market in MARKETS} == {
        market.code: market.nothing for market in MARKETS
    }
    assert slots(load_model("cierzo"))["nothing"] == "0.00"


def test_machines_of_other_types_show_it_too() -> None:
    for name in ("cierzo", "cometa"):
        raw = shipped(name)
        money = {
            **raw["money"],
            "currency": {"code": "JPY", "symbol": "¥", "position": "before", "digits": 0},
        }
        with Cabinet(read_model({**raw, "profile": "libre", "money": money}), seed="00") as cab:
            cab.run(ms=6_000)
            assert cab.display.credits == "0"
            cab.insert(100)
            cab.run(ms=1_000)
            assert cab.display.credits == "100"


@pytest.mark.parametrize(
    ("values", "known"),
    [
        ([10, 20, 200], {10: 10, 20: 20, 200: 200}),
        ([25, 100], {25: 10, 100: 20}),
        ([50, 100, 500], {50: 10, 100: 20, 500: 50}),
    ],
)
def test_a_coin_has_the_line_of_its_name_or_the_next(values: list[int], known: Mapping[int, int]) -> None:
    assert coin_lines(values) == known


def test_a_hopper_has_the_lines_of_its_coin_or_the_next() -> None:
    assert hopper_lines([100]) == {100: 100}
    assert hopper_lines([50, 500]) == {50: 10, 500: 100}
    assert model_of(YEN).settings()["HOPPERS"] == ((50, "hopper_10", 900), (500, "hopper_100", 900))


def test_more_coins_or_hoppers_than_the_board_has_lines_are_refused() -> None:
    raw = raw_of(YEN, coins_cents=[50, 100, 500, 1_000, 2_000, 5_000])
    raw["hoppers"].append({"cents": 1_000, "capacity_coins": 900, "fill_coins": 800})
    with pytest.raises(ModelError) as caught:
        read_model(raw)
    assert [problem.path for problem in caught.value.problems] == ["money.coins_cents[5]", "hoppers[2].cents"]
    plain = raw_of(YEN)
    del plain["money"]["currency"]
    with pytest.raises(ModelError) as caught:
        read_model(plain)
    paths = [problem.path for problem in caught.value.problems]
    assert {"money.coins_cents[2]", "hoppers[0].cents", "hoppers[1].cents"} <= set(paths)


def test_a_check_tells_its_amounts_in_the_money() -> None:
    with pytest.raises(ModelError, match=r"must be at least 50 JPY \(got 20 JPY\)"):
        read_model(raw_of(YEN, credits_max_cents=20))
    with pytest.raises(ModelError, match=r"must be at least 0\.100 TND \(got 0\.020 TND\)"):
        read_model(raw_of(DINAR, credits_max_cents=20))
    assert euro(1_250) == "12.50 EUR"


def test_its_coins_have_a_look_of_their_own_the_larger_the_more_they_are() -> None:
    Stage(read_front(load_model("moncayo"), 1, True), (1280, 800), "es")
    real = pygame.image.tobytes(coins.face(100, 60), "RGBA")
    assert coins.known(20) and not coins.known(500)
    Stage(read_front(model_of(YEN), 1, True), (1280, 800), "es")
    assert coins.known(500) and not coins.known(20)
    assert pygame.image.tobytes(coins.face(100, 60), "RGBA") != real
    sizes = [coins.diameter(cents, 1_000) for cents in YEN.coins]
    assert sizes == sorted(set(sizes)) and sizes[-1] == 1_000
    Stage(read_front(load_model("moncayo"), 1, True), (1280, 800), "es")
    assert pygame.image.tobytes(coins.face(100, 60), "RGBA") == real


@pytest.mark.parametrize(
    ("market", "cents", "shown"),
    [(YEN, 500, "500"), (DINAR, 500, "500"), (DINAR, 1_000, "1"), (DINAR, 1_500, "1.5"), (QUARTER, 25, "25")],
)
def test_a_coin_shows_its_value_in_its_money(market: Market, cents: int, shown: str) -> None:
    coins.mint(None, read_front(model_of(market), 1, True).struck)
    assert coins.figures(cents) == shown


def test_each_of_its_coins_has_a_key_and_a_sound() -> None:
    assert list(keys.coin_keys(YEN.coins).values()) == YEN.coins
    assert keys.coin_keys([10, 200]) == keys.COIN_KEYS
    named = {cents: sounds.coin_name("coin", cents) for cents in (5, 25, 50, 100, 500)}
    assert named == {5: "coin_10", 25: "coin_20", 50: "coin_50", 100: "coin_100", 500: "coin_200"}
    speaker = Speaker()
    speaker.hear("coin_slot", 0, {"cents": 500})
    speaker.hear("coin_in_tray", 0, {"cents": 25})
    assert speaker._cues == ["coin_200", "paid_20"]
    assert set(speaker._cues) <= set(sounds.samples())


def test_its_sheet_of_sounds_tells_prizes_in_its_money() -> None:
    assert heard("win_small", model_of(YEN).currency) == "a prize below 200 JPY"
    assert heard("win_large", model_of(DINAR).currency) == "a prize from 1.000 TND"
    assert heard("win_middle", load_model("cierzo").currency) == "a prize from 2.00 EUR"
