# SPDX-License-Identifier: MIT
"""Amounts and numbers on segments: one byte a digit, bits 0 to 6 are a to g, bit 7 is the point."""

import settings

_DIGITS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"
# Digits that an amount has at least; the first of them has the point, unless it is the only one.
_LEAST = settings.MONEY_DIGITS + 1
_POINT = 0x80 if settings.MONEY_DIGITS else 0
DASH = b"\x40"


def digits(cents: int, count: int) -> bytes:
    """Return an amount as ``count`` digits, right aligned, with a point before the decimals."""
    shown = bytearray(count)
    for place in range(count):
        if place < _LEAST or cents:
            shown[count - 1 - place] = _DIGITS[cents % 10]
        cents //= 10
    shown[count - _LEAST] |= _POINT
    return bytes(shown)


def number(value: int, count: int) -> bytes:
    """Return a number as ``count`` digits, right aligned, without a point."""
    shown = bytearray(count)
    for place in range(count):
        if value or not place:
            shown[count - 1 - place] = _DIGITS[value % 10]
        value //= 10
    return bytes(shown)
