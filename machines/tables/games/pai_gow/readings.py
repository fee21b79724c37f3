# SPDX-License-Identifier: MIT
"""How the law's text is read where it leaves room: named rows of data, each with its reason."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "readings.toml"


class Reading(NamedTuple):
    """
    One row.

    Attributes:
        name: stable name of the row.
        article: where the text leaves room.
        value: what is used here.
        says, reason: in words.
    """

    name: str
    article: str
    value: str
    says: str
    reason: str


@lru_cache(maxsize=1)
def readings() -> dict[str, Reading]:
    """Return all readings by name."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["readings"]
    return {
        name: Reading(name, row["article"], row["value"], row["says"], row["reason"])
        for name, row in rows.items()
    }
