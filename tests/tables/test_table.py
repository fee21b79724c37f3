# SPDX-License-Identifier: MIT
"""The engine: what a table promises whatever its game."""

from __future__ import annotations

import pytest

from machines.tables.bank import carry, commission, cover, rake, shares, side_pots
from machines.tables.game import INSPECTOR, Move, Transfer
from machines.tables.refusal import TableError
from machines.tables.table import Table


def french(**rules: int | str) -> Table:
    return Table("french-roulette", bytes(32), {1: 100_00, 2: 500_00}, rules=rules)


def spin(table: Table, number: int) -> None:
    for move in (Move("no_more_bets"), Move("spin", values=(number,)), Move("settle")):
        table.act(move)


@pytest.mark.parametrize("cents", [10.0, "10", True, None])
def test_an_amount_that_is_no_whole_number_is_refused_at_the_door(cents: object) -> None:
    table = french()
    before = table.save()
    with pytest.raises(TableError) as error:
        table.act(Move("bet", 1, "rojo", cents))  # type: ignore[arg-type]
    assert error.value.rule == "whole"
    assert table.save() == before


@pytest.mark.parametrize("values", [None, [17], (17.0,), ("17",), (17, 17), (37,), (-1,)])
def test_a_chance_that_is_none_is_refused_at_the_door(values: object) -> None:
    table = french()
    table.act(Move("no_more_bets"))
    before = table.save()
    with pytest.raises(TableError):
        table.act(Move("spin", values=values))  # type: ignore[arg-type]
    assert table.save() == before


def test_a_journal_of_another_version_of_the_game_is_refused() -> None:
    journal = french().journal()
    assert Table.replay(journal).journal() == journal
    for name in ("version", "game_version"):
        with pytest.raises(TableError):
            Table.replay({**journal, name: 99})


def test_a_bet_after_no_more_bets_names_rule_and_article() -> None:
    table = french()
    table.act(Move("no_more_bets"))
    with pytest.raises(TableError) as error:
        table.act(Move("bet", 1, "rojo", 10_00))
    assert (error.value.rule, error.value.article) == ("no_more_bets", "1, IV.3.b")


def test_an_annulled_round_asks_for_its_chance_again() -> None:
    table = french()
    table.act(Move("bet", 1, "17", 10_00))
    spin(table, 17)
    assert table.state["money"]["seat 1"] == 440_00
    table.act(Move("annul", INSPECTOR, word="an object fell into the wheel"))
    assert table.state["phase"] == "spin"
    assert table.state["money"]["seat 1"] == 90_00
    assert Table.replay(table.journal()).save() == table.save()


def test_a_number_that_was_read_wrongly_is_corrected() -> None:
    table = french()
    table.act(Move("bet", 1, "17", 10_00))
    spin(table, 17)
    table.act(Move("correct", INSPECTOR, values=(20,)))
    table.act(Move("settle"))
    assert table.state["money"]["house"] == 10_00
    assert table.total_cents() == 600_00


def test_the_inspector_adjudges_and_it_is_recorded() -> None:
    table = french()
    table.act(Move("adjudge", INSPECTOR, "seat 1", 3_00, "a chip fell off"))
    assert table.state["money"]["seat 1"] == 103_00
    assert table.journal()["moves"][-1][0] == "adjudge"


def test_a_minimum_is_raised_after_three_balls_and_never_in_1979() -> None:
    table = french(minimum_cents=500)
    table.act(Move("limits", cents=10_00))
    for _ in range(3):
        table.act(Move("bet", 1, "rojo", 5_00))
        spin(table, 2)
    with pytest.raises(TableError):
        table.act(Move("bet", 1, "rojo", 5_00))
    table.act(Move("bet", 1, "rojo", 10_00))
    with pytest.raises(TableError) as error:
        french(rule_set="1979").act(Move("limits", cents=10_00))
    assert error.value.rule == "limits"


def test_whoever_waits_first_sits_first() -> None:
    table = french(seats=3)
    table.act(Move("wait", 3))
    table.act(Move("sit", 3, cents=50_00))
    table.act(Move("cash", 3, cents=20_00))
    assert table.total_cents() == 630_00
    with pytest.raises(TableError) as error:
        table.act(Move("sit", 4, cents=1_00))
    assert error.value.rule == "seats"
    table.act(Move("leave", 3))
    assert table.total_cents() == 600_00


def test_time_only_goes_on() -> None:
    table = french()
    table.act(Move("time", cents=5_000))
    with pytest.raises(TableError):
        table.act(Move("time", cents=4_999))


def test_a_saved_table_whose_state_does_not_follow_is_refused() -> None:
    saved = french().save()
    with pytest.raises(TableError):
        Table.load({**saved, "state": {**saved["state"], "round": 7}})
    assert Table.load(saved).save() == saved


def test_nobody_but_house_and_cage_pays_what_they_have_not_got() -> None:
    with pytest.raises(TableError):
        carry({"seat 1": 5}, [Transfer("seat 1", "house", 6, "lost")])
    with pytest.raises(TableError):
        carry({"seat 1": 5}, [Transfer("seat 1", "house", 0, "lost")])
    assert carry({"house": 0}, [Transfer("house", "seat 1", 6, "won")]) == {"house": -6, "seat 1": 6}


def test_money_of_banks_pots_and_rakes() -> None:
    assert cover(10_00, [6_00, 6_00, 1_00]) == ((6_00, 4_00, 0), (0, 2_00, 1_00))
    assert side_pots({1: 50, 2: 100, 3: 100, 4: 70}, folded=[4]) == [(200, (1, 2, 3)), (120, (2, 3))]
    assert shares(101, [3, 1]) == {3: 51, 1: 50}
    assert (rake(999, 500, 40), rake(999, 500, 400)) == (40, 49)
    assert commission(1_01, 500) == 6
