# SPDX-License-Identifier: MIT
"""A controller's file as any program sees it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def database(path: str | Path) -> Iterator[sqlite3.Connection]:
    """A connection whose changes are kept, and which is closed: ``with`` alone leaves it open."""
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection
