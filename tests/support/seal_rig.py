# SPDX-License-Identifier: MIT
"""Memories that somebody has written: with fresh CRCs, as a forger can, or sealed by the machine's chip."""

from __future__ import annotations

import binascii
import struct
from collections.abc import Mapping
from typing import Any

from emulator.support.seed import chip_key_of
from machines.firmware import nvram
from machines.memory.chip import Seals, seals_of

# Of a TEST machine with seed 00 and serial number 1.
SEALS = seals_of(chip_key_of("00"), 1)

Record = tuple[Any, str, tuple[int, ...]]
MAIN: Record = (nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.SLOTS)
MARKS: Record = (nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SLOTS)


def rewritten(
    image: bytes, changes: Mapping[str, Any], seals: Seals | None = None, record: Record = MAIN
) -> bytes:
    """
    An image with these rows changed in both copies of a record.

    Args:
        image: a memory with whole copies.
        changes: rows by name.
        seals: of the chip that seals them; None: the seals stay what they were, the CRCs are made anew.
        record: MAIN or MARKS.
    """
    layout, form, slots = record
    made = bytearray(image)
    for at in slots:
        raw = bytes(image[at : at + struct.calcsize(form)])
        values = nvram.unpack(layout, form, raw)
        assert values is not None
        kept = raw[-4 - nvram.seal_size(layout) : -4]
        sequence = values["sequence"]
        new = nvram.pack(layout, form, sequence, {**values, **changes}, at, seals or SEALS)
        if seals is None:
            body = new[: -4 - len(kept)] + kept
            new = body + struct.pack("<I", binascii.crc32(body))
        made[at : at + len(new)] = new
    return bytes(made)


def copied(image: bytes, source: bytes, record: Record, copies: tuple[int, ...] = (0, 1)) -> bytes:
    """An image with the copies of a record that another image has, each at its own place."""
    _, form, slots = record
    made = bytearray(image)
    for copy in copies:
        at = slots[copy]
        made[at : at + struct.calcsize(form)] = source[at : at + struct.calcsize(form)]
    return bytes(made)
