# SPDX-License-Identifier: MIT
"""What devices tell of money: which coin has gone where. Whoever wires them keeps the ledger."""

from __future__ import annotations

from typing import Protocol


class Ledger(Protocol):
    """Where every coin and note is, by its number; places are those of ``emulator.cabinet.ledger``."""

    def move(self, coin_id: int, place: str) -> None:
        """Move one coin or note."""

    def place(self, coin_id: int) -> str:
        """Where a coin or note is."""


class Accounts(Protocol):
    """Money that is a figure and no coin, in cents: on "cards", and what the "house" has."""

    def credit(self, place: str, cents: int) -> None:
        """Put money from outside into an account."""

    def debit(self, place: str, cents: int) -> None:
        """Pay money of an account out, to outside."""

    def transfer(self, source: str, place: str, cents: int) -> None:
        """Move money from one account to the other."""

    def total(self, place: str) -> int:
        """Cents in an account."""
