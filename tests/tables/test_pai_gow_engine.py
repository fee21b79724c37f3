# SPDX-License-Identifier: MIT
"""Pai Gow on the engine: who hears what, what a bank must keep, which chance a deal takes, files."""

from __future__ import annotations

import json

import pytest

from cext import deal, throw
from machines.tables.game import CROUPIER, INSPECTOR, ONLOOKER, Event, Move, chips
from machines.tables.games.pai_gow.hands import Setting
from machines.tables.games.pai_gow.table import Table as OwnTable
from machines.tables.odds import figures
from machines.tables.refusal import TableError
from machines.tables.table import Table

KEY = bytes(range(32))
CHIPS = {1: 100_000, 3: 50_000, 6: 20_000}


def opened() -> Table:
    return Table("pai-gow", KEY, CHIPS)


def until(table: Table, phase: str, bank: int = CROUPIER) -> list[Event]:
    """What everybody brings about until a phase, with a place that takes the bank."""
    events = []
    while table.state["phase"] != phase:
        accept = Move("accept", bank)
        takes = table.state["phase"] == "bank" and table.state["cloth"]["offered"] == bank != CROUPIER
        events += table.act(accept if takes else table.next_move())
    return events


def test_ten_lines_play_it_as_any_other() -> None:
    table = Table("pai-gow", bytes(32), {1: 100_00, 2: 100_00})
    total = table.total_cents()
    while table.state["round"] < 3:
        for seat in (1, 2):
            bets = [one for one in table.legal(seat) if one.kind == "bet"]
            if bets and table.state["phase"] == "bets":
                table.act(Move("bet", seat, bets[0].spot, bets[0].least))
        while table.act(table.next_move()) and table.state["phase"] != "bets":
            pass
    assert table.total_cents() == total


def test_a_packet_is_heard_by_whom_it_was_dealt_to() -> None:
    table = opened()
    events = until(table, "set")
    for seat in (1, 3, 6):
        packets = [one for one in table.heard(events, seat) if one.kind.endswith("_cards")]
        assert [one.seat for one in packets] == [seat]
        assert list(packets[0].values) == table.state["cloth"]["seats"][str(seat)]["cards"]
    for nobody in (CROUPIER, ONLOOKER):
        assert not [one for one in table.heard(events, nobody) if one.kind.endswith("_cards")]
    cards = [
        card for one in table.heard(events, INSPECTOR) if one.kind.endswith("_cards") for card in one.values
    ]
    own = [card for one in events if one.kind == "dealt_cards" and one.seat for card in one.values]
    assert sorted([*cards, *own]) == list(range(53))


def test_a_bank_keeps_what_it_may_have_to_pay() -> None:
    table = opened()
    until(table, "bets", bank=3)
    most = max(one.most for one in table.legal(1) if one.kind == "bet")
    table.act(Move("bet", 1, "stake", most))
    cash = [one for one in table.legal(3) if one.kind == "cash"]
    assert (
        sum(one.most for one in cash) == chips(table.state, 3) - most - 500
    )  # the croupier stakes the least
    with pytest.raises(TableError):
        table.act(Move("cash", 3, cents=chips(table.state, 3)))
    until(table, "clear")
    assert chips(table.state, 3) >= 0


def test_a_deal_takes_its_own_throw_and_deck_whatever_was_given_before() -> None:
    """A cup threw for the first deal; the second one is what it would have been."""
    table = opened()
    until(table, "throw")
    table.act(Move("throw", values=(1, 2, 3)))
    until(table, "clear")
    until(table, "deal")
    assert table.state["round"] == 1
    assert tuple(table.state["cloth"]["dice"]) == throw(KEY, 1, 3)
    cut = table.state["cloth"]["cut"]
    until(table, "set")
    deck = list(deal(KEY, 1, 53))
    dealt = [card for seat in table.state["cloth"]["seats"].values() for card in seat["cards"]]
    assert set(dealt) <= set(deck)
    assert table.state["cloth"]["used"] == [*deck[cut:], *deck[:cut]][len(dealt) :]


def test_a_deck_and_faces_can_be_given() -> None:
    table = opened()
    until(table, "throw")
    with pytest.raises(TableError, match="faces"):
        table.act(Move("throw", values=(1, 2, 7)))
    table.act(Move("throw", values=(6, 6, 6)))
    with pytest.raises(TableError, match="53 cards"):
        table.act(Move("deal", values=tuple(range(52))))
    table.act(Move("deal", values=tuple(range(53))))
    cut, start = table.state["cloth"]["cut"], table.state["cloth"]["start"]
    first = table.state["cloth"]["seats"][str(start)]["cards"]
    assert first == list(range(cut, cut + 7))


def test_a_bank_set_wrongly_loses_to_a_sound_hand_and_is_told_so() -> None:
    table = OwnTable(KEY, CHIPS)
    while table.state.phase != "set" or table.state.bank != 1:
        offered = table.state.phase == "bank" and table.state.offered == 1
        move = table.next_move()
        table.act(move._replace(kind="accept", place=1) if offered else move)
    cards = sorted(table.seat(1).cards, key=lambda card: card // 4)
    foul = next((a, b) for a in reversed(cards) for b in cards if a != b and is_foul(cards, a, b))
    table.act(table.next_move()._replace(kind="set", place=1, cards=foul))
    told = []
    while table.state.phase != "clear":
        told += table.act(table.next_move())
    compared = [one.values for one in told if one.kind == "compared"]
    assert {one["case"] for one in compared} == {"VIII.3"}
    assert {one["result"] for one in compared} == {"win"}
    assert {one["high"] for one in compared} == {"superior"}


def is_foul(cards: list[int], one: int, two: int) -> bool:
    return Setting.of([one, two], [card for card in cards if card not in (one, two)]).foul


def test_files_of_it_go_on_and_of_others_are_refused() -> None:
    table = opened()
    until(table, "settle")
    again = Table.load(json.loads(json.dumps(table.save())))
    assert again.save() == table.save()
    assert table.journal()["game_version"] == 2
    with pytest.raises(TableError, match="game_version of pai-gow must be 2"):
        Table.replay({**table.journal(), "game_version": 1})
    (figure,) = figures("pai-gow")
    assert figure.win + figure.loss + figure.null == 1 and "a billion" not in figure.note
    with pytest.raises(TableError, match="rule must be one of"):
        Table("pai-gow", KEY, rules={"tier": 1})
    with pytest.raises(TableError, match="reading direction must be one of clockwise"):
        Table("pai-gow", KEY, readings={"direction": "anticlockwise"})
