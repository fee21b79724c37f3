# SPDX-License-Identifier: MIT
"""The dice cup's record on the FRAM chip: load what it was, commit what it is, write its last throws."""

import time

import cup_board as board
import cup_record
import nvram
from cup_state import State

_NAMES = tuple([row[0] for row in cup_record.LAYOUT[3:-2]])


def _newest(state: State) -> dict | None:
    if not state.seals:
        return None
    copies = [board.fram_read(at, cup_record.SIZE) for at in cup_record.SLOTS]
    return nvram.newer(cup_record.LAYOUT, cup_record.FORMAT, copies, cup_record.SLOTS, state.seals)


def load(state: State) -> bool:
    """Fill the state from the newer whole copy that we sealed; False, and nothing is touched, without one."""
    state.seals = nvram.keyed(board.chip_key(), board.chip_id())
    record = _newest(state)
    if record is None:
        return False
    for name in _NAMES:
        setattr(state, name, record[name])
    state.sequence = record["sequence"]
    return True


def verify(state: State) -> None:
    """Self test: the copy that counts must still be on the chip, or the cup locks up."""
    record = _newest(state)
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
    at = cup_record.SLOTS[state.sequence & 1]
    raw = nvram.pack(cup_record.LAYOUT, cup_record.FORMAT, state.sequence, values, at, state.seals)
    if not board.fram_write(at, raw):
        _lock(state)


def write_throw(state: State, number: int, outcome: bytes) -> None:
    """Write a row of the last throws; it counts once the record counts that throw."""
    values = {"faces": list(outcome[1 : 1 + cup_record.FACES]), "bank": state.bank, "time_s": time.time()}
    at = cup_record.RING + number % cup_record.RING_ROWS * cup_record.RING_ROW
    raw = nvram.pack(cup_record.THROW_LAYOUT, cup_record.THROW_FORMAT, number, values, at, state.seals)
    if not board.fram_write(at, raw):
        _lock(state)


def _lock(state: State) -> None:
    state.tilt = "memory"
    state.locked = True
