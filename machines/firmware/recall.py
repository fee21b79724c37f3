# SPDX-License-Identifier: MIT
"""What the menu reads back from the FRAM: last plays, events, and whether both copies are whole."""

import board
import events
import nvram


def play(number: int) -> dict | None:
    """Return the row of a play by its number among all starts; None if it is not whole or no longer kept."""
    row = nvram.unpack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, raw(number))
    return row if row is not None and row["sequence"] == number else None


def raw(number: int) -> bytes:
    """Return the bytes where the row of a play stands, whole or not."""
    return board.fram_read(nvram.RING + number % nvram.RING_ROWS * nvram.RING_ROW, nvram.PLAY_SIZE)


def event(number: int) -> dict | None:
    """Return the row of an event by its number; None if it is not whole or no longer kept."""
    return events.unpack(number, board.fram_read(events.place(number), events.ROW))


def whole_copies() -> int:
    """Return how many of the two copies of the main record are whole."""
    copies = [board.fram_read(at, nvram.MAIN_SIZE) for at in nvram.SLOTS]
    return len([raw for raw in copies if not nvram.flaw(nvram.MAIN_FORMAT, raw)])
