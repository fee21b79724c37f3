# SPDX-License-Identifier: MIT
"""All balances of a cabinet: coins, books, house cards and tickets, held after every event."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from emulator.cabinet.books import BalanceError, Books
from emulator.cabinet.card_books import CardBooks
from emulator.cabinet.ledger import Ledger
from emulator.cabinet.listeners import Listeners
from emulator.cabinet.machine import Machine
from emulator.cabinet.ticket_books import TicketBooks
from machines.support.plain import Json, JsonView

# Of a message about books: the whole record, which holds the key of plays to come.
_SECRETS = re.compile(r", differences.*(?=\))", re.DOTALL)


class Balances:
    """
    Compares the machine's books with what has moved.

    Args:
        machine: is read, never changed.
        ledger: where the coins are; sealed.
        physical: how the run began; its named differences stay open.
        settle: called before anything is told.
        listeners: told ("commit", writes=, nvram=) when the NVRAM has changed.

    Attributes:
        probed: somebody may change the books at the prompt or with a wire; then a BalanceError is not raised
            but told, as ``imbalance`` with its text.

    Raises:
        LedgerError, BalanceError: from ``check``.
    """

    def __init__(
        self,
        machine: Machine,
        ledger: Ledger,
        physical: JsonView,
        settle: Callable[[], None],
        listeners: Listeners,
    ) -> None:
        mechanisms, board = machine.mechanisms, machine.board
        self.ledger = ledger
        self.books = Books(
            ledger,
            lambda: mechanisms.told_late(board.now_us),
            lambda: mechanisms.notes_untold_cents(board.now_us),
        )
        opened = physical.get("ticket_books", {})
        self.tickets = TicketBooks(machine.tickets, opened) if machine.tickets else None
        self._cards: CardBooks | None = None
        self._machine, self._settle, self._listeners = machine, settle, listeners
        self._fram = board.fram
        # Moves of coins, writes to the NVRAM and tickets out, as of the last check.
        self._checked = (-1, -1, -1)
        self._begun = False
        self.probed = False
        # What was told last of books that do not balance.
        self._imbalance = ""
        if kept := physical.get("books"):
            self.books.open_again(kept)
        self._begin(machine.record())

    def check(self) -> None:
        """Hold every balance, if a coin or a ticket moved or a byte was written since the last time."""
        # Asked behind every event of the board, of which one in ten has moved anything.
        moves, writes, given = self._checked
        if (
            self._fram.writes == writes
            and self.ledger.moves == moves
            and (self.tickets is None or self._machine.tickets_given == given)
        ):
            return
        board, now = self._machine.board, self._now()
        self._settle()
        if now[1] != writes and self._listeners.heard:
            # Not a CRC: records that end in their own CRC all have the same one.
            digest = hashlib.sha256(board.fram.data).hexdigest()[:16]
            self._listeners.emit("commit", writes=now[1], nvram=digest)
        self._checked = now
        self.ledger.check()
        record = self._machine.record()
        self._begin(record)
        if record is None:
            return
        if not board.alive:
            self.books.open_unbooked(record)
        try:
            self._hold(record)
        except BalanceError as error:
            if not self.probed:
                raise
            self._say(_SECRETS.sub("", str(error)))
        else:
            self._say("")

    def _now(self) -> tuple[int, int, int]:
        """Moves of coins, writes to the NVRAM and tickets out."""
        return self.ledger.moves, self._machine.board.fram.writes, self._machine.tickets_given

    def _hold(self, record: JsonView) -> None:
        board = self._machine.board
        self.books.check(record, board.now_us)
        if self._cards is not None:
            self._cards.check(record)
        if self.tickets is not None:
            self.tickets.check(record, board.alive, board.now_us)

    def _say(self, imbalance: str) -> None:
        """Tell of books that do not balance, once of each kind, and of those that do again."""
        if imbalance != self._imbalance:
            self._imbalance = imbalance
            self._listeners.emit("imbalance", text=imbalance)

    def doubt(self, name: str, cents: int) -> None:
        """A fault may have moved a coin; see ``Books.doubt``."""
        self.books.doubt(name, cents, self._machine.board.now_us)
        # What has landed already shows at the next event, whatever that is.
        self._checked = (-1, self._checked[1], -1)

    def open_out(self) -> None:
        """A hopper can no longer report coins that have left it."""
        if (record := self._machine.record()) is not None:
            self.books.open_out(record)

    def open_unbooked(self) -> None:
        """The program has ended; coins and tickets past its sensors may stay unbooked."""
        if (record := self._machine.record()) is not None:
            self.books.open_unbooked(record)
            if self.tickets is not None:
                self.tickets.check(record, False, self._machine.board.now_us)

    def ticket_differences(self) -> dict[str, int]:
        """By name, tickets that left and are not booked; below 0 the other way round."""
        return {} if self.tickets is None else dict(self.tickets.differences)

    def save(self) -> Json:
        """Ledger and books as plain values."""
        return {
            "ledger": self.ledger.save(),
            "books": self.books.save(),
            **({"ticket_books": self.tickets.save()} if self.tickets else {}),
            **({"probed": self._imbalance} if self.probed else {}),
            **({"unread": True} if self._now() != self._checked else {}),
        }

    def load(self, saved: JsonView) -> None:
        """Restore what ``save`` returned, and the writes that were reported, behind the board of then."""
        self.ledger.load(saved["ledger"])
        self.books.load(saved["books"])
        if self.tickets is not None:
            self.tickets.load(saved["ticket_books"])
        self.probed, self._imbalance = "probed" in saved, saved.get("probed", "")
        # Differences open and doubts end when the books are read: what was read then is not read once more.
        self._checked = (-1, saved["told_writes"], -1) if saved.get("unread") else self._now()

    @property
    def told_writes(self) -> int:
        """Writes to the NVRAM up to the last one that was reported."""
        return self._checked[1]

    def _begin(self, record: JsonView | None) -> None:
        """The books count from the first record that the machine has, as soon as it has one."""
        if self._begun or record is None:
            return
        self._begun = True
        self.books.begin(record)
        if self._machine.card is not None:
            self._cards = CardBooks(self.ledger, self._machine.card.house, record)
