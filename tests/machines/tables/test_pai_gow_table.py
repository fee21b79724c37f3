# SPDX-License-Identifier: MIT
"""The Pai Gow table: each rule of sections VI to VIII of the text, and random games that lose no chip."""

from __future__ import annotations

import json
import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.tables.games.pai_gow.hands import Setting, compare, house_setting
from machines.tables.games.pai_gow.moves import Move
from machines.tables.games.pai_gow.readings import readings
from machines.tables.games.pai_gow.rules import TableError, TableRules
from machines.tables.games.pai_gow.table import Table
from machines.tables.games.pai_gow.way import load_way

KEY = bytes(range(32))
CHIPS = {1: 100_000, 3: 50_000, 6: 20_000}


def table(chips=CHIPS, **rules) -> Table:
    return Table(KEY, chips, TableRules(**rules))


def until(made: Table, phase: str) -> Table:
    """Let everybody go on until a phase."""
    while made.state.phase != phase:
        made.act(made.next_move())
    return made


def bank_of(made: Table, place: int) -> Table:
    """Let the bank pass on until a place, which takes it."""
    until(made, "bank")
    while made.state.offered != place:
        made.act(made.next_move())
        until(made, "bank")
    made.act(Move("accept", place))
    return made


def choices(made: Table, kind: str) -> dict[int, tuple[int, int, int]]:
    return {one.place: one[2:] for one in made.legal() if one.kind == kind}


def a_deal(made: Table) -> list:
    """Everything that a deal brings, from the bank's offer to the cleared felt."""
    number, events = made.state.deal, []
    while made.state.deal == number:
        events += made.act(made.next_move())
    return events


# --- VI ---------------------------------------------------------------------------------------------


def test_vi_stakes_are_within_the_limits_of_the_table():
    made = until(table(least_cents=1_000, most_cents=5_000), "bets")
    assert choices(made, "bet")[1] == (1_000, 5_000, 500)
    for wrong in (500, 5_500, 1_250):
        with pytest.raises(TableError, match=r"bet must be 1000 to 5000 in steps of 500 \(got"):
            made.act(Move("bet", 1, wrong))


def test_vi_nobody_stakes_more_than_the_chips_that_lie_before_him():
    made = until(table({1: 1_700}), "bets")
    assert choices(made, "bet")[1] == (500, 1_500, 500)
    made.act(Move("bet", 1, 1_500))
    assert made.seat(1).chips_cents == 200
    made.act(Move("bet", 1, 500))
    assert made.seat(1).chips_cents == 1_200


@pytest.mark.parametrize("wrong", [1_000.0, True, "1000", None])
def test_vi_money_is_whole_cents_and_never_a_float(wrong):
    made = until(table(), "bets")
    before = made.save()
    with pytest.raises(TableError, match="amount of bet must be whole"):
        made.act(Move("bet", 1, wrong))
    with pytest.raises(TableError, match="place of bet must be whole"):
        made.act(Move("bet", 1.0, 500))
    assert made.save() == before
    with pytest.raises(TableError, match="amount of sit must be whole"):
        table({1: wrong})
    with pytest.raises(TableError, match="least_cents must be whole"):
        TableRules(least_cents=wrong)


@pytest.mark.parametrize("wrong", [400, 1_050])
def test_the_largest_bet_is_a_multiple_from_the_least_on(wrong):
    with pytest.raises(TableError, match=rf"most_cents must be .* from 500 on \(got {wrong}\)"):
        TableRules(step_cents=100, least_cents=500, most_cents=wrong)


def test_vii_a_cut_is_a_whole_number_of_cards():
    made = until(table(), "cut")
    with pytest.raises(TableError, match=r"amount of cut must be whole, as 500 \(got 26.0\)"):
        made.act(Move("cut", 1, 26.0))
    until(made, "bank")
    made = until(table(), "set")
    with pytest.raises(TableError, match="cards of set must be whole"):
        made.act(Move("set", 1, 0, tuple(map(float, made.seat(1).cards[:2]))))


def test_vi_the_commission_is_at_most_five_per_cent():
    assert TableRules(commission_bp=500).commission_cents(1_000) == 50
    with pytest.raises(TableError, match="0 to 500, 5 %"):
        TableRules(commission_bp=501)


@pytest.mark.parametrize(
    ("won", "bp", "cents"),
    [(500, 500, 25), (30, 500, 2), (10, 500, 1), (9, 500, 0), (1_234, 333, 41), (7, 0, 0)],
)
def test_vi_the_commission_is_exact_to_the_cent_half_a_cent_up(won, bp, cents):
    assert TableRules(step_cents=1, least_cents=1, commission_bp=bp).commission_cents(won) == cents


