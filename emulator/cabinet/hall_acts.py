# SPDX-License-Identifier: MIT
"""
Money that a visitor brings from a hall to this machine, and carries back: each is one recorded input.

    cab.bring("9f2c41d07a6be358:7", coins={"200": 3}, notes={"500": 1})
    ...
    cab.carry("9f2c41d07a6be358:8", coins={"200": 1}, notes={"500": 1})

At a machine that takes house cards ``card_cents`` is what is on the card that the visitor comes or goes with.

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
from emulator.devices.card_house import CARD_MOST_CENTS
from emulator.devices.card_reader import CardReader

_TRANSFER = re.compile(r"([0-9a-f]{16}):([1-9][0-9]{0,14})")


class HallActs:
    """
    What a visitor of a hall does with a purse; ``Cabinet`` has each act by the same name.

    Args:
        ledger: where coins and notes lie.
        tell: called with (name, **arguments) before an act; refused acts are not told.
        now_us: virtual time.
        reader: of house cards; None: the machine has none.

    Attributes:
        last_us: when the last transfer was made; None: none in this run.
    """

    def __init__(
        self,
        ledger: Ledger,
        tell: Callable[..., None],
        now_us: Callable[[], int],
        reader: CardReader | None = None,
    ) -> None:
        self._ledger, self._tell, self._now_us, self._reader = ledger, tell, now_us, reader
        self.last_us: int | None = None

    def bring(
        self, transfer: str, coins: Mapping[str, int], notes: Mapping[str, int], card_cents: int | None = None
    ) -> None:
        """
        Come from a hall with these coins and notes.

        Args:
            transfer: its name, which comes after every one of the same hall before it.
            coins, notes: cents -> count.
            card_cents: on the visitor's house card, 0: he has none; None: whoever was here has left his.

        Raises:
            CabinetError: no name of a transfer, one that was made already, no money, a visitor of a hall who
                is here, or a card where there is no reader.
        """
        hall, number = self._named(transfer)
        if self._ledger.visiting is not None:
            raise CabinetError(f"the visitor of hall {self._ledger.visiting} must have left (got {transfer})")
        brought = {"purse": visitors.counted("coins", coins), "wallet": visitors.counted("notes", notes)}
        reader = self._reader_for(card_cents)
        if card_cents is not None and not 0 <= card_cents <= CARD_MOST_CENTS:
            raise CabinetError(f"card_cents must be 0 to {CARD_MOST_CENTS} (got {card_cents})")
        self._tell("bring", transfer=transfer, coins=dict(coins), notes=dict(notes), **_told(card_cents))
        for place, counts in brought.items():
            visitors.bring(self._ledger, counts, place)
        if reader is not None and card_cents is not None:
            reader.part()
            reader.held = reader.house.hand_out(card_cents) if card_cents else 0
        cents = sum(value * count for counts in brought.values() for value, count in counts.items())
        self._ledger.book_hall(hall, number, brought_cents=cents + (card_cents or 0))
        self.last_us = self._now_us()

    def carry(
        self, transfer: str, coins: Mapping[str, int], notes: Mapping[str, int], card_cents: int | None = None
    ) -> None:
        """
        Go back to the hall with all that purse and wallet hold.

        Args:
            transfer: its name.
            coins, notes: what they hold, cents -> count; so the hall knows it before it is done.
            card_cents: what is on the house card; None: it stays here.

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
        reader = self._reader_for(card_cents)
        if reader is not None and card_cents != reader.held_cents:
            raise CabinetError(f"the card must have {card_cents} cents on it (got {reader.held_cents})")
        self._tell("carry", transfer=transfer, coins=dict(coins), notes=dict(notes), **_told(card_cents))
        cents = self._ledger.total("purse") + self._ledger.total("wallet")
        visitors.leave(self._ledger, [*self._ledger.coins("purse"), *self._ledger.coins("wallet")])
        if reader is not None and (card := reader.held):
            reader.part()
            cents += reader.house.take_back(card)
        self._ledger.book_hall(hall, number, carried_cents=cents)
        self.last_us = self._now_us()

    def require_after(self, to_us: int) -> None:
        """CabinetError for a time before the last transfer: what the hall has had stays had."""
        if self.last_us is not None and to_us <= self.last_us:
            raise CabinetError(
                f"to_us must come after {self.last_us} us, when a transfer was made (got {to_us})"
            )

    def _reader_for(self, card_cents: int | None) -> CardReader | None:
        """The reader where a card comes or goes; None where none does."""
        if card_cents is None:
            return None
        if self._reader is None:
            raise CabinetError("the machine must have a card reader (write money.card in its model)")
        return self._reader

    def _named(self, transfer: str) -> tuple[str, int]:
        found = _TRANSFER.fullmatch(transfer)
        if found is None:
            raise CabinetError(f"transfer must be 16 hex digits, a colon and a number (got {transfer!r})")
        hall, number = found[1], int(found[2])
        done = self._ledger.halls[hall]["number"] if hall in self._ledger.halls else 0
        if number <= done:
            raise CabinetError(f"transfer must come after {hall}:{done}, which is made (got {transfer})")
        return hall, number


def _told(card_cents: int | None) -> dict[str, int]:
    """The argument of an input; none without a card, as journals have it from before there was one."""
    return {} if card_cents is None else {"card_cents": card_cents}
