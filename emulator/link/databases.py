# SPDX-License-Identifier: MIT
"""Opens the database of a link's books by its address."""

from __future__ import annotations

from emulator.link.address import is_postgres
from emulator.link.sqlite import SQLiteStore
from emulator.link.store import Store


def open_store(where: str, *, durable: bool = True, reading: bool = False) -> Store:
    """
    Open a database, which need not hold a link yet.

    Args:
        where: path of an SQLite file, or a postgresql:// address.
        durable: False leaves a commit to the operating system: for tests whose computer does not fall.
        reading: only look, at one moment, while a controller may go on.

    Raises:
        LinkStoreError: it cannot be opened, or its driver is not installed.
        ExposedError: an SQLite file that others may read; it holds what the pots draw with.
    """
    if is_postgres(where):
        from emulator.link.postgres import PostgresStore

        return PostgresStore(where, durable=durable, reading=reading)
    return SQLiteStore(where, durable=durable, reading=reading)
