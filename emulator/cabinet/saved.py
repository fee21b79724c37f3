# SPDX-License-Identifier: MIT
"""
Saved states as bytes: memories as differences, plain values as text, and nothing that can run when read.

    data = pack({"version": 4, "memory": difference(before, now)})
    unpack(data)["version"]
"""

from __future__ import annotations

import ast
import struct
import zlib
from typing import Any

from emulator.cabinet.inflate import inflate_head
from machines.support.plain import Json

# Changes of a memory are kept in pieces of so many bytes.
PIECE_BYTES = 64
_PART_BYTES = 2048
_MOST_PIECES = 1 << 16
# Bytes shorter than this stand in the text; longer ones behind it, where they cost no escapes.
_BLOCK_BYTES = 512
# The text of a cabinet has some 30,000 characters, most of them numbers of coins; reading a text takes
# up to 500 times its size.
_TEXT_MOST = 1 << 18
# What Python says of a text that nests too deeply, by how it does.
_TOO_DEEP = (RecursionError, MemoryError)


def difference(base: bytes | bytearray, now: bytes | bytearray) -> bytes:
    """
    What changed in a memory that kept its size: number of pieces u32, their places u16 each, the pieces.

    Args:
        base: the memory before, a whole number of pieces.
        now: the memory after, as long as ``base``.
    """
    if len(base) != len(now) or len(now) % PIECE_BYTES:
        raise ValueError(f"memories must be equally many pieces (got {len(base)} and {len(now)} bytes)")
    # A step changes a few pieces, so most of the memory is passed over in large parts.
    places = [
        at
        for part in range(0, len(now), _PART_BYTES)
        if base[part : part + _PART_BYTES] != now[part : part + _PART_BYTES]
        for at in range(part, min(part + _PART_BYTES, len(now)), PIECE_BYTES)
        if base[at : at + PIECE_BYTES] != now[at : at + PIECE_BYTES]
    ]
    numbers = struct.pack(f"<I{len(places)}H", len(places), *(at // PIECE_BYTES for at in places))
    return numbers + b"".join(now[at : at + PIECE_BYTES] for at in places)


def changed(base: bytes, changes: bytes) -> bytes:
    """The memory that ``difference`` described; ValueError for bytes that it did not return."""
    memory = bytearray(base)
    change(memory, changes)
    return bytes(memory)


def change(into: bytearray, changes: bytes) -> None:
    """Make the changes that ``difference`` described; ValueError for bytes that it did not return."""
    try:
        (count,) = struct.unpack_from("<I", changes)
        places = struct.unpack_from(f"<{min(count, _MOST_PIECES)}H", changes, 4)
    except struct.error as error:
        raise ValueError(f"changes must be what difference() returned ({error})") from error
    first = 4 + 2 * count
    if len(changes) != first + count * PIECE_BYTES or max(places, default=-1) >= len(into) // PIECE_BYTES:
        raise ValueError(f"changes must be {count} pieces of {len(into)} bytes (got {len(changes)} bytes)")
    for number, place in enumerate(places):
        at = first + number * PIECE_BYTES
        into[place * PIECE_BYTES : (place + 1) * PIECE_BYTES] = changes[at : at + PIECE_BYTES]


def pack(value: Json) -> bytes:
    """
    Plain values as bytes, the same for the same values on every computer.

    Args:
        value: None, bools, ints, strings, bytes, lists, tuples and dicts of these; no sets, which stand for
            the places of long bytes here.
    """
    blocks: list[bytes] = []
    text = _lift(value, blocks)
    body = b"".join(blocks)
    text["blocks"] = [len(block) for block in blocks]
    text["crc"] = zlib.crc32(body)
    return zlib.compress(repr(text).encode(), 1) + body


def unpack(data: bytes) -> Json:
    """The values that ``pack`` was given; ValueError for other bytes."""
    try:
        text, body = inflate_head(data, _TEXT_MOST)
        value = ast.literal_eval(text.decode())
        sizes = value.pop("blocks", [])
        if sum(sizes) != len(body) or value.pop("crc", 0) != zlib.crc32(body):
            raise ValueError("cut short or altered")
        blocks, start = [], 0
        for size in sizes:
            blocks.append(body[start : start + size])
            start += size
        found = _lower(value, blocks)
    except (SyntaxError, ValueError, TypeError, AttributeError, IndexError, *_TOO_DEEP) as error:
        raise ValueError(f"data must be what pack() returned ({error})") from error
    if type(found) is not dict:
        raise ValueError("data must hold a dict")
    return found


def _lift(value: Any, blocks: list[bytes]) -> Any:
    if type(value) is dict:
        return {key: _lift(item, blocks) for key, item in value.items()}
    if type(value) is bytes and len(value) >= _BLOCK_BYTES:
        blocks.append(value)
        return {len(blocks) - 1}
    return value


def _lower(value: Any, blocks: list[bytes]) -> Any:
    if type(value) is dict:
        return {key: _lower(item, blocks) for key, item in value.items()}
    return blocks[min(value)] if type(value) is set else value
