# SPDX-License-Identifier: MIT
"""
How often both rows of a fresh shoe end with which points, exactly and jointly: ``joint(6)[31, 31]``.

A black row is c cards of s <= 30 points in any order and a last card v with s + v >= 31; a red row d cards of
t points and a last card w. Orders apart, the ways to take c and d cards of those points from the shoe are the
coefficient of a^c y^s b^d z^t in

    G = product over values x of (1 + a y^x + b z^x)^(cards of x),

and with v and w out of the shoe that of G / (1 + a y^v + b z^v) / (1 + a y^w + b z^w). The cards can come in
c! d! orders, so with N cards a coefficient g weighs  n_v n_w' g c! d! / (N (N - 1) ... (N - c - d - 1)).

A row has at most as many cards as points, so what is kept of G at each (s, t) is a polynomial in s - c and
t - d, packed into one long integer: adding and shifting long integers is all that has to be done.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import factorial, perm

from machines.tables.refusal import TableError

VALUES = range(1, 11)
ROW = range(31, 41)
"""Points of a row that has ended."""
MOST = 30
"""Points of a row before its last card."""
DIGIT = 128
"""Bits of a coefficient; of six decks the largest has 114, and the chances add up to 1 only if all fit."""
STRIDE = 37
"""Places of an exponent: at least four cards make 40 points."""
BLACK, RED = DIGIT, DIGIT * STRIDE
Ways = list[list[int]]
"""By points of the black row and of the red one: packed ways."""


def cards_of(decks: int) -> dict[int, int]:
    """How many cards of a shoe have a value: sixteen tens and pictures a deck."""
    return {value: decks * (16 if value == 10 else 4) for value in VALUES}


@cache
def joint(decks: int) -> dict[tuple[int, int], Fraction]:
    """
    The chance of every pair of points 31 to 40 of the black row and of the red one.

    Raises:
        TableError: there are too many decks.
    """
    counts = cards_of(decks)
    ways = _ways(counts)
    pairs = [(b, r) for b in ROW for r in ROW]
    alike, lower = dict.fromkeys(pairs, 0), dict.fromkeys(pairs, 0)
    for first in VALUES:
        without = _without(ways, first)
        for second in range(first, 11):
            many = counts[first] * (counts[second] - (first == second))
            both = _Without(without, second)
            found = alike if first == second else lower
            shift = BLACK * (first - 1) + RED * (second - 1)
            for s in range(MOST + 1 - first, MOST + 1):
                for t in range(MOST + 1 - second, MOST + 1):
                    found[s + first, t + second] += many * both.at(s, t) << shift
    cards = sum(counts.values())
    chances = {pair: _weighed(lower[pair], *pair, cards) for pair in pairs}
    # Rows can change places: a black row that ends with the higher card is a red one of the other pairs.
    made = {(b, r): chances[b, r] + chances[r, b] + _weighed(alike[b, r], b, r, cards) for b, r in pairs}
    if sum(made.values()) != 1:
        raise TableError(f"decks must be so few that {DIGIT} bits hold the ways to take rows (got {decks})")
    return made


def _ways(counts: dict[int, int]) -> Ways:
    """G, from aces on."""
    rows = range(MOST + 1)
    ways = [[perm(counts[1], s + t) // (factorial(s) * factorial(t)) for t in rows] for s in rows]
    for value in VALUES[1:]:
        ways = _with_all(ways, value, counts[value])
    return ways


def _with_all(ways: Ways, value: int, many: int) -> Ways:
    """All cards of a value at once, i of them in the black and j in the red row."""
    black, red = BLACK * (value - 1), RED * (value - 1)
    most = MOST // value
    taken = {
        (i, j): (perm(many, i + j) // (factorial(i) * factorial(j)), black * i + red * j)
        for i in range(most + 1)
        for j in range(most + 1)
        if i + j <= many
    }
    made = []
    for s in range(MOST + 1):
        row = []
        for t in range(MOST + 1):
            total = 0
            for i in range(s // value + 1):
                for j in range(t // value + 1):
                    if (how := taken.get((i, j))) and (before := ways[s - value * i][t - value * j]):
                        total += before * how[0] << how[1]
            row.append(total)
        made.append(row)
    return made


def _without(ways: Ways, value: int) -> Ways:
    """The ways with one card of a value out of the shoe."""
    left = _Without(ways, value)
    return [[left.at(s, t) for t in range(MOST + 1)] for s in range(MOST + 1)]


class _Without:
    """The same, as far as it is asked for."""

    def __init__(self, ways: Ways, value: int) -> None:
        self._ways, self._value = ways, value
        self._known: dict[tuple[int, int], int] = {}

    def at(self, s: int, t: int) -> int:
        """Of so many points of either row."""
        if (found := self._known.get((s, t))) is not None:
            return found
        left, value = self._ways[s][t], self._value
        if s >= value:
            left -= self.at(s - value, t) << BLACK * (value - 1)
        if t >= value:
            left -= self.at(s, t - value) << RED * (value - 1)
        self._known[s, t] = left
        return left


def _weighed(packed: int, black: int, red: int, cards: int) -> Fraction:
    """The chance of two totals, from the ways to each pair of lengths."""
    most = black + red
    total = 0
    for c, d, many in _unpacked(packed, black, red):
        total += many * factorial(c - 1) * factorial(d - 1) * perm(cards - c - d, most - c - d)
    return Fraction(total, perm(cards, most))


def _unpacked(packed: int, black: int, red: int) -> Iterator[tuple[int, int, int]]:
    """Lengths of both rows, last cards and all, with their ways."""
    mask = (1 << DIGIT) - 1
    for j in range(red):
        row = packed >> (RED * j) & ((1 << RED) - 1)
        for i in range(black):
            if row == 0:
                break
            if many := row & mask:
                yield black - i, red - j, many
            row >>= DIGIT
