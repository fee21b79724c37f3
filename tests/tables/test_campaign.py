# SPDX-License-Identifier: MIT
"""Campaigns: what a counter says of the first units is what the table itself settles with the same key."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from machines.tables.campaign import LOOK_BACK, Result, open_counter
from machines.tables.figure import Figure
from machines.tables.game import Move, laid
from machines.tables.games.craps.campaign import CrapsCounter
from machines.tables.games.french_roulette.campaign import FrenchCounter
from machines.tables.odds import figures_of
from machines.tables.refusal import TableError
from machines.tables.registry import GAMES, open_game
from machines.tables.table import Table

STAKE = 211_20
"""Every payment of every game is a whole number of cents, and a prisoner is halved four times."""
SHOES = ("punto-y-banca", "treinta-y-cuarenta", "black-jack")
RULES: dict[str, int | str] = {"minimum_cents": STAKE}
HAND = 10**9
FALSE_ALARM_SIGMA = 4.5
"""200 bets of six games with fixed keys: by chance one of them lies as far in one tree of 700."""


def gains_of(row: Result) -> Fraction:
    return row.mean * row.settled


def settle(table: Table, gained: dict[str, int], word: str = "half") -> None:
    """Play the croupier's moves until bets are taken again; at zero a seat says the word if it may."""
    while True:
        move = table.next_move()
        words = next((one.words for one in table.legal(1) if one.kind == "choose"), ())
        if move.kind == "choose" and word in words:
            move = move._replace(word=word)
        for event in table.act(move):
            if event.kind in ("paid", "lost"):
                gained[event.spot] += event.cents if event.kind == "paid" else -event.cents
        if table.state["phase"] == "bets":
            return


