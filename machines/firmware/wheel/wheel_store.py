# SPDX-License-Identifier: MIT
"""The electronic wheel's record on the FRAM chip: load what it was, commit what it is, write a draw."""

import time

import nvram
import wheel_board as board
import wheel_record
from wheel_state import State

_NAMES = tuple([row[0] for row in wheel_record.LAYOUT[3:-2]])


def _newest(state: State) -> dict | None:
    if not state.seals:
        return None
    copies = [board.fram_read(at, wheel_record.SIZE) for at in wheel_record.SLOTS]
    return nvram.newer(wheel_record.LAYOUT, wheel_record.FORMAT, copies, wheel_record.SLOTS, state.seals)


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
    """Self test: the copy that counts must still be on the chip, or the wheel locks up."""
    record = _newest(state)
    if record is None or record["sequence"] != state.sequence:
        _lock(state)


def commit(state: State) -> None:
    """Write the whole record to the older copy; a chip that does not take it locks the wheel."""
    if state.locked:
        return
    state.sequence += 1
    values = {}
    for name in _NAMES:
        values[name] = getattr(state, name)
    at = wheel_record.SLOTS[state.sequence & 1]
    raw = nvram.pack(wheel_record.LAYOUT, wheel_record.FORMAT, state.sequence, values, at, state.seals)
    if not board.fram_write(at, raw):
        _lock(state)


def write_draw(state: State, draw: int, pocket: int, number: int) -> None:
    """Write a row of the last draws; it counts once the record counts that draw."""
    values = {"pocket": pocket, "number": number, "laps": state.laps, "time_s": time.time()}
    at = wheel_record.RING + draw % wheel_record.RING_ROWS * wheel_record.RING_ROW
    raw = nvram.pack(wheel_record.DRAW_LAYOUT, wheel_record.DRAW_FORMAT, draw, values, at, state.seals)
    if not board.fram_write(at, raw):
        _lock(state)


def _lock(state: State) -> None:
    state.tilt = "memory"
    state.locked = True
