# SPDX-License-Identifier: MIT
"""
One coup: the black row until it has 31 points or more, then the red one, unless the red card comes first.

    coup = deal_coup(cards, ends_at=31)
    coup.points, coup.result, coup.colour        # (32, 35), "negro", "inverso"
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from machines.tables.chance import RED_CARD
from machines.tables.refusal import TableError

NEGRA, ROJA = "negra", "roja"
DOUBLET, NULL = "31", "nulo"


class Coup(NamedTuple):
    """Both rows as far as they were dealt, where a row ends, and whether the red card annulled them."""

    negra: tuple[int, ...]
    roja: tuple[int, ...]
    ends_at: int
    annulled: bool = False

    @property
    def used(self) -> int:
        """So many cards, the red one apart."""
        return len(self.negra) + len(self.roja)

    @property
    def points(self) -> tuple[int, int]:
        """Of the black row and of the red one."""
        return points(self.negra), points(self.roja)

    @property
    def result(self) -> str:
        """``negro``, ``rojo``, ``nulo``, or ``31`` where both rows have it; nothing in an annulled coup."""
        black, red = self.points
        if self.annulled:
            return ""
        if black == red:
            return DOUBLET if black == self.ends_at else NULL
        return "negro" if black < red else "rojo"

    @property
    def colour(self) -> str:
        """``color`` where the winning row has the colour of the first card of the black one; ``inverso``."""
        if self.result not in ("negro", "rojo"):
            return ""
        return "color" if is_red(self.negra[0]) == (self.result == "rojo") else "inverso"


def value(card: int) -> int:
    """Points of a card: pictures ten, an ace one, others as they say."""
    rank = card % 52 // 4
    return 1 if rank == 12 else min(10, rank + 2)


def points(cards: Sequence[int]) -> int:
    """Of a row."""
    return sum(map(value, cards))


def is_red(card: int) -> bool:
    """Whether a card is a heart or a diamond."""
    return card % 4 in (1, 2)


def deal_coup(cards: Sequence[int], ends_at: int) -> Coup:
    """
    The coup that cards make in the order in which they leave the shoe, ``RED_CARD`` among them.

    Raises:
        TableError: they end before the red row has.
    """
    rows: tuple[list[int], list[int]] = ([], [])
    at = 0
    for card in cards:
        if card == RED_CARD:
            return Coup(tuple(rows[0]), tuple(rows[1]), ends_at, annulled=True)
        rows[at].append(card)
        if points(rows[at]) >= ends_at:
            at += 1
            if at == len(rows):
                return Coup(tuple(rows[0]), tuple(rows[1]), ends_at)
    raise TableError(f"cards must be dealt until both rows end (got {len(cards)} cards)", "cards", "4, V.3")
