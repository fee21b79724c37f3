# SPDX-License-Identifier: MIT
"""A link's log and state in an SQLite file: write-ahead log, synchronous commits, one controller."""

from __future__ import annotations

import contextlib
import sqlite3
import weakref
from pathlib import Path

from emulator.link.errors import LinkStoreError
from emulator.link.store import NO_NUMBER, Sql, Store
from emulator.support.files import Lock
from machines.support.private import create, require_private

MEMORY = ":memory:"


class SQLiteStore(Store):
    """
    See ``emulator.link.store``.

    Source: SQLite documentation, "PRAGMA synchronous": in WAL mode FULL syncs the log after each transaction,
        so a commit that returned survives a power cut.
    """

    errors = (sqlite3.Error,)
    row_errors = (sqlite3.IntegrityError, sqlite3.DataError, *NO_NUMBER)

    def __init__(self, path: str, *, durable: bool = True, reading: bool = False) -> None:
        if reading and not Path(path).is_file():
            raise LinkStoreError(f"{path}: there is no such file\n\nhint: azar link serve makes it")
        if path != MEMORY:
            _require_private(path)
        # In memory nobody else can come.
        self.in_memory = path == MEMORY
        self._lock = None if reading or path == MEMORY else Lock(Path(path))
        if self._lock is not None and not self._lock.held:
            raise LinkStoreError(
                f"{path}: another controller (process {self._lock.holder}) has this database"
            )
        try:
            super().__init__(_connect(path, durable, reading))
        except sqlite3.Error as error:
            self._release()
            raise LinkStoreError(f"{path}: {error}") from error
        if self.in_memory:
            # Gone with whoever held it: a cabinet that is dropped closes the room of its own, too.
            weakref.finalize(self, self._connection.close)

    def _begin(self, cursor: Sql) -> None:
        cursor.execute("BEGIN IMMEDIATE")

    @classmethod
    def of_image(cls, image: bytes) -> SQLiteStore:
        """A store in memory that holds what ``image`` returned."""
        store = cls(MEMORY)
        try:
            store._connection.deserialize(image)
        except BaseException:
            store.close()
            raise
        return store

    def image(self) -> bytes:
        """The whole database as bytes."""
        return bytes(self._connection.serialize())

    @property
    def changes(self) -> int:
        """Rows written so far: equal numbers of one store mean equal images."""
        return int(self._connection.total_changes)

    def has(self, name: str) -> bool:
        return bool(self._rows("SELECT name FROM sqlite_master WHERE name = ?", (name,)))

    def close(self) -> None:
        super().close()
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()


def _require_private(path: str) -> None:
    """
    Raise ExposedError if others may read the seed that the pots draw with.

    Source: SQLite documentation, "Write-Ahead Logging": the -wal file holds committed pages.
    """
    for name in (path, f"{path}-wal", f"{path}-shm"):
        require_private(name)


def _connect(path: str, durable: bool, reading: bool) -> sqlite3.Connection:
    if path != MEMORY and not Path(path).exists():
        # SQLite gives -wal and -shm the mode of the file itself.
        with contextlib.suppress(OSError):
            create(Path(path), b"")
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    try:
        _prepare(connection, durable, reading)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, durable: bool, reading: bool) -> None:
    if reading:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")  # all that is read is of one moment
        return
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'OFF'}")
    # 64 MiB between checkpoints: each of them makes the plays of that moment wait.
    connection.execute("PRAGMA wal_autocheckpoint = 16384")
