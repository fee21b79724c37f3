# SPDX-License-Identifier: MIT
"""
The declared strategy: what a player of the house does, by total, soft total or pair and the croupier's card.

    advised(("pedir", "plantarse", "doblar"), cards, up)      # "doblar"
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from machines.support.plain import read_toml
from machines.tables.games.black_jack.hands import ACE, points, soft, value
from machines.tables.games.black_jack.turns import (
    DOUBLE,
    FOLLOW,
    HIT,
    INSURE,
    PASS,
    SPLIT,
    STAND,
)

UPCARDS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
"""The croupier's cards in the order of a row."""
_WORDS = {"H": HIT, "S": STAND, "D": DOUBLE, "P": SPLIT}


@lru_cache(maxsize=1)
def rows() -> dict[str, dict[int, str]]:
    """The strategy's rows: ``hard`` and ``soft`` by points, ``pair`` by the value of a card."""
    data = read_toml((Path(__file__).parent / "strategy.toml").read_text(encoding="utf-8"))
    return {part: {int(name): str(row) for name, row in table.items()} for part, table in data.items()}


def letter(part: str, number: int, up: int) -> str:
    """What a row says against a card of the croupier's of this value."""
    return rows()[part][number][UPCARDS.index(up)]


def advised(words: Sequence[str], cards: Sequence[int], up: int) -> str:
    """
    What the strategy does of what may be done.

    Args:
        words: decisions that are offered.
        cards: of the hand.
        up: the croupier's card.
    """
    if INSURE in words or PASS in words:
        return PASS
    if FOLLOW in words:
        return FOLLOW
    against = value(up)
    if SPLIT in words:
        first = value(cards[0])
        if letter("pair", first, against) == "P" or (HIT not in words and first == ACE and against != ACE):
            return SPLIT
    if HIT not in words:
        return STAND if STAND in words else words[0]
    said = letter("soft" if soft(cards) else "hard", points(cards), against)
    word = _WORDS[said]
    return word if word in words else HIT
