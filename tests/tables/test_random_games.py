# SPDX-License-Identifier: MIT
"""Random games of every table: no cent is lost, nothing hidden is told, no illegal move changes anything."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from machines.tables.game import CROUPIER, INSPECTOR, ONLOOKER, Choice, Move, seated
from machines.tables.refusal import TableError
from machines.tables.registry import GAMES
from machines.tables.table import Table

OUTSIDE = {"sit", "buy", "cash", "leave", "fill", "credit"}
WHO = (CROUPIER, INSPECTOR, 1, 2, 3, 4)
HIDDEN = {"punto-y-banca": "shoe", "treinta-y-cuarenta": "shoe", "black-jack": "shoe"}


def move_of(table: Table, choice: Choice, data: st.DataObject) -> Move:
    """Any move that a choice allows, most amounts small; a cut and a setting with cards."""
    if choice.kind == "cut":
        return Move("cut", choice.seat, values=(data.draw(st.integers(1, 52)),))
    if choice.kind == "set":
        cards = table.state["cloth"]["seats"][str(choice.seat)]["cards"]
        low = data.draw(st.lists(st.sampled_from(cards), min_size=2, max_size=2, unique=True))
        return Move("set", choice.seat, values=tuple(low))
    steps = (choice.most - choice.least) // choice.step
    cents = choice.least + choice.step * data.draw(st.integers(0, min(steps, 2_000)))
    word = data.draw(st.sampled_from(choice.words)) if choice.words else ""
    return Move(choice.kind, choice.seat, choice.spot, cents, word)


def any_move(table: Table, data: st.DataObject) -> Move:
    """The croupier goes on in one case of two; else anybody does anything that is legal."""
    seat = data.draw(st.sampled_from(WHO))
    choices = [one for one in table.legal(seat) if one.kind not in ("correct", "last_round", "time")]
    if data.draw(st.booleans()) or not choices:
        try:
            return table.next_move()
        except TableError:  # nobody who throws has chips
            taken = seated(table.state)
            first = next(iter(table.state["waiting"]), 1)
            return Move("buy", taken[0], cents=100_00) if taken else Move("sit", first, cents=100_00)
    kinds = sorted({one.kind for one in choices})
    kind = data.draw(st.sampled_from(kinds))
    return move_of(table, data.draw(st.sampled_from([one for one in choices if one.kind == kind])), data)


def bytes_of(table: Table) -> str:
    return json.dumps(table.save(), sort_keys=True)


def refuses(table: Table, data: st.DataObject) -> None:
    """A wild move is refused and changes nothing, or it is legal."""
    wild = Move(
        data.draw(
            st.sampled_from(["bet", "unbet", "choose", "spin", "settle", "sit", "leave", "annul", "cut"])
        ),
        data.draw(st.integers(-3, 6)),
        data.draw(
            st.sampled_from(["", "rojo", "17", "win", "tie", "come 6", "prison rojo 1", "seguro rojo", "x"])
        ),
        data.draw(st.integers(-100, 10_000_00)),
        data.draw(st.sampled_from(["", "half", "prison"])),
    )
    before = bytes_of(table)
    try:
        table.check(wild)
    except TableError as error:
        assert "(got " in str(error)
        with pytest.raises(TableError):
            table.act(wild)
        assert bytes_of(table) == before


def tells_nothing(table: Table, move: Move) -> None:
    """With the cards that nobody has seen in another order, everybody sees and hears the same."""
    if (hidden := HIDDEN.get(table.name)) is None or not table.state[hidden]:
        return
    other = Table.load(table.save())
    dealt = other.state["dealt"]
    shoe = other.state[hidden]
    other.state = {**other.state, hidden: shoe[:dealt] + shoe[dealt:][::-1]}
    for seat in (ONLOOKER, *WHO):
        assert other.view(seat) == table.view(seat)
        assert other.legal(seat) == table.legal(seat)
    ours, theirs = Table.load(table.save()), other
    assert ours.act(move) == theirs.act(move)


VARIANTS = [
    *(pytest.param(game, {}, id=game) for game in GAMES),
    pytest.param("punto-y-banca", {"dealing": "players"}, id="punto-y-banca-dealt-by-players"),
]


def play(game: str, rules: dict[str, int | str], data: st.DataObject, moves: int = 40) -> None:
    table = Table(game, bytes(31) + b"\1", {1: 300_00, 2: 80_00}, rules=rules)
    total = table.total_cents()
    for i in range(moves):
        if i % 8 == 0:
            refuses(table, data)
        move = any_move(table, data)
        if move.kind == "no_more_bets" and i % 3 == 0:
            tells_nothing(table, move)
        table.check(move)
        table.act(move)
        if move.kind in OUTSIDE:
            total = table.total_cents()
        assert table.total_cents() == total
        owed = [name for name, cents in table.state["money"].items() if cents < 0]
        assert set(owed) <= {"house", "cage"}
    assert bytes_of(Table.replay(table.journal())) == bytes_of(table)
    assert bytes_of(Table.load(json.loads(bytes_of(table)))) == bytes_of(table)


def quick(count: int) -> settings:
    return settings(
        max_examples=count, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )


@pytest.mark.parametrize(("game", "rules"), VARIANTS)
@quick(6)
@given(st.data())
def test_a_random_game_loses_no_cent_and_replays(
    game: str, rules: dict[str, int | str], data: st.DataObject
) -> None:
    play(game, rules, data)


@pytest.mark.long
@pytest.mark.parametrize(("game", "rules"), VARIANTS)
@quick(1_000)
@given(st.data())
def test_a_thousand_random_games_lose_no_cent_and_replay(
    game: str, rules: dict[str, int | str], data: st.DataObject
) -> None:
    play(game, rules, data)
