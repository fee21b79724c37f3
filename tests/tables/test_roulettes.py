# SPDX-License-Identifier: MIT
"""Roulettes and the wheel of fortune: payments, zero, prison over several zeros, last ball, limits, 1979."""

from __future__ import annotations

import pytest

from machines.tables.game import Move
from machines.tables.refusal import TableError
from machines.tables.table import Table

HAND = 10_000_00


def opened(game: str = "french-roulette", *, prison: str = "a", **rules: int | str) -> Table:
    readings = {"prison": prison} if prison != "a" else {}
    return Table(game, bytes(32), {1: HAND}, rules=rules, readings=readings)


def spin(table: Table, number: int, *words: str) -> None:
    for move in (Move("no_more_bets"), Move("spin", values=(number,)), Move("settle")):
        table.act(move)
    for word in words:
        table.act(table.next_move()._replace(word=word))


def won(table: Table) -> int:
    return sum(cents for name, cents in table.state["money"].items() if " 1" in name) - HAND


@pytest.mark.parametrize(
    ("spot", "number", "times"),
    [
        ("17", 17, 35), ("0", 0, 35), ("caballo 17-20", 20, 17), ("transversal 0-2-3", 0, 11),
        ("transversal 16-17-18", 18, 11), ("cuadro 17-18-20-21", 21, 8), ("seisena 13-18", 13, 5),
        ("columna 2", 35, 2), ("docena 3", 25, 2), ("doble-columna 1-2", 1, 0.5),
        ("doble-docena 2-3", 36, 0.5),
        ("rojo", 12, 1), ("negro", 29, 1), ("par", 10, 1), ("impar", 11, 1), ("falta", 18, 1),
        ("pasa", 19, 1),
        ("17", 18, -1), ("columna 2", 0, -1), ("doble-docena 2-3", 12, -1), ("rojo", 10, -1),
    ],
)  # fmt: skip
def test_a_bet_is_paid_as_the_text_has_it(spot: str, number: int, times: float) -> None:
    for game in ("french-roulette", "american-roulette"):
        table = opened(game)
        table.act(Move("bet", 1, spot, 10_00))
        spin(table, number)
        assert won(table) == 1000 * times
        stays = f"on 1 {spot}" in table.state["money"]
        assert stays is (times > 0)


def test_prisoners_lose_half_at_each_zero_and_are_released_without_a_win() -> None:
    table = opened()
    table.act(Move("bet", 1, "rojo", 40_00))
    spin(table, 0, "prison")
    assert table.state["money"]["on 1 prison rojo 1"] == 40_00
    spin(table, 0, "prison")
    assert (won(table), table.state["money"]["on 1 prison rojo 2"]) == (-20_00, 20_00)
    spin(table, 0, "half")  # a quarter is left, of which half goes back
    assert won(table) == -35_00
    table.act(Move("bet", 1, "rojo", 40_00))
    spin(table, 0, "prison")
    spin(table, 1)
    assert won(table) == -35_00
    assert "on 1 prison rojo 1" not in table.state["money"]


def test_a_prisoner_that_does_not_win_is_lost() -> None:
    table = opened()
    table.act(Move("bet", 1, "rojo", 40_00))
    spin(table, 0, "prison")
    spin(table, 2)
    assert won(table) == -40_00


def test_half_is_imprisoned_under_the_other_reading() -> None:
    table = opened(prison="b")
    table.act(Move("bet", 1, "par", 40_00))
    spin(table, 0, "prison")
    assert (won(table), table.state["money"]["on 1 prison par 1"]) == (-20_00, 20_00)


@pytest.mark.parametrize(("cents", "words"), [(9_99, ("prison",)), (10_00, ("half", "prison"))])
def test_a_stake_that_cannot_be_halved_stays_in_prison(cents: int, words: tuple[str, ...]) -> None:
    table = opened(minimum_cents=5_00)
    table.act(Move("bet", 1, "rojo", cents))
    spin(table, 0)
    assert [one.words for one in table.legal(1) if one.kind == "choose"] == [words]
    with pytest.raises(TableError) as error:
        table.act(Move("choose", 1, "rojo", word="neither"))
    assert error.value.rule == "choice"


