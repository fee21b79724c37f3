# SPDX-License-Identifier: MIT
"""Where a link is kept: in SQLite's file, and on one server of PostgreSQL for all tests of a process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from link_rig import postgres


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with postgres() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without a link; of PostgreSQL, one of its own for each test."""
    if request.param == "sqlite":
        return str(tmp_path / "link.db")
    import psycopg

    address: str = request.getfixturevalue("server")
    name = f"t{abs(hash(request.node.nodeid))}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return address.replace("///postgres", f"///{name}")
