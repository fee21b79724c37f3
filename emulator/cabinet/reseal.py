# SPDX-License-Identifier: MIT
"""
Seals the records of a machine anew, for a board whose chip was replaced or whose key is lost.

A memory without the right seals cannot be told from a forged one: the caller vouches for it. The machine's
log says that it was done.
"""

from __future__ import annotations

import struct

from emulator.cabinet.service import Mended, ServiceError, books_in, fitting, lost, owed_cents
from machines.firmware import events, nvram
from machines.firmware.chance import steps
from machines.memory.chip import Seals
from machines.support.plain import Json


def reseal(image: bytes, seals: Seals) -> Mended:
    """
    Seal every whole record anew.

    Args:
        image: a memory whose records are whole by their CRC, whoever sealed them.
        seals: of the chip that shall go on with it.

    Raises:
        ServiceError: a record has no whole copy.
    """
    books = require_whole(image)
    made = bytearray(image)
    kinds: tuple[tuple[tuple[object, ...], str, tuple[int, ...]], ...] = (
        (nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.SLOTS),
        (nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SLOTS),
        (nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, tuple(nvram.place(row) for row in range(nvram.RING_ROWS))),
    )
    for layout, form, places in kinds:
        for at in places:
            _record(made, layout, form, at, seals)
    for row in events.read(image, books["events"]):
        raw = events.pack(row["number"], row["time_s"], row["code"], row["argument"], seals)
        _put(made, events.place(row["number"]), raw)
    for number in range(steps.PLAYS * steps.STEPS):
        _step(made, steps.START + number * steps.SIZE, seals)
    with fitting():
        _log(made, seals)
    whose = "another chip" if lost(image, seals) else "the chip that had sealed them"
    note = f"records: sealed anew for {whose}, on the word of whoever asked for it"
    return Mended(bytes(made), (note,), owed_cents(books))


def require_whole(image: bytes) -> Json:
    """The books of a memory that can be sealed anew; ServiceError if a record has no whole copy."""
    books = books_in(image)
    if books is None or lost(image):
        raise ServiceError(
            "a memory must be whole to be sealed anew (got one that is locked up)",
            "azar service FILE --mend --backup IMAGE gives it books again",
        )
    return books


def _record(made: bytearray, layout: tuple[object, ...], form: str, at: int, seals: Seals) -> None:
    raw = bytes(made[at : at + struct.calcsize(form)])
    if nvram.flaw(layout, form, raw):
        return
    body = raw[: struct.calcsize(nvram.body_format(layout))]
    _put(made, at, nvram.sealed(body, nvram.seal_size(layout), at, seals))


def _step(made: bytearray, at: int, seals: Seals) -> None:
    raw = bytes(made[at : at + steps.SIZE])
    if any(raw) and steps.sound(raw):
        _put(made, at, steps.pack(list(struct.unpack(steps.FORMAT, raw)[:-2]), seals))


def _log(made: bytearray, seals: Seals) -> None:
    """Write the row that tells of it, and the books that count it."""
    books = books_in(bytes(made), seals)
    assert books is not None
    logged = events.read(bytes(made), books["events"], seals)
    number, sequence = books["events"] + 1, books["sequence"] + 1
    time_s = logged[-1]["time_s"] if logged else 0
    _put(made, events.place(number), events.pack(number, time_s, events.CHIP_NEW, 0, seals))
    at = nvram.SLOTS[sequence & 1]
    rows = {**books, "events": number}
    _put(made, at, nvram.pack(nvram.LAYOUT, nvram.MAIN_FORMAT, sequence, rows, at, seals))


def _put(made: bytearray, at: int, raw: bytes) -> None:
    made[at : at + len(raw)] = raw
