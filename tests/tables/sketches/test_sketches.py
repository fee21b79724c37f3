# SPDX-License-Identifier: MIT
"""Games that come later fit the contract as it is: a bank that a player holds, and a pot."""

from __future__ import annotations

import pytest
from sketches.chemin_de_fer import CheminDeFer
from sketches.circle_poker import ANTE, WINDOW_MS, CirclePoker

from machines.tables.game import Move
from machines.tables.refusal import TableError
from machines.tables.table import Table

KEY = bytes(32)


def bank(*bids: tuple[int, int]) -> Table:
    table = Table(CheminDeFer(), KEY, dict.fromkeys((1, 2, 3, 4), 1_000_00))
    for seat, cents in bids:
        table.act(Move("bid", seat, cents=cents))
    table.act(Move("award"))
    return table


def test_equal_bids_go_to_the_lower_seat_however_late_it_bid() -> None:
    table = bank((3, 100_00), (2, 100_00), (4, 90_00))
    assert (table.state["banker"], table.state["money"]["bank"]) == (2, 100_00)


def test_a_sealed_bid_reaches_nobody_else() -> None:
    table = Table(CheminDeFer(), KEY, {1: 100_00, 2: 100_00})
    events = table.act(Move("bid", 1, cents=50_00))
    assert table.heard(events, 1) == events
    assert table.heard(events, 2) == []
    assert table.view(2)["bids"] == {"1": None}


def test_a_limited_bank_covers_from_its_right_and_gives_the_rest_back() -> None:
    table = bank((1, 100_00))
    for seat, cents in ((4, 50_00), (3, 40_00), (2, 30_00)):
        table.act(Move("bet", seat, "punto", cents))
    table.act(Move("no_more_bets"))
    assert table.state["money"]["on 4 punto"] == 30_00  # 30 and 40 came before it
    table.act(Move("result", word="punto"))
    assert table.state["money"]["seat 4"] == 1_030_00
    assert table.state["money"].get("bank", 0) == 0
    assert (table.state["phase"], table.total_cents()) == ("auction", 4_000_00)


def test_a_bank_wins_less_commission_forms_a_garage_and_is_shared() -> None:
    table = bank((1, 100_00))
    table.act(Move("associate", 2, cents=50_00))
    table.act(Move("bet", 3, "punto", 100_00))
    table.act(Move("no_more_bets"))
    table.act(Move("result", word="banca"))
    assert table.state["money"]["bank"] == 245_00
    table.act(Move("garage", 1))
    assert table.state["money"]["garage"] == 122_50
    table.act(Move("pass_bank", 1))
    money = table.state["money"]
    assert (money["seat 1"], money["seat 2"]) == (1_063_34, 1_031_66)
    assert table.total_cents() == 4_000_00


def test_nobody_bets_against_their_own_bank() -> None:
    with pytest.raises(TableError) as error:
        bank((1, 100_00)).act(Move("bet", 1, "punto", 10_00))
    assert error.value.rule == "own_bank"


def hand(**held: int) -> Table:
    table = Table(CirclePoker(), KEY, {int(name[1:]): cents for name, cents in held.items()})
    table.act(Move("shuffle"))
    table.act(Move("deal"))
    return table


def test_cards_reach_their_seat_alone() -> None:
    table = Table(CirclePoker(), KEY, {1: 10_00, 2: 10_00})
    table.act(Move("shuffle"))
    events = table.act(Move("deal"))
    assert [one.seat for one in table.heard(events, 2)] == [2]
    assert table.view(2)["hands"]["1"] == 2
    assert len(table.view(2)["hands"]["2"]) == 2


def test_side_pots_lose_no_cent_and_the_rake_has_a_cap() -> None:
    table = hand(s1=50_00, s2=200_00, s3=200_00)
    for seat, cents in ((3, 199_00), (1, 49_00), (2, 199_00)):  # in any order
        table.act(Move("raise", seat, cents=cents))
    table.act(Move("close"))
    paid = table.act(Move("show"))
    assert table.state["money"]["commission"] == 10_00  # five of each pot, its most
    assert sum(one.cents for one in paid) == 440_00
    assert table.total_cents() == 450_00


def test_who_does_not_answer_in_time_is_out() -> None:
    table = hand(s1=50_00, s2=50_00)
    table.act(Move("stay", 1))
    with pytest.raises(TableError):
        table.act(Move("close"))
    table.act(Move("time", cents=WINDOW_MS))
    with pytest.raises(TableError):
        table.act(Move("raise", 2, cents=1_00))
    table.act(Move("close"))
    table.act(Move("show"))
    assert table.state["money"]["seat 1"] == 50_00 + ANTE - 10


def test_sketches_play_by_themselves_and_lose_no_cent() -> None:
    for game in (CheminDeFer(), CirclePoker()):
        table = Table(game, KEY, {1: 100_00, 2: 100_00})
        for _ in range(60):
            table.act(table.next_move())
        assert table.total_cents() == 200_00
        assert Table.replay(table.journal(), type(game)()).save() == table.save()
