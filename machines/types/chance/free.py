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

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import factorial, gcd
from operator import mul, sub

from flint import fmpz_poly

from machines import MachinesError

MOST_WORK_BITS = 10**10
"""Bits of all products that a chain may make: half a minute and 600 MB on one core of 2020."""


class TooLongError(MachinesError):
    """Free plays whose sums are too many and too long to be counted exactly."""


class FreeChain:
    """
    Sums that free plays win, as polynomials in the unit of money.

    Args:
        by_given: for each number of free plays that a free turn gives, the ways in which such turns
            win each sum, their picks included.
        turns: equally likely free turns in all, those included whose sum has a higher power.
        most: free plays that one paid play may give.
        length: powers kept, 0 to length - 1.

    Raises:
        TooLongError: the products would pass MOST_WORK_BITS.
    """

    def __init__(self, by_given: Mapping[int, fmpz_poly], turns: int, most: int, length: int) -> None:
        self.turns, self.most = turns, most
        self._length = length
        self._stays = by_given.get(0, fmpz_poly())
        self._any = sum(by_given.values(), fmpz_poly())
        gives = {given: ways for given, ways in sorted(by_given.items()) if 0 < given < most}
        self._step = gcd(*gives) or most
        self._steps = tuple(given // self._step for given in gives)
        self._need_work()
        # Each turn that gives r pays for itself and for r - 1 turns that give none.
        factors = [
            ways.mul_low(self._stays.pow_trunc(given - 1, length), length) for given, ways in gives.items()
        ]
        self._forms = Forms([*factors, self._any.pow_trunc(self._step, length)], length)

    def _need_work(self) -> None:
        products = multiset_count(self._steps, self.most // self._step)
        work = products * self._length * self.most * self.turns.bit_length()
        if work > MOST_WORK_BITS:
            raise TooLongError(
                f"free plays must have at most {MOST_WORK_BITS // 10**6:,} Mbit of products to be counted "
                f"exactly (got {work // 10**6:,}: {products:,} ends, {self._length:,} sums, {self.most:,} "
                f"plays of {self.turns:,} turns); lower the most free plays, or let prizes have a larger unit"
            )

    @cached_property
    def _whole(self) -> fmpz_poly:
        """The sums won by all sequences of ``most`` turns."""
        return self._any.pow_trunc(self.most, self._length)

    def won(self, given: int) -> fmpz_poly:
        """Ways in which a feature that begins with ``given`` free plays wins each sum, over turns ** most."""
        given = min(given, self.most)
        if given == 0:
            return fmpz_poly([self.turns**self.most])
        if given == self.most:
            return self._whole
        last, spare = divmod(self.most - 1 - given, self._step)
        spare += 1  # turns after the last end; a whole step of them is one more factor
        degree = last + (spare == self._step)
        ended: dict[tuple[int, ...], int] = {}
        longer: dict[tuple[int, ...], int] = {}
        for repeats, ends, ways in self._ends(given, last):
            ended[*repeats, 0] = ways * self.turns ** (self.most - ends)
            longer[*repeats, degree - (ends - given) // self._step] = ways
        beyond = self._forms.sum(longer, degree)
        if spare < self._step:
            beyond = beyond.mul_low(self._any.pow_trunc(spare, self._length), self._length)
        settled = self._forms.sum(ended, degree) - beyond
        return self._whole + settled.mul_low(self._stays.pow_trunc(given, self._length), self._length)

    def _ends(self, given: int, last: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """
        Every end below ``most``, up to ``last`` steps after ``given``.

        Yields (turns of each kind that give more, turns in all, sequences of them that end there).
        """
        for repeats in multisets(self._steps, last):
            turn = given + self._step * sum(map(mul, repeats, self._steps))
            ways = given * factorial(turn - 1) // factorial(turn - sum(repeats))
            for repeat in repeats:
                ways //= factorial(repeat)
            yield repeats, turn, ways


def multisets(sizes: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Every way to take things of these sizes, any number of each, up to a total size of ``most``."""
    if not sizes:
        yield ()
        return
    for count in range(most // sizes[0] + 1):
        for others in multisets(sizes[1:], most - count * sizes[0]):
            yield (count, *others)


def multiset_count(sizes: Sequence[int], most: int) -> int:
    """How many multisets there are."""
    counts = [1] + [0] * most
    for size in sizes:
        for total in range(size, most + 1):
            counts[total] += counts[total - size]
    return sum(counts)


class Forms:
    """
    Sums of products of powers of a few polynomials, cut off at ``length``.

    Of every product one half is taken out of all that share it: what is left is added up with numbers for
    coefficients, which costs nothing beside the one product by the half.
    """

    def __init__(self, variables: Sequence[fmpz_poly], length: int) -> None:
        self._variables, self._length = variables, length
        self._products: dict[tuple[int, ...], fmpz_poly] = {(0,) * len(variables): fmpz_poly([1])}

    def sum(self, terms: Mapping[tuple[int, ...], int], degree: int) -> fmpz_poly:
        """
        The sum of coefficient times product.

        Args:
            terms: coefficient of each product, which is told by the exponents of the variables.
            degree: about the largest sum of exponents.
        """
        rests: dict[tuple[int, ...], fmpz_poly] = {}
        for exponents, coefficient in terms.items():
            half = _half(exponents, -(-degree // 2))
            left = self._product(tuple(map(sub, exponents, half))) * coefficient
            rests[half] = rests.get(half, fmpz_poly()) + left
        found = fmpz_poly()
        for half, rest in rests.items():
            found += self._product(half).mul_low(rest, self._length)
        return found

    def _product(self, exponents: tuple[int, ...]) -> fmpz_poly:
        """A product by its exponents: powers are made one from the other, and each variable's joined."""
        found = self._products.get(exponents)
        if found is None:
            place = next(place for place, exponent in enumerate(exponents) if exponent)
            others = (0,) * (place + 1) + exponents[place + 1 :]
            if any(others):
                power = (*(0,) * place, exponents[place], *(0,) * (len(exponents) - place - 1))
                found = self._product(power).mul_low(self._product(others), self._length)
            else:
                less = (*exponents[:place], exponents[place] - 1, *exponents[place + 1 :])
                found = self._product(less).mul_low(self._variables[place], self._length)
            self._products[exponents] = found
        return found


def _half(exponents: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Exponents that add up to at most ``most``, the largest first."""
    taken = [0] * len(exponents)
    for place in sorted(range(len(exponents)), key=lambda place: -exponents[place]):
        taken[place] = min(exponents[place], most)
        most -= taken[place]
    return tuple(taken)


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