def test_vi_a_win_is_paid_even_less_the_commission_a_draw_goes_back_a_loss_goes_to_the_bank():
    made, seen = table(), set()
    while seen != {"win", "push", "loss"}:
        for event in a_deal(made):
            if event.kind == "compared":
                values = event.values
                seen.add(values["result"])
                paid = {"win": 2 * 500 - 25, "push": 500, "loss": 0}[values["result"]]
                assert values["paid_cents"] == paid
                assert values["commission_cents"] == (25 if values["result"] == "win" else 0)


# --- VII --------------------------------------------------------------------------------------------


def test_vii_the_phases_follow_one_another():
    made, phases = table(), []
    for _ in range(40):
        if not phases or phases[-1] != made.state.phase:
            phases.append(made.state.phase)
        made.act(made.next_move())
    assert phases[:9] == ["bank", "cut", "bets", "throw", "deal", "set", "show", "settle", "clear"]


def test_vii_a_player_cuts_before_the_stakes():
    made = bank_of(table(), 1)
    assert choices(made, "cut") == {3: (1, 52, 1)}
    whole, cut = (until(table(), "cut") for _ in range(2))
    whole.act(Move("cut", 1, 1))
    cut.act(Move("cut", 1, 30))
    dealt = [[until(one, "set").state.seats[place].cards for place in (0, 1, 3, 6)] for one in (whole, cut)]
    assert dealt[0] != dealt[1]


def test_vii_no_stake_moves_after_no_more_bets():
    made = until(table(), "throw")
    with pytest.raises(TableError, match=r"move must be one of: throw at place 0 \(got bet"):
        made.act(Move("bet", 1, 500))


def test_vii_the_dice_say_who_gets_the_first_packet_and_the_others_follow_clockwise():
    made = table()
    for _ in range(12):
        events = a_deal(made)
        dice = next(event for event in events if event.kind == "dice")
        dealt = [event.place for event in events if event.kind == "dealt"]
        counted = (dice.values["sum"] - 1) % 7  # the croupier banks: nobody takes it
        clockwise = [place % 7 for place in range(counted, counted + 7) if place % 7 in (0, 1, 3, 6)]
        assert dealt == clockwise
        assert dice.values["start"] == clockwise[0]


def test_vii_the_throw_may_be_that_of_a_cup():
    made = until(table(), "throw")
    for wrong in ((1, 2), (1, 2, 7), (0, 1, 2), (1, 2, 3, 4)):
        with pytest.raises(TableError, match="3 faces"):
            made.act(Move("throw", 0, 0, wrong))
    made.act(Move("throw", 0, 0, (1, 2, 1)))
    assert (made.state.dice, made.state.start) == ([1, 2, 1], 3)
    assert Table.replay(KEY, made.moves).state == made.state


def test_vii_packets_are_of_seven_different_cards_and_the_rest_is_discarded():
    events = a_deal(table())
    cards = [
        card for event in events if event.kind in ("dealt", "discards") for card in event.values["cards"]
    ]
    assert sorted(cards) == list(range(53))
    assert all(len(event.values["cards"]) == 7 for event in events if event.kind == "dealt")


def test_vii_the_bank_is_offered_round_the_table_and_the_croupier_must_take_it():
    made = table()
    assert choices(made, "accept") == {1: (0, 0, 1)}
    for place in (1, 3, 6):
        assert made.state.offered == place
        made.act(Move("pass", place))
    assert [one for one in made.legal() if one.kind in ("accept", "pass")] == [("accept", 0, 0, 0, 1)]
    a_deal(made)
    assert made.state.offered == 1


def test_vii_after_a_players_bank_the_next_player_is_offered_it():
    made = bank_of(table(), 3)
    a_deal(made)
    assert made.state.offered == 6


def test_vii_who_cannot_cover_the_smallest_stakes_cannot_bank():
    made = table({1: 900, 3: 50_000})
    assert choices(made, "accept") == {}
    assert choices(made, "pass") == {1: (0, 0, 1)}


def test_vii_stakes_beyond_what_a_players_bank_covers_are_refused():
    made = bank_of(table({1: 2_000, 3: 50_000, 6: 50_000}), 1)
    until(made, "bets")
    assert choices(made, "bet") == {3: (500, 1_500, 500), 6: (500, 1_500, 500)}  # 500 are the croupier's
    made.act(Move("bet", 3, 1_000))
    assert choices(made, "bet")[6] == (500, 500, 500)


