# SPDX-License-Identifier: MIT
"""What a settlement does to each stake, read from the transfers and events that a game makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from machines.tables.game import Event, Move, Transfer
from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.record import Stake
from machines.tables.table import Table

FATES = {
    "lost": "lost", "zero": "half", "half": "half", "prison": "prison", "released": "released",
    "travels": "travels", "back": "back",
}  # fmt: skip
"""What becomes of a stake by the rule of a transfer; any other rule is the kind of a bet that won."""


class Row(NamedTuple):
    """
    One stake and its fate.

    Attributes:
        seat, spot, cents: what lay where.
        fate: ``won``, ``lost``, ``half``, ``prison``, ``released``, ``travels``, ``back``, ``lies``; ``bank``
            of a seat that banked, whose row has no stake.
        owed_cents: what the house owes beyond the stake, after commission; below 0 it takes as much.
        commission_cents: what it has kept of the win.
        rule, article: which say so.
    """

    seat: int
    spot: str
    cents: int
    fate: str
    owed_cents: int
    commission_cents: int
    rule: str
    article: str


class Tally:
    """
    The stakes of a round and what each move makes of them.

    Args:
        table: at which the moves are made.
        stakes: what lay on it when no more bets was said.
    """

    def __init__(self, table: Table, stakes: Sequence[Stake]) -> None:
        self._table = table
        self._rows = {
            (one.seat, one.spot): Row(*one, "lies", 0, 0, "lies", self._article(one.spot)) for one in stakes
        }
        self._names: dict[tuple[int, str], tuple[int, str]] = {}

    def _article(self, spot: str) -> str:
        spots = self._table.game.rules.spots
        words = spot.split(" ")
        plain = " ".join(words[1:-1]) if words[0] == "prison" else spot
        row = spots.get(plain) or spots.get(plain.rstrip(ascii_lowercase)) or spots.get(words[0])
        return row.article if row else ""

    def act(self, move: Move) -> None:
        """Do a move of the settlement and note whom it gave or took what."""
        self._table.check(move)
        step = self._table.game.apply(self._table.state, move)
        self._table.act(move)
        paid = [event for event in step.events if event.kind == "paid" and event.cents]
        for one in step.transfers:
            if one.payee.startswith("on ") and one.payer.startswith("seat "):
                self._laid(one)
            elif one.payer.startswith("on "):
                self._from_cloth(one)
            elif one.payee.startswith("seat ") and paid:
                self._won(one, paid)
        for event in step.events:
            if event.kind == "fee":
                key = (event.seat, event.spot)
                self._rows[key] = self._rows[key]._replace(commission_cents=event.cents)

    def _laid(self, one: Transfer) -> None:
        """A stake that follows another, once its player goes on, or that is laid upon it."""
        _, seat, spot = one.payee.split(" ", 2)
        key = (int(seat), spot)
        lies = self._rows[key].cents if key in self._rows else 0
        self._rows[key] = Row(*key, lies + one.cents, "lies", 0, 0, "lies", self._article(spot))

    def _from_cloth(self, one: Transfer) -> None:
        """A stake, or a part of it, is taken, given back or moved."""
        _, seat, spot = one.payer.split(" ", 2)
        key = self._names.get((int(seat), spot), (int(seat), spot))
        row = self._rows[key]
        fate = "lost" if one.payee == "link" else FATES[one.rule]  # what many tables share is gone as well
        if one.payee in ("house", "link") or one.rule == "lost":
            row = row._replace(owed_cents=row.owed_cents - one.cents)
        elif one.payee.startswith("on "):
            self._names[int(seat), one.payee.split(" ", 2)[2]] = key
        if row.fate != "won":
            row = row._replace(fate=fate, rule=one.rule, article=one.article or row.article)
        self._rows[key] = row

    def _won(self, one: Transfer, paid: list[Event]) -> None:
        """A win, which the event in the same place of its order says the spot of."""
        seat = int(one.payee[5:])
        event = next(event for event in paid if (event.seat, event.cents) == (seat, one.cents))
        paid.remove(event)
        row = self._rows[seat, event.spot]
        self._rows[seat, event.spot] = row._replace(
            fate="won", owed_cents=row.owed_cents + one.cents, rule=one.rule, article=one.article
        )

    def rows(self, owed: Mapping[int, int]) -> tuple[Row, ...]:
        """
        All stakes, by seat; what they owe a seat has to be what it owns more.

        Raises:
            InspectionError: it is not.
        """
        staked = {row.seat for row in self._rows.values()}
        for seat, cents in owed.items():
            if cents and seat not in staked:  # a bank wins and loses without a stake
                self._rows[seat, "bank"] = Row(
                    seat, "bank", 0, "bank", cents, 0, "bank", self._article("stake")
                )
            told = sum(row.owed_cents for row in self._rows.values() if row.seat == seat)
            if told != cents:
                raise InspectionError(
                    f"seat {seat}",
                    f"stakes must add up to {cents} cents (got {told})",
                    "report this as a mistake of azar",
                )
        return tuple(self._rows[key] for key in sorted(self._rows) if key[0])
