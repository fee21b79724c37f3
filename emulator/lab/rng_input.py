# SPDX-License-Identifier: MIT
"""
Random data from outside, read for the batteries: bits, or draws below a number.

    read_bits(data)                # array of 0 and 1
    read_draws(data, 37)           # array of whole numbers below 37

Text is told from bytes by itself: a file with nothing in it but digits, blanks, commas and brackets is text.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np

from emulator.lab.rng_stats import Array, StatisticsError

BELOW_MAX = 1 << 32
_TEXT = re.compile(rb"[0-9\s,;\[\]]*\Z")
_BITS = re.compile(rb"[01\s]*\Z")
_PARTS = re.compile(r"[\s,;]+")
_PIECE_BYTES = 1 << 20


class InputError(StatisticsError):
    """Data from outside that are not what they are said to be."""


def read_data(name: str, most_bytes: int) -> bytes:
    """
    The first bytes of a file, or of standard input for "-", which may have no end.

    Raises:
        OSError: it cannot be read.
    """
    if name != "-":
        with Path(name).open("rb") as stream:
            return stream.read(most_bytes)
    pieces, left = [], most_bytes
    while left and (piece := sys.stdin.buffer.read(min(left, _PIECE_BYTES))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def read_bits(data: bytes) -> Array:
    """Bits of bytes, the highest first, or those of a text of 0 and 1."""
    if data and _BITS.match(data):
        raw = np.frombuffer(data, np.uint8)
        return np.asarray(raw[(raw == ord("0")) | (raw == ord("1"))] - ord("0"))
    return np.unpackbits(np.frombuffer(data, np.uint8))


def read_draws(data: bytes, below: int) -> Array:
    """
    Draws below a number.

    Text holds whole numbers, parted by blanks, commas or ends of lines, or JSON lines: a number or a list of
    numbers each. Bytes hold one draw in 1 byte where ``below`` is 256 or less, in 2 up to 65,536, in 4 up to
    2^32, little endian.

    Raises:
        InputError: something is no whole number, or not below ``below``; it says where.
    """
    if not 2 <= below <= BELOW_MAX:
        raise InputError(f"draws must be below 2 to {BELOW_MAX:,} (got {below:,})")
    values = _text_draws(data) if _TEXT.match(data) else _byte_draws(data, below)
    beyond = np.flatnonzero(values >= below)
    if len(beyond):
        place = int(beyond[0])
        raise InputError(f"draw {place + 1:,} must be below {below:,} (got {int(values[place]):,})")
    return values


def _byte_draws(data: bytes, below: int) -> Array:
    size = 1 if below <= 1 << 8 else 2 if below <= 1 << 16 else 4
    if len(data) % size:
        raise InputError(f"draws below {below:,} must take {size} bytes each (got {len(data):,} bytes)")
    return np.frombuffer(data, f"<u{size}").astype(np.int64)


def _text_draws(data: bytes) -> Array:
    found: list[int] = []
    for number, line in enumerate(data.decode("ascii").splitlines(), start=1):
        try:
            found += _line_draws(line)
        except (ValueError, TypeError):
            raise InputError(
                f"line {number:,} must hold whole numbers or a JSON list of them (got {line[:40]!r})"
            ) from None
    try:
        return np.array(found, dtype=np.int64)
    except OverflowError:
        raise InputError(f"draws must be below {BELOW_MAX:,} (got {max(found):,})") from None


def _line_draws(line: str) -> list[int]:
    if "[" in line or "]" in line:
        return [int(value) for value in json.loads(line)]
    return [int(part) for part in _PARTS.split(line) if part]
