# SPDX-License-Identifier: MIT
"""The pin table as a part of a ROM: which line lies on which GPIO of the board that it is made for."""

from __future__ import annotations

from collections.abc import Iterator

from machines.firmware import pins
from machines.rom.file import Finding
from machines.rom.program import PinRow
from machines.support.plain import Json, read_json

PART = "pins.json"


def pins_data(kind: str) -> Json:
    """The wiring of the board at hand as plain JSON values, in a machine of type "A", "B" or "C"."""
    return {
        "pins": [list(row) for row in pins.PINS],
        "expander": [list(row) for row in pins.expander(kind)],
        "i2c_bus": pins.I2C_BUS,
        "i2c_hz": pins.I2C_FREQ,
        "fram_bytes": pins.FRAM_SIZE,
        "addresses": {
            "expander": pins.EXPANDER_ADDRESS,
            "fram": pins.FRAM_ADDRESS,
            "counters": pins.COUNTERS_ADDRESS,
            "glass": pins.GLASS_ADDRESS,
            "reels": pins.REELS_ADDRESS,
            "screen": pins.SCREEN_ADDRESS,
            "message": pins.MESSAGE_ADDRESS,
        },
    }


def pin_rows(text: bytes) -> tuple[PinRow, ...]:
    """The rows of a pin table from its JSON text; ValueError if it is none."""
    rows = []
    for name, *numbers in read_json(text)["pins"]:
        if type(name) is not str or [type(number) for number in numbers] != [int] * 4:
            raise ValueError(f"pins must have rows of a name and four numbers (got {name!r})")
        gpio, direction, active_low, rest = numbers
        rows.append((name, gpio, direction, active_low, rest))
    return tuple(rows)


def fits_board(text: bytes, kind: str) -> Iterator[Finding]:
    """What keeps a pin table from being one of the board at hand; a line may lie on another GPIO."""
    try:
        table, rows = read_json(text), pin_rows(text)
        here = pins_data(kind)
        other = sorted(
            name for name in {*here, *table} if name != "pins" and table.get(name) != here.get(name)
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        yield Finding(PART, "must be JSON with rows of name, gpio, direction, active_low and rest")
        return
    if other:
        yield Finding(PART, f"made for another board: {', '.join(other)}")
    missing = sorted({row[0] for row in pins.PINS} - {row[0] for row in rows})
    if missing:
        yield Finding(PART, f"must have a row for every line of the board (none for {', '.join(missing)})")
