# SPDX-License-Identifier: MIT
"""A link's log and state in a PostgreSQL database (extra ``[postgres]``): one controller at a time."""

from __future__ import annotations

import time
from collections.abc import Sequence

from emulator.link.address import shown, without_passwords
from emulator.link.errors import LinkStoreError
from emulator.link.store import NO_NUMBER, Sql, Store

# One lock for all links of a database: "azar" in ASCII.
_LOCK = int.from_bytes(b"azar", "big")
# The server lets go of a lock when it has noticed that its holder is gone, which takes it a moment.
_LOCK_WAIT_S, _NAP_S = 2.0, 0.05


def _lock(connection: Sql) -> bool:
    """Whether we have the database for ourselves."""
    until_s = time.monotonic() + _LOCK_WAIT_S
    while connection.execute("SELECT pg_try_advisory_lock(%s)", (_LOCK,)).fetchone() != (True,):
        if time.monotonic() > until_s:
            return False
        time.sleep(_NAP_S)
    return True


class PostgresStore(Store):
    """
    See ``emulator.link.store``; the address names the database, as libpq reads it.

    Source: PostgreSQL documentation, "synchronous_commit": on waits until the commit record is flushed.
    """

    mark = "%s"

    def __init__(self, where: str, *, durable: bool = True, reading: bool = False) -> None:
        try:
            import psycopg
        except ImportError:
            hint = "\n\nhint: pip install 'azar[postgres]'"
            raise LinkStoreError(f"PostgreSQL needs the package psycopg{hint}") from None
        self.errors = (psycopg.Error,)
        self.row_errors = (psycopg.IntegrityError, psycopg.DataError, *NO_NUMBER)
        self._reading = reading
        try:
            psycopg.conninfo.conninfo_to_dict(where)
        except psycopg.Error:
            # libpq quotes what it cannot read, and that may be a part of a password.
            raise LinkStoreError(
                f"database must be an address that libpq reads (got {shown(where)})"
            ) from None
        try:
            connection = psycopg.connect(where, autocommit=True)
            if not reading:
                connection.execute(f"SET synchronous_commit TO {'on' if durable else 'off'}")
                locked = _lock(connection)
        except psycopg.Error as error:
            reason = without_passwords(str(error), where).strip()
            raise LinkStoreError(f"database {shown(where)}: {reason}") from None
        if reading:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
        elif not locked:
            connection.close()
            raise LinkStoreError("another controller has this database")
        connection.autocommit = False
        super().__init__(connection)

    def _finish_read(self) -> None:
        if not self._reading:  # else all that is read is of one moment
            self._connection.rollback()

    def _dialect(self, text: str) -> str:
        return text.replace("BLOB", "BYTEA")

    def _many(self, cursor: Sql, text: str, rows: Sequence[Sequence[object]]) -> None:
        if len(rows) == 1:
            cursor.execute(self._sql(text), rows[0])
        else:
            super()._many(cursor, text, rows)

    def has(self, name: str) -> bool:
        return self._rows("SELECT to_regclass(?) IS NOT NULL", (name,))[0][0] is True
