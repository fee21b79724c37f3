# SPDX-License-Identifier: MIT
"""Póquer de tres cartas: hidden cards, decisions, an annulled deal, figures against the game itself."""

from __future__ import annotations

import random
from itertools import combinations, islice

import pytest

from machines.tables.campaign import open_counter
from machines.tables.chance import card
from machines.tables.game import INSPECTOR, ONLOOKER, Move
from machines.tables.games.poquer_tres_cartas.campaign import OUT
from machines.tables.games.poquer_tres_cartas.hands import KINDS, kind, qualifies, worth
from machines.tables.games.poquer_tres_cartas.odds import AGAINST, stands, worth_it
from machines.tables.games.poquer_tres_cartas.play import LEAST
from machines.tables.refusal import TableError
from machines.tables.table import Table

KEY = bytes([9] * 32)
HAND = 10_000_00


def dealt(seats: int = 2, key: bytes = KEY, **rules: int | str) -> Table:
    table = Table("poquer-tres-cartas", key, dict.fromkeys(range(1, seats + 1), HAND), rules=rules)
    for seat in range(1, seats + 1):
        table.act(Move("bet", seat, "ante", 10_00))
    table.act(Move("no_more_bets"))
    table.act(Move("deal"))
    return table


def test_cards_are_told_to_their_player_alone_until_they_are_turned() -> None:
    table = Table("poquer-tres-cartas", KEY, {1: HAND, 2: HAND})
    for seat in (1, 2):
        table.act(Move("bet", seat, "ante", 10_00))
    table.act(Move("no_more_bets"))
    events = table.act(Move("deal"))
    for seat in (1, 2, ONLOOKER):
        heard = [one.values for one in table.heard(events, seat) if one.kind == "dealt_card"]
        assert len(heard) == (0 if seat == ONLOOKER else 3)
        seen = table.view(seat)
        assert seen["bank"] == []
        assert [place for place, cards in seen["hands"].items() if cards] == ([] if seat < 0 else [str(seat)])
    for seat in (1, 2):
        table.act(Move("choose", seat, "ante", word="retirarse" if seat == 1 else "ir"))
    (shown,) = table.act(Move("show"))
    assert len(shown.values) == 3 and len(table.view(ONLOOKER)["bank"]) == 3
    assert [one.seat for one in table.act(Move("settle")) if one.kind == "turned"] == [2]
    assert set(table.view(ONLOOKER)["hands"]) == {"2"}  # what was folded is never seen


def test_what_nobody_has_seen_changes_nothing_that_is_told() -> None:
    table = dealt()
    other = Table.load(table.save())
    other.state = {**other.state, "bank": [51, 50, 49], "hands": {**other.state["hands"], "2": [0, 1, 2]}}
    for seat in (1, ONLOOKER):
        assert other.view(seat) == table.view(seat)
        assert other.legal(seat) == table.legal(seat)
    move = Move("choose", 1, "ante", word="ir")
    assert other.act(move) == table.act(move)


def test_whoever_has_too_little_for_the_second_bet_can_only_retire() -> None:
    table = Table("poquer-tres-cartas", KEY, {1: 10_00})
    table.act(Move("bet", 1, "ante", 10_00))
    table.act(Move("no_more_bets"))
    table.act(Move("deal"))
    with pytest.raises(TableError, match="retirarse"):
        table.act(Move("choose", 1, "ante", word="ir"))
    table.act(table.next_move())
    assert table.state["phase"] == "show"


def test_a_wrong_deal_is_annulled_whole() -> None:
    table = dealt()
    before = table.state["hands"]
    (told,) = table.act(Move("error", INSPECTOR, word="card_shown"))
    assert table.words(told) == "Jugada anulada" and table.state["phase"] == "deal"
    table.act(Move("deal"))
    assert table.state["money"]["on 1 ante"] == 10_00
    assert set(table.state["hands"]) == set(before)


@pytest.mark.parametrize("wrong", [(0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 4), (0, 1, 2, 3, 4, 52)])
def test_cards_that_are_none_are_refused(wrong: tuple[int, ...]) -> None:
    table = Table("poquer-tres-cartas", KEY, {1: HAND})
    table.act(Move("bet", 1, "ante", 10_00))
    table.act(Move("no_more_bets"))
    with pytest.raises(TableError, match="card"):
        table.act(Move("deal", values=wrong))


def test_combinations_come_as_often_as_they_do() -> None:
    rows = stands(10)
    counts = {name: int((rows.kinds == i).sum()) for i, name in enumerate(KINDS)}
    assert counts == {
        "royal": 4, "straight_flush": 44, "three": 52, "straight": 720, "flush": 1_096, "pair": 3_744,
        "high": 16_440,
    }  # fmt: skip
    assert kind([card(name) for name in ("AC", "2C", "3C")]) == "straight_flush"


def test_every_hand_stands_to_the_bank_as_counting_says() -> None:
    """Some hands against all 18,424 of the bank, one by one."""
    rows = stands(10)
    choose = random.Random(5)
    for row in choose.sample(range(len(rows.hands)), 12):
        cards = rows.hands[row].tolist()
        rest = [one for one in range(52) if one not in cards]
        found = [0, 0, 0, 0]
        mine = worth(cards)
        for bank in combinations(rest, 3):
            if not qualifies(bank, 10):
                found[0] += 1
            else:
                theirs = worth(bank)
                found[1 if theirs < mine else 2 if theirs == mine else 3] += 1
        told = [int(one[row]) for one in (rows.out, rows.worse, rows.equal, rows.better)]
        assert told == found and sum(found) == AGAINST


def test_best_play_goes_on_from_queen_six_four_up() -> None:
    rows = stands(10)
    goes = [worth(tuple(cards)) >= LEAST for cards in rows.hands.tolist()]
    assert goes == worth_it(rows).tolist()


def test_deals_of_a_campaign_are_those_of_the_table() -> None:
    counter = open_counter("poquer-tres-cartas")
    counts = counter.count(KEY, first=0, units=60)
    gained = {"ante": 0, "segunda": 0, "pareja-plus": 0}
    out = 0
    table = Table("poquer-tres-cartas", KEY, {1: HAND})
    for _ in range(60):
        table.act(Move("bet", 1, "ante", 10_00))
        table.act(Move("bet", 1, "pareja-plus", 10_00))
        ended = table.state["round"]
        while table.state["round"] == ended:
            for event in table.act(table.next_move()):
                if event.kind in ("paid", "lost"):
                    gained[event.spot] += event.cents if event.kind == "paid" else -event.cents
                out += event.says == "bank_out" and "1" in table.state["hands"]
    results = counter.results(counts)
    ante, second, plus = (int(one.mean * one.settled * 10_00) for one in results)
    # What folds loses Pareja Plus by the text; a campaign of Pareja Plus alone looks at the cards.
    assert (ante, second) == (gained["ante"] + gained["segunda"], gained["segunda"])
    assert plus >= gained["pareja-plus"]
    assert int(counts[:, OUT].sum()) <= out
    parts = sum(islice((counter.count(KEY, first=i, units=20) for i in (0, 20, 40)), 3))
    assert (parts == counts).all()


def test_a_minimum_between_two_chips_is_the_next_one_up() -> None:
    table = Table("poquer-tres-cartas", KEY, {1: HAND}, rules={"minimum_cents": 5_01})
    (ante,) = [one for one in table.legal(1) if one.spot == "ante"]
    assert (ante.least, ante.step) == (5_50, 50)
    table.act(Move("bet", 1, "ante", ante.least))
