# SPDX-License-Identifier: MIT
"""Punto y banca: cards, the table of Anexo VI, tie, commission, limits, and a shoe that lasts."""

from __future__ import annotations

import pytest

from machines.tables.chance import card
from machines.tables.game import INSPECTOR, Move
from machines.tables.games.punto_y_banca.coup import play_coup
from machines.tables.games.punto_y_banca.game import PuntoYBanca
from machines.tables.refusal import TableError
from machines.tables.table import Table

HAND = 10_000_00


def opened(**rules: int | str) -> Table:
    table = Table("punto-y-banca", bytes(32), {1: HAND}, rules=rules)
    while table.state["phase"] != "bets":
        table.act(table.next_move())
    return table


def deal(table: Table, names: str) -> None:
    table.act(Move("no_more_bets"))
    table.act(Move("deal", values=tuple(card(name) for name in names.split())))
    table.act(Move("settle"))


def won(table: Table) -> int:
    return sum(cents for name, cents in table.state["money"].items() if " 1" in name) - HAND


NATURALS = {"punto": "9h 2c Ks 2d", "banca": "2h 9c Ks Td", "tie": "9h 9c Ks Td"}


@pytest.mark.parametrize(
    ("spot", "winner", "cents"),
    [("punto", "punto", 1000), ("punto", "banca", -1000), ("punto", "tie", 0), ("banca", "banca", 950),
     ("banca", "punto", -1000), ("banca", "tie", 0), ("tie", "tie", 8000), ("tie", "punto", -1000)],
)  # fmt: skip
def test_a_bet_is_settled_as_the_text_has_it(spot: str, winner: str, cents: int) -> None:
    table = opened()
    table.act(Move("bet", 1, spot, 10_00))
    deal(table, NATURALS[winner])
    assert won(table) == cents
    assert table.state["winner"] == winner


def test_commission_is_rounded_up_and_kept_apart() -> None:
    table = opened()
    table.act(Move("bet", 1, "banca", 10_01))
    deal(table, NATURALS["banca"])
    assert table.state["money"]["commission"] == 51
    assert won(table) == 9_50


# Cards that make 0 to 7 points in two cards, and a third card of each value.
TWO = {0: "KQ", 1: "KA", 2: "K2", 3: "K3", 4: "K4", 5: "K5", 6: "K6", 7: "K7"}
THIRD = "TA23456789"
ANEXO = ["TTTTTTTTTTT"] * 3 + [
    "TTTTTTTTPTT", "PPTTTTTTPPT", "PPPPTTTTPPT", "PPPPPPTTPPP", "PPPPPPPPPPP",
]  # fmt: skip


@pytest.mark.parametrize("bank", range(8))
def test_the_bank_draws_by_anexo_vi(bank: int) -> None:
    data = opened().game.rules.data
    for third, cell in enumerate(ANEXO[bank]):
        drawn = third < 10
        punto = TWO[0] if drawn else TWO[6]
        names = [punto[0] + "h", TWO[bank][0] + "s", punto[1] + "d", TWO[bank][1] + "c"]
        names += [THIRD[third] + "h"] if drawn else []
        coup = play_coup([card(name) for name in [*names, "2s"]], data)
        assert len(coup.banca) == (3 if cell == "T" else 2), (bank, third)


@pytest.mark.parametrize(("points", "cards"), [(5, 3), (6, 2), (7, 2)])
def test_punto_draws_to_five(points: int, cards: int) -> None:
    data = opened().game.rules.data
    names = f"{TWO[points][0]}h 7s {TWO[points][1]}d Ts 2c 2h"
    assert len(play_coup([card(name) for name in names.split()], data).punto) == cards


def test_nobody_draws_against_a_natural() -> None:
    data = opened().game.rules.data
    assert play_coup([card(name) for name in ["Kh", "8s", "Kd", "Ts", "2c", "2h"]], data).used == 4


@pytest.mark.parametrize("names", ["9h 2c Ks", "9h 2c Ks 2d 3h", "Kh Ks Kd Tc"])
def test_as_many_cards_as_the_rules_deal_are_taken(names: str) -> None:
    table = opened()
    table.act(Move("no_more_bets"))
    with pytest.raises(TableError) as error:
        table.act(Move("deal", values=tuple(card(name) for name in names.split())))
    assert error.value.rule == "cards"


def test_an_annulled_coup_is_dealt_from_the_next_cards_and_a_misread_one_corrected() -> None:
    table = opened()
    table.act(Move("bet", 1, "punto", 10_00))
    for move in (Move("no_more_bets"), Move("deal"), Move("settle")):
        table.act(move)
    dealt = table.state["dealt"]
    table.act(Move("annul", INSPECTOR))
    assert (table.state["phase"], table.state["dealt"], won(table)) == ("deal", dealt, 0)
    table.act(Move("deal"))
    assert table.state["dealt"] > dealt
    table.act(Move("correct", INSPECTOR, values=tuple(card(name) for name in NATURALS["punto"].split())))
    table.act(Move("settle"))
    assert won(table) == 10_00
    assert Table.replay(table.journal()).save() == table.save()