def test_vii_the_croupier_sees_its_cards_when_all_have_set():
    made = until(table(), "set")
    for place in (1, 3):
        made.act(Move("set", place, 0, house_setting(made.seat(place).cards).low))
        assert not made.seat(0).low
        assert made.state.phase == "set"
    made.act(Move("set", 6, 0, house_setting(made.seat(6).cards).low))
    assert made.state.phase == "show"
    made.act(Move("show"))
    assert tuple(made.seat(0).low) == house_setting(made.seat(0).cards).low


def test_vii_a_players_bank_is_compared_with_the_croupier_first_then_clockwise():
    made = bank_of(table(), 3)
    compared = [event.place for event in a_deal(made) if event.kind == "compared"]
    assert compared == [0, 6, 1]


def test_vii_a_players_bank_pays_from_its_chips_and_its_commission_on_what_it_won():
    made = table()
    total, gained = made.total_cents(), set()
    for _ in range(12):
        bank_of(made, 3)
        before = made.seat(3).chips_cents
        events = a_deal(made)
        result = next(event for event in events if event.kind == "bank_result")
        moved = [event.values for event in events if event.kind == "compared"]
        won = sum(one["stake_cents"] - one["paid_cents"] - one["commission_cents"] for one in moved)
        commission = (max(won, 0) * 500 + 5_000) // 10_000
        assert result.values == {"won_cents": won, "commission_cents": commission}
        assert made.seat(3).chips_cents == before + won - commission
        gained.add(won > 0)
    assert gained == {True, False}
    assert made.total_cents() == total


# --- VIII -------------------------------------------------------------------------------------------


def test_viii_1_nobody_touches_cards_once_the_bank_has_shown():
    made = until(table(), "settle")
    with pytest.raises(TableError, match="settle at place 0"):
        made.act(Move("set", 1, 0, made.seat(1).cards[:2]))


def test_viii_1_cards_once_set_stay():
    made = until(table(), "set")
    low = house_setting(made.seat(1).cards).low
    made.act(Move("set", 1, 0, low))
    with pytest.raises(TableError, match="set at place 3"):
        made.act(Move("set", 1, 0, low))


def test_viii_2_a_player_sees_no_cards_but_his_own_until_they_are_shown():
    made = until(table(), "set")
    seen = made.view(3)
    assert seen["seats"][3]["cards"] == made.seat(3).cards
    assert all(seen["seats"][place]["cards"] == [] for place in (0, 1, 6))
    until(made, "settle")
    shown = made.view(3)
    assert shown["seats"][0]["cards"] == made.seat(0).cards
    assert shown["seats"][1]["cards"] == []


def test_viii_3_a_hand_set_wrongly_loses_at_the_table():
    made = until(table(), "set")
    for place in (1, 3, 6):
        cards = made.seat(place).cards
        wrong = next(
            (
                low
                for low in combinations(cards, 2)
                if Setting.of(low, [c for c in cards if c not in low]).foul
            ),
            None,
        )
        sound = house_setting(cards).low
        event = made.act(Move("set", place, 0, wrong or sound))[0]
        assert event.values == {}  # nobody is told before it is compared
    fouls = [place for place in (1, 3, 6) if made.seat(place).setting.foul]
    assert fouls
    results = {event.place: event.values for event in a_deal(made) if event.kind == "compared"}
    assert all(results[place]["case"] == "VIII.3" and results[place]["paid_cents"] == 0 for place in fouls)


def test_cards_that_are_not_the_players_own_are_refused():
    made = until(table(), "set")
    for wrong in (made.seat(3).cards[:2], [made.seat(1).cards[0]] * 2, made.seat(1).cards[:1]):
        with pytest.raises(TableError, match="two of the packet"):
            made.act(Move("set", 1, 0, tuple(wrong)))
    assert made.moves[-1].kind == "deal"


# --- sitting, files, readings -----------------------------------------------------------------------


def test_without_a_stake_there_is_no_deal():
    made = until(table({1: 500}, least_cents=1_000), "bets")
    assert [one.kind for one in made.legal()] == ["clear"]
    made.act(Move("clear"))
    assert (made.state.deal, made.state.phase, made.total_cents()) == (1, "bank", 500)


def test_players_come_and_go_between_deals_with_what_they_have():
    made = table()
    made.act(Move("sit", 2, 7_500))
    events = made.act(Move("leave", 1))
    assert events[0].values == {"chips_cents": 100_000}
    assert made.state.players() == [2, 3, 6]
    until(made, "bets")
    with pytest.raises(TableError, match="got leave at place 2"):
        made.act(Move("leave", 2))


