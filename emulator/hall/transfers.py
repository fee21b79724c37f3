# SPDX-License-Identifier: MIT
"""
Moves a visitor's money between the pocket and a place; a process that is killed loses and doubles none.

    transfers = Transfers(ledger)
    transfers.bring(session, money)        # intent in the ledger, input of the machine, done in the ledger
    transfers.carry(session)

Each of the three is on the disk before the next begins. Whoever finds an intent without its end asks the
machine's file whether that transfer was made (``settle``): it is there with the coins, or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from emulator.hall.books import BRING, CARRY, Place, Transfer
from emulator.hall.ledger import HallLedger
from emulator.hall.money import Money
from machines.support.plain import JsonView


class Purse(Protocol):
    """What of a place holds a visitor's money while he is there."""

    @property
    def place(self) -> Place:
        """Where it is."""

    def money(self) -> Money:
        """What purse and wallet hold now."""

    def bring(self, transfer: str, money: Money) -> None:
        """Take the money as an input of the place, and wait until that is on the disk."""

    def carry(self, transfer: str, money: Money) -> None:
        """Give all of it back, in the same way."""


class Kind(Protocol):
    """A kind of place, as it is asked about one that nobody has open."""

    def book(self, place: Place, hall: str) -> JsonView | None:
        """
        What the file of the place says of the visitors of a hall; None: it is gone.

        ``number`` of the last transfer that it made, ``brought_cents``, ``carried_cents``, ``here``; empty
        where nobody of that hall has been.
        """

    def problem(self, place: Place) -> str:
        """What else the file of the place has wrong by itself; nothing of one that is sound."""


class Transfers:
    """
    Transfers of one hall.

    Args:
        ledger: is open.
        kinds: by the name that places have of them.
    """

    def __init__(self, ledger: HallLedger, kinds: Mapping[str, Kind]) -> None:
        self._ledger, self._kinds = ledger, kinds

    def bring(self, purse: Purse, money: Money) -> None:
        """To the place: ``money`` of the pocket."""
        self._move(purse, BRING, money)

    def carry(self, purse: Purse) -> Money:
        """From the place: all that the visitor has there. It is returned."""
        money = purse.money()
        self._move(purse, CARRY, money)
        return money

    def _move(self, purse: Purse, way: str, money: Money) -> None:
        number = self._ledger.books.number + 1
        place = purse.place.as_json()
        self._ledger.write(
            {"do": "intent", "id": number, "way": way, "place": place, "money": money.as_json()}
        )
        name = f"{self._ledger.hall}:{number}"
        if way == BRING:
            purse.bring(name, money)
        else:
            purse.carry(name, money)
        self._ledger.write({"do": "done", "id": number})

    def settle(self) -> Transfer | None:
        """End the transfer that was under way when the process ended, as its place knows it."""
        one = self._ledger.books.pending
        if one is None:
            return None
        book = self._kinds[one.place.kind].book(one.place, self._ledger.hall)
        done = book is not None and book.get("number", 0) >= one.number
        self._ledger.write({"do": "done" if done else "void", "id": one.number})
        return one

    def lose(self) -> None:
        """The file of the place where the visitor stood is gone: say in the books what went with it."""
        books = self._ledger.books
        if books.at is None:
            return
        account = books.accounts[books.at.key]
        cents = max(0, account.brought_cents - account.carried_cents - account.lost_cents)
        self._ledger.write({"do": "lost", "cents": cents})


def there(place: Place) -> bool:
    """Whether the file that keeps a place is there."""
    return bool(place.path) and Path(place.path).is_file()
