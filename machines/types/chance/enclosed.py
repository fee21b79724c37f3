# SPDX-License-Identifier: MIT
"""
What a play of chance wins in all, enclosed: where the whole distribution would have too many digits.

Probabilities are whole numbers over 2^BITS, rounded down at each step. No sum here has a negative term, so
each of them is a lower bound of the true one, and what all together may lack is counted with them.

A free play and all that it brings win G = sum over r of F_r G^r where no ``max`` ends the feature (F_r:
turns that give r more, by what they win; G^0 = 1). Every power series H with H <= Phi(H), Phi the right
side, lies below the least solution G, and of G - H all coefficients together are at most those of Phi(H) - H
over 1 - Phi'(G(1)), for Phi grows by at most that slope. So it does not matter how H was found: Newton's
method finds one, H + (1 + h + h^2 + ...)(Phi(H) - H) with h = Phi'(H), a grain of 2^-BITS is taken off, and
what is left is taken only if it lies below its image (where nothing is won there may be two solutions; a
slope below 1 tells the least). Otherwise Phi is applied again and again to nothing, which stays below G
whatever is rounded off.

A feature that begins with g wins G^g unless ``max`` ends it; how likely that is follows from the chain of
what is given alone. Where that is not seldom, many turns have been made, and by Chernoff's bound they seldom
win less than the money that is looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, gcd, log

from flint import fmpz_poly

from cext import Turn
from machines.types.chance.picks import PickChain
from machines.types.chance.pots import Between
from machines.types.chance.total import Game, turns_by_given

BITS = 128
_ONE = 1 << BITS
_NEGLIGIBLE = 1 << (BITS - 80)
"""What may be lacking where the steps of Newton's method end."""
_MOST_STEPS = 40
_GRAINS = (24, 40, 56)
"""Taken off a solution that Newton's method finds: bits of 2^-BITS, tried in this order."""
_PLAIN_STEPS = 200
_FACTORS = 4
"""Factors 1 + h^(2^k) of a step: 2^4 - 1 powers of h."""


@dataclass(frozen=True)
class Floor:
    """
    A distribution below a horizon, from below.

    Args:
        ways: of each sum, over 2^BITS.
        lacks: the most that all of them together lie below the true ones, over 2^BITS.
        mass: no true distribution of these, horizon or not, has more than this, over 2^BITS.
    """

    ways: fmpz_poly
    lacks: int
    mass: int = _ONE

    def times(self, other: Floor, length: int) -> Floor:
        """The distribution of the sum of two."""
        ways = self.ways.mul_low(other.ways, length) // _ONE
        lacks = _up(self.lacks * other.mass + self.mass * other.lacks) + length
        return Floor(ways, lacks, _up(self.mass * other.mass))

    def plus(self, other: Floor) -> Floor:
        """Either of two that exclude each other."""
        return Floor(self.ways + other.ways, self.lacks + other.lacks, self.mass + other.mass)


def _up(product: int) -> int:
    return -(-product >> BITS)


