# SPDX-License-Identifier: MIT
"""
Where a link's log and state are kept: one transaction a commit, and nothing is answered before it is durable.

``open_store("carrusel.db")`` is an SQLite file, ``open_store("postgresql://...")`` a PostgreSQL database.
Both have the same tables, written by the same statements:

    link       one row: the definition, and how many commits there were; a controller that finds another
               number than it left is not alone, and stops
    log        every line, numbered without a gap
    pots       the bytes of each pot with their SHA-256, and what it carried past its limit
    machines   what is known of each machine
    awards     every award, open until the machine has committed it
    commits    the last line of each commit and the SHA-256 chain over all lines up to it
    alarms     what was refused, by kind and machine; no part of the books, so no line of the log
"""

from __future__ import annotations

import hashlib
import struct
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Any, NamedTuple

from emulator.link.alarms import Alarm
from emulator.link.entries import Award, Entry, Hit
from emulator.link.errors import LinkRowError, LinkStoreError
from emulator.link.state import LinkState, MachineBooks
from emulator.support.closing import Closing

# Since version 3 every play is within the bounds of the definition; what was begun with 2 goes on as 2.
VERSION = 3
VERSIONS = (2, VERSION)

ALARMS = """CREATE TABLE alarms (kind TEXT NOT NULL, machine BIGINT NOT NULL, happened BIGINT NOT NULL,
    first_us BIGINT NOT NULL, last_us BIGINT NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (kind, machine));
"""
TABLES = (
    """
CREATE TABLE link (id INTEGER PRIMARY KEY, version INTEGER NOT NULL, definition TEXT NOT NULL,
    seed BLOB NOT NULL, commits BIGINT NOT NULL, entries BIGINT NOT NULL, chain BLOB NOT NULL);
CREATE TABLE log (entry BIGINT PRIMARY KEY, at_us BIGINT NOT NULL, kind TEXT NOT NULL,
    machine BIGINT NOT NULL, seq BIGINT NOT NULL, play BIGINT NOT NULL, stake_mc BIGINT NOT NULL,
    prize INTEGER NOT NULL, winners INTEGER NOT NULL, detail TEXT NOT NULL);
CREATE UNIQUE INDEX log_plays ON log (machine, seq) WHERE kind = 'play';
CREATE TABLE pots (pot INTEGER PRIMARY KEY, state BLOB NOT NULL, sha256 BLOB NOT NULL,
    overflow_mc BIGINT NOT NULL);
CREATE TABLE machines (number BIGINT PRIMARY KEY, seq BIGINT NOT NULL, staked_mc BIGINT NOT NULL,
    award BIGINT NOT NULL, settled_award BIGINT NOT NULL, won_cents BIGINT NOT NULL,
    settled_cents BIGINT NOT NULL, agreed INTEGER, agreed_us BIGINT NOT NULL);
CREATE TABLE awards (machine BIGINT NOT NULL, award BIGINT NOT NULL, entry BIGINT NOT NULL,
    seq BIGINT NOT NULL, pot INTEGER NOT NULL, won_by TEXT NOT NULL, cents BIGINT NOT NULL,
    winners INTEGER NOT NULL, settled INTEGER NOT NULL, PRIMARY KEY (machine, award));
CREATE TABLE commits (number BIGINT PRIMARY KEY, entries BIGINT NOT NULL, chain BLOB NOT NULL);
"""
    + ALARMS
)
AWARD = "award, machine, entry, seq, pot, won_by, cents, winners, settled"
# Connections and cursors of DB-API 2.0 (PEP 249), which each driver declares in its own way.
Sql = Any
Row = tuple[Any, ...]


class Head(NamedTuple):
    """The one row of ``link``."""

    definition: str
    seed: bytes
    commits: int
    entries: int
    chain: bytes
    version: int = VERSION


@dataclass
class Change:
    """The rows of one commit: new lines, their awards, and the state that they changed."""

    entries: list[Entry]
    awards: list[Award]
    settled: dict[int, int]  # machine: its last committed award
    pots: dict[int, tuple[bytes, int]]  # level: bytes, overflow_mc
    machines: list[MachineBooks]


def chained(chain: bytes, entries: Sequence[Entry]) -> bytes:
    """The chain after these lines: SHA-256 of the chain before, then each line's length and bytes."""
    seen = hashlib.sha256(chain)
    for entry in entries:
        packed = entry.packed()
        seen.update(len(packed).to_bytes(4, "little") + packed)
    return seen.digest()


# A number that has no bytes in a line, or that the driver cannot hand over.
NO_NUMBER = (OverflowError, struct.error)


