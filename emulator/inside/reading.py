# SPDX-License-Identifier: MIT
"""One value of the inside of a machine: what it is called, what it is, its unit, and where it was read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Value = int | str | bool | None

# Where a reading comes from.
DEVICE, LINE, LEDGER, MEMORY, BOARD, BOOKS = "device", "line", "ledger", "memory", "board", "books"
# What it is counted in; empty for what is no quantity.
COINS, CENTS, MILLIVOLTS, MICROSECONDS, NOTES, TICKETS = "coins", "cents", "mV", "us", "notes", "tickets"


class Reading(NamedTuple):
    """
    One value.

    Attributes:
        name: part and quantity, such as ``hopper_100.level``.
        value: an integer, a text, yes or no; None where it cannot be read.
        unit: of an integer, or empty.
        source: where it was read, such as DEVICE.
    """

    name: str
    value: Value
    unit: str = ""
    source: str = DEVICE


def whole(values: Mapping[str, Value], name: str) -> int:
    """A reading that is a number, of readings by name; 0 where there is none."""
    value = values.get(name)
    return value if isinstance(value, int) else 0
