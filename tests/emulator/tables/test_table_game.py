# SPDX-License-Identifier: MIT
"""A table that goes on by itself: its pace, the house's players, and what people may do."""

from __future__ import annotations

from typing import Any

import pytest
from table_dealer import LEAST, Roulette

from emulator.panel.tables.kit.ball import FLICK_S, PUSH_S, Spin
from emulator.panel.tables.kit.ball import REST_S as BALL_S
from emulator.panel.tables.kit.fortune import REST_S as WHIRL_S
from emulator.panel.tables.kit.seen import Seen
from emulator.tables.table_game import BETS_MS, TableGame
from emulator.tables.told import RESTS_MS, Bounds, Told

NUMBERS = (17, 0, 32, 15, 4, 26, 3, 9)


def table(people: tuple[int, ...] = (), **fields: Any) -> TableGame:
    return TableGame(Roulette(NUMBERS, **fields), people, seed="00")


def until(game: TableGame, phase: str) -> None:
    for _ in range(4_000):
        if game.phase == phase:
            return
        game.run(ms=20)
    raise AssertionError(f"no {phase}")


def test_a_table_of_the_house_goes_on_and_no_cent_is_lost() -> None:
    game = table()
    dealer = game.dealer
    assert isinstance(dealer, Roulette)
    total = dealer.total_cents()
    betted: set[int] = set()
    for _ in range(1_500):
        game.run(ms=100)
        betted |= {one.seat for one in game.told if one.kind == "stake"}
        assert dealer.total_cents() == total
    assert game.number >= 3
    assert [said for said, _ in game.past[::-1]][:3] == ["17", "0", "32"]
    assert betted == set(range(1, 7))


def test_time_divides_as_one_likes() -> None:
    whole, pieces = table(), table()
    whole.run(ms=60_000)
    for ms in (1, 16, 333, 7, 5_000, 16, 54_627):
        pieces.run(ms=ms)
    assert whole.now_ms == pieces.now_ms == 60_000
    assert whole.told == pieces.told
    assert whole.dealer.stakes() == pieces.dealer.stakes()


def test_nothing_is_raked_before_the_ball_rests() -> None:
    game = table()
    until(game, "settled")
    spun, drawn = (next(one for one in game.told if one.kind == kind) for kind in ("spin", "drawn"))
    spin = Spin(game.number, 37, 0.0, spun.t_ms / 1000)
    spin.falls(drawn.faces[0], drawn.t_ms / 1000)
    first = min(one.t_ms for one in game.told if one.kind in ("lost", "paid"))
    assert spin.rests_s * 1000 < first
    assert drawn.t_ms - spun.t_ms > (PUSH_S + FLICK_S) * 1000


def test_what_was_drawn_is_said_when_the_ball_lies_and_stands_on_the_board_when_it_is_settled() -> None:
    game = table()
    until(game, "spun")
    assert (game.words, game.past) == ("Hagan sus apuestas", [])
    game.run(ms=RESTS_MS["wheel"] - 300)
    assert game.words == "Hagan sus apuestas"
    game.run(ms=200)
    assert (game.words, game.past) == ("17", [])
    until(game, "settled")
    game.run(ms=1_900)
    assert (game.words, game.past) == ("17", [("17", "black")])
    until(game, "bets")
    assert game.words == "Hagan sus apuestas"


def test_every_motion_has_come_to_rest_when_the_table_goes_on() -> None:
    assert BALL_S * 1000 <= RESTS_MS["wheel"] == RESTS_MS["cups"]
    assert RESTS_MS["fortune"] >= WHIRL_S * 1000


def test_people_are_waited_for_until_they_are_ready() -> None:
    game = table((4,))
    game.run(ms=BETS_MS + 5_000)
    assert game.betting and game.waits_for() == {4}
    assert not any(one.kind == "spin" for one in game.told)
    game.press(4, "ready", 150)
    game.run(ms=3_000)
    assert [one.cents for one in game.told if one.kind == "spin"] == [150]
    assert game.waits_for() == set()


def test_bets_are_taken_while_the_ball_runs_and_not_after() -> None:
    game = table((4,))
    game.press(4, "ready")
    while not any(one.kind == "spin" for one in game.told):
        game.run(ms=20)
    assert game.lay(4, "17", 500)
    until(game, "spun")
    assert not game.lay(4, "17", 500)
    assert game.take(4, "17") == 0
    assert [one.cents for one in game.dealer.stakes() if one.seat == 4] == [500]


