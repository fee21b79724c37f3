# SPDX-License-Identifier: MIT
"""
What a machine of type A keeps in the 256 bytes of its play state: nothing random, all of it readable.

Pure: bytes in, values out; the host reads and commissions with this same file. The bytes are committed in
the main record together with the money, so what a play won and what it cost can never come apart.

    raw = rows.put(rows.blank(), "tickets_won", 3)
    rows.get(raw, "tickets_won")       # 3
"""

import struct

VERSION = 1
SIZE = 256

# Rows: name, struct code (little endian), what it holds.
LAYOUT = (
    ("version", "H", "layout version; another one is refused"),
    ("ticket_way", "B", "1 while a ticket is between two notches of the dispenser"),
    ("tickets_won", "Q", "tickets won by skill (A-03), never reset"),
    ("tickets_out", "Q", "tickets that left the dispenser, never reset"),
    ("tickets_hand", "Q", "tickets that the attendant gave in their place, never reset"),
    ("tickets_stray", "I", "tickets seen leaving that nobody had asked for"),
)


def _places() -> dict:
    places = {}
    at = 0
    for name, code, _ in LAYOUT:
        places[name] = ("<" + code, at)
        at += struct.calcsize("<" + code)
    return places


_PLACES = _places()


def get(raw: bytes, name: str) -> int:
    """Return a row's value."""
    form, at = _PLACES[name]
    return struct.unpack_from(form, raw, at)[0]


def put(raw: bytes, name: str, value: int) -> bytes:
    """Return the bytes with another value in a row."""
    form, at = _PLACES[name]
    changed = bytearray(raw)
    struct.pack_into(form, changed, at, value)
    return bytes(changed)


def blank() -> bytes:
    """Return the bytes of a machine that was never played."""
    return put(bytes(SIZE), "version", VERSION)


def whole(raw: bytes) -> bool:
    """Tell whether the bytes can be those of a machine of type A."""
    return len(raw) == SIZE and get(raw, "version") == VERSION and tickets_owed(raw) >= 0


def tickets_owed(raw: bytes) -> int:
    """Return how many tickets were won and not given yet."""
    return get(raw, "tickets_won") - get(raw, "tickets_out") - get(raw, "tickets_hand")