@pytest.mark.parametrize(
    ("game", "units"),
    [("french-roulette", 60), ("american-roulette", 60), ("boule", 200), ("wheel-of-fortune", 150)],
)
def test_spins_come_to_what_the_table_pays(game: str, units: int) -> None:
    key, gained = bytes([7] * 32), defaultdict[str, int](int)
    table = Table(game, key, {1: HAND}, rules={"minimum_cents": STAKE // 2})
    spots = [name for name in table.game.rules.spots if units > 100 or name in WATCHED]
    for _ in range(units):
        for spot in spots:
            if laid(table.state, 1, spot) == 0:
                table.act(Move("bet", 1, spot, STAKE))
        settle(table, gained)
    counter = open_counter(game)
    counts = counter.count(key, first=0, units=units)
    for row in counter.results(counts):
        if row.figure.spot in spots and row.figure.choice != "prison":
            assert gains_of(row) * STAKE == gained[row.figure.spot], row.figure.spot
    assert sum(counter.facts(counts).values()) == units


WATCHED = ("0", "17", "caballo 17-20", "columna 2", "docena 3", "rojo", "negro", "par", "falta")


@pytest.mark.parametrize("reading", ["a", "b"])
def test_prisoners_come_to_what_the_table_gives_back(reading: str) -> None:
    """One stake on red at a time, in prison at every zero, until it is settled."""
    key, units = bytes([16] * 32), 250
    table = Table("french-roulette", key, {1: HAND}, rules=RULES, readings={"prison": reading})
    stakes, gained = 0, defaultdict[str, int](int)
    for _ in range(units):
        if not any(name.startswith("on 1 ") and cents for name, cents in table.state["money"].items()):
            table.act(Move("bet", 1, "rojo", STAKE))
            stakes += 1
        settle(table, gained, "prison")
        if laid(table.state, 1, "rojo"):
            table.act(Move("unbet", 1, "rojo"))
    counter = open_counter("french-roulette", readings={"prison": reading})
    rows = counter.results(counter.count(key, first=0, units=units))
    (row,) = [one for one in rows if (one.figure.spot, one.figure.choice) == ("rojo", "prison")]
    lies = sum(cents for name, cents in table.state["money"].items() if name.startswith("on 1 "))
    assert lies == 0, "the last ball must settle the last stake"
    assert row.settled == stakes
    assert gains_of(row) * STAKE == table.state["money"]["seat 1"] - HAND
    assert any(gain not in (1, -1) for gain in row.gains), "no zero in so many spins"


def test_throws_come_to_what_the_table_pays() -> None:
    key, units, gained = bytes([5] * 32), 240, defaultdict[str, int](int)
    rules: dict[str, int | str] = {"minimum_cents": STAKE, "simple_times": 200, "multiple_gain": 3}
    table = Table("craps", key, {1: HAND}, rules=rules)
    always = [
        name for name, spot in table.game.rules.spots.items()
        if not name.startswith(("win", "dont", "come"))
    ]  # fmt: skip
    for _ in range(units):
        lie_down(table, always)
        settle(table, gained)
    counter = open_counter("craps")
    results = counter.results(counter.count(key, first=0, units=units))
    by_spot = defaultdict[str, Fraction](Fraction)
    for row in results:
        by_spot[row.figure.spot] += gains_of(row) * STAKE
    for spot in [*always, "win", "dont-win", "win-odds"]:
        assert by_spot[spot] == gained[spot], spot
    for name in ("come", "dont-come"):
        assert by_spot[name] == sum(cents for spot, cents in gained.items() if spot.split(" ")[0] == name)
    for number in (4, 5, 6, 8, 9, 10):
        assert by_spot[f"come-odds {number}"] == gained[f"come-odds {number}"]


def lie_down(table: Table, always: list[str]) -> None:
    """A stake on everything that the counter counts, where nothing lies yet."""
    state = table.state
    spots = list(always)
    if not state["point"]:
        spots += ["win", "dont-win"]
    elif not any(laid(state, 1, name) for name in ("come", *(f"come {n}" for n in (4, 5, 6, 8, 9, 10)))):
        spots += ["come", "dont-come"]
    if state["point"]:
        spots.append("win-odds")
    spots += [f"come-odds {n}" for n in (4, 5, 6, 8, 9, 10) if laid(state, 1, f"come {n}")]
    for spot in spots:
        if laid(table.state, 1, spot) == 0:
            table.act(Move("bet", 1, spot, STAKE))


def test_shoes_come_to_what_the_table_pays() -> None:
    key, gained = bytes([9] * 32), defaultdict[str, int](int)
    table = Table("punto-y-banca", key, {1: HAND}, rules=RULES)
    while table.state["shoes"] < 3:
        while table.state["phase"] != "bets":
            table.act(table.next_move())
        while table.state["phase"] == "bets":
            for spot in ("punto", "banca", "tie"):
                if laid(table.state, 1, spot) == 0:
                    table.act(Move("bet", 1, spot, STAKE))
            for _ in range(3):
                for event in table.act(table.next_move()):
                    gained[event.spot] += {"paid": 1, "lost": -1}.get(event.kind, 0) * event.cents
        if table.state["shoes"] == 2:
            break
    counter = open_counter("punto-y-banca")
    counts = counter.count(key, first=0, units=2)
    assert counts.coups == table.state["round"]
    for row in counter.results(counts):
        assert gains_of(row) * STAKE == gained[row.figure.spot], row.figure.spot


@pytest.mark.parametrize("game", ["french-roulette", "craps"])
def test_a_piece_far_on_begins_in_the_state_of_those_before(game: str) -> None:
    counter: Any = open_counter(game)
    for first in range(3 * LOOK_BACK, 3 * LOOK_BACK + 400, 13):
        whole = counter.count(bytes(32), first=0, units=first + 9)
        before = counter.count(bytes(32), first=0, units=first)
        assert (before + counter.count(bytes(32), first=first, units=9) == whole).all()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("fresh", [False, True])
def test_a_campaign_agrees_with_the_exact_figures(game: str, fresh: bool) -> None:
    if fresh and game not in SHOES:
        with pytest.raises(TableError, match="a game with a shoe"):
            open_counter(game, fresh=True)
        return
    counter = open_counter(game, fresh=fresh)
    units = 2_000 if counter.unit == "shoes" else 400_000
    for row in counter.results(counter.count(bytes(range(32)), first=0, units=units)):
        assert row.settled
        assert abs(row.distance) < FALSE_ALARM_SIGMA, row.figure.spot


def test_a_biased_wheel_is_far_from_the_exact_figures() -> None:
    """One pocket in a hundred too many on 17 is seen in a million spins."""
    counter: Any = open_counter("american-roulette")
    counts = counter.count(bytes(32), first=0, units=2_000_000)
    counts[0, counter.pockets.index(17)] += 1_500
    (row,) = [one for one in counter.results(counts) if one.figure.spot == "17"]
    assert row.distance > 4


def test_what_a_figure_leaves_out_is_not_held_against_a_campaign() -> None:
    (row,) = [one for one in figures_of(open_game("boule", {}, {}).rules) if one.spot == "rojo"]
    alone = row._replace(mean=Fraction(-1, 10), square=Fraction(101, 100))
    gains = {Fraction(1): 50, Fraction(-1): 50}
    assert Result(alone, gains).error == pytest.approx(0.1)
    assert Result(alone, gains).distance == pytest.approx(1)
    assert Result(alone, gains, bound=0.04).distance == pytest.approx(0.6)
    assert Result(alone, gains, bound=0.2).distance == 0
    assert Result(row._replace(mean=Fraction(1, 10)), gains, bound=0.04).distance < 0


def test_a_shoe_is_the_unit_of_its_deviation() -> None:
    """Means of 40 campaigns scatter as their own deviation says."""
    counter: Any = open_counter("punto-y-banca")
    means, errors = [], []
    for part in range(40):
        (row,) = [
            one for one in counter.results(counter.count(bytes(32), first=100 * part, units=100))
            if one.figure.spot == "banca"
        ]  # fmt: skip
        means.append(float(row.mean))
        errors.append(row.error)
    spread = (sum((mean - sum(means) / 40) ** 2 for mean in means) / 39) ** 0.5
    assert 0.7 < spread / (sum(errors) / 40) < 1.3


def test_counters_are_of_their_game() -> None:
    assert isinstance(open_counter("craps"), CrapsCounter)
    assert isinstance(open_counter("french-roulette"), FrenchCounter)
    figure = open_counter("boule").results(open_counter("boule").count(bytes(32), first=0, units=0))[0]
    assert isinstance(figure.figure, Figure)
    assert (figure.settled, figure.mean, figure.distance) == (0, 0, 0.0)
