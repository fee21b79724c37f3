# SPDX-License-Identifier: MIT
"""
The NVRAM on the FRAM chip: load what the machine was, commit what it is now.

A commit writes the older of two copies, so a cut between any two bytes leaves the newer one whole.
"""

import struct
import time

import board
import events
import nvram
from state import State

# The rows that a commit takes from the state object; head and CRC are nvram's own.
_NAMES = tuple([row[0] for row in nvram.LAYOUT[3:-1]])


def load(state: State) -> bool:
    """Fill the state from the newer whole copies; False, and nothing is touched, if one has none."""
    record = _newer(nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.SLOTS, nvram.MAIN_SIZE)
    marks = _newer(nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SLOTS, nvram.MARKS_SIZE)
    if record is None or marks is None:
        return False
    for name in _NAMES:
        value = record[name]
        setattr(state, name, list(value) if isinstance(value, tuple) else value)
    state.sequence = record["sequence"]
    state.marks_sequence = marks["sequence"]
    state.given = list(marks["given"])
    return True


def _newer(layout: tuple, form: str, slots: tuple, size: int) -> dict | None:
    copies = [board.fram_read(at, size) for at in slots]
    return nvram.newer(layout, form, copies[0], copies[1])


def verify(state: State) -> None:
    """Self test: the copies that count must still be on the chip, or the machine locks up."""
    record = _newer(nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.SLOTS, nvram.MAIN_SIZE)
    marks = _newer(nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SLOTS, nvram.MARKS_SIZE)
    for found, sequence in ((record, state.sequence), (marks, state.marks_sequence)):
        if found is None or found["sequence"] != sequence:
            _lock(state)


def broken(state: State) -> list:
    """Return the records of which a copy is not whole: 1 is the main record, 2 the marks."""
    found = []
    for slots, form in ((nvram.SLOTS, nvram.MAIN_FORMAT), (nvram.MARKS_SLOTS, nvram.MARKS_FORMAT)):
        flaws = [nvram.flaw(form, board.fram_read(at, struct.calcsize(form))) for at in slots]
        if flaws != ["", ""]:
            found.append(1 if slots == nvram.SLOTS else 2)
    return found


def gap_cents(state: State) -> int:
    """Return what the buckets hold above what the counters say; sound books: 0 (GLI-11 self-audit)."""
    held = state.credits_cents + state.reserve_cents + state.prize_meter_cents + state.pending_cents
    given_cents = state.coin_out_cents + state.hand_paid_cents + state.card_out_cents
    in_cents = state.coin_in_cents + state.note_in_cents + state.card_in_cents
    owed = in_cents - given_cents + state.won_cents - state.staked_cents
    return held + sum(state.queue_cents) - owed


def balanced(state: State) -> bool:
    """Tell whether the books add up."""
    return gap_cents(state) == 0


def commit(state: State) -> None:
    """
    Write the whole main record to the older copy.

    Books that do not add up are written all the same, with the tilt that stops the machine: a
    laboratory must find them as they are. A chip that does not take the record locks the machine.
    """
    if state.locked:
        return
    if not balanced(state) and not state.tilt:
        state.tilt = "audit"
        log_tilt(state, events.TILT)
    state.sequence += 1
    values = {}
    for name in _NAMES:
        values[name] = getattr(state, name)
    raw = nvram.pack(nvram.LAYOUT, nvram.MAIN_FORMAT, state.sequence, values)
    _write(state, nvram.SLOTS[state.sequence & 1], raw)


def commit_marks(state: State) -> None:
    """Write the pulses given to the meters to the older copy of their record."""
    if state.locked:
        return
    state.marks_sequence += 1
    raw = nvram.pack(nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, state.marks_sequence, {"given": state.given})
    _write(state, nvram.MARKS_SLOTS[state.marks_sequence & 1], raw)


def write_play(state: State, number: int, values: dict) -> None:
    """Write a row of the last plays; it counts once the main record knows that play."""
    raw = nvram.pack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, number, values)
    _write(state, nvram.RING + number % nvram.RING_ROWS * nvram.RING_ROW, raw)


def write(state: State, at: int, raw: bytes) -> None:
    """Write a row of a ring that a type keeps; it counts once the main record knows what it is of."""
    if not state.locked:
        _write(state, at, raw)


def log(state: State, code: int, argument: int = 0) -> None:
    """Write a row of the event log; it counts with the commit that the caller makes next."""
    if state.locked:
        return
    state.events += 1
    _write(state, events.place(state.events), events.pack(state.events, time.time(), code, argument))


def log_tilt(state: State, family: int) -> None:
    """Log that the tilt which is now set begins (events.TILT), or is about to end (events.TILT_OVER)."""
    log_trouble(state, family, state.tilt)


def log_trouble(state: State, family: int, name: str) -> None:
    """Log a tilt or a warning that begins or ends, and count those that begin; the caller commits."""
    code, argument = events.tilt_row(family, name)
    log(state, code, argument)
    place = code - family
    if family in (events.TILT, events.WARNING) and state.troubles[place] < 0xFFFF:
        state.troubles[place] += 1


def _write(state: State, at: int, raw: bytes) -> None:
    if not board.fram_write(at, raw):
        _lock(state)


def _lock(state: State) -> None:
    state.tilt = "memory"
    state.locked = True
