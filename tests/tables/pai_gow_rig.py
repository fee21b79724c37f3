# SPDX-License-Identifier: MIT
"""Plays a deal of Pai Gow as a truth file has it: bank, cut, stakes, dice, packets and how they are set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from machines.support.plain import Json
from machines.tables.chance import card
from machines.tables.game import CROUPIER, Move
from machines.tables.refusal import TableError
from machines.tables.table import Table

if TYPE_CHECKING:
    from truth_rig import Played

DECK, PACKET, JOKER = 53, 7, 52
CUT = 20
KEYS = {
    "bank",
    "offered",
    "cutter",
    "dice",
    "start",
    "packets",
    "set",
    "refused_moves",
    "refused_sets",
    "left",
    "used",
}
"""What a round of this game states besides bets, refusals and what is won."""


def cards(names: str) -> list[int]:
    """Cards by name; JK is the joker."""
    return [JOKER if name == "JK" else card(name) for name in names.split()]


def bank_of(played: Played, play: Json) -> None:
    """The bank is offered round the table until the one takes it whose turn the case says."""
    table, offers = played.table, []
    while table.state["phase"] == "bank":
        place = table.state["cloth"]["offered"]
        offers.append(place)
        for kind, seat in (text.split() for text in play.get("refused_moves", [])):
            refuses(table, Move(kind, int(seat)), "phase")
        played.act(Move("accept" if place == play.get("bank", CROUPIER) else "pass", place))
    assert offers == play.get("offered", offers)


def cut(played: Played, play: Json) -> None:
    """Whoever may cuts."""
    table = played.table
    seat = table.next_move().seat
    assert seat == play.get("cutter", seat)
    for wrong in (0, DECK):
        refuses(table, Move("cut", seat, values=(wrong,)), "cut")
    played.act(Move("cut", seat, values=(CUT,)))


def dealt(played: Played, play: Json) -> None:
    """Dice, packets, hands: from no more bets to the end of the deal."""
    table = played.table
    played.act(Move("throw", values=tuple(play.get("dice", (1, 2, 5)))))
    assert table.state["cloth"]["start"] == play.get("start", table.state["cloth"]["start"])
    played.act(Move("deal", values=deck(table, play)))
    for place, wanted in play.get("packets", {}).items():
        assert sorted(table.state["cloth"]["seats"][place]["cards"]) == sorted(cards(wanted))
    assert len(table.state["cloth"]["used"]) == play.get("left", len(table.state["cloth"]["used"]))
    for text in play.get("refused_sets", []):
        place, low = text.split(" ", 1)
        refuses(table, Move("set", int(place), values=tuple(cards(low))), "set")
    for place, low in play.get("set", {}).items():
        played.act(Move("set", int(place), values=tuple(cards(low))))
    while table.state["phase"] != "clear":
        played.act(table.next_move())
    assert len(table.state["cloth"]["used"]) == play.get("used", len(table.state["cloth"]["used"]))
    played.act(table.next_move())


def deck(table: Table, play: Json) -> tuple[int, ...]:
    """A deck that gives the packets stated, before it was cut; others get what is left in its order."""
    cloth = table.state["cloth"]
    playing = [int(place) for place in cloth["seats"] if plays(table, int(place))]
    order = [(cloth["start"] + i) % PACKET for i in range(PACKET)]
    stated = {int(place): cards(names) for place, names in play.get("packets", {}).items()}
    rest = [one for one in range(DECK) if not any(one in packet for packet in stated.values())]
    made: list[int] = []
    for place in (place for place in order if place in playing):
        made += stated.get(place) or [rest.pop(0) for _ in range(PACKET)]
    made += rest
    assert sorted(made) == list(range(DECK)), "a card lies in two packets"
    return (*made[DECK - CUT :], *made[: DECK - CUT])


def plays(table: Table, place: int) -> bool:
    """Whether a place gets a packet: the croupier, the bank, and whoever has a stake."""
    forced = (CROUPIER, table.state["cloth"]["bank"])
    return place in forced or table.state["money"].get(f"on {place} stake", 0) > 0


def refuses(table: Table, move: Move, rule: str) -> None:
    """A move is refused by its rule, and the table is as it was."""
    before = table.save()
    with pytest.raises(TableError) as error:
        table.act(move)
    assert error.value.rule == rule, str(error.value)
    assert table.save() == before
