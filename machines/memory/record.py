# SPDX-License-Identifier: MIT
"""
What a FRAM image says, decoded once as long as it says the same.

A cabinet is asked for its tilt, its counters and its balances again and again between two commits.
"""

from __future__ import annotations

import functools

from machines.firmware import nvram
from machines.memory.chip import Seals
from machines.support.plain import Json

# Behind both copies of the main record and of the marks: nothing further on decides what ``decode`` returns.
_END = max(*nvram.SLOTS, *nvram.MARKS_SLOTS) + max(nvram.MAIN_SIZE, nvram.MARKS_SIZE)


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
    return nvram.decode(copies, seals)
