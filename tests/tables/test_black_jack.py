# SPDX-License-Identifier: MIT
"""Black jack: too few hands, the separator, removed cards, the croupier's ends, decisions by total."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from places import ROOT
from soon import spared

from emulator import cli
from machines.tables.campaign import open_counter
from machines.tables.card_count import Counted, gains_from
from machines.tables.chance import card
from machines.tables.decisions import decisions
from machines.tables.game import Move
from machines.tables.games.black_jack.analysis import DOUBLE, HIT, STAND, Setting, deals, fresh
from machines.tables.games.black_jack.boxes import box_of, hand_spot, new_hand
from machines.tables.games.black_jack.campaign import _box_sigma, gains_of
from machines.tables.games.black_jack.croupier import BUST
from machines.tables.games.black_jack.ends import GAINS, ends_of
from machines.tables.games.black_jack.game import BlackJack
from machines.tables.games.black_jack.odds import setting_of
from machines.tables.games.black_jack.plan import ALONE, BEST, DECLARED, mean_square, shoe, table, worth
from machines.tables.games.black_jack.states import BLACK_JACK, LESS, OF_17, OF_SEVENS, PASSED, pays
from machines.tables.games.black_jack.strategy import UPCARDS, rows
from machines.tables.odds import figures, prices, repriced
from machines.tables.refusal import TableError
from machines.tables.registry import open_game
from machines.tables.table import Table

KEY = bytes([7] * 32)


def opened(**readings: str) -> Table:
    made = Table("black-jack", KEY, {1: 1_000_00, 2: 1_000_00}, readings=readings)
    while made.state["phase"] != "bets":
        made.act(made.next_move())
    return made


def test_a_round_of_one_hand_is_not_dealt_and_its_stake_goes_back() -> None:
    made = opened()
    made.act(Move("bet", 1, "mano 1", 10_00))
    told = made.act(Move("no_more_bets"))
    assert [one.kind for one in told] == ["no_more_bets", "few"]
    made.act(made.next_move())
    assert made.state["round"] == 1 and made.state["dealt"] == 5
    assert made.state["money"]["seat 1"] == 1_000_00


def test_a_shoe_ends_with_the_round_in_which_its_separator_comes() -> None:
    made = opened()
    seen = 0
    while made.state["shoes"] == 1:
        for seat in (1, 2):
            if made.state["phase"] == "bets":
                made.act(Move("bet", seat, f"mano {seat}", 5_00))
                made.act(Move("buy", seat, cents=50_00))
        ended = made.state["round"]
        while made.state["round"] == ended:
            seen += sum(one.kind == "red_card" for one in made.act(made.next_move()))
        if made.state["phase"] == "shoe":
            break
        assert made.state["dealt"] <= 312 - 52 and not seen
    assert seen == 1 and made.state["dealt"] > 312 - 52


def test_a_card_that_lies_face_up_in_the_shoe_goes_out() -> None:
    made = opened(two_hands="opening")
    made.act(Move("bet", 1, "mano 1", 10_00))
    made.act(Move("no_more_bets"))
    shoe_cards = made.state["shoe"]
    (told,) = made.act(Move("remove"))
    assert told.values == (shoe_cards[5],)
    made.act(Move("deal"))
    assert made.state["boxes"]["1"][0]["cards"] == [shoe_cards[6], shoe_cards[8]]


def test_he_passes_in_about_28_of_100_rounds() -> None:
    ends = shoe(Setting()).ends[0]
    assert float(fresh(6) / 312 @ ends[:, BUST]) == pytest.approx(0.28192, abs=5e-6)


def test_he_passes_oftener_where_a_hand_waits_for_him() -> None:
    """One box, best by composition without pairs: of hands that stand and are no black jack."""
    known = shoe(Setting())
    plan, _ = known.best()
    come, last = np.zeros(plan.shape), np.zeros(plan.shape)
    for cards, up, chance in deals(6):
        come[known.row(cards), up] += chance
    for row in np.argsort(known.hands.size, kind="stable"):
        last[row] += come[row] * (plan[row] == STAND)
        for v, more in enumerate(known.hands.more[row]):
            if more >= 0:
                drawn = come[row] * known.next[row, :, v]
                come[more] += drawn * (plan[row] == HIT)
                last[more] += drawn * (plan[row] == DOUBLE)
    last[known.row((1, *[0] * 8, 1))] = 0
    assert float(last.sum()) == pytest.approx(0.78194, abs=5e-6)
    assert float((last * known.ends[:, :, BUST]).sum() / last.sum()) == pytest.approx(0.29601, abs=5e-6)


def test_chances_of_first_cards_add_up() -> None:
    assert sum(chance for _, _, chance in deals(6)) == pytest.approx(1, abs=1e-12)
    assert len(deals(6)) == 55 * 10


def test_best_play_without_pairs_loses_1_117_per_cent() -> None:
    assert worth(Setting(), ALONE).mean == pytest.approx(-0.011170432485, abs=1e-11)


@pytest.mark.long
def test_the_declared_strategy_is_best_play_by_total() -> None:
    told = table(Setting())
    for part, number in product(("hard", "soft", "pair"), range(1, 21)):
        for up in UPCARDS:
            if (part, number, up) in told:
                assert rows()[part][number][UPCARDS.index(up)] == told[part, number, up], (part, number, up)
    mine, top = worth(Setting(), DECLARED), worth(Setting(), BEST)
    assert mine.mean == pytest.approx(-0.0052568992, abs=1e-9)
    assert mine.mean < top.mean == pytest.approx(-0.0052210971, abs=1e-9)
    assert mine.bound < 3e-7


def test_ends_of_a_stake_come_to_its_gain() -> None:
    """Counted end by end and as a mean: two ways to one figure."""
    stake, *_, insurance = figures("black-jack")
    assert float(stake.mean) == pytest.approx(worth(Setting(), ALONE).mean, abs=1e-10)
    assert insurance.mean == Fraction(-23, 311)
    again, *_ = figures("black-jack", readings={"bank_black_jack": "original_only", "three_sevens": "any_21"})
    other = Setting(original_only=True, sevens_any=True)
    assert float(again.mean) == pytest.approx(worth(other, ALONE).mean, abs=1e-10)


HANDS = {
    PASSED: "Th 6c Ks", BLACK_JACK: "Ah Tc", LESS: "Th 6c", OF_17: "Th 7c", OF_17 + 1: "Th 8c",
    OF_17 + 2: "Th 9c", OF_17 + 3: "Th Kc", OF_17 + 4: "Th 5c 6s", OF_SEVENS: "7h 7c 7s",
}  # fmt: skip
BANKS = ("Td 7d", "Td 8d", "Td 9d", "Td Jd", "Td 5d 6d", "Td 6d Qd", "Td Ad", "7d 7h 7s")
"""Hands by their rows of the core's payments, and the croupier's by their columns."""


def cards_of(names: str) -> list[int]:
    return [card(name) for name in names.split()]


@pytest.mark.parametrize(
    "readings", [{}, {"three_sevens": "any_21"}, {"bank_black_jack": "original_only"}], ids=str
)
def test_payments_of_a_campaign_are_those_of_the_table(readings: dict[str, str]) -> None:
    """Every worth of a hand against every end of the croupier's, whole and half of it doubled."""
    game = open_game("black-jack", {}, readings)
    assert isinstance(game, BlackJack)
    paid = pays(setting_of(game.rules))
    for (row, mine), (end, bank) in product(HANDS.items(), enumerate(BANKS)):
        for doubled, place in product((False, True), repeat=2):
            if row in (BLACK_JACK, OF_SEVENS) and (doubled or place):
                continue
            hand = new_hand(hand_spot(1, int(place)), cards_of(mine), of_pair=place)
            stake = 200 if doubled else 100
            state = {
                "boxes": {"1": [{**hand, "spot": "mano 2"}, hand] if place else [hand]},
                "bank": cards_of(bank),
                "money": {"seat 1": 0, f"on 1 {hand['spot']}": stake}, "laid": {"1 1": 100},
            }  # fmt: skip
            won = sum(one.cents for one in game.settlement.all(state)[1] if one.payer == "house")
            lost = sum(one.cents for one in game.settlement.all(state)[1] if one.payee == "house")
            assert int(paid[doubled + 2 * place, row, end]) * 50 == won - lost, (mine, bank, doubled, place)


