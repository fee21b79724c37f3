# SPDX-License-Identifier: MIT
"""
Money that a visitor brings from a hall to this machine, and carries back: each is one recorded input.

    cab.bring("9f2c41d07a6be358:7", coins={"200": 3}, notes={"500": 1})
    ...
    cab.carry("9f2c41d07a6be358:8", coins={"200": 1}, notes={"500": 1})

A transfer is named by its hall, 16 hex digits, and its number there. The ledger keeps of each hall the number
of the last one with the sums, and ``Cabinet.physical()`` has them: they reach the machine's file in the same
write as the coins. So whoever lost the thread asks the machine whether a transfer was made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from emulator.cabinet import visitors
from emulator.cabinet.errors import CabinetError
from emulator.cabinet.ledger import Ledger

_TRANSFER = re.compile(r"([0-9a-f]{16}):([1-9][0-9]{0,14})")


class HallActs:
    """
    What a visitor of a hall does with a purse; ``Cabinet`` has each act by the same name.

    Args:
        ledger: where coins and notes lie.
        tell: called with (name, **arguments) before an act; refused acts are not told.
        now_us: virtual time.

    Attributes:
        last_us: when the last transfer was made; None: none in this run.
    """

    def __init__(self, ledger: Ledger, tell: Callable[..., None], now_us: Callable[[], int]) -> None:
        self._ledger, self._tell, self._now_us = ledger, tell, now_us
        self.last_us: int | None = None

    def bring(self, transfer: str, coins: Mapping[str, int], notes: Mapping[str, int]) -> None:
        """
        Come from a hall with these coins and notes.

        Args:
            transfer: its name, which comes after every one of the same hall before it.
            coins, notes: cents -> count.

        Raises:
            CabinetError: no name of a transfer, one that was made already, no money, or a visitor of a hall
                who is here.
        """
        hall, number = self._named(transfer)
        if self._ledger.visiting is not None:
            raise CabinetError(f"the visitor of hall {self._ledger.visiting} must have left (got {transfer})")
        brought = {"purse": visitors.counted("coins", coins), "wallet": visitors.counted("notes", notes)}
        self._tell("bring", transfer=transfer, coins=dict(coins), notes=dict(notes))
        for place, counts in brought.items():
            visitors.bring(self._ledger, counts, place)
        cents = sum(value * count for counts in brought.values() for value, count in counts.items())
        self._ledger.book_hall(hall, number, brought_cents=cents)
        self.last_us = self._now_us()

    def carry(self, transfer: str, coins: Mapping[str, int], notes: Mapping[str, int]) -> None:
        """
        Go back to the hall with all that purse and wallet hold.

        Args:
            transfer: its name.
            coins, notes: what they hold, cents -> count; so the hall knows it before it is done.

        Raises:
            CabinetError: as of ``bring``, or they hold something else.
        """
        hall, number = self._named(transfer)
        if self._ledger.visiting != hall:
            raise CabinetError(f"transfer must be of the hall whose visitor is here (got {transfer})")
        for place, given in (
            ("purse", visitors.counted("coins", coins)),
            ("wallet", visitors.counted("notes", notes)),
        ):
            if given != (held := self._ledger.count(place)):
                raise CabinetError(f"the {place} must hold {given} (got {held})")
        self._tell("carry", transfer=transfer, coins=dict(coins), notes=dict(notes))
        cents = self._ledger.total("purse") + self._ledger.total("wallet")
        visitors.leave(self._ledger, [*self._ledger.coins("purse"), *self._ledger.coins("wallet")])
        self._ledger.book_hall(hall, number, carried_cents=cents)
        self.last_us = self._now_us()

    def require_after(self, to_us: int) -> None:
        """CabinetError for a time before the last transfer: what the hall has had stays had."""
        if self.last_us is not None and to_us <= self.last_us:
            raise CabinetError(
                f"to_us must come after {self.last_us} us, when a transfer was made (got {to_us})"
            )

    def _named(self, transfer: str) -> tuple[str, int]:
        found = _TRANSFER.fullmatch(transfer)
        if found is None:
            raise CabinetError(f"transfer must be 16 hex digits, a colon and a number (got {transfer!r})")
        hall, number = found[1], int(found[2])
        done = self._ledger.halls[hall]["number"] if hall in self._ledger.halls else 0
        if number <= done:
            raise CabinetError(f"transfer must come after {hall}:{done}, which is made (got {transfer})")
        return hall, number
