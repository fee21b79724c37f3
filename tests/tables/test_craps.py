# SPDX-License-Identifier: MIT
"""Craps: every bet, travelling, odds and their maxima, who throws, throws that do not count."""

from __future__ import annotations

import pytest

from machines.tables.game import Move
from machines.tables.games.craps.game import Craps
from machines.tables.refusal import TableError
from machines.tables.table import Table

HAND = 10_000_00


def opened(**readings: str) -> Table:
    return Table("craps", bytes(32), {1: HAND, 2: HAND}, readings=readings)


def lay(table: Table, spot: str, cents: int = 10_00, seat: int = 2) -> None:
    table.act(Move("bet", seat, spot, cents))


def shooter_of(table: Table) -> int:
    assert isinstance(table.game, Craps)
    return table.game.shooter(table.state)


def throw(table: Table, *totals: int) -> None:
    """Throws of these totals, none of them a pair; a negative one is a pair."""
    for total in totals:
        faces = (-total // 2, -total // 2) if total < 0 else PLAIN[total]
        shooter = shooter_of(table)
        money = table.state["money"]
        if not table.state["point"] and not any(f"on {shooter} {s}" in money for s in ("win", "dont-win")):
            lay(table, "win", 5_00, shooter)
        for move in (Move("no_more_bets"), Move("throw", values=faces), Move("settle")):
            table.act(move)


PLAIN = {
    2: (1, 1), 3: (1, 2), 4: (1, 3), 5: (2, 3), 6: (2, 4), 7: (3, 4), 8: (3, 5), 9: (4, 5), 10: (4, 6),
    11: (5, 6), 12: (6, 6),
}  # fmt: skip


def won(table: Table, seat: int = 2) -> int:
    return sum(cents for name, cents in table.state["money"].items() if f" {seat}" in name[:6]) - HAND


@pytest.mark.parametrize(
    ("spot", "total", "cents"),
    [
        ("win", 7, 1000), ("win", 11, 1000), ("win", 2, -1000), ("win", 3, -1000), ("win", 12, -1000),
        ("dont-win", 2, 1000), ("dont-win", 3, 1000), ("dont-win", 12, 0), ("dont-win", 7, -1000),
        ("dont-win", 11, -1000), ("field", 2, 2000), ("field", 12, 2000), ("field", 4, 1000),
        ("field", 3, 1000),
        ("field", 5, -1000), ("under-7", 6, 1000), ("under-7", 7, -1000), ("over-7", 8, 1000),
        ("over-7", 7, -1000), ("seven", 7, 4000), ("eleven", 11, 15000), ("any-craps", 12, 7000),
        ("craps-2", 2, 30000), ("craps-3", 3, 15000), ("craps-12", 12, 30000), ("horn", 11, 4000),
        ("horn", 7, -1000), ("hardway 4", -4, 7000), ("hardway 10", -10, 7000), ("hardway 6", -6, 9000),
        ("hardway 8", 8, -1000), ("hardway 8", 7, -1000), ("hardway 8", 9, 0), ("big-6", 6, 1000),
        ("big-8", 7, -1000), ("big-8", 6, 0), ("right 4", 4, 1800), ("right 9", 9, 1400),
        ("right 6", 6, 1166),
        ("right 8", 7, -1000), ("wrong 4", 7, 454), ("wrong 5", 7, 625), ("wrong 8", 7, 800),
        ("wrong 8", 8, -1000),
    ],
)  # fmt: skip
def test_a_bet_is_settled_as_the_text_has_it(spot: str, total: int, cents: int) -> None:
    table = opened()
    lay(table, spot)
    throw(table, total)
    assert won(table) == cents


def test_win_waits_for_its_point() -> None:
    table = opened()
    lay(table, "win")
    lay(table, "dont-win", 20_00)
    throw(table, 6, 5)
    assert (table.state["point"], won(table)) == (6, 0)
    throw(table, 6)
    assert (table.state["point"], won(table)) == (0, -10_00)


def test_come_bets_travel_and_are_decided_by_their_own_number() -> None:
    table = opened()
    throw(table, 6)
    lay(table, "come")
    throw(table, 9)
    assert table.state["money"]["on 2 come 9"] == 10_00
    lay(table, "dont-come")
    throw(table, 5)
    assert table.state["money"]["on 2 dont-come 5"] == 10_00
    throw(table, 9)
    assert won(table) == 10_00
    throw(table, 7)
    assert won(table) == 20_00


@pytest.mark.parametrize(
    ("point", "odds", "dont"),
    [(4, 2000, 500), (5, 1500, 666), (6, 1200, 833), (8, 1200, 833), (10, 2000, 500)],
)
def test_odds_are_paid_by_the_point(point: int, odds: int, dont: int) -> None:
    table = opened()
    lay(table, "win")
    throw(table, point)
    lay(table, "win-odds")
    throw(table, point)
    assert won(table) == 10_00 + odds
    table = opened()
    lay(table, "dont-win")
    throw(table, point)
    lay(table, "dont-win-odds")
    throw(table, 7)
    assert won(table) == 10_00 + dont


@pytest.mark.parametrize(
    ("flat", "odds", "point", "most"),
    [("win", "win-odds", 4, 10_00), ("dont-win", "dont-win-odds", 4, 20_00),
     ("dont-win", "dont-win-odds", 9, 15_00), ("dont-win", "dont-win-odds", 8, 12_00)],
)  # fmt: skip
def test_odds_have_the_maximum_of_the_text(flat: str, odds: str, point: int, most: int) -> None:
    table = opened()
    with pytest.raises(TableError) as error:
        lay(table, odds)
    assert error.value.rule == "odds"
    lay(table, flat)
    throw(table, point)
    with pytest.raises(TableError) as error:
        lay(table, odds, most + 1)
    assert error.value.rule == "maximum"
    lay(table, odds, most)


@pytest.mark.parametrize(
    ("spot", "most"),
    [("win", 500_00), ("right 5", 500_00), ("right 6", 600_00), ("wrong 8", 625_00), ("wrong 9", 800_00),
     ("wrong 4", 1100_00), ("seven", 125_00), ("craps-2", 20_00)],
)  # fmt: skip
def test_maxima_of_simple_place_and_multiple_bets(spot: str, most: int) -> None:
    table = opened()
    with pytest.raises(TableError) as error:
        lay(table, spot, most + 1)
    assert error.value.rule == "maximum"
    lay(table, spot, most)


@pytest.mark.parametrize(("reading", "cents"), [("off", -10_00), ("on", -20_00)])
def test_odds_on_come_rest_in_a_first_throw(reading: str, cents: int) -> None:
    table = opened(come_odds=reading)
    throw(table, 6)
    lay(table, "come")
    throw(table, 9)
    lay(table, "come-odds 9")
    throw(table, 6)
    throw(table, 7)
    assert won(table) == cents


def test_a_stake_on_win_stays_once_it_has_seen_a_throw() -> None:
    table = opened()
    lay(table, "win")
    table.act(Move("unbet", 2, "win"))
    lay(table, "win")
    throw(table, 6)
    with pytest.raises(TableError) as error:
        table.act(Move("unbet", 2, "win"))
    assert error.value.rule == "contract"
    with pytest.raises(TableError) as error:
        lay(table, "win")
    assert error.value.rule == "first_throw"


def test_the_shooter_leaves_the_stake_with_which_a_point_is_thrown() -> None:
    table = opened()
    shooter = shooter_of(table)
    other = 3 - shooter
    for seat in (shooter, other):
        lay(table, "dont-win", seat=seat)
    throw(table, 6)
    with pytest.raises(TableError, match="left until it has won or lost") as refused:
        table.act(Move("unbet", shooter, "dont-win"))
    assert refused.value.rule == "shooter"
    table.act(Move("unbet", other, "dont-win"))
    assert table.next_move().kind == "no_more_bets"


def test_whoever_throws_has_a_stake_and_passes_the_dice_at_seven() -> None:
    table = opened()
    with pytest.raises(TableError) as error:
        table.act(Move("no_more_bets"))
    assert error.value.rule == "shooter"
    throw(table, 7)
    assert table.state["shooter"] == 1  # seven in a first throw wins
    throw(table, 6, 7)
    assert table.state["shooter"] == 2
    table.act(Move("pass_dice", 2))
    assert table.state["shooter"] == 1


def test_a_null_throw_changes_nothing_but_what_is_said() -> None:
    table = opened()
    lay(table, "win", seat=1)
    table.act(Move("no_more_bets"))
    before = dict(table.state)
    (event,) = table.act(Move("null_throw"))
    assert table.words(event) == "Tirada nula"
    assert table.state == before
    table.act(Move("throw", values=(3, 4)))


@pytest.mark.parametrize(("reading", "cents"), [("yes", 10_00), ("no", -10_00)])
def test_field_with_and_without_the_four(reading: str, cents: int) -> None:
    table = opened(field_four=reading)
    lay(table, "field")
    throw(table, 4)
    assert won(table) == cents
