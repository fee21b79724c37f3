# SPDX-License-Identifier: MIT
"""Black jack: too few hands, the separator, removed cards, the croupier's ends, decisions by total."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from places import ROOT

from cext import PURPOSE_FEATURE, draw_below
from emulator import cli
from machines.tables.decisions import decisions
from machines.tables.game import Move
from machines.tables.games.black_jack.analysis import Setting, deals, fresh
from machines.tables.games.black_jack.campaign import WORDS, HandCounter
from machines.tables.games.black_jack.croupier import BUST
from machines.tables.games.black_jack.odds import GAINS, ends_of
from machines.tables.games.black_jack.plan import ALONE, BEST, DECLARED, shoe, table, worth
from machines.tables.games.black_jack.strategy import UPCARDS, rows
from machines.tables.odds import figures, prices, repriced
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
    assert float(fresh(6) / 312 @ ends[:, BUST]) == pytest.approx(0.2819, abs=1e-4)


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


def test_hands_of_a_campaign_are_dealt_as_a_shuffle_deals_them() -> None:
    """Durstenfeld's shuffle word by word, in plain Python, beside the campaign's many at a time."""
    counter, key = HandCounter(Table("black-jack", bytes(32), {}).game.rules), bytes(range(32))
    dealt = counter._dealt(key, 5, 40, machine=3).tolist()
    for hand, cards in enumerate(dealt, 5):
        left = [v for v, many in enumerate(fresh(6)) for _ in range(many)]
        for j, card in enumerate(cards):
            place = j + draw_below(key, 3, PURPOSE_FEATURE, WORDS * hand + j, len(left) - j)
            left[j], left[place] = left[place], left[j]
            assert card == left[j]


def test_a_campaign_ends_as_often_in_each_way_as_the_figures_say() -> None:
    """Six ends of 400,000 hands with a fixed key, each within 4.5 sigma: a false alarm in 24,000 keys."""
    counter, units = HandCounter(Table("black-jack", bytes(32), {}).game.rules), 400_000
    counts = counter.count(bytes(range(32)), first=0, units=units)[: len(GAINS)]
    known = shoe(Setting())
    ends = ends_of(known, known.best()[0])
    shares = sum(chance * ends[known.row(cards), up] for cards, up, chance in deals(6))
    for gain, many, share in zip(GAINS, counts.tolist(), shares, strict=True):
        assert abs(many - units * share) < 4.5 * (units * share * (1 - share)) ** 0.5, gain


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
