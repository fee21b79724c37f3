# SPDX-License-Identifier: MIT
"""
What reaches whom at the Pai Gow table: cards that a place cannot see are exchanged, and it notices nothing.

Sections IV, VII and VIII.2 of the text: players show nobody their cards, the croupier's lie face down until
all have set, what is left over goes away unseen.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from machines.tables import chance as chance_module
from machines.tables.games.pai_gow import audience
from machines.tables.games.pai_gow.audience import ONLOOKER
from machines.tables.games.pai_gow.hands import Setting, house_setting
from machines.tables.games.pai_gow.moves import Move
from machines.tables.games.pai_gow.rules import TableError
from machines.tables.games.pai_gow.state import CROUPIER
from machines.tables.games.pai_gow.table import Table

KEY = bytes(range(32))
CHIPS = {1: 100_000, 3: 50_000, 6: 20_000}
PLACES = (*CHIPS, CROUPIER, ONLOOKER)


def foul_low(cards: list[int]) -> tuple[int, ...] | None:
    """Two cards that make a packet foul."""
    for low in combinations(cards, 2):
        if Setting.of(low, [card for card in cards if card not in low]).foul:
            return low
    return None


def go_on(table: Table, place: int, spoil: bool) -> Move:
    """The next move; whoever else sets a hand sets it foul if ``spoil`` says so, and can."""
    move = table.next_move()
    if move.kind == "set" and move.place != place and spoil:
        return move._replace(cards=foul_low(table.seat(move.place).cards) or move.cards)
    return move


def refusals(table: Table) -> Iterator[str]:
    """What the table says to moves that it refuses."""
    for move in (
        Move("bet", 1, 7),
        Move("set", 1, 0, (1, 1)),
        Move("set", 3),
        Move("settle", 0),
        Move("leave", 6),
    ):
        try:
            table.check(move)
        except TableError as error:
            yield str(error)


def noticed(monkeypatch: pytest.MonkeyPatch, place: int, shuffle: int, bank: int) -> tuple[list, list]:
    """
    All that a place receives of a deal until the bank shows, as it is and with hidden cards exchanged.

    Every card that the place does not hold becomes another, and the other players set their hands foul.
    """
    first = Table(KEY, CHIPS)
    reached(first, bank, "set")
    own = set(first.seat(place).cards) if place in CHIPS else set()
    hidden = [card for card in range(53) if card not in own]
    others = random.Random(shuffle).sample(hidden, len(hidden))
    to = {**{card: card for card in own}, **dict(zip(hidden, others, strict=True))}
    real = chance_module.deal
    received: tuple[list, list] = [], []
    for exchanged, into in zip((False, True), received, strict=True):

        def dealt(*given: object, _other: bool = exchanged, **named: object) -> list[int]:
            return [to[card] if _other else card for card in real(*given, **named)]

        monkeypatch.setattr(chance_module, "deal", dealt)
        table = Table(KEY, CHIPS)
        reached(table, bank, "deal")
        while table.state.phase != "show":
            events = table.act(go_on(table, place, exchanged))
            into += [audience.heard(event, place) for event in events]
            if table.state.phase != "show" or place != CROUPIER:
                into.append(audience.view(table.state, place))
            into.append(table.legal())
            into += refusals(table)
    monkeypatch.setattr(chance_module, "deal", real)
    return received


def reached(table: Table, bank: int, phase: str) -> None:
    """Let a table come to a phase of a deal in which a place banks."""
    while table.state.phase != phase:
        offered = table.state.phase == "bank" and table.state.offered == bank != CROUPIER
        table.act(Move("accept", bank) if offered else table.next_move())


@pytest.mark.parametrize("bank", [CROUPIER, 1])
@pytest.mark.parametrize("place", PLACES)
def test_a_place_receives_the_same_whatever_it_cannot_see(place, bank, monkeypatch):
    for shuffle in range(4):
        one, other = noticed(monkeypatch, place, shuffle, bank)
        assert one == other


@pytest.mark.parametrize("place", PLACES)
def test_hands_that_were_not_compared_stay_hidden_while_others_are_paid(place):
    table = Table(KEY, CHIPS)
    reached(table, CROUPIER, "settle")
    while table.state.queue:
        waiting = [other for other in table.state.queue if other != place]
        hidden = [card for other in waiting for card in table.seat(other).cards]
        left = [card for card in table.state.used if card not in hidden]
        changed = copy.deepcopy(table.state)
        given = random.Random(len(waiting)).sample([*hidden, *left], len(hidden) + len(left))
        for i, other in enumerate(waiting):
            seat = changed.seats[other]
            seat.cards = given[7 * i : 7 * i + 7]
            seat.low = list(house_setting(seat.cards).low)
        changed.used = given[7 * len(waiting) :]
        assert audience.view(changed, place) == table.view(place)
        table.act(table.next_move())


def test_vii_the_croupier_turns_the_packet_up_when_all_have_set():
    table = Table(KEY, CHIPS)
    reached(table, CROUPIER, "set")
    assert table.view(CROUPIER)["seats"][CROUPIER]["cards"] == []
    reached(table, CROUPIER, "show")
    assert table.view(CROUPIER)["seats"][CROUPIER]["cards"] == table.seat(CROUPIER).cards
    assert all(table.view(other)["seats"][CROUPIER]["cards"] == [] for other in (1, 3, 6, ONLOOKER))


@pytest.mark.parametrize("bank", [CROUPIER, 3])
def test_vii_cards_that_lost_go_to_the_container_and_winners_lie_open(bank):
    """Of 53 cards none is lost or doubled; who won or drew keeps the hand on the cloth to the end."""
    table, results = Table(KEY, CHIPS), set()
    for _ in range(8):
        reached(table, bank, "settle")
        while table.state.phase == "settle":
            place = table.state.queue[0]
            cards = list(table.seat(place).cards)
            events = table.act(table.next_move())
            values = events[0].values
            assert sorted([*values["low"], *values["high_cards"]]) == sorted(cards)
            results.add(values["result"])
            if values["result"] == "loss":
                assert (events[1].kind, events[1].place, events[1].values) == (
                    "collects",
                    place,
                    {"cards": 7},
                )
                assert (table.seat(place).cards, table.seat(place).low) == ([], [])
                assert table.state.used[-7:] == cards
            else:
                assert table.view(ONLOOKER)["seats"][place]["cards"] == cards
            on_cloth = [card for seat in table.state.seats.values() for card in seat.cards]
            assert sorted([*on_cloth, *table.state.used]) == list(range(53))
        table.act(table.next_move())
        assert table.state.used == []
    assert results == {"win", "push", "loss"}
