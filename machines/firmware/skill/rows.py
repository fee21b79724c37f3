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
# Row "light" of a round in which nobody pressed.
NO_LIGHT = 255

# Rows: name, struct code (little endian), what it holds. As in every type the machine number is at byte 8.
LAYOUT = (
    ("version", "H", "layout version; another one is refused"),
    ("ticket_way", "B", "1 while a ticket is between two notches of the dispenser"),
    ("round", "B", "rounds of the play that are over"),
    ("light", "B", "light on which the last press stopped, from 0, the mark; 255: nobody pressed"),
    ("won", "B", "award of the last play, from 1 in the order of AWARDS; 0: none"),
    ("extra_owed", "B", "1 while the next play costs nothing (A-02)"),
    ("extra_given", "B", "plays by which the price that was paid last has been extended"),
    ("machine", "Q", "machine number"),
    ("tickets_won", "Q", "tickets won by skill (A-03), never reset"),
    ("tickets_out", "Q", "tickets that left the dispenser, never reset"),
    ("tickets_hand", "Q", "tickets that the attendant gave in their place, never reset"),
    ("extra_plays", "Q", "plays that cost nothing, never reset"),
    ("refunds", "Q", "prices given back by skill (A-03), never reset"),
    ("tickets_stray", "I", "tickets seen leaving that nobody had asked for"),
    ("price_cents", "I", "price that the operator has set; 0 while it is the model's"),
    ("paid_cents", "I", "price that was paid for the play, or for the one that it extends"),
    ("points", "I", "points of the play so far"),
    ("best", "I", "most points of any play"),
    ("left_ms", "I", "time left on the clock of a memory game when its last round was over"),
    ("tickets_test", "Q", "tickets that tests drew, never reset"),
    ("game", "B", "number of the game that the operator has set, from 0 in the order of GAMES (A-06)"),
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
    return put(put(bytes(SIZE), "version", VERSION), "light", NO_LIGHT)


def whole(raw: bytes) -> bool:
    """Tell whether the bytes can be those of a machine of type A."""
    if len(raw) != SIZE or get(raw, "version") != VERSION:
        return False
    return tickets_owed(raw) >= 0 and get(raw, "extra_owed") <= 1


def tickets_owed(raw: bytes) -> int:
    """Return how many tickets were won and not given yet."""
    return get(raw, "tickets_won") - get(raw, "tickets_out") - get(raw, "tickets_hand")
