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
    Return what a FRAM image says, or None if no main record in it is whole.

    Args:
        image: the whole FRAM.
        seals: of its machine; empty: seals are not checked.

    Returns:
        The rows of ``nvram.LAYOUT`` by name, the caller's own; ``queue`` as a list of (kind name, cents);
        ``tilt`` is "door" while the door is open and nothing worse holds, then "logic"; ``meters_given`` the
        pulses of ``nvram.METERS``, or None if no copy of the marks is whole.
    """
    record = _decoded(bytes(image[:_END]), seals)
    return None if record is None else {**record, "queue": list(record["queue"])}


def recent(image: bytes | bytearray, seals: Seals = ()) -> list[Json]:
    """Return the last plays that the main record knows, newest first, at least ten once ten were made."""
    record = decode(image, seals)
    if record is None:
        return []
    plays = []
    for at in range(nvram.RING, nvram.RING + nvram.RING_ROWS * nvram.RING_ROW, nvram.RING_ROW):
        raw = bytes(image[at : at + nvram.PLAY_SIZE])
        play = nvram.unpack(nvram.PLAY_LAYOUT, nvram.PLAY_FORMAT, raw, at, seals)
        if play is not None and 0 < play["sequence"] <= record["starts"]:
            plays.append({**play, "number": play["sequence"], "prize_cents": sum(play["prizes_cents"])})
    return sorted(plays, key=lambda play: play["sequence"], reverse=True)


@functools.lru_cache(maxsize=16)
def _decoded(copies: bytes, seals: Seals) -> Json | None:
    """Half of all commits are of marks alone: the main record beside them is unpacked once."""
    record = _main(*(copies[at : at + nvram.MAIN_SIZE] for at in nvram.SLOTS), seals)
    if record is None:
        return None
    marks = _marks(*(copies[at : at + nvram.MARKS_SIZE] for at in nvram.MARKS_SLOTS), seals)
    given = None
    if marks is not None and not nvram.outdated(record["marks_sequence"], marks["sequence"]):
        given = marks["given"]
    return {**record, "meters_given": given}


def _queue(record: JsonView) -> list[tuple[str, int]]:
    """What the machine owes: a row of kind 0 is free, and all kinds from the last name on are one."""
    last = len(nvram.KIND_NAMES) - 1
    rows = zip(record["queue_kinds"], record["queue_cents"], strict=True)
    return [(nvram.KIND_NAMES[min(kind, last)], cents) for kind, cents in rows if kind]


def _tilt(record: JsonView) -> str:
    if record["tilt"]:
        return str(record["tilt"])
    return "door" if record["door_open"] == nvram.DOOR_OPEN else "logic" if record["logic"] else ""


@functools.lru_cache(maxsize=16)
def _main(first: bytes, second: bytes, seals: Seals) -> Json | None:
    record = nvram.newer(nvram.LAYOUT, nvram.MAIN_FORMAT, [first, second], nvram.SLOTS, seals)
    return None if record is None else {**record, "queue": _queue(record), "tilt": _tilt(record)}


@functools.lru_cache(maxsize=16)
def _marks(first: bytes, second: bytes, seals: Seals) -> Json | None:
    return nvram.newer(nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, [first, second], nvram.MARKS_SLOTS, seals)
