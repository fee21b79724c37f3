# SPDX-License-Identifier: MIT
"""
The books of a hall: what its ledger's lines come to, one after the other.

    books = Books()
    for line in lines:
        books.take(line)
    books.pocket, books.at, books.pending

Money of a visitor is in the pocket, on the way to or from a place, or at the place where he stands. A
transfer is two lines: ``intent`` when it begins, then ``done`` or ``void``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from emulator.hall.money import BooksError, Money
from machines.support.plain import Json, JsonView

BRING, CARRY = "bring", "carry"


@dataclass(frozen=True)
class Place:
    """
    Where money goes: a machine or a table of the hall.

    Attributes:
        kind: which kind of thing stands there, such as "machine".
        name: its model or its game.
        serial: which one of these.
        path: the file that keeps it; none where only this process knows it.
    """

    kind: str
    name: str
    serial: int
    path: str = ""

    @property
    def key(self) -> str:
        """What no other place has."""
        return f"{self.kind}:{self.name}:{self.serial}"

    def as_json(self) -> Json:
        """As a line of the ledger has it."""
        return {"kind": self.kind, "name": self.name, "serial": self.serial, "path": self.path}

    @classmethod
    def of_json(cls, said: JsonView) -> Self:
        """What ``as_json`` said."""
        return cls(said["kind"], said["name"], said["serial"], said["path"])


@dataclass(frozen=True)
class Transfer:
    """Money between the pocket and a place."""

    number: int
    way: str
    place: Place
    money: Money


@dataclass
class Account:
    """What went to a place and came from it, in cents."""

    place: Place
    brought_cents: int = 0
    carried_cents: int = 0
    number: int = 0
    lost_cents: int = 0
    """Of money that lay there when its file was gone."""


@dataclass
class Books:
    """What the lines of a ledger come to."""

    pocket: Money = field(default_factory=Money)
    given_cents: int = 0
    """Toy money that the desk has given."""
    returned_cents: int = 0
    """Toy money that went back to the desk."""
    at: Place | None = None
    """Where the visitor stands with the money."""
    pending: Transfer | None = None
    number: int = 0
    """Of the last transfer."""
    accounts: dict[str, Account] = field(default_factory=dict)

    def take(self, line: JsonView) -> None:
        """
        One more line.

        Raises:
            BooksError: it is none, or cannot follow.
        """
        acts: dict[str, Callable[[JsonView], None]] = {
            "give": self._give,
            "return": self._return,
            "change": self._change,
            "intent": self._intent,
            "done": self._done,
            "void": self._void,
            "lost": self._lost,
            "stands": self._stands,
        }
        act = acts.get(str(line.get("do")))
        if act is None:
            raise BooksError(f"do must be one of {', '.join(acts)} (got {line.get('do')!r})")
        try:
            act(line)
        except (KeyError, TypeError, AttributeError) as error:
            raise BooksError(f"a line of {line['do']} must have its members ({error!r})") from error

    @property
    def way_cents(self) -> int:
        """What is on the way from the pocket to a place."""
        return self.pending.money.cents if self.pending is not None and self.pending.way == BRING else 0

    def require_sound(self) -> None:
        """Raise BooksError unless every cent that was given is somewhere."""
        away = sum(one.brought_cents - one.carried_cents for one in self.accounts.values())
        there = self.pocket.cents + self.way_cents + self.returned_cents
        if there + away != self.given_cents:
            raise BooksError(
                f"pocket, way, desk and places must add up to {self.given_cents} cents "
                f"(got {there} and {away} at places)"
            )

    # -- the desk -----------------------------------------------------------------------------------

    def _give(self, line: JsonView) -> None:
        money = Money.of_json(line["money"])
        self.pocket += money
        self.given_cents += money.cents

    def _return(self, line: JsonView) -> None:
        money = Money.of_json(line["money"])
        self.pocket -= money
        self.returned_cents += money.cents

    def _change(self, line: JsonView) -> None:
        gave, got = Money.of_json(line["gave"]), Money.of_json(line["got"])
        if gave.cents != got.cents:
            raise BooksError(f"a change must be worth the same (got {gave.cents} for {got.cents} cents)")
        self.pocket = self.pocket - gave + got

    # -- transfers ----------------------------------------------------------------------------------

    def _intent(self, line: JsonView) -> None:
        one = Transfer(line["id"], line["way"], Place.of_json(line["place"]), Money.of_json(line["money"]))
        if self.pending is not None or one.number <= self.number:
            raise BooksError(f"transfer {one.number} must come after {self.number}, which must have ended")
        if one.way == BRING and self.at is not None:
            raise BooksError(f"the visitor must have come back from {self.at.key} (got {one.place.key})")
        if one.way == CARRY and (self.at is None or self.at.key != one.place.key):
            raise BooksError(f"the visitor must stand at {one.place.key} (got {self.at and self.at.key})")
        if one.way not in (BRING, CARRY):
            raise BooksError(f"way must be {BRING} or {CARRY} (got {one.way!r})")
        if one.way == BRING:
            self.pocket -= one.money
        self.pending, self.number = one, one.number

    def _ended(self, line: JsonView) -> Transfer:
        one = self.pending
        if one is None or one.number != line["id"]:
            raise BooksError(f"transfer {line['id']} must be the one under way (got {one and one.number})")
        self.pending = None
        return one

    def _done(self, line: JsonView) -> None:
        one = self._ended(line)
        account = self.accounts.setdefault(one.place.key, Account(one.place))
        account.place, account.number = one.place, one.number
        if one.way == BRING:
            account.brought_cents += one.money.cents
            self.at = one.place
        else:
            account.carried_cents += one.money.cents
            self.pocket += one.money
            self.at = None

    def _void(self, line: JsonView) -> None:
        one = self._ended(line)
        if one.way == BRING:
            self.pocket += one.money

    def _lost(self, line: JsonView) -> None:
        """The file of the place is gone, and with it the money that lay there."""
        if self.at is None or self.pending is not None:
            raise BooksError("money can be lost only at the place where the visitor stands")
        self.accounts[self.at.key].lost_cents += int(line["cents"])
        self.at = None

    # -- a ledger that was written anew -----------------------------------------------------------------

    def stands(self) -> Json:
        """All of it in one line, for ``take`` of an empty one; only between two transfers."""
        if self.pending is not None:
            raise BooksError("books can be written anew only between two transfers")
        return {
            "do": "stands",
            "pocket": self.pocket.as_json(),
            "given_cents": self.given_cents,
            "returned_cents": self.returned_cents,
            "number": self.number,
            "at": None if self.at is None else self.at.as_json(),
            "accounts": [
                [one.place.as_json(), one.brought_cents, one.carried_cents, one.number, one.lost_cents]
                for one in self.accounts.values()
            ],
        }

    def _stands(self, line: JsonView) -> None:
        if self.given_cents or self.number:
            raise BooksError("a line that says how the books stand must be the first")
        self.pocket = Money.of_json(line["pocket"])
        self.given_cents, self.returned_cents = line["given_cents"], line["returned_cents"]
        self.number = line["number"]
        self.at = None if line["at"] is None else Place.of_json(line["at"])
        accounts = [Account(Place.of_json(place), *rest) for place, *rest in line["accounts"]]
        self.accounts = {one.place.key: one for one in accounts}
