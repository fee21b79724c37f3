# SPDX-License-Identifier: MIT
"""
A Pai Gow table as a state machine: moves in, events out, every card and cent accounted for.

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

from cext import deal as deal_cards
from cext import throw
from machines.support.plain import Json, JsonView
from machines.tables.games.pai_gow.audience import ONLOOKER, view
from machines.tables.games.pai_gow.choices import legal
from machines.tables.games.pai_gow.dice import DICE, PLACES, start_of
from machines.tables.games.pai_gow.hands import DECK, PACKET, house_setting
from machines.tables.games.pai_gow.moves import Choice, Event, Move
from machines.tables.games.pai_gow.rules import TableError, TableRules
from machines.tables.games.pai_gow.settle import settle
from machines.tables.games.pai_gow.state import CROUPIER, Seat, TableState
from machines.tables.games.pai_gow.way import load_way

_FIELDS = ("rules", "key", "machine", "state", "moves")


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
        self.state = TableState(seats={CROUPIER: Seat(0)})
        self.moves: list[Move] = []
        throw(key, 0, machine=machine)  # a key or machine that is none is refused here
        for place, cents in sorted(chips.items()):
            self.act(Move("sit", place, cents))

    # -- what can be done ---------------------------------------------------------------------------

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
        events: list[Event] = getattr(self, f"_{move.kind}")(move)
        self.moves.append(move)
        return events

    def _sit(self, move: Move) -> list[Event]:
        self.state.seats[move.place] = Seat(move.amount)
        self._offer_on()
        return [Event("sits", move.place, {"chips_cents": move.amount})]

    def _leave(self, move: Move) -> list[Event]:
        seat = self.state.seats.pop(move.place)
        self._offer_on()
        return [Event("leaves", move.place, {"chips_cents": seat.chips_cents})]

    def _buy(self, move: Move) -> list[Event]:
        """The croupier changes cash for chips (16, III.2)."""
        self.seat(move.place).chips_cents += move.amount
        return [Event("buys", move.place, {"chips_cents": move.amount})]

    def _offer_on(self) -> None:
        """The bank is offered where somebody sits: a place left empty passes by itself."""
        state = self.state
        while state.offered not in state.seats:
            state.offered = (state.offered + 1) % PLACES

    def _pass(self, move: Move) -> list[Event]:
        self.state.offered = (move.place + 1) % PLACES
        self._offer_on()
        return [Event("passes", move.place, {})]

    def _accept(self, move: Move) -> list[Event]:
        state = self.state
        state.bank, state.phase = move.place, "cut"
        if move.place != CROUPIER:
            state.house_cents -= self.rules.least_cents  # reading ``croupier_stake``
            state.seats[CROUPIER].stake_cents = self.rules.least_cents
        return [Event("banks", move.place, {})]

    def _cut(self, move: Move) -> list[Event]:
        self.state.cut, self.state.phase = move.amount, "bets"
        return [Event("cut", move.place, {"cards": move.amount})]

    def _bet(self, move: Move) -> list[Event]:
        seat = self.seat(move.place)
        seat.chips_cents += seat.stake_cents - move.amount
        seat.stake_cents = move.amount
        return [Event("bets", move.place, {"stake_cents": move.amount})]

    def _no_more_bets(self, move: Move) -> list[Event]:
        self.state.phase = "throw"
        return [Event("no_more_bets", CROUPIER, {})]

    def _throw(self, move: Move) -> list[Event]:
        state = self.state
        state.dice = list(move.cards or throw(self.key, state.deal, DICE, machine=self.machine))
        state.start = start_of(sum(state.dice), state.bank, self.state.playing())
        state.phase = "deal"
        return [Event("dice", CROUPIER, {"faces": state.dice, "sum": sum(state.dice), "start": state.start})]

    def _deal(self, move: Move) -> list[Event]:
        state = self.state
        deck = list(deal_cards(self.key, state.deal, DECK, DECK, machine=self.machine))
        deck = deck[state.cut :] + deck[: state.cut]
        order = [place % PLACES for place in range(state.start, state.start + PLACES)]
        places = [place for place in order if place in self.state.playing()]
        events = []
        for i, place in enumerate(places):
            state.seats[place].cards = deck[PACKET * i : PACKET * (i + 1)]
            events.append(Event("dealt", place, {"cards": list(state.seats[place].cards)}))
        state.phase, state.used = "set", deck[PACKET * len(places) :]
        return [*events, Event("discards", CROUPIER, {"cards": list(state.used)})]

    def _set(self, move: Move) -> list[Event]:
        seat = self.seat(move.place)
        seat.low = list(move.cards)
        if all(self.state.seats[place].low for place in self.state.playing() if place != CROUPIER):
            self.state.phase = "show"
        # Face down: whether the hand is foul is seen when it is compared.
        return [Event("sets", move.place, {})]

    def _show(self, move: Move) -> list[Event]:
        state = self.state
        croupier = state.seats[CROUPIER]
        croupier.low = list(house_setting(croupier.cards, load_way(self.rules.way)).low)
        order = [(state.bank + i) % PLACES for i in range(1, PLACES)]
        # The croupier first, then the players clockwise (reading ``compare_order``).
        state.queue = sorted(
            (p for p in order if p in self.state.playing()), key=lambda place: place != CROUPIER
        )
        state.phase = "settle"
        shown = sorted({CROUPIER, state.bank})
        return [Event("shows", place, {"low": list(state.seats[place].low)}) for place in shown]

    def _settle(self, move: Move) -> list[Event]:
        state = self.state
        events = settle(state, self.rules, state.queue.pop(0))
        if not state.queue:
            state.phase = "clear"
        return events

    def _clear(self, move: Move) -> list[Event]:
        state = self.state
        for place, seat in state.seats.items():
            # Nobody staked: what the croupier staked against a player's bank goes back.
            state.house_cents += seat.stake_cents if place == CROUPIER else 0
            state.seats[place] = Seat(seat.chips_cents)
        state.deal += 1
        state.phase = "bank"
        state.offered = (state.bank + 1) % PLACES
        state.bank, state.start, state.cut, state.dice, state.bank_won_cents = -1, -1, 0, [], 0
        state.used = []
        self._offer_on()
        return [Event("clears", CROUPIER, {})]

    # -- going on by itself --------------------------------------------------------------------------

    def next_move(self) -> Move:
        """
        Return a move that goes on: the croupier's own, else that of players who stake least and never bank.

        Players who have not set their cards set them in the house way.
        """
        for choice in self.legal():
            if choice.kind == "set":
                low = house_setting(self.seat(choice.place).cards, load_way(self.rules.way)).low
                return Move("set", choice.place, 0, low)
            if choice.kind == "bet" and not self.seat(choice.place).stake_cents:
                return Move("bet", choice.place, choice.least)
            if choice.kind == "cut":
                return Move("cut", choice.place, DECK // 2)
            if choice.kind not in ("sit", "leave", "buy", "bet") and not (
                choice.kind == "accept" and choice.place
            ):
                return Move(choice.kind, choice.place)
        raise TableError("players must be 1 or more: let somebody sit down with chips first (got none)")

    def view(self, place: int = ONLOOKER) -> Json:
        """Return what somebody at a place may see, as ``machines.tables.games.pai_gow.audience`` says."""
        return view(self.state, place)

    # -- money, files -------------------------------------------------------------------------------

    def total_cents(self) -> int:
        """Return all money at the table; moves other than sit, buy and leave never change it."""
        state = self.state
        held = sum(seat.chips_cents + seat.stake_cents for seat in state.seats.values())
        return held + state.house_cents + state.commission_cents

    def save(self) -> Json:
        """Return everything as plain values, as ``load`` takes them."""
        state = asdict(self.state)
        state["seats"] = [[place, seat] for place, seat in state["seats"].items()]
        moves = [move.to_list() for move in self.moves]
        values = (self.rules.to_dict(), self.key.hex(), self.machine, state, moves)
        return dict(zip(_FIELDS, values, strict=True))

    @classmethod
    def load(cls, saved: JsonView) -> Self:
        """Go on where ``save`` was called."""
        table = cls(bytes.fromhex(saved["key"]), {}, TableRules.from_dict(saved["rules"]), saved["machine"])
        state = dict(saved["state"])
        seats = {place: Seat(**seat) for place, seat in state.pop("seats")}
        table.state = TableState(**state, seats=seats)
        table.moves = [Move.from_list(move) for move in saved["moves"]]
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
