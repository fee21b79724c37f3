# SPDX-License-Identifier: MIT
"""
Fonts of a maker's own: whether a file is one, and whether it has the letters that it must write.

    wrong_font(data, "ABC 0123 €")     # "" of one that can, else what it must be

Only the directory of the file and its map of characters are read, each offset held to the file's length.
Source: Microsoft and Apple, OpenType 1.9: "The OpenType font file", "cmap".
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import lru_cache

from machines import MachinesError

FONT_BYTES_MAX = 2_000_000
_KINDS = (b"\0\1\0\0", b"true", b"OTTO")
_NEEDED = (b"cmap", b"head", b"hhea", b"hmtx", b"maxp")
_OUTLINES = (b"glyf", b"CFF ", b"CFF2")
# The maps of characters that are read, the best first: platform, encoding.
_MAPS = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0))
_SHOWN = 12

Has = Callable[[int], bool]


class FontError(MachinesError):
    """What a file must be that is no font."""


def wrong_font(data: bytes, letters: str) -> str:
    """
    What a font file must be and is not; "" of one that writes all of ``letters``.

    Args:
        data: a whole TrueType or OpenType file.
        letters: what it must have, in any order; spaces do not count.
    """
    try:
        missing = missing_letters(data, letters)
    except FontError as error:
        return str(error)
    if missing:
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        return f"a font with every letter that it writes (it lacks {' '.join(missing[:_SHOWN])}{more})"
    return ""


def missing_letters(data: bytes, letters: str) -> list[str]:
    """
    Those of ``letters`` that a font has not, sorted; spaces do not count.

    Raises:
        FontError: it is no font.
    """
    try:
        has = _map_of(data)
        return sorted({letter for letter in letters if not letter.isspace() and not has(ord(letter))})
    except (struct.error, IndexError):
        raise FontError("a font file (its tables reach past its end)") from None


@lru_cache(maxsize=16)
def _map_of(data: bytes) -> Has:
    if data[:4] not in _KINDS:
        raise FontError("a TrueType or OpenType font (its first bytes are none's; WOFF is not read)")
    count = struct.unpack_from(">H", data, 4)[0]
    tables: dict[bytes, tuple[int, int]] = {}
    for number in range(count):
        name, _, offset, length = struct.unpack_from(">4sLLL", data, 12 + 16 * number)
        if offset + length > len(data):
            raise FontError("a font file (its tables reach past its end)")
        tables[name] = (offset, length)
    for name in _NEEDED:
        if name not in tables:
            raise FontError(f"a font file (it has no table {name.decode().strip()})")
    if not any(name in tables for name in _OUTLINES):
        raise FontError("a font of outlines (it has pictures alone)")
    start, length = tables[b"cmap"]
    return _cmap(data[start : start + length])


def _cmap(table: bytes) -> Has:
    count = struct.unpack_from(">H", table, 2)[0]
    rows: dict[tuple[int, int], int] = {}
    for number in range(count):
        platform, encoding, offset = struct.unpack_from(">HHL", table, 4 + 8 * number)
        rows.setdefault((platform, encoding), offset)
    for wanted in _MAPS:
        if wanted not in rows:
            continue
        part = table[rows[wanted] :]
        form = struct.unpack_from(">H", part)[0]
        if form in (4, 12):
            return _segments(part) if form == 4 else _groups(part)
    raise FontError("a font with a map of Unicode characters (it has none of format 4 or 12)")


def _segments(part: bytes) -> Has:
    """Format 4: segments of the basic plane."""
    count = struct.unpack_from(">H", part, 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", part, 14)
    starts = struct.unpack_from(f">{count}H", part, 16 + 2 * count)
    deltas = struct.unpack_from(f">{count}H", part, 16 + 4 * count)
    ranges_at = 16 + 6 * count
    ranges = struct.unpack_from(f">{count}H", part, ranges_at)

    def has(code: int) -> bool:
        for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
            if start <= code <= end:
                if not ranges[number]:
                    return bool((code + deltas[number]) & 0xFFFF)
                at = ranges_at + 2 * number + ranges[number] + 2 * (code - start)
                return struct.unpack_from(">H", part, at) != (0,)
        return False

    return has


def _groups(part: bytes) -> Has:
    """Format 12: groups of any plane."""
    count = struct.unpack_from(">L", part, 12)[0]
    if 16 + 12 * count > len(part):
        raise FontError("a font file (its map of characters reaches past its end)")
    rows: list[tuple[int, int, int]] = list(struct.iter_unpack(">LLL", part[16 : 16 + 12 * count]))

    def has(code: int) -> bool:
        for start, end, glyph in rows:
            if start <= code <= end:
                return glyph + code - start != 0
        return False

    return has
