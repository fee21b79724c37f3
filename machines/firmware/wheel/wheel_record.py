# SPDX-License-Identifier: MIT
"""
What the electronic wheel's FRAM holds: one record in two copies, and a ring of its last draws.

Plain data in the format of nvram.py, whose functions read and write it here and on the host.
"""

import struct

PHASE_REST = 0
PHASE_DRAWN = 1
PHASE_SHOWN = 2

_HEAD = (
    ("version", "H", 1, "layout version; another one is refused"),
    ("length", "H", 1, "bytes of the whole record"),
    ("sequence", "I", 1, "rises by one a commit; of the draws: number of the draw, from 1"),
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
        ("serial", "I", 1, "serial number of the wheel"),
        ("power_ups", "I", 1, "times the firmware started, never reset"),
        ("draws", "Q", 1, "pockets drawn, never reset"),
        ("shows", "Q", 1, "draws that were shown, never reset"),
        ("nulls", "I", 1, "throws that were null without a tilt, never reset"),
        ("voids", "I", 1, "throws that a tilt ended, never reset"),
        ("opens", "I", 1, "times the body was opened, never reset"),
        ("phase", "B", 1, "0 at rest, 1 drawn and not yet shown, 2 drawn and shown"),
        ("tilt", "12s", 1, "code of the tilt, ASCII; empty when there is none"),
        ("outcome", "48s", 1, "outcome of the last draw as payout.step returned it"),
        ("state", "256s", 1, "state of the core as payout.step returned it"),
    )
    + _tail(32)
)
DRAW_LAYOUT = (
    _HEAD
    + (
        ("pocket", "H", 1, "from 0, clockwise"),
        ("number", "H", 1, "that is written on it"),
        ("laps", "H", 1, "that the ball was seen to run before it fell"),
        ("time_s", "I", 1, "calendar time"),
    )
    + _tail(16)
)


def _format(layout: tuple) -> str:
    """Return the struct format of a layout."""
    return "<" + "".join([row[1] * row[2] for row in layout])


FORMAT = _format(LAYOUT)
SIZE = struct.calcsize(FORMAT)
DRAW_FORMAT = _format(DRAW_LAYOUT)
DRAW_SIZE = struct.calcsize(DRAW_FORMAT)

SLOTS = (0x0000, 0x0400)
RING = 0x1000
RING_ROW = 64
RING_ROWS = 16
