# SPDX-License-Identifier: MIT
"""What the menu reads back from the FRAM: last plays, events, and whether both copies are whole."""

import board
import events
import nvram
from state import State


def play(state: State, number: int) -> dict | None:
    """Return the row of a play by its number among all starts; None if it is not whole or no longer kept."""
    row = nvram.unpack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, raw(number), nvram.place(number), state.seals)
    return row if row is not None and row["sequence"] == number else None


def raw(number: int) -> bytes:
    """Return the bytes where the row of a play stands, whole or not."""
    return board.fram_read(nvram.place(number), nvram.PLAY_SIZE)


def event(state: State, number: int) -> dict | None:
    """Return the row of an event by its number; None if it is not whole or no longer kept."""
    return events.unpack(number, board.fram_read(events.place(number), events.ROW), state.seals)


def whole_copies(state: State) -> int:
    """Return how many of the two copies of the main record are whole."""
    whole = 0
    for at in nvram.SLOTS:
        raw = board.fram_read(at, nvram.MAIN_SIZE)
        if not nvram.flaw(nvram.LAYOUT, nvram.MAIN_FORMAT, raw, at, state.seals):
            whole += 1
    return whole
