# SPDX-License-Identifier: MIT
"""
Exact figures: all 22,100 hands, each against all 18,424 of the bank's.

Hands of the bank that share no card with the player's are counted by inclusion and exclusion: all, less those
with each card, and those with two or all three of them put back.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from machines.tables.figure import Figure
from machines.tables.games.poquer_tres_cartas.hands import DECK, KINDS, qualifies, worth
from machines.tables.games.poquer_tres_cartas.settle import PLUS
from machines.tables.riders import ANTE, SECOND
from machines.tables.rules import Rules

AGAINST = 18_424
"""Hands of the bank beside a player's."""
_RANKS = 14


class Stands(NamedTuple):
    """
    How every hand stands to the bank's, one row a hand.

    Attributes:
        hands: its three cards, shape (22100, 3).
        scores: a number for each that grows with its worth.
        kinds: its combination, a place in ``KINDS``.
        plays_at: the least score with which the bank plays.
        out: hands of the bank that do not play.
        worse, equal, better: hands of the bank that play, below, like and above it.
    """

    hands: NDArray[np.int64]
    scores: NDArray[np.int64]
    kinds: NDArray[np.int64]
    plays_at: int
    out: NDArray[np.int64]
    worse: NDArray[np.int64]
    equal: NDArray[np.int64]
    better: NDArray[np.int64]


def score(cards: tuple[int, ...]) -> int:
    """A number that grows with the worth of three cards."""
    found = 0
    for part in worth(cards):
        found = found * _RANKS + part + 1
    return found


@lru_cache(maxsize=4)
def stands(needs: int) -> Stands:
    """
    Every hand against every other.

    Args:
        needs: rank of the highest card with which the bank plays.
    """
    all_hands = list(combinations(range(DECK), 3))
    scores = np.array([score(cards) for cards in all_hands])
    plays_at = min(s for s, cards in zip(scores.tolist(), all_hands, strict=True) if qualifies(cards, needs))
    holding: dict[tuple[int, ...], list[int]] = {(): list(range(len(all_hands)))}
    for row, cards in enumerate(all_hands):
        for some in (*((card,) for card in cards), *combinations(cards, 2)):
            holding.setdefault(some, []).append(row)
    rows = {some: np.array(found) for some, found in holding.items()}
    held = {some: np.sort(scores[found]) for some, found in rows.items()}

    def below(limits: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each hand, how many others that share no card with it have a score below its limit."""
        found = -(scores < limits).astype(np.int64)  # those with all three cards are the hand itself
        for some, at in rows.items():
            found[at] += (-1) ** len(some) * np.searchsorted(held[some], limits[at])
        return found

    out = below(np.full(len(all_hands), plays_at))
    under = below(np.maximum(scores, plays_at)) - out
    upto = below(np.maximum(scores + 1, plays_at)) - out
    kinds = np.array([worth(cards)[0] for cards in all_hands])
    hands = np.array(all_hands)
    return Stands(hands, scores, kinds, plays_at, out, under, upto - under, AGAINST - out - upto)


def figures(rules: Rules) -> list[Figure]:
    """Ante by best play, the second bet as it lies then, and Pareja Plus by its table."""
    rows = stands(int(rules.data["bank_needs"]))
    return [_ante(rules, rows), _second(rules, rows), _plus(rules, rows)]


def worth_it(rows: Stands) -> NDArray[np.bool_]:
    """Whether going on loses less than the ante, for each hand; its bonus it has whatever it does."""
    gain = rows.out + 2 * (rows.worse - rows.better)
    return np.asarray(gain > -AGAINST)


def _kinds(rows: Stands) -> list[str]:
    return [KINDS[kind] for kind in rows.kinds.tolist()]


def _ante(rules: Rules, rows: Stands) -> Figure:
    """In antes, the second bet and the bonus with it."""
    ends: Counter[int] = Counter()
    goes, bonus = worth_it(rows).tolist(), rules.data["bonus"]
    for i, name in enumerate(_kinds(rows)):
        if not goes[i]:
            ends[-1] += AGAINST
            continue
        more = int(bonus.get(name, 0))
        for gain, many in ((1, rows.out), (2, rows.worse), (0, rows.equal), (-2, rows.better)):
            ends[gain + more] += int(many[i])
    return Figure.of(rules.spots[ANTE], _shares(ends), choice="best play", note=_note(rows))


def _note(rows: Stands) -> str:
    share = Fraction(int(worth_it(rows).sum()), len(rows.scores))
    return f"with its second bet and bonus, in antes; {float(share):.2%} of hands go on, from Q-6-4 up"


def _second(rules: Rules, rows: Stands) -> Figure:
    """Of the hands that go on."""
    goes = worth_it(rows)
    ends = {
        0: int((rows.out + rows.equal)[goes].sum()), 1: int(rows.worse[goes].sum()),
        -1: int(rows.better[goes].sum()),
    }  # fmt: skip
    return Figure.of(rules.spots[SECOND], _shares(ends), choice="where it is laid")


def _plus(rules: Rules, rows: Stands) -> Figure:
    """By the cards alone."""
    table = rules.data["plus"][str(rules.declared["plus_table"])]
    ends = Counter(int(table.get(name, -1)) for name in _kinds(rows))
    return Figure.of(rules.spots[PLUS], _shares(ends), pays=f"table {rules.declared['plus_table']}")


def _shares(ends: dict[int, int]) -> list[tuple[Fraction, Fraction]]:
    total = sum(ends.values())
    return [(Fraction(gain), Fraction(many, total)) for gain, many in ends.items()]
