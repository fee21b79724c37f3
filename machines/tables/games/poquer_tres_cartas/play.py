# SPDX-License-Identifier: MIT
"""Best play: go on with queen, six and four or better, which odds.py works out of every hand."""

from __future__ import annotations

from collections.abc import Sequence

from machines.tables.games.poquer_tres_cartas.hands import worth

LEAST = (0, 10, 4, 2)
"""Queen, six, four: of hands at which going on loses less than the ante the lowest."""


def plays(cards: Sequence[int]) -> bool:
    """Whether the second bet is worth it."""
    return worth(cards) >= LEAST
