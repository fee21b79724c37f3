# SPDX-License-Identifier: MIT
"""
Scratch registers of the chip: words that live through its resets, and go with the power.

What runs ``main`` leaves there what the program died of, so that the next start can tell a technician. Eight
words of the power manager, then four of the watchdog, whose other four belong to the boot ROM (RP2350
datasheet, registers POWMAN_SCRATCH0 to 7 and WATCHDOG_SCRATCH0 to 7).
"""

from __future__ import annotations

import re

WORDS = 12
BYTES = 4 * WORDS
# What a hang leaves; a crash leaves three lines: file and line, function, type of error.
HUNG = b"hang"
_CRASH = re.compile(r"(?P<place>[^ ]+:[\d-]+)(?: in (?P<function>[^:]+))?: (?P<kind>\w+)")
_KIND = re.compile(r"\w+")


class Scratch:
    """The registers; all zero when the power comes."""

    def __init__(self) -> None:
        self._data = bytes(BYTES)

    def note(self, data: bytes) -> None:
        """Put down some bytes, the rest zero."""
        self._data = data[:BYTES].ljust(BYTES, b"\0")

    def word(self, number: int) -> int:
        """One register."""
        if not 0 <= number < WORDS:
            raise ValueError(f"number must be 0 to {WORDS - 1} (got {number})")
        return int.from_bytes(self._data[4 * number : 4 * number + 4], "little")

    def clear(self) -> None:
        """The power has gone."""
        self._data = bytes(BYTES)

    def save(self) -> bytes:
        """What they hold."""
        return self._data

    def load(self, saved: bytes) -> None:
        """Put back what ``save`` returned."""
        self._data = saved


def crash_note(text: str) -> bytes:
    """
    What a crash leaves: three lines, of which the function is cut where there is no room.

    Args:
        text: ``file:line in function: Type``, as both runtimes tell it alike.
    """
    crash = _CRASH.match(text)
    if crash is None:
        kind = _KIND.match(text)
        return b"\n\n" + (b"" if kind is None else kind[0].encode("ascii", "replace"))
    place, kind_name = crash["place"], crash["kind"]
    room = max(0, BYTES - len(place) - len(kind_name) - 2)
    function = (crash["function"] or "")[:room]
    return f"{place}\n{function}\n{kind_name}".encode("ascii", "replace")
