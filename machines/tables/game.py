# SPDX-License-Identifier: MIT
"""
What a game of the tables has to offer, as one small Protocol, and the plain values that go in and out.

``apply`` is pure: it takes a state and a move and returns another state, what is told of it, and who owes
whom and why. The engine alone carries the money over (``machines.tables.bank``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from machines.support.plain import Json, JsonView
from machines.tables.refusal import TableError
from machines.tables.rules import Rules

CROUPIER, INSPECTOR, ONLOOKER = 0, -1, -2
"""Who moves and looks on besides the seats, which count from 1."""


class Move(NamedTuple):
    """
    One move.

    Attributes:
        kind: what is done.
        seat: who does it: a seat, 0 the croupier, -1 the inspector.
        spot: the spot or account meant.
        cents: an amount of money.
        word: a decision, or the reason of a ruling.
        values: chance that was given: a pocket, faces or cards; other whole numbers of a move.
    """

    kind: str
    seat: int = CROUPIER
    spot: str = ""
    cents: int = 0
    word: str = ""
    values: tuple[int, ...] = ()

    def check(self) -> None:
        """Raise TableError unless every value is of its kind: money is whole cents, never a float."""
        if type(self.values) is not tuple:
            raise TableError(f"values of {self.kind} must be a tuple (got {self.values!r})", "whole")
        numbers = (("seat", self.seat), ("cents", self.cents), *(("values", n) for n in self.values))
        for name, value in numbers:
            if type(value) is not int:
                raise TableError(f"{name} of {self.kind} must be whole, as 500 (got {value!r})", "whole")
        for name, text in (("kind", self.kind), ("spot", self.spot), ("word", self.word)):
            if type(text) is not str:
                raise TableError(f"{name} must be a text (got {text!r})", "whole")

    def to_list(self) -> list[object]:
        """Plain values for a file."""
        return [self.kind, self.seat, self.spot, self.cents, self.word, list(self.values)]

    @classmethod
    def from_list(cls, row: Sequence[object]) -> Move:
        """The move that ``to_list`` wrote."""
        if len(row) != len(cls._fields) or not isinstance(row[5], list):
            raise TableError(f"a move must be a list of {', '.join(cls._fields)} (got {row!r})")
        kind, seat, spot, cents, word, values = row
        move = cls(kind, seat, spot, cents, word, tuple(values))  # type: ignore[arg-type]
        move.check()
        return move


class Choice(NamedTuple):
    """A move that is legal now; ``least`` to ``most`` in steps of ``step`` bound its cents."""

    kind: str
    seat: int
    spot: str = ""
    least: int = 0
    most: int = 0
    step: int = 1
    words: tuple[str, ...] = ()


class Event(NamedTuple):
    """
    What a move brought, in the order in which it happened.

    Attributes:
        kind, seat, spot, cents: what happened, to whom, where, and how much of money.
        values: faces, numbers, cards.
        says: the croupier's words by their key in the game's ``[words]``.
        to: who hears of it: seats, or nothing for everybody.
        into: the spot that cards or chips of ``spot`` go to.
    """

    kind: str
    seat: int = CROUPIER
    spot: str = ""
    cents: int = 0
    values: tuple[int, ...] = ()
    says: str = ""
    to: tuple[int, ...] = ()
    into: str = ""


class Transfer(NamedTuple):
    """Cents that one account owes another, and by which rule of which article."""

    payer: str
    payee: str
    cents: int
    rule: str
    article: str = ""


class Ask(NamedTuple):
    """
    Chance that a move needs.

    Attributes:
        name: ``pocket``, ``dice``, ``shoe`` or ``deck``.
        size: of how many.
        number: which answer of its name it is; -1: the next one that was not given.
        many: of a deck, how many cards are dealt from it; 0: all.
    """

    name: str
    size: int
    number: int = -1
    many: int = 0


class Step(NamedTuple):
    """What a move makes of a table."""

    state: Json
    events: tuple[Event, ...] = ()
    transfers: tuple[Transfer, ...] = ()


class Game(Protocol):
    """One game by its text; its state has ``phase``, ``round``, and ``money``, which the engine writes."""

    rules: Rules
    version: int
    phases: tuple[str, ...]
    chance_moves: tuple[str, ...]
    """Kinds of the moves by which chance comes, which the inspector may annul or correct."""
    spent: tuple[str, ...]
    """What of the state stays as it is when chance is annulled: cards that are out of the shoe."""
    leaving: tuple[str, ...]
    """Phases in which a seat without a stake may leave."""
    seats: int
    """How many may sit; the text of a game without a number has room for this many here."""

    def start(self) -> Json:
        """The state of a table that has just been opened, without its money."""

    def legal(self, state: JsonView, seat: int) -> list[Choice]:
        """Every move that a seat, the croupier or the inspector may make now."""

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        """Why a move is not legal now, where the game knows more than that it is not among ``legal``."""

    def asks(self, state: JsonView, move: Move) -> Ask | None:
        """Which chance a move needs, if it needs any."""

    def apply(self, state: JsonView, move: Move) -> Step:
        """The state after a legal move, whose chance is in its values."""

    def next_move(self, state: JsonView) -> Move:
        """How the croupier goes on, and a player who decides nothing."""

    def view(self, state: JsonView, seat: int) -> Json:
        """What somebody may see of a state."""


@runtime_checkable
class Banked(Protocol):
    """A game in which a seat may be the bank, and keeps what it covers."""

    def holds(self, state: JsonView, seat: int) -> int:
        """Cents that a seat has to keep in hand, whatever it asks for: it cannot cash them."""


@runtime_checkable
class Followed(Protocol):
    """A game that has something to do when somebody comes or goes."""

    def follows(self, state: JsonView) -> Json:
        """The state behind a move of the room, its money as it is."""


@runtime_checkable
class Answered(Protocol):
    """A game whose chance is told by other numbers than it is drawn by: a pocket by what is written on it."""

    def answer(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """What an answer of chance means in this game."""


@runtime_checkable
class Advised(Protocol):
    """A game of decisions, which knows what a player does who plays well."""

    def advised(self, state: JsonView, seat: int) -> str:
        """The word of a ``choose`` that a seat is asked for now."""


@runtime_checkable
class Parted(Protocol):
    """A game whose cards come in parts, because players decide between them."""

    def takes(self, state: JsonView) -> int:
        """How many of the cards that were seen belong to the next move of chance."""


def part_of(
    game: object, state: JsonView, values: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What of a round's chance, as somebody wrote it down, belongs to its next move, and the rest."""
    many = game.takes(state) if isinstance(game, Parted) else len(values)
    return values[:many], values[many:]


