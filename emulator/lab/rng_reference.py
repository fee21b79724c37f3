# SPDX-License-Identifier: MIT
"""
The generator once more, in numpy, from RFC 8439 and docs/rng.md and sharing no code with the core.

    words(key, 1, 0, 0, 1000)               # words 0 to 999 with which machine 1 decides its plays
    below(key, 1, 0, 0, [24] * 1000)        # the same, each scaled to a draw below 24

A laboratory's way of telling that draws are what they are said to be: both must agree, draw by draw.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np

from emulator.lab.rng_stats import Array

_COLUMNS = tuple((i, i + 4, i + 8, i + 12) for i in range(4))
_DIAGONALS = tuple((i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12) for i in range(4))
_ROUNDS = 10  # of columns and diagonals: ChaCha20
_WORDS = 16  # of a block


def blocks(key: bytes, stream: int, first: int, count: int) -> Array:
    """Blocks of a stream as words, shape (count, 16) (RFC 8439 section 2.3; 64-bit counter and stream)."""
    start = np.empty((_WORDS, count), np.uint32)
    numbers = np.arange(first, first + count, dtype=np.uint64)
    head = struct.unpack("<12I", b"expand 32-byte k" + key)
    for place, value in enumerate((*head, None, None, *struct.unpack("<2I", struct.pack("<Q", stream)))):
        if value is not None:
            start[place] = value
    start[12], start[13] = numbers.astype(np.uint32), (numbers >> np.uint64(32)).astype(np.uint32)
    x = start.copy()
    for _ in range(_ROUNDS):
        for a, b, c, d in _COLUMNS + _DIAGONALS:
            for into, other, mixed, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[into] += x[other]
                value = x[mixed] ^ x[into]
                x[mixed] = value << np.uint32(bits) | value >> np.uint32(32 - bits)
    return np.ascontiguousarray((x + start).T)


def words(key: bytes, machine: int, purpose: int, first: int, count: int, rejection: int = 0) -> Array:
    """Words of one purpose of a machine, from ``first`` on."""
    begin, end = first // _WORDS, -(-(first + count) // _WORDS)
    stream = machine | purpose << 40 | rejection << 48
    every = blocks(key, stream, begin, end - begin).ravel()
    return every[first - begin * _WORDS :][:count]


def below(key: bytes, machine: int, purpose: int, first: int, bounds: Sequence[int]) -> list[int]:
    """
    One draw below each bound, from the words from ``first`` on; a bound of 2^32 or more takes pairs.

    A value of all words would come up to one time too often for some draws; the words that are too many are
    rejected, and the same one of the next stream is drawn instead.
    """
    wide = max(bounds) >> 32
    size, each = (64, 2) if wide else (32, 1)
    found = [-1] * len(bounds)
    left = list(range(len(bounds)))
    rejection = 0
    while left:
        low, high = left[0], left[-1] + 1
        drawn = words(key, machine, purpose, each * (first + low), each * (high - low), rejection).tolist()
        again = []
        for place in left:
            at = each * (place - low)
            number = drawn[at] | drawn[at + 1] << 32 if wide else drawn[at]
            scaled = number * bounds[place]
            if scaled % (1 << size) < (1 << size) % bounds[place]:
                again.append(place)
            else:
                found[place] = scaled >> size
        left, rejection = again, rejection + 1
    return found