def test_a_campaign_ends_as_often_in_each_way_as_the_figures_say() -> None:
    """Six ends of 4,000,000 hands with a fixed key, each within 4.5 sigma: a false alarm in 24,000 keys."""
    counter, units = open_counter("black-jack", fresh=True), 4_000_000
    counts = gains_of(counter.count(bytes(range(32)), first=0, units=units).alone, 1)
    known = shoe(Setting())
    ends = ends_of(known, known.best()[0])
    shares = sum(chance * ends[known.row(cards), up] for cards, up, chance in deals(6))
    assert set(counts) == set(GAINS)
    for gain, share in zip(GAINS, shares, strict=True):
        assert abs(counts[Fraction(gain)] - units * share) < 4.5 * (units * share * (1 - share)) ** 0.5, gain


@pytest.mark.parametrize("units", [2_000_000, spared(20_000_000)])
def test_a_campaign_of_the_declared_strategy_comes_to_its_figure(units: int) -> None:
    """Hands with a fixed key, 3 sigma beside what is not counted: a false alarm in 370 keys."""
    counter = open_counter("black-jack", fresh=True)
    row, *_ = counter.results(counter.count(bytes(range(32)), first=0, units=units))
    assert row.figure.choice == DECLARED and row.bound < 2e-4
    assert row.error == pytest.approx(1.1135 / units**0.5, rel=1e-3)
    assert abs(row.distance) < 3
    square, fourth = (
        float(sum(gain**power * many for gain, many in row.gains.items())) / units for power in (2, 4)
    )
    known, sigma = mean_square(Setting(), DECLARED), ((fourth - square**2) / units) ** 0.5
    assert abs(square - known.square) < 3 * sigma + known.bound


