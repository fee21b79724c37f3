# SPDX-License-Identifier: MIT
"""
What a FRAM image says, decoded once as long as it says the same.

A cabinet is asked for its tilt, its counters and its balances again and again between two commits.
"""

from __future__ import annotations

import functools

from machines.firmware import nvram
from machines.memory.chip import Seals
from machines.support.plain import Json, JsonView

# Rows of the main record that only rise, whatever an attendant does; another link numbers its own from 1.
RISING = tuple(
    name
    for name, _, _, what in nvram.LAYOUT
    if "never reset" in what
    or what.startswith("times ")
    or (name in nvram.COUNTED and not name.startswith("link_"))
)
# Behind both copies of the main record and of the marks: nothing further on decides what ``decode`` returns.
_END = max(*nvram.SLOTS, *nvram.MARKS_SLOTS) + max(nvram.MAIN_SIZE, nvram.MARKS_SIZE)


class Record:
    """
    The main record of one machine, as ``decode`` returns it, for readers who change nothing in it.

    Args:
        image: the whole FRAM; it changes in place.
        seals: of its machine.
    """

    def __init__(self, image: bytearray, seals: Seals) -> None:
        self._image, self._seals = image, seals
        self._copies = bytearray()
        self._said: Json | None = None

    def read(self) -> JsonView | None:
        """What the FRAM says now; None: no record can be read."""
        copies = self._image[:_END]
        if copies != self._copies:
            self._copies, self._said = copies, _decoded(bytes(copies), self._seals)
        return self._said


def decode(image: bytes | bytearray, seals: Seals = ()) -> Json | None:
    """
    Return what ``nvram.decode`` returns of an image, as a dictionary of the caller's own.

    Args:
        image: the whole FRAM.
        seals: of its machine; empty: seals are not checked.
    """
    record = _decoded(bytes(image[:_END]), seals)
    return None if record is None else {**record, "queue": list(record["queue"])}


@functools.lru_cache(maxsize=16)
def _decoded(copies: bytes, seals: Seals) -> Json | None:
    """Half of all commits are of marks alone: the main record beside them is unpacked once."""
    record = _main(*nvram.copies(copies, nvram.SLOTS, nvram.MAIN_SIZE), seals)
    marks = nvram.copies(copies, nvram.MARKS_SLOTS, nvram.MARKS_SIZE)
    return None if record is None else nvram.joined({**record}, _marks(*marks, seals))


@functools.lru_cache(maxsize=16)
def _main(first: bytes, second: bytes, seals: Seals) -> Json | None:
    return nvram.newer(nvram.LAYOUT, nvram.MAIN_FORMAT, [first, second], nvram.SLOTS, seals)


@functools.lru_cache(maxsize=16)
def _marks(first: bytes, second: bytes, seals: Seals) -> Json | None:
    return nvram.newer(nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, [first, second], nvram.MARKS_SLOTS, seals)
