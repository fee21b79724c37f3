# SPDX-License-Identifier: MIT
"""What a ccTalk device says of itself: headers 246 to 241, 197, 196 and 4."""

from __future__ import annotations

from typing import NamedTuple


class Identity(NamedTuple):
    """What a peripheral says of itself."""

    category: str
    product: str
    serial: int
    manufacturer: str
    software: str = "AZAR-1.00"
    build: str = "STD01"
    created: tuple[int, int, int] = (1, 1, 2026)
    """Day, month, year."""
    base_year: int = 2020
    program: bytes = b"azar"
    """What header 197 makes its checksum of."""
    revision: tuple[int, int, int] = (1, 4, 7)
    """Release of the product, issue of the specification: header 4."""
