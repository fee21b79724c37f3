# SPDX-License-Identifier: MIT
"""How ccTalk names a coin: six characters, or the one byte of the coin value format."""

from __future__ import annotations

# A position without a coin, and one whose coin was taught.
EMPTY_ID = "......"
TAUGHT_ID = "TK000A"


def coin_id(cents: int) -> str:
    """The six characters of a euro coin, issue A, as header 184 gives them."""
    return f"EU{cents:03d}A"


def cvf(cents: int) -> int:
    """The value in the coin value format: to 127 itself, else a tenth with bit 7; 0 if neither can say it."""
    if cents < 128:
        return cents
    return 128 | cents // 10 if cents % 10 == 0 and cents // 10 < 128 else 0
