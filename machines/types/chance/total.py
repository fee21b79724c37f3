# SPDX-License-Identifier: MIT
"""
What one play of a chance machine wins in all, pots apart: the whole distribution, exactly.

Polynomials in the unit of money, x^k for k units, count the equally likely ways to win each sum.
A paid turn wins its own prize, then its picks, then its free plays, each independent of the rest. As
the feature ends where the cap is reached and no prize is negative, the total is the lesser of the sum
and the cap: powers from the cap on are cut off everywhere, and what is missing in the end is the cap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd

from flint import fmpz_poly

from cext import Pick, Turn
from machines.types.chance.free import FreeChain, mean_free_plays
from machines.types.chance.picks import PickChain, mean_picks_cents, polynomial


@dataclass(frozen=True)
class Spread:
    """
    A distribution of money: ``ways[k]`` of ``whole`` equally likely outcomes win k units.

    The ways add up to ``whole``; the last of them is the cap.
    """

    ways: tuple[int, ...]
    whole: int
    unit_cents: int

    def items(self) -> Iterator[tuple[int, int]]:
        """(cents, ways) of each sum that can be won, ascending, nothing won included."""
        return ((k * self.unit_cents, ways) for k, ways in enumerate(self.ways) if ways)

    def probability(self, cents: int) -> Fraction:
        """How likely exactly this sum is."""
        units, rest = divmod(cents, self.unit_cents)
        if rest or not 0 <= units < len(self.ways):
            return Fraction(0)
        return Fraction(self.ways[units], self.whole)

    @cached_property
    def mean_cents(self) -> Fraction:
        """Expected sum."""
        return Fraction(sum(cents * ways for cents, ways in self.items()), self.whole)

    @cached_property
    def variance_cents2(self) -> Fraction:
        """Variance of the sum."""
        square = sum(cents * cents * ways for cents, ways in self.items())
        return Fraction(square, self.whole) - self.mean_cents**2

    @property
    def hit_frequency(self) -> Fraction:
        """How likely it is that something is won."""
        return 1 - Fraction(self.ways[0], self.whole)


@dataclass(frozen=True)
class Game:
    """
    Everything that decides a play's win, pots and gamble apart.

    Args:
        paid: ways to get each result of a paid turn.
        free: ways to get each result of a free turn, its multiplier applied.
        picks: rows of the pick bonus.
        max_free_plays: free plays that one paid play may give.
        cap_cents: most that one play wins, a whole number of units.
        unit_cents: divides every prize.
    """

    paid: Mapping[Turn, int]
    free: Mapping[Turn, int]
    picks: Sequence[Pick]
    max_free_plays: int
    price_cents: int
    cap_cents: int
    unit_cents: int

    @cached_property
    def total(self) -> Spread:
        """What a play wins in all."""
        length = self.cap_cents // self.unit_cents
        picks = PickChain(self.picks, self.unit_cents, length)
        most = self.max_free_plays
        paid, whole = turns_by_given(self.paid, picks, self.unit_cents, length, most)
        won = paid.pop(0, fmpz_poly())
        if paid:
            # Multiplied prizes have a larger unit, and the chain the fewer powers for it.
            coarse = self.free_units or length
            short = -(-length // coarse)
            unit = self.unit_cents * coarse
            free, turns = turns_by_given(self.free, PickChain(self.picks, unit, short), unit, short, most)
            chain = FreeChain(free, turns, most, short)
            won *= turns**most
            whole *= turns**most
            for given, ways in paid.items():
                won += ways.mul_low(chain.won(given).inflate(coarse), length)
        return _spread(won, whole, length, self.unit_cents)

    @property
    def most_cents(self) -> int:
        """No play wins more, gamble and pots apart; a bound, which combinations need not reach."""
        return min(self.cap_cents, self.uncapped_most_cents)

    @property
    def uncapped_most_cents(self) -> int:
        """The same if there were no cap."""
        best = max((row.prize_cents for row in self.picks), default=0)

        def most(turns: Mapping[Turn, int]) -> int:
            return max((turn.prize_cents + turn.picks * best for turn in turns), default=0)

        return most(self.paid) + self.max_free_plays * most(self.free)

    @property
    def free_units(self) -> int:
        """The largest number of units that divides all that a free turn may win, 0 if it is nothing."""
        cents = [turn.prize_cents for turn in self.free]
        if any(turn.picks for turn in self.free):
            cents += [row.prize_cents for row in self.picks]
        return gcd(*cents) // self.unit_cents

    @cached_property
    def uncapped_mean_cents(self) -> Fraction:
        """
        What a play would win on average without the cap, by first-step equations.

        Made apart from ``total``: equal to its mean where no sum passes the cap, above it elsewhere.
        """
        mean = self.mean_turn_cents(self.paid)
        return mean + self.mean_free_plays * self.mean_turn_cents(self.free) if self.free else mean

    @cached_property
    def mean_free_plays(self) -> Fraction:
        """Free plays that a paid play gives on average, retriggers included, if no cap cuts them short."""
        given, more = plays_given(self.paid), plays_given(self.free)
        turns = sum(more.values())
        mean = Fraction(0)
        for plays, ways in given.items():
            if plays and self.max_free_plays:
                mean += ways * mean_free_plays(more, turns, self.max_free_plays, plays)
        return mean / sum(given.values())

    def mean_turn_cents(self, turns: Mapping[Turn, int]) -> Fraction:
        """What a turn, paid or free, wins on average with its picks."""
        mean = sum(
            (
                (turn.prize_cents + mean_picks_cents(self.picks, turn.picks)) * ways
                for turn, ways in turns.items()
            ),
            Fraction(0),
        )
        return mean / sum(turns.values())


def plays_given(turns: Mapping[Turn, int]) -> Counter[int]:
    """Ways to get each number of free plays."""
    found: Counter[int] = Counter()
    for turn, ways in turns.items():
        found[turn.free_plays] += ways
    return found


def turns_by_given(
    turns: Mapping[Turn, int], picks: PickChain, unit_cents: int, length: int, most: int
) -> tuple[dict[int, fmpz_poly], int]:
    """
    Ways of a turn and its picks to win each sum, for each number of free plays that it gives.

    Returns (ways by free plays given, at most ``most``; ways in all).
    """
    powers: dict[tuple[int, int], dict[int, int]] = {}
    for turn, ways in turns.items():
        row = powers.setdefault((min(turn.free_plays, most), turn.picks), {})
        power = turn.prize_cents // unit_cents
        if power < length:
            row[power] = row.get(power, 0) + ways
    most_picks = max((count for _, count in powers), default=0)
    found: dict[int, fmpz_poly] = {}
    for (given, count), row in powers.items():
        ways_won = polynomial(row).mul_low(picks.won(count), length) * picks.weight ** (most_picks - count)
        found[given] = found.get(given, fmpz_poly()) + ways_won
    return found, sum(turns.values()) * picks.weight**most_picks


def _spread(won: fmpz_poly, whole: int, length: int, unit_cents: int) -> Spread:
    """The distribution whose sums below the cap are ``won``; the rest is the cap."""
    ways = [int(count) for count in won.coeffs()]
    ways += [0] * (length - len(ways))
    capped = whole - sum(ways)
    shrink = gcd(whole, capped, int(won.content()))
    return Spread((*(count // shrink for count in ways), capped // shrink), whole // shrink, unit_cents)
