# SPDX-License-Identifier: MIT
"""A recorded deal in which players set their own hands (Pai Gow): who banked, the dice, and every hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from machines.support.plain import JsonView
from machines.tables.game import CROUPIER, Event, Move
from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.record import HELP, Round, chance
from machines.tables.refusal import TableError
from machines.tables.table import Table

GAME = "pai-gow"
EXAMPLE = 'hands = { 0 = "Qd Js / Kh 9c 5h 4d 2s" }: low hand / high hand'
JOKER = 52
CUT = 26


def read_hands(play: JsonView, where: str, seats: int) -> dict[int, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The hands of a round by place, low and high."""
    found = {}
    rows = play.get("hands", {})
    if not isinstance(rows, dict):
        raise InspectionError(where, f"hands must be by place (got {rows!r})", EXAMPLE)
    for place, text in rows.items():
        low, mark, high = str(text).partition("/")
        if not place.isdigit() or not 0 <= int(place) <= seats or not mark:
            raise InspectionError(
                where, f"hands must be of places 0 to {seats} (got {place}: {text})", EXAMPLE
            )
        found[int(place)] = (tuple(low.split()), tuple(high.split()))
    return found


def begin(table: Table, play: Round) -> None:
    """The bank is offered until the one takes it who had it, and the deck is cut."""
    while table.state["phase"] == "bank":
        place = table.state["cloth"]["offered"]
        kind = "accept" if place == play.bank else "pass"
        try:
            table.act(Move(kind, place))
        except TableError as error:
            hint = "bank = 0 for the croupier, else the seat whose turn it was"
            raise InspectionError(
                play.where, f"bank must be a seat that may have it now: {error}", hint
            ) from error
    table.act(Move("cut", table.next_move().seat, values=(CUT,)))


def deal(table: Table, play: Round) -> Sequence[Event]:
    """Dice, packets and settings of a round, up to the croupier's own hands."""
    places = _playing(table)
    if sorted(play.hands) != places:
        named = ", ".join(map(str, places))
        raise InspectionError(
            play.where,
            f"hands must be of places {named} (got {', '.join(map(str, sorted(play.hands)))})",
            EXAMPLE,
        )
    hands = {place: _cards(play, place) for place in places}
    told = []
    try:
        told += table.act(Move("throw", values=chance(play.given, play.where)))
        order = [(table.state["cloth"]["start"] + i) % 7 for i in range(7)]
        packets = [hands[place] for place in order if place in hands]
        told += table.act(Move("deal", values=_deck(packets)))
        for place in places:
            if place != CROUPIER:
                told += table.act(Move("set", place, values=hands[place][:2]))
        told += table.act(Move("show"))
    except TableError as error:
        raise InspectionError(play.where, str(error), HELP) from error
    set_so = tuple(sorted(table.state["cloth"]["seats"]["0"]["low"]))
    if set_so != tuple(sorted(hands[CROUPIER][:2])):
        way = table.game.rules.declared["way"]
        raise InspectionError(
            play.where, f"the croupier's hands must be as the way {way} sets them (got {play.hands[0]})",
            'rules = { way = "FILE" } in the head names the way of the house',
        )  # fmt: skip
    return told


def _playing(table: Table) -> list[int]:
    """Places with a packet: the croupier, the bank, whoever has a stake."""
    money: Mapping[str, int] = table.state["money"]
    forced = {CROUPIER, table.state["cloth"]["bank"]}
    return sorted(forced | {place for place in range(1, 7) if money.get(f"on {place} stake")})


def _cards(play: Round, place: int) -> tuple[int, ...]:
    """Seven cards of a place, the low hand first."""
    low, high = play.hands[place]
    if (len(low), len(high)) != (2, 5):
        raise InspectionError(
            play.where, f"hands must be two and five cards (got {len(low)} and {len(high)})", EXAMPLE
        )
    words = (*low, *high)
    return tuple(JOKER if word.upper() == "JK" else chance((word,), play.where)[0] for word in words)


def _deck(packets: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """A deck that gives these packets once it is cut."""
    dealt = [card for packet in packets for card in packet]
    made = [*dealt, *(card for card in range(JOKER + 1) if card not in dealt)]
    return (*made[len(made) - CUT :], *made[: len(made) - CUT])
