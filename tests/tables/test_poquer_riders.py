# SPDX-License-Identifier: MIT
"""Bets on another's hand at póquer de tres cartas: consent, too few chips, hidden cards, wild play."""

from __future__ import annotations

import random

import pytest

from machines.tables.chance import card
from machines.tables.game import Move, laid, seated
from machines.tables.refusal import TableError
from machines.tables.table import Table
from machines.tables.transcript import open_transcript

KEY = bytes([9] * 32)
HAND = 1_000_00
GIVEN = tuple(card(name) for name in ("KD", "QC", "8C", "5D", "3T", "2T"))


def table_of(seats: int = 2, cents: dict[int, int] | None = None, **readings: str) -> Table:
    hands = {**dict.fromkeys(range(1, seats + 1), HAND), **(cents or {})}
    return Table("poquer-tres-cartas", KEY, hands, readings={"riders": "three_more", **readings})


def ridden(table: Table, cents: int = 10_00) -> Table:
    """Seat 1 has a hand, seat 2 an ante on it, and both have been dealt their cards."""
    table.act(Move("bet", 1, "ante", 10_00))
    table.act(Move("bet", 2, "ante 1", cents))
    table.act(Move("no_more_bets"))
    table.act(Move("deal", values=GIVEN))
    return table


def words(table: Table, seat: int) -> list[str]:
    return [word for one in table.legal(seat) if one.kind == "choose" for word in one.words]


def test_a_player_refuses_bets_on_the_own_hand_until_one_lies_there() -> None:
    table = table_of()
    table.act(Move("bet", 1, "ante", 10_00))
    assert words(table, 1) == ["no consiente"]
    table.act(Move("choose", 1, "mano 1", word="no consiente"))
    with pytest.raises(TableError) as error:
        table.act(Move("bet", 2, "ante 1", 10_00))
    assert (error.value.rule, error.value.article) == ("consent", "17, IV")
    assert not any(one.spot == "ante 1" for one in table.legal(2))
    table.act(Move("choose", 1, "mano 1", word="consiente"))
    table.act(Move("bet", 2, "ante 1", 10_00))
    assert words(table, 1) == []
    with pytest.raises(TableError):
        table.act(Move("choose", 1, "mano 1", word="no consiente"))


def test_where_consent_is_asked_nobody_bets_on_a_hand_before_it_is_given() -> None:
    table = table_of(consent="asked")
    table.act(Move("bet", 1, "ante", 10_00))
    with pytest.raises(TableError, match="consent"):
        table.act(Move("bet", 2, "ante 1", 10_00))
    table.act(Move("choose", 1, "mano 1", word="consiente"))
    table.act(Move("bet", 2, "ante 1", 10_00))
    assert laid(table.state, 2, "ante 1") == 10_00


def test_an_ante_on_which_others_have_bet_stays() -> None:
    table = table_of()
    table.act(Move("bet", 1, "ante", 10_00))
    table.act(Move("bet", 2, "ante 1", 10_00))
    with pytest.raises(TableError):
        table.act(Move("unbet", 1, "ante"))
    table.act(Move("unbet", 2, "ante 1"))
    table.act(Move("unbet", 1, "ante"))
    assert not laid(table.state, 1, "ante")


def test_who_has_too_little_for_the_second_bet_on_another_hand_retires_alone() -> None:
    table = ridden(table_of(cents={2: 15_00}))
    assert [one.kind for one in table.legal(2) if one.kind == "choose"] == []
    table.act(Move("choose", 1, "ante", word="ir"))
    money = table.state["money"]
    assert (money["seat 2"], laid(table.state, 2, "segunda 1"), laid(table.state, 1, "segunda")) == (
        5_00,
        0,
        10_00,
    )
    while table.state["phase"] != "bets":
        table.act(table.next_move())
    assert (table.state["money"]["seat 1"], table.state["money"]["seat 2"]) == (HAND + 20_00, 5_00)


