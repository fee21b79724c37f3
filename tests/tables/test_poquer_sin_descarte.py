# SPDX-License-Identifier: MIT
"""Póquer sin descarte: hidden cards and the open one, who stands behind, the carrousel, figures and deals."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations

import pytest

from cext.cards import POKER_52
from cext.deals import deals
from emulator import cli
from machines.tables.campaign import open_counter
from machines.tables.chance import card
from machines.tables.game import INSPECTOR, ONLOOKER, Move, laid
from machines.tables.games.poquer_sin_descarte.carrousel import stands_cents
from machines.tables.games.poquer_sin_descarte.hands import qualifies
from machines.tables.games.poquer_sin_descarte.odds import best_play, coin_gain, even_coins, raises
from machines.tables.games.poquer_sin_descarte.play import gains, goes_on
from machines.tables.refusal import TableError
from machines.tables.registry import open_game
from machines.tables.table import Table

GAME = "poquer-sin-descarte"
KEY = bytes([9] * 32)
HAND = 10_000_00


def laid_out(seats: int = 2, **rules: int | str) -> Table:
    table = Table(GAME, KEY, dict.fromkeys(range(1, seats + 1), HAND), rules=rules)
    for seat in range(1, seats + 1):
        table.act(Move("bet", seat, "ante", 10_00))
    return table


def dealt(seats: int = 2) -> Table:
    table = laid_out(seats)
    table.act(Move("no_more_bets"))
    table.act(Move("deal"))
    return table


def given(*hands: str) -> tuple[int, ...]:
    rows = [[card(name) for name in hand.split()] for hand in hands]
    return tuple(row[i] for i in range(5) for row in rows)


def to_end(table: Table, values: tuple[int, ...] = ()) -> list[str]:
    """Deal what was given, let everybody go on who plays well; the kinds of what happened."""
    table.act(Move("no_more_bets"))
    table.act(Move("deal", values=values))
    told: list[str] = []
    while table.state["phase"] not in ("bets", "carrousel"):
        told += [event.kind for event in table.act(table.next_move())]
    return told


def test_cards_are_told_to_their_player_alone_and_the_last_of_the_bank_to_all() -> None:
    table = laid_out()
    table.act(Move("no_more_bets"))
    events = table.act(Move("deal"))
    for seat in (1, 2, ONLOOKER):
        heard = [one for one in table.heard(events, seat) if one.kind == "dealt_card"]
        assert len([one for one in heard if one.seat]) == (0 if seat == ONLOOKER else 5)
        assert [one.spot for one in heard if not one.seat] == ["banca"]
        seen = table.view(seat)
        assert seen["bank"] == table.state["bank"][4:]
        assert [place for place, cards in seen["hands"].items() if cards] == ([] if seat < 0 else [str(seat)])
    table.act(Move("choose", 1, "ante", word="retirarse"))
    table.act(Move("choose", 2, "ante", word="ir"))
    (shown,) = table.act(Move("show"))
    assert len(shown.values) == 5 and len(table.view(ONLOOKER)["bank"]) == 5
    assert [one.seat for one in table.act(Move("settle")) if one.kind == "turned"] == [2]
    seen = table.view(ONLOOKER)["hands"]
    assert (len(seen["1"]), len(seen["2"])) == (0, 5)  # what was folded is never seen


def test_what_nobody_has_seen_changes_nothing_that_is_told() -> None:
    table = dealt()
    other = Table.load(table.save())
    hidden = [one for one in range(52) if one not in table.state["bank"]][:9]
    bank = [*hidden[:4], table.state["bank"][4]]
    hands = {**other.state["hands"], "2": hidden[4:]}
    other.state = {**other.state, "bank": bank, "hands": hands}
    for seat in (1, ONLOOKER):
        assert other.view(seat) == table.view(seat)
        assert other.legal(seat) == table.legal(seat)
    assert other.next_move() == table.next_move()
    move = Move("choose", 1, "ante", word="ir")
    assert other.act(move) == table.act(move)


def test_whoever_has_too_little_for_the_second_bet_can_only_retire() -> None:
    table = Table(GAME, KEY, {1: 29_50})
    table.act(Move("bet", 1, "ante", 10_00))
    table.act(Move("no_more_bets"))
    table.act(Move("deal"))
    with pytest.raises(TableError, match="retirarse"):
        table.act(Move("choose", 1, "ante", word="ir"))
    table.act(table.next_move())
    assert table.state["phase"] == "show"


def test_who_stands_and_cannot_pay_the_second_bet_loses_his_ante() -> None:
    table = Table(GAME, KEY, {1: HAND, 2: 14_00})
    table.act(Move("bet", 1, "ante", 5_00))
    table.act(Move("bet", 2, "ante 1", 5_00))
    table.act(Move("no_more_bets"))
    table.act(Move("deal", values=given("2h 2d 3s 3c 8h", "Ad Ks Jd 8d 4c")))
    told = table.act(Move("choose", 1, "ante", word="ir"))
    assert [(one.kind, one.seat, one.spot) for one in told] == [
        ("plays", 1, "segunda"), ("bet", 1, "segunda"), ("lost", 2, "ante 1"),
    ]  # fmt: skip
    table.act(Move("show"))
    table.act(Move("settle"))
    assert (table.state["money"]["seat 1"], table.state["money"]["seat 2"]) == (HAND + 25_00, 9_00)


def test_an_ante_on_which_others_have_laid_stays() -> None:
    table = laid_out(1)
    table.act(Move("sit", 2, cents=HAND))
    table.act(Move("bet", 2, "ante 1", 10_00))
    with pytest.raises(TableError):
        table.act(Move("unbet", 1, "ante"))
    table.act(Move("unbet", 2, "ante 1"))
    table.act(Move("unbet", 1, "ante"))
    assert laid(table.state, 1, "ante") == 0


def test_a_wrong_deal_is_annulled_whole() -> None:
    table = dealt()
    before = table.state["hands"]
    (told,) = table.act(Move("error", INSPECTOR, word="card_shown"))
    assert table.words(told) == "Jugada anulada" and table.state["phase"] == "deal"
    table.act(Move("deal"))
    assert table.state["money"]["on 1 ante"] == 10_00
    assert set(table.state["hands"]) == set(before)


@pytest.mark.parametrize("wrong", [tuple(range(9)), (*range(9), 8), (*range(9), 52)])
def test_cards_that_are_none_are_refused(wrong: tuple[int, ...]) -> None:
    table = laid_out(1)
    table.act(Move("no_more_bets"))
    with pytest.raises(TableError, match="card"):
        table.act(Move("deal", values=wrong))


@pytest.mark.parametrize("readings", [{}, pytest.param({"raise": "same"}, marks=pytest.mark.long)])
def test_players_of_the_house_play_as_the_count_of_all_hands_says(readings: dict[str, str]) -> None:
    """Looking at every hand of the bank, and inclusion and exclusion, come to the same decision."""
    rules = open_game(GAME, {}, readings).rules
    best = best_play(rules)
    differ = 0
    for row in deals(KEY, 0, 25, 52, 10).tolist():
        mine, up = row[::2], row[9]
        differ += best.goes_on(mine, up)
        assert goes_on(mine, up, rules) == best.goes_on(mine, up)
    assert raises(rules) == (1 if readings else 2)
    assert 5 < differ < 25


def test_what_a_hand_gains_is_what_the_table_pays_it() -> None:
    """One hand against every bank in a sample, settled at a table and by counting."""
    rules = open_game(GAME, {}, {}).rules
    mine, up = [card(name) for name in ["9h", "9d", "As", "3c", "2h"]], card("Kd")
    assert gains(mine, up, rules) == sum(
        many * gain for gain, many in zip((1, 3, 0, -3), counted(mine, up), strict=True)
    )


def counted(mine: list[int], up: int) -> tuple[int, int, int, int]:
    """A bank out, below, like and above a pair of nines with a king open, counted by ranks and hands."""
    rest = [one for one in range(52) if one not in mine and one != up]
    own = POKER_52.score(mine)
    tally = [0, 0, 0, 0]
    kinds: dict[tuple[int, ...], int] = {}
    for four in combinations(rest, 4):
        ranks = tuple(sorted(one // 4 for one in four))
        suited = len({one % 4 for one in (*four, up)}) == 1
        kinds[(*ranks, int(suited))] = kinds.get((*ranks, int(suited)), 0) + 1
    for (*ranks, suited), many in kinds.items():
        bank = shown(ranks, bool(suited), up)
        score = POKER_52.score(bank)
        place = 0 if not qualifies(bank, [12, 11]) else 1 if score < own else 2 if score == own else 3
        tally[place] += many
    return (tally[0], tally[1], tally[2], tally[3])


def shown(ranks: list[int], suited: bool, up: int) -> list[int]:
    """Cards of these ranks beside the open one: of its suit, or of several."""
    if suited:
        return [*(4 * rank + up % 4 for rank in ranks), up]
    found = [up]
    for rank in ranks:
        suit = next(s for s in (0, 2, 3, 1) if 4 * rank + s not in found)
        found.append(4 * rank + suit)
    if len({one % 4 for one in found}) == 1:
        found[-1] ^= 1
    return found


def test_deals_of_a_campaign_are_those_of_the_table() -> None:
    counter = open_counter(GAME)
    counts = counter.count(KEY, first=0, units=60)
    gained = {"ante": 0, "segunda": 0}
    table = Table(GAME, KEY, {1: HAND})
    for _ in range(60):
        table.act(Move("bet", 1, "ante", 10_00))
        ended = table.state["round"]
        while table.state["round"] == ended:
            for event in table.act(table.next_move()):
                if event.kind in ("paid", "lost"):
                    gained[event.spot] += event.cents if event.kind == "paid" else -event.cents
    ante, second, coin = counter.results(counts)
    assert ante.mean * ante.settled * 10_00 == gained["ante"] + gained["segunda"]
    assert second.mean * second.settled * 20_00 == gained["segunda"]
    assert coin.settled == 60
    assert (counter.count(KEY, first=0, units=40) + counter.count(KEY, first=40, units=20) == counts).all()


def test_a_coin_loses_nothing_where_so_many_lie_in_the_carrousel() -> None:
    """2,598,960 hands, 4 of which take all of it and 36 a tenth: 341,968.42 coins."""
    rules = open_game(GAME, {}, {}).rules
    assert even_coins(rules) == Fraction(2_598_960 * 10, 76)
    gained = [coin_gain(rules, name) for name in ("royal", "straight_flush", "four")]
    assert gained == [0, Fraction(-9, 10), -1]


def test_the_rules_say_what_each_hand_is_paid(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["table", "rules", GAME]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["straight", "flush", "25"] in lines and ["royal", "100"] in lines
    assert cli.run(["table", "rules", GAME, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["payments"]["full"] == 7


# -- the carrousel ---------------------------------------------------------------------------------------

ROYAL, STRAIGHT, NOTHING = "Ac Kc Qc Jc Tc", "4s 5s 6s 7s 8s", "9h 7d 5h 4d 2h"
BANK = "Ad Kh Jd 8d 3c"


def coined(table: Table, seats: tuple[int, ...]) -> None:
    for seat in seats:
        table.act(Move("bet", seat, "ante", 10_00))
        table.act(Move("bet", seat, "carrousel", 1_00))


def test_the_carrousel_has_every_cent_that_was_put_into_it() -> None:
    """Forty deals, some with prizes: what is in the pot is what the table holds of it."""
    table = Table(GAME, KEY, {1: HAND, 2: HAND})
    total, draws = table.total_cents(), random.Random(3)
    paid = 0
    for number in range(40):
        before = stands_cents(table.state["pot"])
        coined(table, (1, 2) if number % 3 else (2,))
        hand = draws.choice([NOTHING, STRAIGHT, ROYAL, "", ""])
        hands = [hand, "2c 2d 7s 9c Ks"] if number % 3 else [hand]
        if hand == STRAIGHT and number % 3:
            hands[1] = "4h 5h 6h 7h 8h"
        to_end(table, given(*hands, BANK) if hand else ())
        coins = 2_00 if number % 3 else 1_00
        won = before + coins - stands_cents(table.state["pot"])
        assert (won > 0) == (hand in (STRAIGHT, ROYAL))
        paid += won > 0
        assert stands_cents(table.state["pot"]) == table.state["money"].get("link", 0)
        assert table.total_cents() == total
    assert paid > 5
    assert Table.replay(table.journal()).save() == table.save()


def linked() -> Table:
    table = Table(GAME, KEY, {1: HAND, 2: HAND}, rules={"carrousel": "linked"})
    coined(table, (1, 2))
    return table


def test_a_linked_table_tells_its_coins_and_waits_for_what_a_prize_is_worth() -> None:
    table = linked()
    told = []
    table.listen(lambda move, events: told.extend(one for one in events if one.kind == "link"))
    to_end(table, given(STRAIGHT, NOTHING, BANK))
    assert (told[0].cents, told[0].values) == (2_00, (2, 1))
    assert table.state["phase"] == "carrousel" and table.state["money"]["link"] == 2_00
    with pytest.raises(TableError, match="as the link has them"):
        table.act(table.next_move())
    total = table.total_cents()
    table.act(Move("carrousel", values=(30_00,)))
    assert table.state["phase"] == "bets" and table.total_cents() == total
    assert table.state["money"]["link"] == 2_00 - 30_00  # other tables have put it in
    assert table.state["round"] == 1


def test_what_a_link_was_told_is_not_unmade() -> None:
    table = linked()
    to_end(table, given(NOTHING, "2c 2d 7s 9c Ks", BANK))
    assert table.state["phase"] == "bets"
    with pytest.raises(TableError):
        table.act(Move("annul", INSPECTOR))
    own = laid_out(1)
    to_end(own)
    own.act(Move("annul", INSPECTOR))


def test_who_stands_may_stand_behind_two_hands() -> None:
    """Of who has no hand the text says nothing but that he bets on those of others."""
    table = Table(GAME, bytes(32), dict.fromkeys((1, 2, 3), HAND))
    for seat in (1, 2):
        table.act(Move("bet", seat, "ante", 10_00))
        table.act(Move("bet", 3, f"ante {seat}", 10_00))
    with pytest.raises(TableError):
        table.act(Move("bet", 3, "ante", 10_00))
