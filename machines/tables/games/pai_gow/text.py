# SPDX-License-Identifier: MIT
"""What rules.toml of this folder has from the text: places, packets, dice and the table of cases."""

from __future__ import annotations

from pathlib import Path

from machines.support.plain import Json
from machines.support.shipped import read_table
from machines.tables.refusal import TableError

FOLDER = Path(__file__).parent


def read(name: str) -> Json:
    """A file of this folder."""
    return read_table((FOLDER / name).read_text(encoding="utf-8"), name, TableError)


TEXT = read("rules.toml")
