# SPDX-License-Identifier: MIT
"""
What the FRAM of a device holds: one record in two copies, and a ring of what it drew last.

Plain data in the format of nvram.py, whose functions read and write it here and on the host. The rows of each
kind of device are its own (cup_rows, wheel_rows).
"""

import struct

# Of the row ``phase``: nothing is to be seen, drawn and not yet shown, shown.
PHASE_REST = 0
PHASE_DRAWN = 1
PHASE_SHOWN = 2

SLOTS = (0x0000, 0x0400)
RING = 0x1000
RING_ROW = 64
RING_ROWS = 16
_RECORD_SEAL = 32
_ROW_SEAL = 16


def _framed(rows: tuple, seal: int) -> tuple:
    """Return a layout: head, rows, and a seal of so many bytes (nvram.tag)."""
    head = (
        ("version", "H", 1, "layout version; another one is refused"),
        ("length", "H", 1, "bytes of the whole record"),
        ("sequence", "I", 1, "rises by one a commit; in the ring: number of the draw, from 1"),
    )
    tail = (
        ("seal", f"{seal}s", 1, f"first {seal} bytes of the seal of everything before it"),
        ("crc", "I", 1, "CRC-32 of everything before it"),
    )
    return head + rows + tail


class Layout:
    """Rows (name, struct code, how many, what it holds), little endian, with their format and size."""

    def __init__(self, rows: tuple, seal: int) -> None:
        self.rows = _framed(rows, seal)
        self.format = "<" + "".join([row[1] * row[2] for row in self.rows])
        self.size = struct.calcsize(self.format)


def record(rows: tuple) -> Layout:
    """Return the layout of a record."""
    return Layout(rows, _RECORD_SEAL)


def ring(rows: tuple) -> Layout:
    """Return the layout of a row of the ring."""
    return Layout(rows, _ROW_SEAL)


def place(number: int) -> int:
    """Return where the row of a draw stands."""
    return RING + number % RING_ROWS * RING_ROW