def test_who_bets_on_another_hand_sees_no_card_of_it() -> None:
    table = table_of()
    table.act(Move("bet", 1, "ante", 10_00))
    table.act(Move("bet", 2, "ante 1", 10_00))
    table.act(Move("no_more_bets"))
    events = table.act(Move("deal", values=GIVEN))
    assert not [one for one in table.heard(events, 2) if one.kind == "dealt_card"]
    other = Table.load(table.save())
    other.state = {**other.state, "hands": {"1": [0, 1, 2]}}
    assert other.view(2) == table.view(2) and other.legal(2) == table.legal(2)


def test_a_transcript_says_on_whose_hand_a_bet_lies() -> None:
    table = table_of()
    told = open_transcript(table)
    ridden(table, 20_00)
    table.act(Move("choose", 1, "ante", word="ir"))
    while table.state["phase"] != "bets":
        table.act(table.next_move())
    told.summary()
    assert told.text.splitlines()[1:] == [
        "Jugador 1: ante, 10 euros",
        "Jugador 2: ante en la mano 1, 20 euros",
        "Croupier: No va más.",
        "El croupier reparte tres cartas a cada mano y a la banca, una a una y boca abajo.",
        "Jugador 1: va, 10 euros en la segunda apuesta.",
        "Jugador 2: 20 euros en la segunda apuesta de la mano 1.",
        "El croupier descubre sus cartas: dama de corazones, 5 de diamantes, 2 de tréboles.",
        "Croupier: La banca juega.",
        "Jugador 1: rey de diamantes, 8 de corazones, 3 de tréboles. Cartas mayores.",
        "Se paga: ante, jugador 1, 10 euros (a la par)",
        "Se paga: segunda apuesta, jugador 1, 10 euros (a la par)",
        "Se paga: ante en la mano 1, jugador 2, 20 euros (a la par)",
        "Se paga: segunda apuesta en la mano 1, jugador 2, 20 euros (a la par)",
        "Jugador 1: gana 20 euros. Jugador 2: gana 40 euros.",
    ]


def test_a_table_without_them_has_nothing_of_theirs() -> None:
    table = Table("poquer-tres-cartas", KEY, {1: HAND})
    assert "consents" not in table.state and not any(" " in spot for spot in table.game.rules.spots)
    assert words(table, 1) == []


@pytest.mark.parametrize("riders", ["three_more", "three_in_all"])
def test_wild_play_loses_no_cent_and_keeps_every_limit(riders: str) -> None:
    """Two thousand legal moves of six seats, any of them."""
    choose = random.Random(7)
    table = table_of(6, riders=riders)
    total, rode = table.total_cents(), 0
    for _ in range(2_000):
        seat = choose.choice((0, 0, *seated(table.state)))
        moves = [one for one in table.legal(seat) if one.kind in ("bet", "unbet", "choose", "no_more_bets")]
        if moves and (seat or choose.random() < 0.05):
            one = choose.choice(moves)
            cents = min(one.most, one.least + one.step * choose.randrange(40))
            word = choose.choice(one.words) if one.words else ""
            table.act(Move(one.kind, one.seat, one.spot, cents if one.kind == "bet" else 0, word))
        elif table.state["phase"] != "bets":
            table.act(table.next_move())
        assert table.total_cents() == total
        for hand in range(1, 8):
            on = [who for who in seated(table.state) if laid(table.state, who, f"ante {hand}")]
            antes = sum(laid(table.state, who, f"ante {hand}") for who in on) + laid(
                table.state, hand, "ante"
            )
            assert len(on) <= (3 if riders == "three_more" else 2) and antes <= 250_00
            rode += len(on)
    assert rode > 500 and table.state["round"] > 5
    assert Table.replay(table.journal()).save() == table.save()


def test_who_bets_on_a_hand_lays_more_on_it_where_no_other_may() -> None:
    """Persons are counted, and nobody twice."""
    table = table_of(seats=5)
    table.act(Move("bet", 1, "ante", 10_00))
    for seat in (2, 3, 4):
        table.act(Move("bet", seat, "ante 1", 10_00))
    table.act(Move("bet", 2, "ante 1", 10_00))
    assert laid(table.state, 2, "ante 1") == 20_00
    with pytest.raises(TableError) as error:
        table.act(Move("bet", 5, "ante 1", 10_00))
    assert error.value.rule == "riders"
