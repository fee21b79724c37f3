# SPDX-License-Identifier: MIT
"""The pick bonus of a chance machine as an exact chain: how many ways a number of picks wins each sum."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpz_poly

from cext import Pick


class PickChain:
    """
    Sums that picks win, as polynomials in the unit of money.

    Each pick draws a row by weight; a row that ends takes all picks left. With C the rows that go on
    and E those that end, k picks win B(k) = C B(k - 1) + E W^(k - 1), over W^k with W the sum of the
    weights. The prizes are as stated: no multiplier of free plays touches them.

    Args:
        rows: the rows, empty if the machine has no pick bonus.
        unit_cents: cents of one power; divides every prize.
        length: powers kept, 0 to length - 1.
    """

    def __init__(self, rows: Sequence[Pick], unit_cents: int, length: int) -> None:
        self.weight = sum(row.weight for row in rows) or 1
        self._length = length
        self._goes_on = self._sum([row for row in rows if not row.ends], unit_cents)
        self._ends = self._sum([row for row in rows if row.ends], unit_cents)
        self._won = [fmpz_poly([1])]

    def won(self, picks: int) -> fmpz_poly:
        """Ways in which ``picks`` picks win each sum, over ``weight ** picks``."""
        while len(self._won) <= picks:
            ended = self._ends * self.weight ** (len(self._won) - 1)
            self._won.append(self._goes_on.mul_low(self._won[-1], self._length) + ended)
        return self._won[picks]

    def _sum(self, rows: Sequence[Pick], unit_cents: int) -> fmpz_poly:
        powers: dict[int, int] = {}
        for row in rows:
            power = row.prize_cents // unit_cents
            if power < self._length:
                powers[power] = powers.get(power, 0) + row.weight
        return polynomial(powers)


def mean_picks_cents(rows: Sequence[Pick], picks: int) -> Fraction:
    """What ``picks`` picks win on average, by first-step equations apart from the chain above."""
    weight = sum(row.weight for row in rows) or 1
    prize = Fraction(sum(row.prize_cents * row.weight for row in rows), weight)
    goes_on = Fraction(sum(row.weight for row in rows if not row.ends), weight)
    mean = Fraction(0)
    for _ in range(picks):
        mean = prize + goes_on * mean
    return mean


def polynomial(powers: dict[int, int]) -> fmpz_poly:
    """The polynomial with these coefficients by power."""
    coefficients = [0] * (max(powers, default=-1) + 1)
    for power, coefficient in powers.items():
        coefficients[power] = coefficient
    return fmpz_poly(coefficients)