def test_whole_shoes_of_a_campaign_are_those_of_the_table() -> None:
    """What each of three boxes gained in two shoes of a key, as the table itself settles them."""
    key, gained, rules = bytes([9] * 32), dict.fromkeys((1, 2, 3), 0), {"seats": 3}
    table = Table("black-jack", key, dict.fromkeys(gained, 10**8), rules=rules)
    while table.state["shoes"] < 3:
        if table.state["phase"] == "bets":
            for box in gained:
                table.act(Move("bet", box, f"mano {box}", 10_00))
        for event in table.act(table.next_move()):
            if event.kind in ("paid", "lost"):
                gained[box_of(event.spot)] += event.cents if event.kind == "paid" else -event.cents
    counter = open_counter("black-jack", rules)
    counts = counter.count(key, first=0, units=2)
    assert counts.declared.all.rounds == table.state["round"]
    for box, cents in gained.items():
        assert sum(gain * many for gain, many in gains_of(counts.declared, box).items()) * 10_00 == cents


def test_a_campaign_of_one_box_is_refused_unless_a_round_may_have_one() -> None:
    with pytest.raises(
        TableError, match=r"seats must be 2 or more, each with a hand \[hands, 5, IV.1\] \(got 1\)"
    ):
        open_counter("black-jack", {"seats": 1})
    counter = open_counter("black-jack", {"seats": 1}, {"two_hands": "opening"})
    assert counter.count(KEY, first=0, units=3).declared.all.rounds > 3 * 30


def test_a_point_of_the_count_is_worth_half_a_hundredth_and_insurances_gain_above_three() -> None:
    """
    Griffin (1999), The Theory of Blackjack: about 0.5 of 100 a point; insure from +3 on, as is known.

    200,000 shoes of a fixed key. A line through the rows has a slope of 0.46 of 100 with a deviation of 0.02,
    and meets nought at 1.0 and 3.3 with deviations of 0.12 and 0.16: a false alarm in 2,000 keys.
    """
    counter = open_counter("black-jack")
    counts = counter.count(bytes(32), first=0, units=200_000)
    assert isinstance(counter, Counted)
    rows = counter.by_count(counts)
    told = counts.declared.all
    assert sum(row.rounds for row in rows) == told.rounds
    assert sum(row.mean * row.rounds for row in rows) == pytest.approx(told.gain / 14)
    assert [row.true_count for row in rows] == [*range(-10, 11)]
    near = [row for row in rows if abs(row.true_count) <= 5]
    count, sure = [row.true_count for row in near], [row.rounds**0.5 for row in near]
    slope, at_nought = np.polyfit(count, [row.mean for row in near], 1, w=sure)
    assert 0.0038 < slope < 0.0054
    assert 0.5 < -at_nought / slope < 1.5
    slope, at_nought = np.polyfit(count, [row.insurance for row in near], 1, w=sure)
    assert 2.7 < -at_nought / slope < 4
    assert counter.by_count(counter.count(KEY, first=0, units=0)) == []


@pytest.mark.parametrize(
    ("means", "count"),
    [
        ([(0, -0.5, 0.1), (1, 0.1, 0.1), (2, 0.3, 0.1)], 2),
        ([(-9, 0.3, 0.1), (0, -0.5, 0.1), (1, 0.1, 0.1)], None),
        ([(1, 0.3, 0.1), (2, -0.1, 0.1), (3, 0.3, 0.1)], 1),
        ([(3, 0.5, 0.0)], None),
        ([], None),
    ],
)
def test_a_count_gains_if_none_above_it_loses(
    means: list[tuple[int, float, float]], count: int | None
) -> None:
    """By two deviations; of a mean without a deviation nothing is known."""
    assert gains_from(means) == count


