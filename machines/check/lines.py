# SPDX-License-Identifier: MIT
"""
The lines of the board that coins and hoppers have, which are named for coins of the euro.

    coin_lines([10, 100])    # {10: 10, 100: 100}: each has the line of its name
    coin_lines([25, 100])    # {25: 10, 100: 20}: coins of another money, on the lines in order of value
"""

from __future__ import annotations

from collections.abc import Sequence

from machines.firmware import pins


def _numbers(before: str, after: str = "") -> tuple[int, ...]:
    """Cents in the names of lines, ascending."""
    names = [name for name, *_ in pins.PINS if name.startswith(before) and name.endswith(after)]
    return tuple(sorted(int(name.split("_")[1]) for name in names))


COIN_LINES = _numbers("coin_")
"""Cents in the names of the acceptor's lines."""
HOPPER_LINES = _numbers("hopper_", "_motor")
"""Cents in the names of the hoppers' lines."""


def coin_lines(coins_cents: Sequence[int]) -> dict[int, int]:
    """By coin, ascending, the number in the names of its lines."""
    return _lines(coins_cents, COIN_LINES)


def hopper_lines(coins_cents: Sequence[int]) -> dict[int, int]:
    """By a hopper's coin, ascending, the number in the names of its lines."""
    return _lines(coins_cents, HOPPER_LINES)


def _lines(coins_cents: Sequence[int], numbers: Sequence[int]) -> dict[int, int]:
    own = set(coins_cents) <= set(numbers)
    return {cents: cents for cents in coins_cents} if own else dict(zip(coins_cents, numbers, strict=False))