def _floor(ways: fmpz_poly, whole: int, chance: Fraction, length: int) -> Floor:
    """Exact ways over a whole, from below; ``chance`` is what they are together, beyond the horizon too."""
    return Floor((ways * _ONE).truncate(length) // whole, length, ceil(chance * _ONE))


class Powers:
    """Powers of a distribution, made from each other."""

    def __init__(self, base: Floor, length: int) -> None:
        self._length = length
        self._known = {0: Floor(fmpz_poly([_ONE]), 0), 1: base}

    def __getitem__(self, power: int) -> Floor:
        found = self._known.get(power)
        if found is None:
            found = self[power // 2].times(self[power - power // 2], self._length)
            self._known[power] = found
        return found


@dataclass(frozen=True)
class Enclosed:
    """
    What a play wins in all, without its cap, below a horizon: in units of money.

    Args:
        ways: lower bounds over 2^BITS of the chance of each sum below the horizon.
        short: the most that these may lack together.
        over: the most of them that may be elsewhere in truth.
    """

    ways: tuple[int, ...]
    unit_cents: int
    short: Fraction
    over: Fraction

    @property
    def horizon_cents(self) -> int:
        """Sums from here on are not told apart."""
        return len(self.ways) * self.unit_cents

    def chance(self, over_cents: int, below_cents: int) -> Between:
        """
        How likely a win is ``over_cents`` or more and less than ``below_cents``, which the horizon holds.
        """
        first, end = (-(-cents // self.unit_cents) for cents in (over_cents, below_cents))
        return self._between(Fraction(sum(self.ways[first:end]), _ONE), Fraction(1)) if end > first else NEVER

    def mean(self, worth: Callable[[int], Fraction | int], most: Fraction | int) -> Between:
        """
        The mean of a figure that a win is worth.

        Args:
            worth: by cents, 0 to ``most`` below the horizon, 0 from it on.
        """
        total: Fraction | int = 0
        for k, ways in enumerate(self.ways):
            if ways:
                total += worth(k * self.unit_cents) * ways
        return self._between(Fraction(total) / _ONE, Fraction(most))

    def _between(self, found: Fraction, most: Fraction) -> Between:
        return Between(max(Fraction(0), found - most * self.over), min(most, found + most * self.short))


NEVER = Between(Fraction(0), Fraction(0))


def enclosed(game: Game, length: int) -> Enclosed:
    """
    Enclose what a play wins below ``length`` units.

    Every prize must be a whole number of the game's units.
    """
    unit, most = game.unit_cents, game.max_free_plays
    paid, whole = turns_by_given(game.paid, PickChain(game.picks, unit, length), unit, length, most)
    chances = _chances(game.paid, most)
    parts = {given: _floor(ways, whole, chances[given], length) for given, ways in paid.items()}
    if not game.free or not any(parts):
        found = _sum(list(parts.values()))
        return _enclosed(found, unit, length, Fraction(0), Fraction(0))
    feature = _Feature(game, length)
    found, over, short = parts.pop(0, Floor(fmpz_poly(), 0, 0)), Fraction(0), Fraction(0)
    for given, part in parts.items():
        found = found.plus(part.times(feature.won(given), length))
        ended, beyond = feature.cut(given)
        over += chances[given] * ended
        short += chances[given] * beyond
    return _enclosed(found, unit, length, over, short)


def _enclosed(found: Floor, unit_cents: int, length: int, over: Fraction, short: Fraction) -> Enclosed:
    ways = [int(one) for one in found.ways.coeffs()]
    ways += [0] * (length - len(ways))
    return Enclosed(tuple(ways), unit_cents, Fraction(found.lacks, _ONE) + short, over)


def _sum(parts: list[Floor]) -> Floor:
    total = Floor(fmpz_poly(), 0, 0)
    for part in parts:
        total = total.plus(part)
    return total


def _chances(turns: Mapping[Turn, int], most: int) -> dict[int, Fraction]:
    """How likely a turn gives each number of free plays."""
    found: Counter[int] = Counter()
    for turn, ways in turns.items():
        found[min(turn.free_plays, most)] += ways
    whole = sum(turns.values())
    return {given: Fraction(ways, whole) for given, ways in found.items()}


class _Feature:
    """The free plays of a game."""

    def __init__(self, game: Game, length: int) -> None:
        self._game, self._length, self._most = game, length, game.max_free_plays
        # Multiplied prizes have a larger unit, and the series the fewer powers for it.
        self._coarse = game.free_units or length
        self._short = -(-length // self._coarse)
        unit = game.unit_cents * self._coarse
        free, turns = turns_by_given(
            game.free, PickChain(game.picks, unit, self._short), unit, self._short, self._most
        )
        self._chances = _chances(game.free, self._most)
        # Who is given the most at once plays to the end: that is counted with those whom ``max`` ends.
        kinds = {given: ways for given, ways in free.items() if given < self._most}
        self._kinds = {
            given: _floor(ways, turns, self._chances[given], self._short) for given, ways in kinds.items()
        }
        self._any = _sum(
            [_floor(ways, turns, self._chances[given], self._short) for given, ways in free.items()]
        )
        self._ends_at = self._end()
        self._one = Powers(self._family(), self._short)

    def won(self, given: int) -> Floor:
        """
        What a feature wins that begins with so many, were there no ``max``; who begins with that makes all.
        """
        powers = Powers(self._any, self._short) if given >= self._most else self._one
        found = powers[given]
        return Floor(found.ways.inflate(self._coarse), found.lacks, found.mass)

    def cut(self, given: int) -> tuple[Fraction, Fraction]:
        """
        Of those that ``won`` counts how many may be ended by ``max`` in truth, and of those how many may
        lack.
        """
        if given >= self._most:
            return Fraction(0), Fraction(0)
        ended = self._reaches(given)
        finite = Fraction(self._ends_at, _ONE) ** given
        return max(Fraction(0), min(ended, finite - 1 + ended)), min(ended, self._poor)

    def _end(self) -> int:
        """At least how likely a family ends, over 2^BITS, from above: some x with Phi(x) <= x."""
        x = 0
        for _ in range(4 * BITS):
            x = max(x, self._phi(x, up=False))
        more = 1 << (BITS // 2)
        while x + more < _ONE:
            if self._phi(x + more, up=True) <= x + more:
                return x + more
            more *= 2
        return _ONE

    def _phi(self, x: int, *, up: bool) -> int:
        """Phi of a chance, rounded up or down."""
        total = Fraction(0)
        for given, chance in self._chances.items():
            if given < self._most:
                total += chance * Fraction(x, _ONE) ** given
        total *= _ONE
        return ceil(total) if up else int(total)

    def _family(self) -> Floor:
        """G from below; see the head of this file."""
        found = self._newton()
        for bits in _GRAINS:
            lower = _positive(found - fmpz_poly([1 << bits] * self._short))
            if self._is_below(lower):
                break
        else:
            lower = fmpz_poly()
            for _ in range(_PLAIN_STEPS):
                lower = self._image(lower).ways
        slope = self._slope(Fraction(self._ends_at, _ONE))
        lacks = max(0, self._ends_at - _total(lower))
        if slope < 1:
            image = self._image(lower)
            missing = _total(_positive(image.ways - lower)) + image.lacks
            lacks = min(lacks, ceil(missing / (1 - slope)))
        return Floor(lower, lacks, self._ends_at)

    def _newton(self) -> fmpz_poly:
        """About G."""
        length, found = self._short, fmpz_poly()
        for _ in range(_MOST_STEPS):
            rest = _positive(self._image(found).ways - found)
            if _total(rest) <= _NEGLIGIBLE:
                break
            powers = Powers(Floor(found, 0), length)
            steep = sum(
                (
                    kind.times(powers[given - 1], length).ways * given
                    for given, kind in self._kinds.items()
                    if given
                ),
                fmpz_poly(),
            )
            for _ in range(_FACTORS):
                rest = rest + rest.mul_low(steep, length) // _ONE
                steep = steep.mul_low(steep, length) // _ONE
            found = found + rest
        return found

    def _image(self, series: fmpz_poly) -> Floor:
        """Phi of a series, from below; ``lacks`` is what that rounds off."""
        powers = Powers(Floor(series, 0), self._short)
        return _sum([kind.times(powers[given], self._short) for given, kind in self._kinds.items()])

    def _is_below(self, series: fmpz_poly) -> bool:
        """Whether a series is proved to lie below G."""
        nothing = Fraction(0)
        for given, kind in self._kinds.items():
            if given:
                first = Fraction(int(kind.ways[0]) + kind.lacks, _ONE)
                nothing += given * first * Fraction(int(series[0]), _ONE) ** (given - 1)
        rest = self._image(series).ways - series
        return nothing < 1 and all(int(one) >= 0 for one in rest.coeffs())

    def _slope(self, at: Fraction) -> Fraction:
        """Phi' of a chance."""
        kinds = ((given, chance) for given, chance in self._chances.items() if 0 < given < self._most)
        return sum((given * chance * at ** (given - 1) for given, chance in kinds), Fraction(0))

    def _reaches(self, given: int) -> Fraction:
        """At most how likely a feature comes to ``max``, from above to 2^-BITS."""
        most, step = self._most, gcd(*(more for more in self._chances if more < self._most)) or self._most
        places = [*range(given, most, step), most]
        rows = [(more, ceil(chance * _ONE)) for more, chance in self._chances.items()]
        reach = {at: _ONE if at == most else 0 for at in places}
        for turn in range(most - 1, -1, -1):
            reach = {
                at: _ONE
                if at == most
                else (
                    _up(sum(chance * reach[min(at + more, most)] for more, chance in rows))
                    if at > turn
                    else 0
                )
                for at in places
            }
        return min(Fraction(1), Fraction(reach[given], _ONE))

    @property
    def _poor(self) -> Fraction:
        """At most how likely ``max`` free plays win less than the horizon (Chernoff)."""
        horizon, most = self._length * self._game.unit_cents, self._most
        whole = sum(self._game.free.values())
        mean = sum(turn.prize_cents * ways for turn, ways in self._game.free.items()) / whole
        if most * mean <= horizon:
            return Fraction(1)
        best = 0.0
        for power in range(-12, 40):
            rate = 2.0 ** (-power / 2) / mean
            value = sum(
                ways / whole * exp(-rate * turn.prize_cents) for turn, ways in self._game.free.items()
            )
            best = min(best, rate * horizon + most * log(value))
        # Sums and logarithms of doubles are right to far more than a part in a million of e.
        return min(Fraction(1), Fraction(exp(best + 1e-6)))


def _total(series: fmpz_poly) -> int:
    """All coefficients together."""
    return sum(map(int, series.coeffs()))


def _positive(series: fmpz_poly) -> fmpz_poly:
    return fmpz_poly([max(0, int(one)) for one in series.coeffs()])
