# SPDX-License-Identifier: MIT
"""The dice cup's record on the FRAM chip: load what it was, commit what it is, write its last throws."""

import time

import cup_board as board
import cup_record
import nvram
from cup_state import State

_NAMES = tuple([row[0] for row in cup_record.LAYOUT[3:-1]])


def _newest() -> dict | None:
    copies = [board.fram_read(at, cup_record.SIZE) for at in cup_record.SLOTS]
    return nvram.newer(cup_record.LAYOUT, cup_record.FORMAT, copies[0], copies[1])


def load(state: State) -> bool:
    """Fill the state from the newer whole copy; False, and nothing is touched, if there is none."""
    record = _newest()
    if record is None:
        return False
    for name in _NAMES:
        setattr(state, name, record[name])
    state.sequence = record["sequence"]
    return True


def verify(state: State) -> None:
    """Self test: the copy that counts must still be on the chip, or the cup locks up."""
    record = _newest()
    if record is None or record["sequence"] != state.sequence:
        _lock(state)


def commit(state: State) -> None:
    """Write the whole record to the older copy; a chip that does not take it locks the cup."""
    if state.locked:
        return
    state.sequence += 1
    values = {}
    for name in _NAMES:
        values[name] = getattr(state, name)
    raw = nvram.pack(cup_record.LAYOUT, cup_record.FORMAT, state.sequence, values)
    if not board.fram_write(cup_record.SLOTS[state.sequence & 1], raw):
        _lock(state)


def write_throw(state: State, number: int, outcome: bytes) -> None:
    """Write a row of the last throws; it counts once the record counts that throw."""
    values = {
        "faces": list(outcome[1 : 1 + cup_record.FACES]),
        "bank": state.bank,
        "time_s": time.time(),
    }
    raw = nvram.pack(cup_record.THROW_LAYOUT, cup_record.THROW_FORMAT, number, values)
    if not board.fram_write(cup_record.RING + number % cup_record.RING_ROWS * cup_record.RING_ROW, raw):
        _lock(state)


def _lock(state: State) -> None:
    state.tilt = "memory"
    state.locked = True
