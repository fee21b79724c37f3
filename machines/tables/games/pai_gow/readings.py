# SPDX-License-Identifier: MIT
"""How the law's text is read where it leaves room: named rows of data, each with its reason."""

from __future__ import annotations

from functools import lru_cache

from machines.tables.games.pai_gow.text import FOLDER, read
from machines.tables.readings import Reading, read_readings

FILE = FOLDER / "readings.toml"


@lru_cache(maxsize=1)
def readings() -> dict[str, Reading]:
    """Return all readings by name."""
    return read_readings(read("readings.toml"))


__all__ = ["FILE", "Reading", "readings"]
