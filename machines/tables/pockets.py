# SPDX-License-Identifier: MIT
"""
A game in which one pocket or cell decides every bet at once: roulettes, boule, the wheel of fortune.

Its rules.toml says everything but what a zero does to simple bets, a part of its own (``Zero``). A game
that needs no such part is a folder with rules and three lines of Python.
"""

from __future__ import annotations

from typing import Protocol

from machines.support.plain import Json, JsonView
from machines.tables.bets import Cloth, Limit
from machines.tables.game import (
    CROUPIER,
    Ask,
    Choice,
    Event,
    Move,
    Step,
    Transfer,
    changed,
    laid,
    on,
    stakes,
)
from machines.tables.prison import Fate
from machines.tables.refusal import TableError, refuse
from machines.tables.rules import Rules
from machines.tables.spots import Spot

PAST = 20
Won = tuple[Spot, int, int]
"""A spot that has won, whose it is, and its stake."""


class Zero(Protocol):
    """What a pocket does to stakes that it does not simply win or lose."""

    def fate(self, state: JsonView, seat: int, spot: str, cents: int) -> Fate | None:
        """What becomes of a stake when the state's number has fallen; None: it wins or loses as usual."""

    def decide(self, state: JsonView, seat: int, spot: str, word: str) -> Fate:
        """What a seat's decision does."""


