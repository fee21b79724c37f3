# SPDX-License-Identifier: MIT
"""
The audit: what the books of a hall say of its places, held against what these have kept themselves.

    found = audit(own_ledger())
    assert found.sound, found.problems

It changes nothing. A transfer that was under way when the process ended is told, and is no difference: it is
ended when the hall opens again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from emulator.hall.books import BRING, Account, Books, Place, Transfer
from emulator.hall.kinds import KINDS
from emulator.hall.ledger import read_ledger
from emulator.hall.machines import KIND
from emulator.hall.money import BooksError, HallError, Money
from emulator.records.storage import StorageError, machines, own_path
from machines.support.plain import Json


@dataclass(frozen=True)
class Row:
    """One place: what the hall has of it, and what it has itself; None: its file is gone."""

    place: str
    brought_cents: int
    carried_cents: int
    own_brought_cents: int | None
    own_carried_cents: int | None
    problem: str = ""


@dataclass
class Findings:
    """What an audit found."""

    hall: str
    books: Books
    rows: list[Row] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    pending: str = ""
    """A transfer that the next opening ends."""

    @property
    def sound(self) -> bool:
        """Whether nothing differs."""
        return not self.problems

    def as_json(self) -> Json:
        """As plain values."""
        books = self.books
        return {
            "hall": self.hall,
            "given_cents": books.given_cents,
            "returned_cents": books.returned_cents,
            "pocket_cents": books.pocket.cents,
            "card_cents": Money(cards=books.pocket.cards).cents,
            "at": None if books.at is None else books.at.key,
            "pending": self.pending or None,
            "places": [vars(row) for row in self.rows],
            "sound": self.sound,
            "problems": self.problems,
        }


def audit(path: Path) -> Findings:
    """
    Audit the hall whose ledger lies there.

    Raises:
        BooksError: the ledger is not as it was written.
        HallError: it cannot be read.
    """
    hall, books = read_ledger(path)
    found = Findings(hall, books)
    try:
        books.require_sound()
    except BooksError as error:
        found.problems.append(str(error))
    if (one := books.pending) is not None:
        found.pending = f"{one.way} of {one.money.cents} cents, {one.place.key}, number {one.number}"
    for account in _all_accounts(books):
        row = _row(account, hall, one if one is not None and one.place.key == account.place.key else None)
        if account.number or row.own_brought_cents or row.problem:
            found.rows.append(row)
        if row.problem:
            found.problems.append(f"{row.place}: {row.problem}")
    return found


def _all_accounts(books: Books) -> list[Account]:
    """Those of the books, of a transfer under way, and of every other machine that is kept."""
    accounts = dict(books.accounts)
    if books.pending is not None:
        accounts.setdefault(books.pending.place.key, Account(books.pending.place))
    for name, serial in machines():
        place = Place(KIND, name, serial, str(own_path(name, serial)))
        accounts.setdefault(place.key, Account(place))
    return list(accounts.values())


def _row(account: Account, hall: str, pending: Transfer | None) -> Row:
    place, mine = account.place, (account.brought_cents, account.carried_cents)
    try:
        book = KINDS[place.kind].book(place, hall)
    except (StorageError, HallError) as error:
        return Row(place.key, *mine, None, None, f"its file cannot be read: {error}")
    if book is None:
        lost = (
            "" if account.lost_cents or account.brought_cents == account.carried_cents else "its file is gone"
        )
        return Row(place.key, *mine, None, None, lost)
    own = (book.get("brought_cents", 0), book.get("carried_cents", 0))
    made = pending is not None and book.get("number", 0) >= pending.number
    if made and pending is not None:
        cents = pending.money.cents
        mine = (mine[0] + cents, mine[1]) if pending.way == BRING else (mine[0], mine[1] + cents)
    problem = "" if own == mine else f"brought and carried must be {mine} as in the hall's books (got {own})"
    number = pending.number if made and pending is not None else account.number
    if not problem and book.get("number", 0) != number:
        problem = f"its last transfer must be {number} (got {book.get('number', 0)})"
    problem = problem or KINDS[place.kind].problem(place)
    return Row(place.key, *mine, *own, problem)
