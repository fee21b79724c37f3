# SPDX-License-Identifier: MIT
"""Treinta y cuarenta: rows, the red card, cards that are none, and figures held against the game itself."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import perm

import numpy as np
import pytest

from machines.tables.campaign import open_counter
from machines.tables.chance import RED_CARD, card
from machines.tables.game import INSPECTOR, Move
from machines.tables.games.treinta_y_cuarenta.coup import deal_coup
from machines.tables.games.treinta_y_cuarenta.insurance import KEPT, SEGURO
from machines.tables.games.treinta_y_cuarenta.odds import ends_of
from machines.tables.games.treinta_y_cuarenta.rows import ROW, VALUES, cards_of, joint
from machines.tables.odds import differing, figures
from machines.tables.refusal import TableError
from machines.tables.table import Table

HAND, STAKE = 10_000_00, 100_00
NEGRO = "KP QT JC 2D KC QC JD 3D"
COUPS = {
    "negro": NEGRO, "rojo": "TP 9T 8P 9C KD QD JT 2C", "nulo": "KP QT JC 2D KD QD JT 2C",
    "31": "KP QT JC AD KD QD JT AC",
}  # fmt: skip


def opened(**readings: str) -> Table:
    table = Table("treinta-y-cuarenta", bytes(32), {1: HAND}, readings=readings)
    table.act(Move("shuffle"))
    return table


def numbers(names: str) -> tuple[int, ...]:
    return tuple(card(name) for name in names.split())


def deal(table: Table, names: str) -> None:
    table.act(Move("no_more_bets"))
    table.act(Move("deal", values=numbers(names)))
    if table.state["phase"] == "settle":
        table.act(Move("settle"))


def won(table: Table) -> int:
    return sum(cents for name, cents in table.state["money"].items() if " 1" in name) - HAND


@pytest.mark.parametrize(
    "names",
    [
        "KP QT JC",
        "KP QT JC 2D KC QC JD",
        f"{NEGRO} 2C",
        f"{NEGRO} RED",
        "AP AP AP AP AP AP AP KC KD 4T KP QT JP AT",
    ],
)
def test_as_many_cards_as_both_rows_take_are_taken(names: str) -> None:
    table = opened()
    table.act(Move("no_more_bets"))
    before = table.save()
    for cards in (numbers(names), (312,), (-2,)):
        with pytest.raises(TableError) as error:
            table.act(Move("deal", values=cards))
        assert (error.value.rule, error.value.article) == ("cards", "4, V.3")
    assert table.save() == before


def test_a_shoe_is_dealt_to_the_red_card_before_its_last_five_and_the_coup_in_course_is_void() -> None:
    table = opened()
    table.act(Move("bet", 1, "rojo", 5_00))
    assert sorted(table.state["shoe"]) == list(range(312))
    seen: list[int] = []
    shoe = table.state["shoe"]
    while table.state["shoes"] == 1:
        coup_events = table.act(table.next_move())
        seen += [one.values[0] for one in coup_events if one.kind == "card"]
        if table.state["phase"] == "shoe":
            assert [one.kind for one in coup_events][-3:] == ["red_card", "void", "counted"]
            assert (table.state["result"], table.state["dealt"]) == ("", 307)
            assert table.state["money"].get("house", 0) == -won(table)
    assert seen == shoe[:307]
    assert table.state["shoe"] != shoe
    assert Table.replay(table.journal()).save() == table.save()


def test_the_red_card_is_not_seen_by_a_coup_that_ends_with_the_last_card_before_it() -> None:
    cards = numbers(NEGRO)
    assert not deal_coup((*cards, RED_CARD), 31).annulled
    assert deal_coup((*cards[:-1], RED_CARD), 31).annulled
    assert deal_coup((RED_CARD,), 31).used == 0


def test_an_annulled_coup_is_dealt_from_the_next_cards_and_a_misread_one_corrected() -> None:
    table = opened()
    table.act(Move("bet", 1, "rojo", 10_00))
    for move in (Move("no_more_bets"), Move("deal"), Move("settle")):
        table.act(move)
    dealt = table.state["dealt"]
    table.act(Move("annul", INSPECTOR))
    assert (table.state["phase"], table.state["dealt"], won(table)) == ("deal", dealt, 0)
    table.act(Move("deal"))
    assert table.state["dealt"] > dealt
    table.act(Move("correct", INSPECTOR, values=numbers(COUPS["rojo"])))
    table.act(Move("settle"))
    assert won(table) == 10_00
    assert Table.replay(table.journal()).save() == table.save()


def test_a_seat_sees_how_many_cards_are_left_and_none_of_them() -> None:
    table = opened()
    assert table.view(1)["shoe"] == 312
    deal_one = [table.next_move(), Move("deal")]
    for move in deal_one:
        table.act(move)
    assert table.view(1)["shoe"] == 312 - table.state["dealt"]
    assert table.view(1)["negra"] == table.state["shoe"][: len(table.state["negra"])]


def test_all_pairs_of_points_come_to_one_and_rows_can_change_places() -> None:
    chances = joint(6)
    assert sum(chances.values()) == 1
    assert all(chances[b, r] == chances[r, b] for b in ROW for r in ROW)


def test_six_decks_are_those_of_the_published_tables() -> None:
    """31 and 31 in 2.19 %, 1.1 % kept, 0.9 % of an insured stake: Gambling in America, Trente et quarante."""
    ends = ends_of(6)
    assert round(float(ends.doublet) * 100, 2) == 2.19
    half, insured = (
        row for row in figures("treinta-y-cuarenta") if row.spot == "rojo" and row.choice != "prison"
    )
    assert round(float(half.edge) * 100, 1) == 1.1
    kinder = figures("treinta-y-cuarenta", readings={"insurance": "returned_on_nulls"})
    assert [round(float(row.edge) * 100, 1) for row in kinder if row.choice == "insured"] == [0.9] * 4
    assert insured.edge == Fraction(1, 101)


def test_one_row_has_the_points_that_card_after_card_gives_it() -> None:
    """The black row alone, followed card by card from what is left in the shoe."""

    @cache
    def ends(left: tuple[int, ...], points: int) -> tuple[float, ...]:
        found = [0.0] * len(ROW)
        for value, many in zip(VALUES, left, strict=True):
            if not many:
                continue
            here, reached = many / sum(left), points + value
            if reached in ROW:
                found[reached - ROW[0]] += here
                continue
            rest = (*left[: value - 1], many - 1, *left[value:])
            found = [one + here * more for one, more in zip(found, ends(rest, reached), strict=True)]
        return tuple(found)

    chances = joint(6)
    rows = [float(sum(chances[points, red] for red in ROW)) for points in ROW]
    assert ends(tuple(cards_of(6).values()), 0) == pytest.approx(rows, rel=1e-12)


@pytest.mark.parametrize("reading", KEPT)
def test_a_game_pays_over_all_ends_what_its_figures_say(reading: str) -> None:
    ends = ends_of(6)
    chance = {"negro": ends.won, "rojo": ends.lost, "nulo": ends.null, "31": ends.doublet}
    rows = [
        row for row in figures("treinta-y-cuarenta", readings={"insurance": reading}) if "negro" in row.spot
    ]
    mean = dict.fromkeys(("half", "insured"), Fraction(0))
    for end, names in COUPS.items():
        for choice in mean:
            table = opened(insurance=reading)
            table.act(Move("bet", 1, "negro", STAKE))
            if choice == "insured":
                table.act(Move("bet", 1, f"{SEGURO}negro", STAKE // 100))
            deal(table, names)
            if table.state["phase"] == "choices":
                table.act(Move("choose", 1, "negro", word="half"))
            mean[choice] += chance[end] * Fraction(won(table), STAKE)
    found = {row.choice: row.mean for row in rows}
    assert mean["half"] == found["half"]
    assert mean["insured"] / Fraction(101, 100) == found["insured"]
    assert (mean["insured"] - mean["half"]) * 100 == found[""]


@pytest.mark.parametrize(("name", "value"), [("prison", "a"), ("prison", "b"), ("prisoner_null", "freed")])
def test_prison_is_what_coup_after_coup_makes_of_it(name: str, value: str) -> None:
    ends = ends_of(6)
    held, chance, back = (0.5 if value == "b" else 1.0), {0: 1.0}, 0.0
    for _ in range(200):
        after: dict[int, float] = {}
        for zeros, here in chance.items():
            freed = float(ends.won + (ends.null if value == "freed" else 0))
            back += here * freed * held / 2**zeros
            if value != "freed":
                after[zeros] = after.get(zeros, 0.0) + here * float(ends.null)
            after[zeros + 1] = after.get(zeros + 1, 0.0) + here * float(ends.doublet)
        chance = after
    row = next(row for row in figures("treinta-y-cuarenta", readings={name: value}) if row.choice == "prison")
    assert float(row.mean) == pytest.approx(-float(ends.doublet) * (1 - back), abs=1e-12)


def test_a_reading_changes_what_it_names_and_nothing_else() -> None:
    changed = differing("treinta-y-cuarenta")
    assert {row.choice for row in changed["prison", "b"]} == {"prison"}
    assert {row.choice for row in changed["prisoner_null", "freed"]} == {"prison"}
    for other in KEPT:
        assert {row.choice for row in changed.get(("insurance", other), [])} <= {"insured", ""}
    american = figures("treinta-y-cuarenta", readings={"zero_of": "american"})
    assert {row.choice for row in american} == {"half", "insured", ""}


@pytest.mark.long
@pytest.mark.parametrize("points", [31, 36, 40])
def test_equal_points_are_those_of_all_pairs_of_compositions(points: int) -> None:
    """Every pair of rows by how many cards of each value they have, with all orders of either."""
    counts = cards_of(6)
    orders: dict[int, dict[tuple[int, ...], int]] = {0: {(0,) * 10: 1}}
    for total in range(1, points + 1):
        made = orders.setdefault(total, {})
        for value in VALUES:
            for before, many in orders.get(total - value, {}).items() if total - value <= 30 else ():
                row = (*before[: value - 1], before[value - 1] + 1, *before[value:])
                made[row] = made.get(row, 0) + many
    kept = {row: many for row, many in orders[points].items() if max(row[:9]) <= counts[1]}
    rows = np.array([*kept])
    many, lengths = np.array([float(n) for n in kept.values()]), rows.sum(axis=1)
    falling = np.array([[float(perm(counts[value], k)) for k in range(82)] for value in VALUES])
    whole = np.array([float(perm(312, k)) for k in range(82)])
    chance = 0.0
    for row, ways, length in zip(rows, many, lengths, strict=True):
        weights = falling[np.arange(10)[None, :], rows + row].prod(axis=1) / whole[lengths + length]
        chance += ways * float((many * weights).sum())
    assert chance == pytest.approx(float(joint(6)[points, points]), rel=1e-10)


# -- campaigns ---------------------------------------------------------------------------------------------


def play_shoes(table: Table, choice: str, many: int) -> dict[str, int]:
    """Whole shoes with a stake on everything in every coup, or on what is free; what each spot gained."""
    gained = dict.fromkeys(table.game.rules.spots, 0)
    while table.state["shoes"] < many or table.state["phase"] != "shoe":
        if table.state["phase"] == "bets":
            lay(table, choice)
        move = table.next_move()
        if move.kind == "choose":
            move = move._replace(word="half" if choice != "prison" else "prison")
        for event in table.act(move):
            if event.kind in ("paid", "lost"):
                plain = event.spot.split(" ")[1] if event.spot.startswith("prison") else event.spot
                gained[plain] += event.cents if event.kind == "paid" else -event.cents
    return gained


def lay(table: Table, choice: str) -> None:
    """One stake on each bet, none beside a prisoner, and deposits where stakes are insured."""
    for spot in table.game.rules.data["simple"]:
        held = any(
            name.startswith(f"on 1 prison {spot} ") and cents for name, cents in table.state["money"].items()
        )
        if not held and not table.state["money"].get(f"on 1 {spot}"):
            table.act(Move("bet", 1, spot, STAKE))
        if choice == "insured" and not table.state["money"].get(f"on 1 {SEGURO}{spot}"):
            table.act(Move("bet", 1, SEGURO + spot, STAKE // 100))


@pytest.mark.parametrize(
    ("choice", "readings"),
    [("half", {}), ("prison", {}), ("prison", {"prison": "b"}), ("prison", {"prisoner_null": "freed"})]
    + [("insured", {"insurance": reading}) for reading in KEPT],
)
def test_shoes_come_to_what_the_table_pays(choice: str, readings: dict[str, str]) -> None:
    key = bytes([3] * 32)
    table = Table("treinta-y-cuarenta", key, {1: 10**9}, rules={"minimum_cents": 100}, readings=readings)
    gained = play_shoes(table, choice, 6)
    counter = open_counter("treinta-y-cuarenta", readings=readings)
    counts = counter.count(key, first=0, units=6)
    assert counts.coups == table.state["round"] - 6
    assert not any(name.startswith("on 1 prison") for name in table.state["money"])
    for row in counter.results(counts):
        spot = row.figure.spot
        if row.figure.choice == choice and choice != "insured":
            assert row.mean * row.settled * STAKE == gained[spot], spot
        elif row.figure.choice == "insured" == choice:
            both = gained[spot] + gained[SEGURO + spot]
            assert row.mean * row.settled * STAKE * Fraction(101, 100) == both, spot


def test_a_shoe_is_the_unit_of_its_deviation() -> None:
    """Means of 40 campaigns scatter as their own deviation says, of every kind of row."""
    counter = open_counter("treinta-y-cuarenta")
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for part in range(40):
        for row in counter.results(counter.count(bytes(32), first=100 * part, units=100)):
            found.setdefault((row.figure.spot, row.figure.choice), []).append((float(row.mean), row.error))
    for name, pairs in found.items():
        means, errors = zip(*pairs, strict=True)
        spread = (sum((mean - sum(means) / 40) ** 2 for mean in means) / 39) ** 0.5
        assert 0.65 < spread / (sum(errors) / 40) < 1.4, name


def test_facts_of_a_campaign() -> None:
    counter = open_counter("treinta-y-cuarenta")
    facts = counter.facts(counter.count(bytes(32), first=0, units=1_000))
    assert 28 < facts["coups of a shoe"] < 29
    assert 10.4 < facts["cards of a coup"] < 10.7
    assert counter.facts(counter.count(bytes(32), first=0, units=0)) == {"coups": 0}
