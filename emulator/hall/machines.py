# SPDX-License-Identifier: MIT
"""
Machines as places of a hall: opened for a visitor, and asked what they have made.

    with open_session(Wanted("cierzo", hall=True)) as session:
        purse = MachinePurse(session)
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NotRequired, TypedDict

from emulator.hall.books import Place
from emulator.hall.money import Money
from emulator.records.session import Session
from emulator.records.storage import read_file
from machines.support.plain import JsonView

KIND = "machine"


class _Parts(TypedDict):
    """Arguments of ``bring`` and ``carry``."""

    coins: Mapping[str, int]
    notes: Mapping[str, int]
    card_cents: NotRequired[int]


class MachinePurse:
    """The visitor's purse and wallet at a machine that runs."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._tokens = session.cabinet.model.tokens is not None
        self._cards = session.cabinet.card_reader

    @property
    def place(self) -> Place:
        """The machine, and the file that keeps it."""
        machine = self._session.machine
        path = "" if machine.path is None else str(machine.path.resolve())
        return Place(KIND, machine.model, machine.serial, path)

    def money(self) -> Money:
        """What purse and wallet hold, and the card; coins of a machine that takes tokens are tokens."""
        cabinet = self._session.cabinet
        coins, card = dict(cabinet.purse), cabinet.card
        cards = {card.balance_cents: 1} if card is not None and card.balance_cents else {}
        return Money(
            notes=dict(cabinet.wallet), cards=cards, **{"tokens" if self._tokens else "coins": coins}
        )

    def bring(self, transfer: str, money: Money) -> None:
        """An input of the machine, on the disk when this returns."""
        self._session.cabinet.bring(transfer, **self._parts(money))
        self._keep()

    def carry(self, transfer: str, money: Money) -> None:
        """The same."""
        self._session.cabinet.carry(transfer, **self._parts(money))
        self._keep()

    def _parts(self, money: Money) -> _Parts:
        coins = money.tokens if self._tokens else money.coins
        parts: _Parts = {"coins": _texts(coins), "notes": _texts(money.notes)}
        if self._cards:
            parts["card_cents"] = Money(cards=money.cards).cents
        return parts

    def _keep(self) -> None:
        """Write the step that has the coins and the number of the transfer, and wait for the disk."""
        cabinet, machine = self._session.cabinet, self._session.machine
        machine.step(cabinet.nvram, cabinet.physical())
        machine.sync()


class Machines:
    """The kind of place that is a machine."""

    def book(self, place: Place, hall: str) -> JsonView | None:
        """What a machine's file says of the visitors of a hall; None: the file is gone."""
        path = Path(place.path)
        if not place.path or not path.is_file():
            return None
        physical = read_file(path).physical or {}
        found: JsonView = physical.get("halls", {}).get(hall, {})
        return found

    def problem(self, place: Place) -> str:
        """A file that was read has its own checks behind it."""
        return ""


def _texts(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(cents): count for cents, count in sorted(counts.items()) if count}
