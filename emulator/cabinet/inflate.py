# SPDX-License-Identifier: MIT
"""Unpacks compressed data of others, up to the largest size that its format allows."""

from __future__ import annotations

import zlib


def inflate(data: bytes, most: int) -> bytes:
    """
    Unpack zlib data (RFC 1950).

    Args:
        data: all of it, and nothing behind it.
        most: bytes that it may unpack to.

    Raises:
        ValueError: it is damaged, cut short, followed by other bytes, or unpacks to more.
    """
    unpacked, rest = inflate_head(data, most)
    if rest:
        raise ValueError(f"compressed data must end where it ends (got {len(rest)} bytes more)")
    return unpacked


def inflate_head(data: bytes, most: int) -> tuple[bytes, bytes]:
    """What the zlib data in front of other bytes unpack to, and those bytes; see ``inflate``."""
    unpacker = zlib.decompressobj()
    try:
        unpacked = unpacker.decompress(data, most + 1)
    except zlib.error as error:
        raise ValueError(f"compressed data must be whole: {error}") from error
    if len(unpacked) > most:
        raise ValueError(f"compressed data must unpack to at most {most:,} bytes (got more)")
    if not unpacker.eof:
        raise ValueError("compressed data must be whole (got their beginning)")
    return unpacked, unpacker.unused_data
