# SPDX-License-Identifier: MIT
"""
The NVRAM on the FRAM chip: load what the machine was, commit what it is now.

A commit writes the older of two copies, so a cut between any two bytes leaves the newer one whole. All that
is written is sealed under the key of the chip, and what is not sealed by it is not read.
"""

import struct
import time

import board
import events
import nvram
import sums
from state import State

# What nvram.pack would ask of a layout at each write: its rows between head and seal, the format of what lies
# under the seal, the bytes of the seal.
_ROWS = nvram.LAYOUT[3:-2]
# Values in front of them, and where among the values of a record its sequence is.
_HEAD = 3
_SEQUENCE = 2
_MARKS_KNOWN = nvram.value_names(nvram.LAYOUT).index("marks_sequence")
_BODY = nvram.body_format(nvram.LAYOUT)
_SEAL = nvram.seal_size(nvram.LAYOUT)
_MARKS_BODY = nvram.body_format(nvram.MARKS_LAYOUT)
_MARKS_SEAL = nvram.seal_size(nvram.MARKS_LAYOUT)
_PLAY_ROWS = nvram.PLAY_LAYOUT[3:-2]
_PLAY_BODY = nvram.body_format(nvram.PLAY_LAYOUT)
_PLAY_SEAL = nvram.seal_size(nvram.PLAY_LAYOUT)


def load(state: State) -> bool:
    """
    Fill the state from the newer whole copies; False, and nothing is touched, if one has none.

    A chip without a key has none: it could not tell who wrote them.
    """
    state.seals = nvram.keyed(board.chip_key(), board.chip_id())
    main, marks = _main(state), _marks(state)
    if not main or not marks or nvram.outdated(main[_MARKS_KNOWN], marks[_SEQUENCE]):
        return False
    # Without a detour through names, which takes the chip four times the memory.
    at = _HEAD
    for name, code, count, _ in _ROWS:
        value = main[at]
        if count > 1:
            value = list(main[at : at + count])
        elif code == "12s":
            value = value.rstrip(b"\x00").decode()
        setattr(state, name, value)
        at += count
    state.sequence = main[_SEQUENCE]
    state.marks_sequence = marks[_SEQUENCE]
    state.given = list(marks[_HEAD : _HEAD + len(nvram.METERS)])
    return True


def _main(state: State) -> tuple:
    return _newer(state, nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.SLOTS, nvram.MAIN_SIZE)


def _marks(state: State) -> tuple:
    return _newer(state, nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SLOTS, nvram.MARKS_SIZE)


def _newer(state: State, layout: tuple, form: str, slots: tuple, size: int) -> tuple:
    if not state.seals:
        return ()
    return nvram.newest(layout, form, [board.fram_read(at, size) for at in slots], slots, state.seals)


def verify(state: State) -> None:
    """Self test: the copies that count must still be on the chip, or the machine locks up."""
    for found, sequence in ((_main(state), state.sequence), (_marks(state), state.marks_sequence)):
        if not found or found[_SEQUENCE] != sequence:
            _lock(state)


def broken(state: State) -> list:
    """
    Return the records whose older copy is not whole: 1 is the main record, 2 the marks.

    The copy that counts has been read just before, by ``load`` or ``verify``.
    """
    found = []
    for number, layout, form, slots, sequence in (
        (1, nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.SLOTS, state.sequence),
        (2, nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SLOTS, state.marks_sequence),
    ):
        at = slots[~sequence & 1]
        if nvram.flaw(layout, form, board.fram_read(at, struct.calcsize(form)), at, state.seals):
            found.append(number)
    return found


def commit(state: State) -> None:
    """
    Write the whole main record to the older copy.

    Books that do not add up are written all the same, with the tilt that stops the machine: a
    laboratory must find them as they are. A chip that does not take the record locks the machine.
    """
    if state.locked:
        return
    if not state.tilt and sums.flaw(state):
        state.tilt = "audit"
        log_tilt(state, events.TILT)
    state.sequence += 1
    state.stirred = True
    # Every commit goes through here: the rows are laid out without a detour through names (nvram.pack).
    flat = [nvram.VERSION, nvram.MAIN_SIZE, state.sequence]
    for name, code, count, _ in _ROWS:
        value = getattr(state, name)
        if count > 1:
            flat.extend(value)
        else:
            flat.append(value if code != "12s" else value.encode())
    at = nvram.SLOTS[state.sequence & 1]
    _write(state, at, nvram.sealed(struct.pack(_BODY, *flat), _SEAL, at, state.seals))


def commit_marks(state: State) -> None:
    """Write the pulses given to the meters to the older copy of their record."""
    if state.locked:
        return
    state.marks_sequence += 1
    body = struct.pack(_MARKS_BODY, nvram.VERSION, nvram.MARKS_SIZE, state.marks_sequence, *state.given)
    at = nvram.MARKS_SLOTS[state.marks_sequence & 1]
    _write(state, at, nvram.sealed(body, _MARKS_SEAL, at, state.seals))


def write_play(state: State, number: int, values: dict) -> None:
    """Write a row of the last plays, 0 where no value is given; it counts once the main record knows it."""
    flat = [nvram.VERSION, nvram.PLAY_SIZE, number]
    for name, _, count, _ in _PLAY_ROWS:
        if count > 1:
            flat.extend(values[name])
        else:
            flat.append(values.get(name, 0))
    at = nvram.place(number)
    _write(state, at, nvram.sealed(struct.pack(_PLAY_BODY, *flat), _PLAY_SEAL, at, state.seals))


def write(state: State, at: int, raw: bytes) -> None:
    """Write a row of a ring that a type keeps; it counts once the main record knows what it is of."""
    if not state.locked:
        _write(state, at, raw)


def log(state: State, code: int, argument: int = 0) -> None:
    """Write a row of the event log; it counts with the commit that the caller makes next."""
    if state.locked:
        return
    state.events += 1
    row = events.pack(state.events, time.time(), code, argument, state.seals)
    _write(state, events.place(state.events), row)


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
    state.stirred = True
