# SPDX-License-Identifier: MIT
"""The dot-matrix letters, five columns of seven dots, with the marks of Spain's languages."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Columns from left to right, bit 0 uppermost, for the characters from space to tilde.
_COLUMNS = [
    "0000000000",
    "00005f0000",
    "0007000700",
    "147f147f14",
    "242a7f2a12",
    "2313086462",
    "3649562050",
    "0008070300",
    "001c224100",
    "0041221c00",
    "2a1c7f1c2a",
    "08083e0808",
    "0080703000",
    "0808080808",
    "0000606000",
    "2010080402",
    "3e5149453e",
    "00427f4000",
    "4261514946",
    "2141454b31",
    "1814127f10",
    "2745454539",
    "3c4a494930",
    "0171090503",
    "3649494936",
    "064949291e",
    "0000140000",
    "0040340000",
    "0008142241",
    "1414141414",
    "0041221408",
    "0201510906",
    "324979413e",
    "7e1111117e",
    "7f49494936",
    "3e41414122",
    "7f4141221c",
    "7f49494941",
    "7f09090901",
    "3e41415132",
    "7f0808087f",
    "00417f4100",
    "2040413f01",
    "7f08142241",
    "7f40404040",
    "7f0204027f",
    "7f0408107f",
    "3e4141413e",
    "7f09090906",
    "3e4151215e",
    "7f09192946",
    "4649494931",
    "01017f0101",
    "3f4040403f",
    "1f2040201f",
    "7f2018207f",
    "6314081463",
    "0304780403",
    "6151494543",
    "007f414100",
    "0204081020",
    "0041417f00",
    "0402010204",
    "4040404040",
    "0003070800",
    "2054547840",
    "7f28444438",
    "3844444428",
    "384444287f",
    "3854545418",
    "00087e0902",
    "18a4a49c78",
    "7f08040478",
    "00447d4000",
    "2040403d00",
    "7f10284400",
    "00417f4000",
    "7c04780478",
    "7c08040478",
    "3844444438",
    "fc18242418",
    "18242418fc",
    "7c08040408",
    "4854545424",
    "04043f4424",
    "3c4040207c",
    "1c2040201c",
    "3c4030403c",
    "4428102844",
    "4c9090907c",
    "4464544c44",
    "0008364100",
    "0000770000",
    "0041360800",
    "0201020402",
]

ROWS = 9  # two above the seven, for marks on capitals
_BASE_ROW = 2
# Marks as (row over the letter, column) pairs; row 0 is the upper of the two.
_MARKS = {
    "\u0301": ((0, 3), (1, 2)),
    "\u0300": ((0, 1), (1, 2)),
    "\u0302": ((0, 2), (1, 1), (1, 3)),
    "\u0303": ((0, 1), (0, 2), (1, 3), (0, 4), (1, 0)),
    "\u0308": ((0, 1), (0, 3)),
}
_OTHERS = {
    "¡": "00007d0000",
    "¿": "3048452020",
    "·": "0000080000",
    "€": "143e555541",
    "Ç": "0e5171110a",
    "ç": "0c52721204",
    "º": "0006090906",
    "ª": "0005050f00",
    "×": "0022140822",
}

Dots = frozenset[tuple[int, int]]


@lru_cache(maxsize=512)
def glyph(letter: str) -> tuple[int, Dots]:
    """
    A letter's width in dots and its lit dots as (column, row), row 0 uppermost of ROWS.

    Letters are proportional: empty columns at their sides are left out. What has no drawing is a box.
    """
    if letter == " ":
        return 3, frozenset()
    base, *marks = list(unicodedata.normalize("NFD", letter))
    columns = bytes.fromhex(_OTHERS.get(letter) or _table(base))
    dots = {(x, y + _BASE_ROW) for x, bits in enumerate(columns) for y in range(7) if bits >> y & 1}
    if base == "i" and marks:
        dots = {(x, y) for x, y in dots if y != _BASE_ROW}
    top = min((y for _, y in dots), default=_BASE_ROW)
    for mark in marks:
        dots |= {(x, top - 2 + y) for y, x in _MARKS.get(mark, ())}
    left = min(x for x, _ in dots)
    return max(x for x, _ in dots) - left + 1, frozenset((x - left, y) for x, y in dots)


def _table(base: str) -> str:
    place = ord(base) - 32
    return _COLUMNS[place] if 0 <= place < len(_COLUMNS) else "7f4141417f"


def typeset(message: str) -> tuple[int, Dots]:
    """A whole line: its width in dots, one free column between letters, and its lit dots."""
    x = 0
    lit: set[tuple[int, int]] = set()
    for letter in message:
        width, dots = glyph(letter)
        lit |= {(x + column, row) for column, row in dots}
        x += width + 1
    return max(0, x - 1), frozenset(lit)