class PocketGame:
    """
    The game of a folder.

    Args:
        rules: from the folder, with what the house declares.
        zero: the part that settles what a zero leaves open.
    """

    version = 1
    phases = ("bets", "spin", "settle", "choices", "closed")
    chance_moves = ("spin",)
    spent = ()
    leaving = ("bets", "shoe", "burn", "closed")

    def __init__(self, rules: Rules, zero: Zero | None = None) -> None:
        self.rules, self.zero = rules, zero
        self.pockets: list[int] = list(rules.data["pockets"])
        self.seats = rules.number("seats")
        self.cloth = Cloth(rules, self._limit)
        self._order = {name: i for i, name in enumerate(rules.data["payment_order"])}

    def start(self) -> Json:
        """An open table at which nothing has fallen yet."""
        return {"phase": "bets", "round": 0, "number": -1, "past": [], "asked": [], "last": False}

    def legal(self, state: JsonView, seat: int) -> list[Choice]:
        """Bets of a seat, decisions after a zero, and the croupier's moves."""
        phase = state["phase"]
        if seat == CROUPIER:
            moves = {"bets": ["no_more_bets"], "spin": ["spin", "null_ball"], "settle": ["settle"]}
            last = ["last_round"] if phase == "bets" and not state["last"] else []
            return [Choice(kind, CROUPIER) for kind in [*moves.get(phase, []), *last]]
        if phase == "bets" and seat > 0:
            spots = [spot for spot in self.rules.spots if laid(state, seat, spot)]
            return [*self.cloth.lays(state, seat), *self.cloth.takes(state, seat, spots)]
        if phase == "choices":
            return [
                Choice("choose", seat, spot, words=tuple(words))
                for who, spot, words in state["asked"]
                if who == seat
            ]
        return []

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        """Why a bet, or the result given, is not taken."""
        if move.kind == "bet" and move.seat > 0:
            if state["phase"] != "bets":
                article = self.rules.article("no_more_bets")
                return refuse(
                    "a bet", "laid before «no va más»", move.cents, "no_more_bets", article, move.seat
                )
            return self.cloth.refusal(state, move)
        if move.kind == "unbet" and state["phase"] != "bets":
            article = self.rules.article("no_more_bets")
            return refuse(
                "a stake", "taken back before «no va más»", move.spot, "no_more_bets", article, move.seat
            )
        if move.kind == "spin" and move.values and not self._is_there(move.values):
            numbers = f"one of {', '.join(map(str, sorted(set(self.pockets))))}"
            return refuse("number", numbers, move.values, "pocket", self.rules.article("pockets"))
        return None

    def _is_there(self, values: tuple[int, ...]) -> bool:
        """Whether a number is on the wheel; where its pocket is given too, in that one."""
        if len(values) == 1:
            return values[0] in self.pockets
        number, pocket = values[:2]
        return len(values) == 2 and 0 <= pocket < len(self.pockets) and self.pockets[pocket] == number

    def asks(self, state: JsonView, move: Move) -> Ask | None:
        """A spin needs a pocket; its value is the number there."""
        return Ask("pocket", len(self.pockets)) if move.kind == "spin" else None

    def answer(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """The number in the pocket that was drawn, and which pocket that is."""
        return (self.pockets[values[0]], values[0])

    def apply(self, state: JsonView, move: Move) -> Step:
        """The state after a legal move."""
        if move.kind in ("bet", "unbet"):
            return self.cloth.apply(state, move)
        return {
            "no_more_bets": self._no_more_bets,
            "last_round": self._last_round,
            "null_ball": self._null_ball,
            "spin": self._spin,
            "settle": self._settle,
            "choose": self._choose,
        }[move.kind](state, move)

    def _no_more_bets(self, state: JsonView, move: Move) -> Step:
        asked = (Event("asked", says="made"),) if "made" in self.rules.data["words"] else ()
        return Step(changed(state, phase="spin"), (*asked, Event("no_more_bets", says="no_more_bets")))

    def _last_round(self, state: JsonView, move: Move) -> Step:
        return Step(changed(state, last=True), (Event("last_round", says="last_round"),))

    def _null_ball(self, state: JsonView, move: Move) -> Step:
        """The ball is thrown once more: every stake stays as it lies."""
        return Step(dict(state), (Event("null_ball", says="null_ball"),))

    def _spin(self, state: JsonView, move: Move) -> Step:
        number = move.values[0]
        pocket = move.values[1] if len(move.values) > 1 else self.pockets.index(number)
        past = [number, *state["past"]][:PAST]
        events = (Event("drawn", values=(number, pocket), says=f"number {number}"),)
        return Step(changed(state, phase="settle", number=number, past=past), events)

    def _settle(self, state: JsonView, move: Move) -> Step:
        """The lost stakes are raked first, then the won ones are paid, in the order of the text."""
        events: list[Event] = []
        transfers: list[Transfer] = []
        asked: list[list[object]] = []
        won: list[Won] = []
        for seat, spot, cents in stakes(state):
            fate = self.zero.fate(state, seat, spot, cents) if self.zero else None
            if fate is not None:
                events += fate.events
                transfers += fate.transfers
                asked += [[seat, fate.asked[0], list(fate.asked[1])]] if fate.asked else []
            elif state["number"] in self.rules.spots[spot].covers:
                won.append((self.rules.spots[spot], seat, cents))
            else:
                events.append(Event("lost", seat, spot, cents))
                transfers.append(
                    Transfer(on(seat, spot), "house", cents, "lost", self.rules.spots[spot].article)
                )
        for spot_won, seat, cents in self._as_paid(won):
            paid = spot_won.win_cents(cents)
            events.append(Event("paid", seat, spot_won.name, paid))
            if paid:
                transfers.append(Transfer("house", f"seat {seat}", paid, spot_won.kind, spot_won.article))
        return self._after(changed(state, asked=asked), events, transfers)

    def _as_paid(self, won: list[Won]) -> list[Won]:
        """Won stakes in the order of the text, which may pay all of one player's at the same time."""

        def place(row: Won) -> tuple[int, str, int]:
            return (self._order[row[0].kind], row[0].name, row[1])

        if "together" not in self.rules.data["articles"]:
            return sorted(won, key=place)
        first: dict[int, tuple[int, str, int]] = {}
        for row in sorted(won, key=place):
            first.setdefault(row[1], place(row))
        return sorted(won, key=lambda row: (first[row[1]], place(row)))

    def _choose(self, state: JsonView, move: Move) -> Step:
        if self.zero is None:
            raise TableError("nothing is to be decided here", "phase")
        fate = self.zero.decide(state, move.seat, move.spot, move.word)
        asked = [row for row in state["asked"] if (row[0], row[1]) != (move.seat, move.spot)]
        return self._after(changed(state, asked=asked), list(fate.events), list(fate.transfers))

    def _after(self, state: JsonView, events: list[Event], transfers: list[Transfer]) -> Step:
        """What comes when stakes are settled: decisions, the next round, or the end of the session."""
        if state["asked"]:
            return Step(changed(state, phase="choices"), tuple(events), tuple(transfers))
        made = changed(state, phase="closed" if state["last"] else "bets", round=state["round"] + 1)
        return Step(made, tuple(events), tuple(transfers))

    def next_move(self, state: JsonView) -> Move:
        """The croupier's next move; who has to decide takes the first that is offered."""
        if state["phase"] == "choices":
            seat, spot, words = state["asked"][0]
            return Move("choose", seat, spot, word=words[0])
        kinds = {"bets": "no_more_bets", "spin": "spin", "settle": "settle"}
        if state["phase"] not in kinds:
            raise TableError("the session is over: open the table again (got closed)", "phase")
        return Move(kinds[state["phase"]])

    def view(self, state: JsonView, seat: int) -> Json:
        """Everything lies open on the cloth."""
        return dict(state)

    def _limit(self, state: JsonView, seat: int, spot: Spot) -> Limit | None:
        if state["phase"] != "bets":
            return None
        article = self.rules.article("maximum")
        return Limit(self.rules.minimum_cents(state), self.rules.most_cents(state, spot), article)
