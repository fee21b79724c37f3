# SPDX-License-Identifier: MIT
"""Named readings of a text where it leaves room: the value taken, the others, where and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from machines.support.plain import JsonView
from machines.tables.refusal import TableError


class Reading(NamedTuple):
    """
    One row.

    Attributes:
        name: its stable name.
        article: where the text leaves room.
        value: the value taken.
        others: values that can be chosen instead.
        says, reason: in words.
    """

    name: str
    article: str
    value: str
    others: tuple[str, ...]
    says: str
    reason: str


def read_readings(table: JsonView) -> dict[str, Reading]:
    """The rows of a ``readings.toml``."""
    return {
        name: Reading(
            name, row["article"], row["value"], tuple(row.get("others", ())), row["says"], row["reason"]
        )
        for name, row in table.items()
    }


def chosen(rows: Mapping[str, Reading], wanted: Mapping[str, str]) -> dict[str, str]:
    """
    The value of every reading, as taken or as wanted.

    Raises:
        TableError: no reading has that name or value.
    """
    for name, value in wanted.items():
        if name not in rows:
            raise TableError(f"reading must be one of {', '.join(rows)} (got {name})", "reading")
        allowed = (rows[name].value, *rows[name].others)
        if value not in allowed:
            raise TableError(f"reading {name} must be one of {', '.join(allowed)} (got {value})", "reading")
    return {name: wanted.get(name, row.value) for name, row in rows.items()}