def test_a_closed_table_takes_nothing_whatever_its_rules_say(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table((4,))
    until_closed = game.dealer
    monkeypatch.setattr(until_closed, "bounds", lambda seat, spot: Bounds(100, 1_000, 100))
    monkeypatch.setattr(until_closed, "bet", lambda seat, spot, cents: [])
    assert game.lay(4, "17", 500)
    until_closed.phase = "spun"  # type: ignore[misc]
    assert not game.lay(4, "17", 500)


def test_chips_are_cut_to_the_limit_of_the_spot_and_none_are_taken_beyond_it() -> None:
    game = table((4,))
    assert game.lay(4, "17", 99_000)
    assert sum(one.cents for one in game.dealer.stakes() if one.seat == 4) == 30 * LEAST
    assert not game.lay(4, "17", 100)
    assert not game.lay(3, "17", 100)  # nobody lays for a player of the house
    assert game.take(4, "17") == 30 * LEAST
    assert game.take(4, "17") == 0


def test_last_bets_are_repeated_and_taken_back() -> None:
    game = table((4,))
    assert game.offered(4) == ["ready"]
    game.lay(4, "caballo 17-20", 500)
    game.lay(4, "rojo", 1_000)
    assert game.offered(4) == ["clear", "ready"]
    game.press(4, "ready")
    until(game, "settled")
    until(game, "bets")
    lying = [(one.spot, one.cents) for one in game.dealer.stakes() if one.seat == 4]
    assert lying == [("caballo 17-20", 500)]  # it won, and lies still
    assert game.offered(4) == ["clear", "repeat", "ready"]
    game.press(4, "repeat")
    own = {one.spot: one.cents for one in game.dealer.stakes() if one.seat == 4}
    assert own == {"caballo 17-20": 500, "rojo": 1_000}
    game.press(4, "clear")
    assert not [one for one in game.dealer.stakes() if one.seat == 4]


def test_who_has_lost_all_can_buy_and_the_house_buys_for_its_own() -> None:
    game = table((4,), chips_cents=3_000)
    game.lay(4, "0", 3_000)
    game.press(4, "ready")
    until(game, "settled")
    until(game, "bets")
    assert game.dealer.chips()[4] == 0
    assert game.offered(4) == ["buy", "ready"]
    assert Seen(game, "es").buttons(4)[0].words == "COMPRAR FICHAS 30 €"
    game.press(4, "buy")
    assert game.dealer.chips()[4] == 3_000
    for _ in range(2_000):
        game.run(ms=100)
    assert min(game.dealer.chips()[seat] for seat in (1, 2, 3)) >= 0


def test_who_goes_away_is_played_for_until_they_come_back() -> None:
    game = table((4,))
    game.away(4)
    assert not game.lay(4, "17", 500)
    game.run(ms=BETS_MS + 4_000)
    assert any(one.seat == 4 and one.kind == "stake" for one in game.told) or not game.betting
    game.back(4)
    assert game.people == {4}
    game.back(9)
    assert game.people == {4}


@pytest.mark.parametrize(
    ("language", "tip", "odds"),
    [
        (
            "es",
            "caballo 17-20 · 17 a 1 · hasta 60 €",
            "gana una de cada 18,50; de 100 apostados vuelven 97,30",
        ),
        ("en", "split 17-20 · 17 to 1 · up to €60", "wins once in 18.50; of 100 staked 97.30 come back"),
    ],
)
def test_a_spot_says_what_it_pays_its_limit_and_its_odds(language: str, tip: str, odds: str) -> None:
    seen = Seen(table((4,)), language)
    assert seen.tip("caballo 17-20", 4) == tip
    assert seen.odds("caballo 17-20") == [odds]
    seen.lay(4, "caballo 17-20", 500)
    assert seen.tip("caballo 17-20", 4) == tip  # what lies there counts towards the limit


def test_cards_come_one_after_the_other() -> None:
    game = table()
    cards = [Told(0, "card", spot="punto", faces=(i,)) for i in range(4)]
    third = [Told(0, "said", to="Carta para el jugador"), Told(0, "card", spot="punto", faces=(9,))]
    new = game._events([*cards, *third, Told(0, "said", to="Gana la banca")])
    assert [one.t_ms - game.now_ms for one in new] == [0, 900, 1_800, 2_700, 5_200, 6_000, 6_900]
    game.run(ms=5_300)
    assert game.words == "Carta para el jugador"
    game.run(ms=1_700)
    assert game.words == "Gana la banca"
