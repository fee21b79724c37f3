# SPDX-License-Identifier: MIT
"""
One coup: who draws a third card, and who wins, by the table of Anexo VI.

    coup = play_coup(cards, rules)      # punto, banca, punto, banca, then the third ones
    coup.winner, coup.used
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from machines.support.plain import JsonView
from machines.tables.refusal import TableError

NATURAL = 8
_NONE = 10


class Coup(NamedTuple):
    """Both hands, their points, who won (``punto``, ``banca`` or ``tie``), and how many cards that took."""

    punto: tuple[int, ...]
    banca: tuple[int, ...]
    winner: str
    used: int


def value(card: int) -> int:
    """Points of a card: tens and courts none, an ace one."""
    rank = card % 52 // 4
    return 1 if rank == 12 else 0 if rank >= 8 else rank + 2


def points(cards: Sequence[int]) -> int:
    """The units of a sum."""
    return sum(map(value, cards)) % 10


def play_coup(cards: Sequence[int], data: JsonView) -> Coup:
    """
    The coup that cards in dealing order make.

    Args:
        data: rules.toml of the game.

    Raises:
        TableError: there are too few of them.
    """
    if len(cards) < 4:
        raise TableError(f"cards of a coup must be 4 to 6 (got {len(cards)})", "cards", "6, VI.2")
    punto, banca, used = [cards[0], cards[2]], [cards[1], cards[3]], 4
    if max(points(punto), points(banca)) < NATURAL:
        third = _NONE
        if points(punto) <= data["punto_draws_to"]:
            punto.append(_next(cards, used))
            third, used = value(punto[-1]), used + 1
        if data["bank_draws"][points(banca)][third] == "T":
            banca.append(_next(cards, used))
            used += 1
    ours, theirs = points(punto), points(banca)
    winner = "tie" if ours == theirs else "punto" if ours > theirs else "banca"
    return Coup(tuple(punto), tuple(banca), winner, used)


def _next(cards: Sequence[int], used: int) -> int:
    if len(cards) <= used:
        raise TableError(f"a third card must be dealt (got {len(cards)} cards)", "cards", "6, VI.2")
    return cards[used]
