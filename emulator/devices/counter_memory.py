# SPDX-License-Identifier: MIT
"""
The memory of a sealed counter: what lies in it, and how the authority's reader reads it.

    read_memory(cab.counter.dump()).plays

Two copies of one record; a write overwrites the older one, so a fault in one of them loses nothing that was
acknowledged before it. The layout is the counter's own: the firmware never sees it.
"""

from __future__ import annotations

import binascii
import struct
from dataclasses import asdict, dataclass, replace
from functools import lru_cache

from emulator.support.errors import EmulatorError
from machines.support.plain import Json

MAGIC = b"AZCS"
VERSION = 1
MAKER = "AZAR"
TYPE = "CS-1"
SLOT = 128
SIZE = 2 * SLOT
# Magic, version, length, number of the write; maker, type; serial, machine, its model; number and content of
# the last frame; the totals; latched faults, times the seal was broken.
_FORMAT = "<4sHHI8s8sII16sI6sQQQBH"
_BODY = struct.calcsize(_FORMAT)


class CounterError(EmulatorError):
    """A sealed memory cannot be read, or its counter not be asked for that."""


@dataclass(frozen=True)
class Reading:
    """
    What a sealed counter holds.

    Attributes:
        serial: the counter's own serial number; machine: that of the machine which it was sealed into.
        sequence: number of the last frame.
        plays, prizes: counted since the first installation, modulo 10^10 (K-01, K-03).
        won_cents: money of the prizes, modulo 10^10.
        faults: latched: bits of counter_link; seal_breaks: how often the seal was broken.
        copies: whole copies of the record, 1 or 2.
    """

    maker: str
    type: str
    serial: int
    machine: int
    model: str
    sequence: int
    frame: tuple[int, int, int]
    plays: int
    prizes: int
    won_cents: int
    faults: int
    seal_breaks: int
    writes: int
    copies: int

    def as_dict(self) -> Json:
        """The same as plain JSON values."""
        return {**asdict(self), "frame": list(self.frame)}


def new_memory(
    serial: int, machine: int, model: str, sequence: int = 0, totals: tuple[int, int, int] = (0, 0, 0)
) -> bytes:
    """
    The memory of a counter as it is sealed into a machine.

    Args:
        serial: of the counter; machine: of the machine, both 0 to 2^32 - 1.
        model: of the machine, its name.
        sequence: number of the last frame; totals: plays, prizes, prize cents counted so far.
    """
    reading = Reading(
        MAKER, TYPE, serial, machine, model, sequence, (0, 0, 0), *totals, faults=0, seal_breaks=0, writes=0,
        copies=2,
    )  # fmt: skip
    return _record(reading, 0) + _record(reading, 1)


@lru_cache(maxsize=64)
def read_memory(memory: bytes) -> Reading:
    """
    Read a sealed memory, as the authority's reader does.

    Raises:
        CounterError: no copy of the record is whole.
    """
    found = [reading for at in (0, SLOT) if (reading := _parse(bytes(memory[at : at + SLOT]))) is not None]
    if not found:
        raise CounterError(f"memory must hold a whole record of a sealed counter (got {len(memory)} bytes)")
    return replace(max(found, key=lambda reading: reading.writes), copies=len(found))


def written(memory: bytes, reading: Reading) -> bytes:
    """The memory after ``reading`` was written over its older copy."""
    number = reading.writes + 1
    made = bytearray(memory)
    at = SLOT * (number & 1)
    made[at : at + SLOT] = _record(reading, number)
    return bytes(made)


def _record(reading: Reading, number: int) -> bytes:
    body = struct.pack(
        _FORMAT,
        MAGIC,
        VERSION,
        _BODY + 4,
        number,
        reading.maker.encode(),
        reading.type.encode(),
        reading.serial,
        reading.machine,
        reading.model.encode()[:16],
        reading.sequence,
        struct.pack("<BBI", *reading.frame),
        reading.plays,
        reading.prizes,
        reading.won_cents,
        reading.faults,
        reading.seal_breaks,
    )
    return (body + struct.pack("<I", binascii.crc32(body))).ljust(SLOT, b"\0")


def _parse(raw: bytes) -> Reading | None:
    """One copy, or None if it is not whole."""
    if len(raw) < SLOT or binascii.crc32(raw[:_BODY]) != struct.unpack_from("<I", raw, _BODY)[0]:
        return None
    magic, version, length, number, maker, kind, serial, machine, model, *rest = struct.unpack_from(
        _FORMAT, raw
    )
    if (magic, version, length) != (MAGIC, VERSION, _BODY + 4):
        return None
    sequence, frame, plays, prizes, cents, faults, breaks = rest
    return Reading(
        _text(maker), _text(kind), serial, machine, _text(model), sequence, struct.unpack("<BBI", frame),
        plays, prizes, cents, faults=faults, seal_breaks=breaks, writes=number, copies=1,
    )  # fmt: skip


def _text(raw: bytes) -> str:
    return raw.rstrip(b"\0").decode(errors="replace")