@pytest.mark.parametrize(("zeros", "left"), [(0, 20_00), (1, 10_00), (2, 5_00)])
def test_the_last_ball_gives_back_half_a_quarter_an_eighth(zeros: int, left: int) -> None:
    table = opened(minimum_cents=40_00)  # a minimum does not matter here
    table.act(Move("bet", 1, "rojo", 40_00))
    for _ in range(zeros):
        spin(table, 0, "prison")
    table.act(Move("last_round"))
    spin(table, 0)
    assert won(table) == left - 40_00
    assert table.state["phase"] == "closed"


@pytest.mark.parametrize(
    ("tier", "spot", "times"),
    [(1, "17", 10), (2, "17", 20), (3, "17", 30), (1, "rojo", 180), (3, "caballo 1-2", 60),
    (2, "docena 1", 240),
     (3, "doble-docena 1-2", 720), (1, "cuadro 1-2-4-5", 40), (2, "seisena 1-6", 120),
     (3, "transversal 1-2-3", 90)],
)  # fmt: skip
def test_maxima_go_by_tier(tier: int, spot: str, times: int) -> None:
    table = opened(tier=tier, minimum_cents=1_00)
    with pytest.raises(TableError) as error:
        table.act(Move("bet", 1, spot, times * 1_00 + 1))
    assert error.value.rule == "maximum"
    table.act(Move("bet", 1, spot, times * 1_00))


def test_1979_has_one_tier_three_placements_of_doubles_and_no_transversal_of_the_zero() -> None:
    table = opened(rule_set="1979", tier=1)
    spots = table.game.rules.spots
    assert (spots["17"].times, spots["rojo"].times) == ((30,), (540,))
    assert "transversal 0-1-2" not in spots
    assert "doble-docena 1-3" in spots
    assert "doble-docena 1-3" not in opened().game.rules.spots


def test_the_american_zero_takes_half_at_once() -> None:
    table = opened("american-roulette")
    table.act(Move("bet", 1, "rojo", 10_01))
    spin(table, 0)
    assert won(table) == -5_01
    assert table.state["phase"] == "bets"


def test_the_wheel_of_fortune_has_the_cells_of_the_text() -> None:
    pockets = opened("wheel-of-fortune").game.rules.data["pockets"]
    counts = {value: pockets.count(value) for value in (1, 2, 5, 10, 20, 40)}
    assert counts == {1: 32, 2: 16, 5: 8, 10: 4, 20: 2, 40: 2}
    assert all(pockets[i] != pockets[i - 1] for i in range(64))
    assert all(pockets[i] == pockets[i - 32] for i in range(64))


@pytest.mark.parametrize("value", [1, 2, 5, 10, 20, 40])
def test_a_cell_is_paid_as_many_times_as_it_says(value: int) -> None:
    table = opened("wheel-of-fortune")
    with pytest.raises(TableError) as error:
        table.act(Move("bet", 1, str(value), 20_01))
    assert error.value.rule == "maximum"
    table.act(Move("bet", 1, str(value), 20_00))
    spin(table, value)
    assert won(table) == 20_00 * value


def test_the_order_of_payments_ends_with_the_plenos() -> None:
    table = opened()
    for spot in ("17", "negro", "columna 2", "caballo 17-20", "docena 2"):
        table.act(Move("bet", 1, spot, 10_00))
    table.act(Move("no_more_bets"))
    table.act(Move("spin", values=(17,)))
    paid = [one.spot for one in table.act(Move("settle")) if one.kind == "paid"]
    assert paid == ["columna 2", "docena 2", "negro", "caballo 17-20", "17"]
