# SPDX-License-Identifier: MIT
"""
The room round a table, whatever its game: who sits and waits, buying, cashing, fills, limits, time.

These moves are the same at every table and need nothing of its game. Money comes from and goes to the cage,
the world outside, in them alone.
"""

from __future__ import annotations

from machines.support.plain import Json, JsonView
from machines.tables.game import (
    CROUPIER,
    INSPECTOR,
    Banked,
    Choice,
    Event,
    Game,
    Move,
    Step,
    Transfer,
    changed,
    chips,
    seated,
    stakes,
)
from machines.tables.refusal import TableError, refuse

MOST_CENTS = 1_000_000_000
KINDS = ("sit", "leave", "buy", "cash", "colour", "wait", "fill", "credit", "limits", "time", "adjudge")
OUTSIDE = ("sit", "buy", "cash", "leave", "fill", "credit")
"""Moves that bring money to the table, or carry it away."""


def new_room() -> Json:
    """The room's part of a state."""
    return {"waiting": [], "colours": {}, "now_ms": 0, "announced": []}


def room_choices(game: Game, state: JsonView, seat: int) -> list[Choice]:
    """What can be done in the room now."""
    taken = seated(state)
    if seat == CROUPIER:
        owed = max(1, -int(state["money"].get("house", 0)))
        held = int(state["money"].get("house", 0))
        found = [
            Choice("fill", CROUPIER, least=1, most=max(owed, MOST_CENTS)),
            Choice("time", CROUPIER, least=0, most=1 << 40),
        ]
        if held > 0:
            found.append(Choice("credit", CROUPIER, least=1, most=held))
        if state["phase"] == "bets" and "minimum_cents" in game.rules.declared:
            found.append(
                Choice("limits", CROUPIER, least=game.rules.minimum_cents(state) + 1, most=MOST_CENTS)
            )
        return found
    if seat == INSPECTOR:
        return [Choice("adjudge", INSPECTOR, f"seat {one}", 1, MOST_CENTS) for one in taken]
    if seat < 1:
        return []
    if seat not in taken:
        free = seat <= game.seats and (not state["waiting"] or state["waiting"][0] == seat)
        joins = [Choice("sit", seat, least=0, most=MOST_CENTS)] if free else []
        return [*joins, Choice("wait", seat)] if seat not in state["waiting"] else joins
    found = [Choice("buy", seat, least=1, most=MOST_CENTS), Choice("colour", seat, least=1, most=MOST_CENTS)]
    if (free := chips(state, seat) - (game.holds(state, seat) if isinstance(game, Banked) else 0)) > 0:
        found.append(Choice("cash", seat, least=1, most=free))
    if not any(who == seat for who, _, _ in stakes(state)) and state["phase"] in game.leaving:
        found.append(Choice("leave", seat))
    return found


def room_step(game: Game, state: JsonView, move: Move) -> Step:
    """Carry out a move of the room."""
    seat, hand = move.seat, f"seat {move.seat}"
    if move.kind in ("sit", "buy"):
        paid = (Transfer("cage", hand, move.cents, move.kind),) if move.cents else ()
        money = {**state["money"], hand: state["money"].get(hand, 0)}
        waiting = [one for one in state["waiting"] if one != seat]
        return Step(
            changed(state, money=money, waiting=waiting), (Event(move.kind, seat, cents=move.cents),), paid
        )
    if move.kind in ("cash", "leave"):
        cents = move.cents if move.kind == "cash" else chips(state, seat)
        gone = (Transfer(hand, "cage", cents, move.kind),) if cents else ()
        return Step(dict(state), (Event(move.kind, seat, cents=cents),), gone)
    if move.kind in ("fill", "credit"):
        ends = ("cage", "house") if move.kind == "fill" else ("house", "cage")
        return Step(
            dict(state), (Event(move.kind, cents=move.cents),), (Transfer(*ends, move.cents, move.kind),)
        )
    if move.kind == "adjudge":
        return _adjudge(state, move)
    return Step(*_told(game, state, move))


def _told(game: Game, state: JsonView, move: Move) -> tuple[Json, tuple[Event, ...]]:
    """Moves of the room that move no money."""
    if move.kind == "wait":
        return changed(state, waiting=[*state["waiting"], move.seat]), (Event("waits", move.seat),)
    if move.kind == "colour":
        colours = {**state["colours"], str(move.seat): move.cents}
        return changed(state, colours=colours), (Event("colour", move.seat, cents=move.cents),)
    if move.kind == "limits":
        # Announced in the three last balls at the initial minimum, then in force.
        return changed(state, announced=[move.cents, 3]), (
            Event("limits", cents=move.cents, values=(3,), says="limits"),
        )
    return changed(state, now_ms=move.cents), (Event("time", cents=move.cents),)


def next_round(state: JsonView) -> Json:
    """A round has ended: limits that were announced come nearer, and hold after the third ball."""
    if not state["announced"]:
        return dict(state)
    cents, balls = state["announced"]
    if balls > 1:
        return changed(state, announced=[cents, balls - 1])
    return changed(state, announced=[], minimum_cents=cents)


def _adjudge(state: JsonView, move: Move) -> Step:
    """The inspector gives a seat cents of the house, or with the word ``back`` the house cents of a seat."""
    ends = (move.spot, "house") if move.word.startswith("back") else ("house", move.spot)
    ruled = Transfer(*ends, move.cents, "ruling", move.word)
    return Step(dict(state), (Event("ruling", INSPECTOR, move.spot, move.cents, says="ruling"),), (ruled,))


def room_refusal(game: Game, state: JsonView, move: Move) -> TableError | None:
    """Why the limits cannot change as wanted, a seat cannot be taken, or time cannot go back."""
    if move.kind == "limits":
        article = game.rules.article("limits")
        if game.rules.data.get("limits_change", "up") == "never":
            return refuse("minimum", "left as it is during a session", move.cents, "limits", article)
        if move.cents <= game.rules.minimum_cents(state):
            return refuse("minimum", "raised during a session", move.cents, "limits", article)
    if move.kind == "time" and move.cents < state["now_ms"]:
        return refuse("time", f"{state['now_ms']} ms or later", move.cents, "time")
    if move.kind == "sit" and move.seat > game.seats:
        return refuse(
            "seat", f"1 to {game.seats}", move.seat, "seats", game.rules.article("seats"), move.seat
        )
    return None