def test_the_deviation_of_a_mean_is_that_of_shoes() -> None:
    """Means of 40 campaigns of 100 shoes scatter as their own deviations say, by count and in all."""
    counter = open_counter("black-jack")
    assert isinstance(counter, Counted)
    parts = [counter.count(KEY, first=100 * part, units=100) for part in range(40)]
    nought = [next(row for row in counter.by_count(part) if row.true_count == 0) for part in parts]
    boxes = [(gains_of(part.declared, 1), _box_sigma(part.declared, 1)) for part in parts]
    means = [
        float(sum(gain * many for gain, many in gains.items()) / sum(gains.values())) for gains, _ in boxes
    ]
    for values, errors in (
        ([row.mean for row in nought], [row.error for row in nought]),
        ([row.insurance for row in nought], [row.insurance_error for row in nought]),
        (means, [error for _, error in boxes]),
    ):
        spread = (sum((value - sum(values) / 40) ** 2 for value in values) / 39) ** 0.5
        assert 0.7 < spread / (sum(errors) / 40) < 1.3


@pytest.mark.long
def test_the_table_of_the_page_is_what_is_counted() -> None:
    page = (ROOT / "docs" / "black_jack.md").read_text(encoding="utf-8")
    shown = [line.split() for line in page.splitlines() if re.match(r" +[+-]\d+ +[\d,]+ ", line)]
    counter = open_counter("black-jack")
    assert isinstance(counter, Counted)
    rows = counter.by_count(counter.count(bytes(32), first=0, units=10_000_000))
    rounds = sum(row.rounds for row in rows)
    assert shown == [
        [
            f"{row.true_count:+d}", f"{row.rounds:,}", f"{100 * row.rounds / rounds:.3f}", f"{row.mean:+.5f}",
            f"{row.error:.5f}", f"{row.insured:,}", f"{row.insurance:+.4f}", f"{row.insurance_error:.4f}",
        ]
        for row in rows
    ]  # fmt: skip


PRICES = {
    ("two_hands", "opening"): (0.0052211, 0.0052569),
    ("soft_double", "either"): (0.0052211, 0.0052569),
    ("resplit_aces", "once"): (0.0058760, 0.0059118),
    ("pairs", "by_name"): (0.0052211, 0.0052569),
    ("three_sevens", "any_21"): (0.0052413, 0.0052771),
    ("sevens_after_pair", "counted"): (0.0052211, 0.0052569),
    ("bank_black_jack", "original_only"): (0.0041178, 0.0051118),
}
"""What the house keeps of best play and of the declared strategy, each reading alone; to 5e-7."""


@pytest.mark.long
def test_each_reading_has_its_price() -> None:
    found = {
        key: tuple(float(row.edge) for row in rows if row.spot == "mano 4")
        for key, rows in repriced("black-jack").items()
    }
    assert {*found} == {*PRICES}
    for key, edges in PRICES.items():
        assert found[key] == pytest.approx(edges, abs=5e-7), key


def test_a_price_says_how_it_is_played_and_how_surely() -> None:
    rows = prices("black-jack")
    assert [row.spot for row in rows] == [f"mano {box}" for box in range(1, 8) for _ in range(2)]
    assert [row.choice for row in rows[:2]] == [BEST, DECLARED]
    assert all(0 < row.bound < Fraction(3, 10**7) and row.note for row in rows)
    assert prices("boule") == []


def test_a_price_is_counted_once_and_then_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By all that it follows from: another shoe has another price."""
    store: dict[str, list[str]] = {}

    def keeper(name: str, make: Callable[[], list[str]]) -> list[str]:
        return store[name] if name in store else store.setdefault(name, make())

    monkeypatch.setattr("machines.support.figures.keeper", keeper)
    first = worth(Setting(), ALONE)
    assert len(store) == 1
    assert worth(Setting(), ALONE) == first and len(store) == 1
    assert worth(Setting(decks=1), ALONE) != first and len(store) == 2


@pytest.mark.long
@pytest.mark.parametrize("readings", [{}, {"bank_black_jack": "original_only"}])
def test_costs_of_all_decisions_are_what_the_declared_strategy_loses(readings: dict[str, str]) -> None:
    """Decision by decision on one side, two means on the other."""
    known = decisions("black-jack", readings=readings)
    assert known is not None
    cells = [one for row in known.rows for one in row.cells]
    assert sum(one.cost for one in cells) == pytest.approx(known.cost, abs=1e-14)
    assert all(one.cost > -1e-15 for one in cells)
    assert [one.declared != one.best for one in cells].count(True) == (4 if readings else 0)


@pytest.mark.long
def test_the_page_shows_the_decisions_that_the_command_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    page = (ROOT / "docs" / "black_jack.md").read_text(encoding="utf-8")
    block = page.partition("$ azar table odds black-jack --decisions\n")[2].partition("\n```")[0]
    assert cli.run(["table", "odds", "black-jack", "--decisions"]) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert [*filter(None, block.splitlines())] == [*filter(None, lines)]


def test_a_game_without_decisions_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["table", "odds", "boule", "--decisions"]) == 1
    assert "boule has no table of decisions" in capsys.readouterr().err
    assert cli.run(["table", "odds", "black-jack", "--decisions", "--bet", "mano 1"]) == 2
