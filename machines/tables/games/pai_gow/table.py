# SPDX-License-Identifier: MIT
"""
A Pai Gow table: moves in, events out, every card and cent accounted for by the engine of the table games.

    table = Table(bytes(32), {1: 100_00, 2: 100_00})
    while table.state.deal < 10:
        table.act(table.next_move())          # everybody sets in the house way; people use table.legal()
    table.seat(1).chips_cents, table.state.house_cents

The same key and moves give the same table. Source: Orden of the Illes Balears of 30 December 2005, number 16;
readings.toml names every reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Self

from machines.support.plain import Json, JsonView
from machines.tables.game import Event as Told
from machines.tables.games.pai_gow.audience import ONLOOKER, view
from machines.tables.games.pai_gow.choices import legal
from machines.tables.games.pai_gow.dice import DICE
from machines.tables.games.pai_gow.game import PaiGow, done, next_move
from machines.tables.games.pai_gow.hands import CASES, FOUL, FOUL_BANK
from machines.tables.games.pai_gow.moves import Choice, Event, Move
from machines.tables.games.pai_gow.rules import TableError, TableRules
from machines.tables.games.pai_gow.state import Seat, TableState
from machines.tables.table import Table as EngineTable

_FIELDS = ("rules", "key", "machine", "state", "moves")
_TOLD_OTHERWISE = ("dealt", "discards", "paid", "fee", "back", "lost")
"""Said of these here: the cards behind them, and the comparison before them."""
_ROOM = {"sit": "sits", "leave": "leaves", "buy": "buys"}
_NAMED = {name: (high, low, result) for (high, low), (name, result) in CASES.items()}


class Table:
    """
    One table and what has happened at it.

    Args:
        key: 32 bytes, from which every shuffle and throw follows.
        chips: cents that the players at places 1 to 6 sit down with.
        rules: what the house declares.
        machine: number of the table's random stream.
    """

    def __init__(
        self, key: bytes, chips: Mapping[int, int], rules: TableRules | None = None, machine: int = 0
    ) -> None:
        self.key, self.machine, self.rules = key, machine, rules or TableRules()
        self.engine = EngineTable("pai-gow", key, rules=self.rules.to_dict(), machine=machine)
        self.moves: list[Move] = []
        self._state: TableState | None = None
        for place, cents in sorted(chips.items()):
            self.act(Move("sit", place, cents))

    @classmethod
    def on(cls, engine: EngineTable) -> Self:
        """
        The table of an engine's that stands already, with all that has happened at it.

        ``moves`` are those made here; the engine has all of them.

        Raises:
            TableError: it is a table of another game.
        """
        if not isinstance(engine.game, PaiGow):
            raise TableError(f"engine must be a table of pai-gow (got {engine.name})")
        table = cls.__new__(cls)
        table.key, table.machine, table.rules = engine.key, engine.machine, engine.game.house
        table.engine, table.moves, table._state = engine, [], None
        engine.listen(lambda move, events: table.look_again())
        return table

    # -- what can be done ---------------------------------------------------------------------------

    @property
    def state(self) -> TableState:
        """What the table knows; a copy of it until the next move."""
        if self._state is None:
            self._state = TableState.of(self.engine.state)
        return self._state

    def look_again(self) -> None:
        """Something has happened at the engine's table: ``state`` is copied from it anew."""
        self._state = None

    def seat(self, place: int) -> Seat:
        """Return a taken place; raises TableError where nobody sits."""
        if place not in self.state.seats:
            raise TableError(
                f"place must be one of {sorted(self.state.seats)}, where somebody sits (got {place})"
            )
        return self.state.seats[place]

    def legal(self) -> list[Choice]:
        """Return every move that is legal now."""
        return legal(self.state, self.rules)

    # -- doing it -----------------------------------------------------------------------------------

    def check(self, move: Move) -> None:
        """Raise TableError unless the move is legal now; what it says tells nobody a hidden card."""
        move.check()
        choice = next((one for one in self.legal() if one[:2] == (move.kind, move.place)), None)
        if choice is None:
            allowed = sorted({f"{one.kind} at place {one.place}" for one in self.legal()})
            raise TableError(
                f"move must be one of: {', '.join(allowed)} (got {move.kind} at place {move.place})"
            )
        within = choice.least <= move.amount <= choice.most and move.amount % choice.step == 0
        if choice.most and not within:
            bounds = f"{choice.least} to {choice.most} in steps of {choice.step}"
            raise TableError(f"{move.kind} must be {bounds} (got {move.amount})")
        given = list(move.cards)
        if move.kind == "set":
            own = self.seat(move.place).cards
            if len(given) != 2 or len(set(given)) != 2 or not set(given) <= set(own):
                raise TableError(f"cards must be two of the packet of place {move.place} (got {given})")
        elif move.kind == "throw" and given and (len(given) != DICE or not set(given) <= set(range(1, 7))):
            raise TableError(f"cards of a throw must be {DICE} faces, 1 to 6, or none (got {given})")

    def act(self, move: Move) -> list[Event]:
        """
        Do a move; returns what it brought.

        Raises:
            TableError: the move is not legal now; the table is as it was.
        """
        self.check(move)
        told = self.engine.act(done(move))
        self.look_again()
        if move.kind == "throw":  # what the table's device has thrown stands in the move
            move = move._replace(cards=tuple(self.engine.moves[-1].values))
        self.moves.append(move)
        return [event for one in told if (event := _event(one)) is not None]

    def told_before(self) -> list[Event]:
        """What this deal, or the last one, has brought from its cut on: all moves are done again."""
        engine, told = self.engine, list[Told]()
        again = EngineTable(engine.name, engine.key, rules=engine.rules, machine=engine.machine)
        for move in engine.moves:
            if move.kind == "cut":
                told.clear()
            told += again.act(move)
        return [event for one in told if (event := _event(one)) is not None]

    def next_move(self) -> Move:
        """Return a move that goes on: the croupier's own, else that of players who stake least."""
        return next_move(self.state, self.rules)

    def view(self, place: int = ONLOOKER) -> Json:
        """Return what somebody at a place may see, as ``machines.tables.games.pai_gow.audience`` says."""
        return view(self.state, place)

    # -- money, files -------------------------------------------------------------------------------

    def total_cents(self) -> int:
        """Return all money at the table; moves other than sit, buy and leave never change it."""
        return self.engine.total_cents()

    def save(self) -> Json:
        """Return everything as plain values, as ``load`` takes them."""
        state = asdict(self.state)
        state["seats"] = [[place, seat] for place, seat in state["seats"].items()]
        moves = [move.to_list() for move in self.moves]
        values = (self.rules.to_dict(), self.key.hex(), self.machine, state, moves)
        return dict(zip(_FIELDS, values, strict=True))

    @classmethod
    def load(cls, saved: JsonView) -> Self:
        """
        Go on where ``save`` was called.

        Raises:
            TableError: its state is not what its moves make of the table.
        """
        moves = [Move.from_list(move) for move in saved["moves"]]
        rules = TableRules.from_dict(saved["rules"])
        table = cls.replay(bytes.fromhex(saved["key"]), moves, rules, saved["machine"])
        if table.save()["state"] != saved["state"]:
            raise TableError("state must be what the moves make of the table")
        return table

    @classmethod
    def replay(
        cls, key: bytes, moves: Iterable[Move], rules: TableRules | None = None, machine: int = 0
    ) -> Self:
        """Play the moves of another table again; with its key they give its state."""
        table = cls(key, {}, rules, machine)
        for move in moves:
            table.act(move)
        return table