class Store(Closing):
    """The part of both databases; a subclass brings a connection (DB-API 2.0) and its mark of parameters."""

    mark = "?"
    errors: tuple[type[Exception], ...] = ()
    row_errors: tuple[type[Exception], ...] = ()  # what a row alone is to blame for, the driver's or ours

    def __init__(self, connection: Sql) -> None:
        self._connection = connection
        self._head: Head | None = None

    # --- statements -------------------------------------------------------------------------------

    def _sql(self, text: str) -> str:
        return text.replace("?", self.mark)

    def _rows(self, text: str, values: Sequence[object] = ()) -> list[Row]:
        try:
            cursor = self._connection.cursor()
            cursor.execute(self._sql(text), values)
            found: list[Row] = cursor.fetchall()
            cursor.close()
            self._finish_read()
        except self.errors as error:
            raise LinkStoreError(f"database: {error}") from error
        return found

    def _finish_read(self) -> None:
        """End the transaction that a read began, where a read begins one."""

    def _many(self, cursor: Sql, text: str, rows: Sequence[Sequence[object]]) -> None:
        if rows:
            cursor.executemany(self._sql(text), rows)

    def _begin(self, cursor: Sql) -> None:
        """Begin a transaction where the driver does not do so by itself."""

    # --- the first time ----------------------------------------------------------------------------

    @abstractmethod
    def has(self, name: str) -> bool:
        """Whether there is a table of this name."""

    def is_new(self) -> bool:
        """Whether there is no link in it yet."""
        return not self.has("link")

    def create(self, definition: str, seed: bytes, state: LinkState) -> None:
        """Write a link's first state; raises LinkStoreError if there is one already."""
        if not self.is_new():
            raise LinkStoreError("the database already holds a link")
        try:
            cursor = self._connection.cursor()
            self._begin(cursor)
            for text in TABLES.split(";")[:-1]:
                cursor.execute(self._dialect(text))
            head = (1, VERSION, definition, seed, 0, 0, bytes(32))
            self._many(cursor, "INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?)", [head])
            pots = [(i, pot, hashlib.sha256(pot).digest(), 0) for i, pot in enumerate(state.pots)]
            self._many(cursor, "INSERT INTO pots VALUES (?, ?, ?, ?)", pots)
            rows = [_machine_row(books) for books in state.machines.values()]
            self._many(cursor, "INSERT INTO machines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
            self._connection.commit()
            cursor.close()
        except self.errors as error:
            raise LinkStoreError(f"database: {error}") from error

    def _dialect(self, text: str) -> str:
        return text

    # --- reading -----------------------------------------------------------------------------------

    def head(self) -> Head:
        """The link's row; raises LinkStoreError if there is none, or of another version."""
        if self.is_new():
            raise LinkStoreError(
                "the database holds no link\n\nhint: azar link serve --link carrusel makes one"
            )
        rows = self._rows("SELECT version, definition, seed, commits, entries, chain FROM link")
        version, definition, seed, commits, entries, chain = rows[0]
        if version not in VERSIONS:
            allowed = " or ".join(map(str, VERSIONS))
            raise LinkStoreError(f"the database must be of version {allowed} (got {version})")
        return Head(definition, bytes(seed), commits, entries, bytes(chain), version)

    def load(self) -> LinkState:
        """
        The state as last committed.

        Raises:
            LinkStoreError: a pot's bytes and their SHA-256 differ (GLI checklist 64), or the head is missing.
        """
        self._head = self.head()
        pots, overflow_mc = [], []
        columns = "pot, state, sha256, overflow_mc"
        for level, pot, digest, over_mc in self._rows(f"SELECT {columns} FROM pots ORDER BY pot"):
            if hashlib.sha256(pot).digest() != bytes(digest):
                raise LinkStoreError(f"pot {level} and its SHA-256 differ")
            pots.append(bytes(pot))
            overflow_mc.append(over_mc)
        machines = {row[0]: _books(row) for row in self._rows("SELECT * FROM machines ORDER BY number")}
        waiting: dict[int, list[Award]] = {}
        for award in self.awards("WHERE settled = 0"):
            waiting.setdefault(award.machine, []).append(award)
        return LinkState(pots, machines, waiting, self._head.entries, overflow_mc)

    def awards(self, where: str = "") -> list[Award]:
        """All awards, or those that ``where`` names, each machine's in their order."""
        rows = self._rows(f"SELECT {AWARD} FROM awards {where} ORDER BY machine, award")
        return [Award._make((*row[:8], bool(row[8]))) for row in rows]

    def last_hits(self, count: int) -> list[Hit]:
        """The last so many awards, the oldest first (GLI checklist 62)."""
        columns = "a.entry, l.at_us, a.machine, a.award, a.pot, a.won_by, a.winners, a.cents"
        order = "ORDER BY a.entry DESC, a.award DESC LIMIT ?"
        text = f"SELECT {columns} FROM awards a JOIN log l ON l.entry = a.entry {order}"
        return [Hit._make(row) for row in self._rows(text, (count,))[::-1]]

    def last_us(self) -> int:
        """The time of the last line; 0: there is none."""
        rows = self._rows("SELECT at_us FROM log ORDER BY entry DESC LIMIT 1")
        return int(rows[0][0]) if rows else 0

    def alarms(self) -> list[Alarm]:
        """The refusals so far, by kind and machine; older releases kept none."""
        if not self.has("alarms"):
            return []
        columns = "kind, machine, happened, first_us, last_us, detail"
        return [
            Alarm._make(row) for row in self._rows(f"SELECT {columns} FROM alarms ORDER BY kind, machine")
        ]

    def play(self, machine: int, seq: int) -> Entry | None:
        """The line of a machine's play."""
        rows = self._rows("SELECT * FROM log WHERE kind = 'play' AND machine = ? AND seq = ?", (machine, seq))
        return Entry(*rows[0]) if rows else None

    def log(self, first: int = 1, step: int = 10_000) -> Iterator[Entry]:
        """The lines from ``first`` on."""
        while True:
            text = "SELECT * FROM log WHERE entry >= ? AND entry < ? ORDER BY entry"
            rows = self._rows(text, (first, first + step))
            yield from (Entry(*row) for row in rows)
            if len(rows) < step:
                return
            first += step

    def commits(self) -> list[tuple[int, int, bytes]]:
        """(number, last line, chain) of every commit."""
        rows = self._rows("SELECT number, entries, chain FROM commits ORDER BY number")
        return [(number, entries, bytes(chain)) for number, entries, chain in rows]

    # --- writing -----------------------------------------------------------------------------------

    def commit(self, change: Change) -> None:
        """
        Make a change durable, all of it or nothing.

        Raises:
            LinkRowError: nothing was written, because of a row that cannot be.
            LinkStoreError: it failed, and whether it is durable is not known: ``load`` says; or another
                controller has written since.
        """
        if self._head is None:
            raise LinkStoreError("load comes before commit")
        before = self._head
        last = change.entries[-1].entry
        try:
            after = before._replace(
                commits=before.commits + 1, entries=last, chain=chained(before.chain, change.entries)
            )
            cursor = self._connection.cursor()
            self._begin(cursor)
            text = "UPDATE link SET commits = ?, entries = ?, chain = ? WHERE id = 1 AND commits = ?"
            cursor.execute(self._sql(text), (after.commits, last, after.chain, before.commits))
            if cursor.rowcount != 1:
                self._connection.rollback()
                raise LinkStoreError("another controller has written to this database")
            self._write(cursor, change, after)
            self._connection.commit()
            cursor.close()
        except self.row_errors as error:
            self._head = None
            self._undo()
            raise LinkRowError(f"database: {error}") from error
        except self.errors as error:
            self._head = None
            self._undo()
            raise LinkStoreError(f"database: {error}") from error
        self._head = after

    def _write(self, cursor: Sql, change: Change, after: Head) -> None:
        self._many(cursor, "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", change.entries)
        self._many(
            cursor, "INSERT INTO commits VALUES (?, ?, ?)", [(after.commits, after.entries, after.chain)]
        )
        pots = [
            (pot, hashlib.sha256(pot).digest(), over_mc, level)
            for level, (pot, over_mc) in change.pots.items()
        ]
        self._many(cursor, "UPDATE pots SET state = ?, sha256 = ?, overflow_mc = ? WHERE pot = ?", pots)
        columns = "seq = ?, staked_mc = ?, award = ?, settled_award = ?, won_cents = ?, settled_cents = ?"
        rows = [(*_machine_row(books)[1:], books.number) for books in change.machines]
        text = f"UPDATE machines SET {columns}, agreed = ?, agreed_us = ? WHERE number = ?"
        self._many(cursor, text, rows)
        awards = [(*award[:8], int(award.settled)) for award in change.awards]
        self._many(cursor, f"INSERT INTO awards ({AWARD}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", awards)
        text = "UPDATE awards SET settled = 1 WHERE machine = ? AND award <= ? AND settled = 0"
        self._many(cursor, text, list(change.settled.items()))

    def note_alarms(self, alarms: Sequence[Alarm]) -> None:
        """
        Add alarms in a transaction of its own: the books do not wait for it.

        Raises:
            LinkStoreError: they were not added.
        """
        if not alarms:
            return
        try:
            cursor = self._connection.cursor()
            self._begin(cursor)
            text = ALARMS.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS").rstrip(";\n")
            cursor.execute(text)
            text = "INSERT INTO alarms VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (kind, machine) DO UPDATE SET "
            text += "happened = alarms.happened + excluded.happened, last_us = excluded.last_us, "
            text += "detail = excluded.detail"
            self._many(cursor, text, alarms)
            self._connection.commit()
            cursor.close()
        except self.errors as error:
            self._undo()
            raise LinkStoreError(f"database: {error}") from error

    def _undo(self) -> None:
        """Leave a failed transaction; the connection may be gone."""
        try:
            self._connection.rollback()
        except self.errors:
            return

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def _machine_row(books: MachineBooks) -> Row:
    *fields, agreed, agreed_us = astuple(books)
    return (*fields, None if agreed is None else int(agreed), agreed_us)


def _books(row: Row) -> MachineBooks:
    agreed = None if row[7] is None else bool(row[7])
    return MachineBooks(row[0], row[1], row[2], row[3], row[4], row[5], row[6], agreed, row[8])
