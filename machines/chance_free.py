# SPDX-License-Identifier: MIT
"""
The free plays of a chance machine as an exact absorbing chain in (given, left).

Free plays are turns alike and independent, the i-th giving r_i more, as long as no more than ``most``
are given in all. A feature that begins with g ends after the first turn t at which all that is given
is used: t = g + r_1 + ... + r_t, or t = most. So of all sequences of t < most turns with that sum
the share g / t ends exactly there (Otter-Dwass formula, the cycle lemma: Dwass (1969), The total
progeny in a branching process), and everything else plays ``most`` turns. With F_r(x) counting the
turns that give r and win a sum, F their sum over all r and N turns in all, the sums won by features
that end at t < most are

    A_t = g / t [y^(t - g)] (F_0 + F_1 y + F_2 y^2 + ...)^t

and over N^most the whole feature is  F^most + sum over t of A_t (N^(most - t) - F^(most - t)).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import factorial, gcd

from flint import fmpz_poly


class FreeChain:
    """
    Sums that free plays win, as polynomials in the unit of money.

    Args:
        by_given: for each number of free plays that a free turn gives, the ways in which such turns
            win each sum, their picks included.
        turns: equally likely free turns in all, those included whose sum has a higher power.
        most: free plays that one paid play may give.
        length: powers kept, 0 to length - 1.
    """

    def __init__(self, by_given: Mapping[int, fmpz_poly], turns: int, most: int, length: int) -> None:
        self.turns, self.most = turns, most
        self._length = length
        self._stays = _Powers(by_given.get(0, fmpz_poly()), length)
        self._any = _Powers(sum(by_given.values(), fmpz_poly()), length)
        gives = {given: ways for given, ways in by_given.items() if 0 < given < most}
        self._step = gcd(*gives) or most
        # Each turn that gives r pays for itself and for r - 1 turns that give none.
        self._factors = [
            (given // self._step, self._times(ways, self._stays[given - 1]))
            for given, ways in sorted(gives.items())
        ]

    def won(self, given: int) -> fmpz_poly:
        """Ways in which a feature that begins with ``given`` free plays wins each sum, over turns ** most."""
        given = min(given, self.most)
        if given == 0:
            return fmpz_poly([self.turns**self.most])
        ended = longer = fmpz_poly()
        at = given
        for turn, ways in self._ends(given):
            longer = self._times(longer, self._any[turn - at]) + ways
            ended += ways * self.turns ** (self.most - turn)
            at = turn
        longer = self._times(longer, self._any[self.most - at])
        return self._any[self.most] + self._times(self._stays[given], ended - longer)

    def _ends(self, given: int) -> list[tuple[int, fmpz_poly]]:
        """A_t without its factor F_0^given, for each t below ``most`` at which the feature can end."""
        if given == self.most:
            return []
        last = (self.most - 1 - given) // self._step
        found = [fmpz_poly() for _ in range(last + 1)]
        for at, repeats, product in self._products(last, 0, 0, (), fmpz_poly([1])):
            turn = given + self._step * at
            ways = given * factorial(turn - 1) // factorial(turn - sum(repeats))
            for repeat in repeats:
                ways //= factorial(repeat)
            found[at] += product * ways
        return [(given + self._step * at, ways) for at, ways in enumerate(found)]

    def _products(
        self, last: int, kind: int, at: int, repeats: tuple[int, ...], product: fmpz_poly
    ) -> Iterator[tuple[int, tuple[int, ...], fmpz_poly]]:
        """
        Every way to give up to ``last`` steps of free plays, the kinds of turns from ``kind`` on still open.

        Returns (steps, how many turns of each kind, product of their factors).
        """
        if kind == len(self._factors):
            yield at, repeats, product
            return
        steps, factor = self._factors[kind]
        repeat = 0
        while True:
            yield from self._products(last, kind + 1, at, (*repeats, repeat), product)
            at, repeat = at + steps, repeat + 1
            if at > last:
                return
            product = self._times(product, factor)

    def _times(self, left: fmpz_poly, right: fmpz_poly) -> fmpz_poly:
        return left.mul_low(right, self._length)


class _Powers(dict[int, fmpz_poly]):
    """Powers of a polynomial cut off at ``length``, each made once."""

    def __init__(self, base: fmpz_poly, length: int) -> None:
        super().__init__({0: fmpz_poly([1])})
        self._base, self._length = base, length

    def __missing__(self, exponent: int) -> fmpz_poly:
        self[exponent] = self._base.pow_trunc(exponent, self._length)
        return self[exponent]


def mean_free_plays(ways_by_given: Mapping[int, int], turns: int, most: int, given: int) -> Fraction:
    """
    Mean number of free plays of a feature that begins with ``given`` and no cap cuts short.

    By first-step equations over (turns made, given), apart from the chain above: with M the mean of
    what is left after t turns, M = 1 + sum over r of P(r) M', scaled by turns ** (most - t).

    Args:
        ways_by_given: for each number of free plays that a free turn gives, the ways to get it.
        turns: their sum.
        most: free plays that one paid play may give.
    """
    given = min(given, most)
    step = gcd(*ways_by_given) or most
    shrink = gcd(turns, *ways_by_given.values())
    whole = turns // shrink
    ways = [(more, count // shrink) for more, count in ways_by_given.items()]
    reached = [*range(given, most, step), most]
    after = dict.fromkeys(reached, 0)
    for turn in range(most - 1, -1, -1):
        scale = whole ** (most - turn)
        after = {
            at: scale + sum(count * after[min(at + more, most)] for more, count in ways) if at > turn else 0
            for at in reached
        }
    return Fraction(after[given], whole**most) if given else Fraction(0)
