# SPDX-License-Identifier: MIT
"""A link's log and state in an SQLite file: write-ahead log, synchronous commits, one controller."""

from __future__ import annotations

import sqlite3
from typing import Any

from emulator.link.errors import LinkStoreError
from emulator.link.store import Store


class SQLiteStore(Store):
    """
    See ``emulator.link.store``.

    Source: SQLite documentation, "PRAGMA synchronous": in WAL mode FULL syncs the log after each transaction,
        so a commit that returned survives a power cut.
    """

    errors = (sqlite3.Error,)

    def __init__(self, path: str, *, durable: bool = True) -> None:
        try:
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0)
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'OFF'}")
            connection.execute("BEGIN IMMEDIATE")  # takes the lock, so that a second controller is told now
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise LinkStoreError(f"{path}: {error}\n\nhint: is another controller running?") from error
        super().__init__(connection)

    def _begin(self, cursor: Any) -> None:
        cursor.execute("BEGIN IMMEDIATE")

    def is_new(self) -> bool:
        return not self._rows("SELECT name FROM sqlite_master WHERE name = 'link'")
