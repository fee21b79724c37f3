# SPDX-License-Identifier: MIT
"""
What the dice cup's FRAM holds: one record in two copies, and a ring of its last throws.

Plain data in the format of nvram.py, whose functions read and write it here and on the host.
"""

import struct

PHASE_REST = 0
PHASE_SEALED = 1
PHASE_SHOWN = 2

_HEAD = (
    ("version", "H", 1, "layout version; another one is refused"),
    ("length", "H", 1, "bytes of the whole record"),
    ("sequence", "I", 1, "rises by one a commit; of the throws: number of the throw, from 1"),
)


def _tail(size: int) -> tuple:
    """Return the rows that end a layout, with a seal of so many bytes (nvram.tag)."""
    return (
        ("seal", f"{size}s", 1, f"first {size} bytes of the seal of everything before it"),
        ("crc", "I", 1, "CRC-32 of everything before it"),
    )


# Rows: name, struct code (little endian), how many, what it holds.
LAYOUT = (
    _HEAD
    + (
        ("serial", "I", 1, "serial number of the cup"),
        ("power_ups", "I", 1, "times the firmware started, never reset"),
        ("throws", "Q", 1, "throws made, never reset"),
        ("lifts", "Q", 1, "throws that were shown, never reset"),
        ("voids", "I", 1, "times the lid was lifted while the cup was shaken, never reset"),
        ("opens", "I", 1, "times the body was opened, never reset"),
        ("phase", "B", 1, "0 at rest, 1 thrown and covered, 2 thrown and shown"),
        ("bank", "B", 1, "place of the bank, 0 the croupier's"),
        ("tilt", "12s", 1, "code of the tilt, ASCII; empty when there is none"),
        ("outcome", "48s", 1, "outcome of the last throw as payout.step returned it"),
        ("state", "256s", 1, "state of the core as payout.step returned it"),
    )
    + _tail(32)
)
THROW_LAYOUT = (
    _HEAD
    + (
        ("faces", "B", 12, "of each die, 1 to 6; 0 where there is none"),
        ("bank", "B", 1, "place of the bank"),
        ("time_s", "I", 1, "calendar time"),
    )
    + _tail(16)
)


def _format(layout: tuple) -> str:
    """Return the struct format of a layout."""
    return "<" + "".join([row[1] * row[2] for row in layout])


FORMAT = _format(LAYOUT)
SIZE = struct.calcsize(FORMAT)
THROW_FORMAT = _format(THROW_LAYOUT)
THROW_SIZE = struct.calcsize(THROW_FORMAT)

SLOTS = (0x0000, 0x0400)
RING = 0x1000
RING_ROW = 64
RING_ROWS = 16
FACES = 12
