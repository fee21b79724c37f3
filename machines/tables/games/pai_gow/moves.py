# SPDX-License-Identifier: MIT
"""What can be done at the table: moves, and which of them are legal now."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from machines.support.plain import Json
from machines.tables.games.pai_gow.rules import TableError

Phase = Literal["bank", "cut", "bets", "throw", "deal", "set", "show", "settle", "clear"]
MoveKind = Literal[
    "sit",
    "leave",
    "buy",
    "accept",
    "pass",
    "cut",
    "bet",
    "no_more_bets",
    "throw",
    "deal",
    "set",
    "show",
    "settle",
    "clear",
]


class Move(NamedTuple):
    """
    One move.

    Attributes:
        kind: what is done.
        place: who does it, 0 the croupier.
        amount: cents of "sit", "buy" and "bet"; cards from the top of "cut".
        cards: the two cards of the low hand of "set"; of "throw" the faces that a cup threw, or none:
            then the table draws them from its own key.
    """

    kind: MoveKind
    place: int = 0
    amount: int = 0
    cards: tuple[int, ...] = ()

    def check(self) -> None:
        """Raise TableError unless place, amount and cards are whole: money is cents, never a float."""
        for name, value in (
            ("place", self.place),
            ("amount", self.amount),
            *(("cards", n) for n in self.cards),
        ):
            if type(value) is not int:
                raise TableError(f"{name} of {self.kind} must be whole, as 500 (got {value!r})")

    def to_list(self) -> list[Any]:
        """Plain values for a file."""
        return [self.kind, self.place, self.amount, list(self.cards)]

    @classmethod
    def from_list(cls, values: list[Any]) -> Move:
        """The move that ``to_list`` wrote."""
        kind, place, amount, cards = values
        return cls(kind, place, amount, tuple(cards))


class Choice(NamedTuple):
    """
    A move that is legal now; ``least`` to ``most`` in steps of ``step`` bound its amount.

    A "set" takes two of the player's own seven cards.
    """

    kind: MoveKind
    place: int
    least: int = 0
    most: int = 0
    step: int = 1


class Event(NamedTuple):
    """What a move brought, in the order in which it happened; ``values`` by kind (docs/pai_gow.md)."""

    kind: str
    place: int
    values: Json