@runtime_checkable
class Pooled(Protocol):
    """A game with a pot that players feed and few win, apart from their stakes."""

    def pot_cents(self, state: JsonView) -> int | None:
        """What is in it now; None where the table does not know: another keeps it, or there is none."""


def chips(state: JsonView, seat: int) -> int:
    """Cents in hand of a seat."""
    return int(state["money"].get(f"seat {seat}", 0))


def laid(state: JsonView, seat: int, spot: str) -> int:
    """Cents of a seat on a spot."""
    return int(state["money"].get(on(seat, spot), 0))


def on(seat: int, spot: str) -> str:
    """The account of what a seat has on a spot."""
    return f"on {seat} {spot}"


def stakes(state: JsonView) -> list[tuple[int, str, int]]:
    """Everything that lies on the cloth: seat, spot and cents, by seat and spot."""
    found = []
    for account, cents in state["money"].items():
        if account.startswith("on ") and cents:
            _, seat, spot = account.split(" ", 2)
            found.append((int(seat), spot, int(cents)))
    return sorted(found)


def seated(state: JsonView) -> list[int]:
    """Seats that are taken, in their order."""
    return sorted(int(account[5:]) for account in state["money"] if account.startswith("seat "))


def changed(state: JsonView, **values: object) -> Json:
    """A state with some of its values replaced."""
    return {**state, **values}


__all__ = [
    "CROUPIER", "INSPECTOR", "ONLOOKER", "Advised", "Answered", "Ask", "Banked", "Choice", "Event",
    "Followed", "Game", "Json", "JsonView", "Mapping", "Move", "Parted", "Rules", "Step", "TableError",
    "Transfer", "changed", "chips", "laid", "on", "part_of", "seated", "stakes",
]  # fmt: skip