def _event(one: Told) -> Event | None:
    """What the engine told, as a table of Pai Gow tells it; None of what its cards come behind."""
    values, place = list(one.values), one.seat
    if one.kind in _ROOM:
        return Event(_ROOM[one.kind], place, {"chips_cents": one.cents})
    if one.kind in _TOLD_OTHERWISE:
        return None
    if one.kind in ("dealt_cards", "discards_cards"):
        return Event(one.kind.removesuffix("_cards"), place, {"cards": values})
    if one.kind == "compared":
        return _compared(one)
    if one.kind == "dice":
        *faces, start = values
        return Event("dice", place, {"faces": faces, "sum": sum(faces), "start": start})
    return Event(one.kind, place, _values(one))


def _values(one: Told) -> Json:
    """What the plain events say, by kind."""
    if one.kind in ("cut", "collects"):
        return {"cards": one.values[0]}
    if one.kind == "bets":
        return {"stake_cents": one.cents}
    if one.kind == "shows":
        return {"low": list(one.values)}
    if one.kind == "bank_result":
        return {"won_cents": one.values[0], "commission_cents": one.cents}
    return {}


def _compared(one: Told) -> Event:
    stake, commission, *cards = one.values
    foul = FOUL_BANK if one.cents else FOUL
    high, low, result = _NAMED[one.spot] if one.spot != FOUL.name else foul[1:]
    values: Json = {"case": one.spot, "high": high, "low": low, "result": result}
    values |= {"stake_cents": stake, "paid_cents": one.cents, "commission_cents": commission}
    return Event("compared", one.seat, values | {"low": cards[:2], "high_cards": cards[2:]})