def test_limits_of_the_table_and_of_the_tie() -> None:
    table = opened(minimum_cents=10_00, most_times=80)
    for spot, most in (("punto", 800_00), ("tie", 100_00)):
        with pytest.raises(TableError) as error:
            table.act(Move("bet", 1, spot, most + 1))
        assert error.value.rule == "maximum"
        table.act(Move("bet", 1, spot, most))


@pytest.mark.parametrize(("variant", "seats"), [("mini", 7), ("midi", 9)])
def test_mini_has_seven_seats_and_midi_nine(variant: str, seats: int) -> None:
    table = opened(variant=variant)
    table.act(Move("sit", seats, cents=1_00))
    with pytest.raises(TableError):
        table.act(Move("sit", seats + 1, cents=1_00))


def test_a_shoe_is_burnt_dealt_to_its_red_card_and_carried_over() -> None:
    table = opened()
    first = table.state["shoe"][0] % 52 // 4
    burnt = 1 if first == 12 else 10 if first >= 8 else first + 2
    assert table.state["dealt"] == 1 + burnt
    assert sorted(table.state["shoe"]) == list(range(312))
    while table.state["shoes"] == 1:
        before = table.state["dealt"]
        table.act(table.next_move())
    assert 305 < before <= 311
    assert table.state["shoe"][:9] != sorted(table.state["shoe"])[:9]


def dealt_by_players(seats: int = 3, **readings: str) -> Table:
    hands = dict.fromkeys(range(1, seats + 1), HAND)
    table = Table("punto-y-banca", bytes(32), hands, rules={"dealing": "players"}, readings=readings)
    while table.state["phase"] != "bets":
        table.act(table.next_move())
    return table


def test_the_turn_begins_at_number_one_who_must_stake_on_banca_or_pass() -> None:
    table = dealt_by_players()
    assert table.state["holder"] == 1
    table.act(Move("bet", 1, "punto", 10_00))
    with pytest.raises(TableError, match="on banca, or the shoe passed on") as error:
        table.act(Move("no_more_bets"))
    assert (error.value.rule, error.value.article) == ("holder", "6, IV")
    with pytest.raises(TableError):
        table.act(Move("pass_shoe", 2))  # it is not theirs
    (told,) = table.act(Move("pass_shoe", 1))
    assert (told.kind, told.seat, table.words(told)) == ("shoe", 2, "El sabot, al jugador 2")
    table.act(Move("bet", 2, "banca", 10_00))
    table.act(Move("no_more_bets"))


def test_the_shoe_is_lost_with_banca_and_kept_with_a_tie() -> None:
    table = dealt_by_players()
    for names, holder in ((NATURALS["banca"], 1), (NATURALS["tie"], 1), (NATURALS["punto"], 2)):
        assert isinstance(table.game, PuntoYBanca)
        if not table.game.turn.ready(table.state):
            table.act(Move("bet", table.state["holder"], "banca", 10_00))
        deal(table, names)
        assert table.state["holder"] == holder
    again = Table.replay(table.journal())
    assert again.save() == table.save()


def test_a_turn_goes_round_either_way() -> None:
    for reading, order in (("next_number", [1, 2, 3, 1]), ("previous_number", [1, 3, 2, 1])):
        table = dealt_by_players(shoe_turn=reading)
        found = []
        for _ in order:
            found.append(table.state["holder"])
            table.act(Move("bet", table.state["holder"], "banca", 10_00))
            deal(table, NATURALS["punto"])
        assert found == order


def test_once_all_have_passed_the_croupier_deals_and_all_are_asked_anew() -> None:
    table = dealt_by_players(2)
    table.act(Move("pass_shoe", 1))
    (told,) = table.act(Move("pass_shoe", 2))
    assert table.words(told) == "Reparte el croupier"
    table.act(Move("bet", 2, "punto", 10_00))
    deal(table, NATURALS["punto"])
    assert table.state["holder"] == 1


def test_cards_of_punto_go_to_its_highest_stake_or_to_the_croupier() -> None:
    table = dealt_by_players()
    table.act(Move("bet", 1, "banca", 10_00))
    for seat, cents in ((2, 20_00), (3, 20_00)):
        table.act(Move("bet", seat, "punto", cents))
    hand = next(one for one in table.act(Move("no_more_bets")) if one.kind == "hand")
    assert (hand.seat, hand.cents) == (2, 20_00)
    other = dealt_by_players()
    other.act(Move("bet", 1, "banca", 10_00))
    hand = next(one for one in other.act(Move("no_more_bets")) if one.kind == "hand")
    assert hand.seat == 0


def test_whoever_leaves_leaves_the_shoe_to_the_next() -> None:
    table = dealt_by_players()
    table.act(Move("leave", 1))
    assert table.state["holder"] == 2
