# SPDX-License-Identifier: MIT
"""A byte on a serial line: a start bit, eight data bits with the lowest first, a stop bit; idle is 1."""

from __future__ import annotations

from collections.abc import Iterator

BITS = 10


def bits_of(byte: int, begin_us: int, end_us: int) -> Iterator[tuple[int, int]]:
    """
    The line while a byte goes over it.

    Args:
        byte: 0 to 255.
        begin_us, end_us: of its ten bits, which are as long as whole microseconds let them be.

    Yields:
        (time, level) at the beginning of each bit.
    """
    frame = byte << 1 | 1 << BITS - 1
    for bit in range(BITS):
        yield begin_us + ((end_us - begin_us) * bit + BITS // 2) // BITS, frame >> bit & 1