def test_iii_2_the_croupier_changes_cash_for_chips_between_deals():
    made = table({1: 500, 3: 50_000})
    total = made.total_cents()
    events = made.act(Move("buy", 1, 20_000))
    assert (events[0].kind, events[0].values) == ("buys", {"chips_cents": 20_000})
    assert (made.seat(1).chips_cents, made.total_cents(), made.state.offered) == (20_500, total + 20_000, 1)
    for wrong in (0, 250, 100_000_000):
        with pytest.raises(TableError, match="buy must be 500 to"):
            made.act(Move("buy", 1, wrong))
    until(made, "bets")
    with pytest.raises(TableError, match="got buy at place 1"):
        made.act(Move("buy", 1, 500))


def test_a_table_without_players_says_what_to_do():
    with pytest.raises(TableError, match="let somebody sit down"):
        table({}).next_move()


def test_a_table_goes_on_from_its_file_and_replays_from_its_moves():
    made = table()
    for steps in (7, 13, 40):
        for _ in range(steps):
            made.act(made.next_move())
        again = Table.load(json.loads(json.dumps(made.save())))
        assert again.save() == made.save()
        for _ in range(9):
            again.act(again.next_move())
        assert again.state == Table.replay(KEY, again.moves, again.rules).state


def test_every_reading_has_its_reason_and_its_article():
    rows = readings()
    assert {"count_starts", "house_way", "copies", "five_aces", "joker_in_a_flush"} <= set(rows)
    assert all(row.reason and row.says and row.article.startswith("16, ") for row in rows.values())
    assert rows["house_way"].value == load_way(rows["house_way"].value).name


# --- random games -----------------------------------------------------------------------------------


@pytest.mark.long
@settings(max_examples=1_000, deadline=None, derandomize=True)
@given(
    st.dictionaries(st.integers(1, 6), st.integers(1, 40), min_size=1),
    st.integers(0, 500),
    st.integers(0, 1 << 64),
)
def test_a_thousand_random_games_break_no_rule_and_lose_no_chip(chips, commission_bp, seed):
    made = Table(
        seed.to_bytes(32, "big"), {place: 500 * many for place, many in chips.items()},
        TableRules(commission_bp=commission_bp),
    )  # fmt: skip
    total, rng = made.total_cents(), random.Random(seed)
    while made.state.deal < 1 or (made.state.deal < 2 and made.state.phase != "bank"):
        choice = rng.choice([one for one in made.legal() if one.kind not in ("sit", "leave", "buy")])
        amount = rng.randrange(choice.least, choice.most + 1, choice.step) if choice.most else 0
        cards = tuple(rng.sample(made.seat(choice.place).cards, 2)) if choice.kind == "set" else ()
        stakes = {place: seat.stake_cents for place, seat in made.state.seats.items()}
        bank = made.state.bank
        hands = {place: seat.setting for place, seat in made.state.seats.items() if seat.low}
        events = made.act(Move(choice.kind, choice.place, amount, cards))
        assert made.total_cents() == total
        assert all(made.seat(place).chips_cents >= 0 for place in chips)
        if made.state.phase == "throw" and bank > 0:
            assert sum(stakes.values()) <= made.seat(bank).chips_cents
        for event in events:
            if event.kind == "compared":
                case = compare(hands[event.place], hands[bank])
                assert event.values["result"] == case.result
                assert event.values["stake_cents"] == stakes[event.place]
    assert all(seat.stake_cents == 0 and not seat.cards for seat in made.state.seats.values())


def test_money_moves_as_the_text_says():
    """Twenty deals, every other one banked by a player: each stake is paid as the text says, none is lost."""
    made = table()
    total = made.total_cents()
    for deal in range(20):
        if deal % 2:
            bank_of(made, 3)
        until(made, "settle")
        bank, before = made.state.bank, {place: made.seat(place).chips_cents for place in (1, 3, 6)}
        stakes = {place: made.seat(place).stake_cents for place in (0, 1, 3, 6)}
        cases = {
            place: compare(made.seat(place).setting, made.seat(bank).setting)
            for place in stakes
            if place != bank
        }
        a_deal(made)
        won = 0
        for place, case in cases.items():
            stake = stakes[place]
            won += {"win": -stake, "push": 0, "loss": stake}[case.result]
            if place:
                back = {"win": 2 * stake - stake // 20, "push": stake, "loss": 0}[case.result]
                assert made.seat(place).chips_cents == before[place] + back
        if bank:
            assert made.seat(bank).chips_cents == before[bank] + won - (max(won, 0) * 5 + 50) // 100
        assert made.total_cents() == total
