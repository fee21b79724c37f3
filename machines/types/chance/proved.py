# SPDX-License-Identifier: MIT
"""
Figures of a play of chance where its whole distribution is out of reach: exact, or between two proved ends.

Without the cap (C-04) mean, variance and hit frequency are exact (``moments.py``). The cap takes from them
what a play would win above it, (S - cap)+ on average. Where the cap is no more than MOST_UNITS units of
money that follows from the enclosed distribution below it (``enclosed.py``). Else every prize is rounded
down, and up, to a coarser unit: no win is smaller than the one and none larger than the other, so neither is
what the cap takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import ceil, floor

from cext import Gamble, Turn
from machines.types.chance.enclosed import BITS, NEVER, Enclosed, enclosed
from machines.types.chance.gamble import offered
from machines.types.chance.moments import Moments, moments
from machines.types.chance.pots import Between
from machines.types.chance.total import Game, Spread

MOST_UNITS = 20_000
"""Sums of money that are told apart: some seconds of one core."""
COARSE_UNITS = 1 << 13
"""Units that the cap has where prizes are rounded."""
_PARTS = 10**30
"""Ends are rounded outwards to so small a part of a cent."""


class Proved:
    """
    Mean, variance, hit frequency and classes of wins of a play, each as the two ends that it lies between.

    A figure whose ends are equal is exact.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def uncapped(self) -> Moments:
        """The moments if there were no cap, exactly."""
        return moments(self.game)

    @property
    def hit_frequency(self) -> Fraction:
        """How likely something is won, exactly."""
        return self.uncapped.hit_frequency

    @cached_property
    def mean_cents(self) -> Between:
        """Expected win."""
        return self._capped(self.uncapped.mean_cents, 1)

    @cached_property
    def variance_cents2(self) -> Between:
        """Variance of the win."""
        if not self.cap_is_reached:
            return Between(self.uncapped.variance_cents2, self.uncapped.variance_cents2)
        square = self._capped(self.uncapped.square_cents2, 2)
        low = square.low - self.mean_cents.high**2
        return outward(Between(max(Fraction(0), low), square.high - self.mean_cents.low**2))

    @property
    def cap_is_reached(self) -> bool:
        """Whether the cap may take something; if not, the moments are exact."""
        return self.game.uncapped_most_cents > self.game.cap_cents

    def chance(self, over_cents: int, to_cents: int) -> Between:
        """How likely a win is above ``over_cents`` and at most ``to_cents``; -1 and 0: nothing is won."""
        return self._chance(over_cents + 1, to_cents + 1)

    @cached_property
    def at_cap(self) -> Between:
        """How likely the cap is reached."""
        return self._at_least(self.game.cap_cents)

    def mean_in(self, over_cents: int, to_cents: int) -> Between | None:
        """What the wins above one sum and up to another add to the mean; None beyond the horizon."""
        if to_cents >= self.fine.horizon_cents:
            return None
        return self.fine.mean(lambda cents: cents if over_cents < cents <= to_cents else 0, to_cents)

    @cached_property
    def fine(self) -> Enclosed:
        """Every sum below the cap, or as many as are told apart."""
        return enclosed(self.game, min(MOST_UNITS, -(-self.game.cap_cents // self.game.unit_cents)))

    @cached_property
    def law(self) -> tuple[Spread, Fraction]:
        """About what a play wins, and how far it is from the truth at most, in total variation."""
        fine = self.fine
        rest = (1 << BITS) - sum(fine.ways)
        most = self._at_least(fine.horizon_cents)
        wrong = fine.short + fine.over
        if fine.horizon_cents < self.game.cap_cents:
            wrong += most.high  # how much is won beyond the horizon is not known
        return Spread((*fine.ways, rest), 1 << BITS, fine.unit_cents), min(Fraction(1), wrong)

    @cached_property
    def third_cents3(self) -> Fraction:
        """
        At most E|X - mean|^3: below the horizon by its sums, beyond it by the cap times the variance left.
        """
        mean = (self.mean_cents.low + self.mean_cents.high) / 2
        apart = (self.mean_cents.high - self.mean_cents.low) / 2 + Fraction(1, 100)
        fine, cap = self.fine, self.game.cap_cents
        below = [(k * fine.unit_cents, ways) for k, ways in enumerate(fine.ways) if ways]
        # Whole hundredths of a cent about the mean, which the grain takes in.
        middle, grain = round(100 * mean), ceil(100 * apart) + 1
        whole = 100**2 * (1 << BITS)
        third = Fraction(
            sum((abs(100 * cents - middle) + grain) ** 3 * ways for cents, ways in below), 100 * whole
        )
        near = sum(max(0, abs(100 * cents - middle) - grain) ** 2 * ways for cents, ways in below)
        spread = self.variance_cents2.high + apart**2 - Fraction(near, whole) + cap**2 * fine.over
        return third + cap * max(Fraction(0), spread) + cap**3 * fine.short

    def gambled(self, gamble: Gamble) -> tuple[Between, Between, Between, Between]:
        """Chance of an offer; mean, variance and hit frequency of who gambles whatever he may to the end."""
        odds, most = Fraction(gamble.wins, gamble.of), gamble.max_cents

        def times(cents: int) -> int:
            return offered(cents, gamble, self.game.cap_cents, gamble.rounds)

        def won(power: int) -> Callable[[int], Fraction]:
            """How much more, or less, the power of a win is worth on average when it has been gambled."""
            grown = 2**power * odds
            return lambda cents: abs(cents**power * (grown ** times(cents) - 1)) if cents else Fraction(0)

        offers = self._among(lambda cents: Fraction(times(cents) > 0), Fraction(1))
        lost = self._among(lambda cents: 1 - odds ** times(cents) if cents else Fraction(0), Fraction(1))
        first = self._among(won(1), most * abs((2 * odds) ** gamble.rounds - 1))
        second = self._among(won(2), most**2 * abs((4 * odds) ** gamble.rounds - 1))
        mean = _moved(self.mean_cents, first, up=2 * odds >= 1)
        square = _moved(self._capped(self.uncapped.square_cents2, 2), second, up=4 * odds >= 1)
        variance = Between(max(Fraction(0), square.low - mean.high**2), square.high - mean.low**2)
        hits = Between(self.hit_frequency - lost.high, self.hit_frequency - lost.low)
        return outward(offers), outward(mean), outward(variance), outward(hits)

    def _among(self, worth: Callable[[int], Fraction], most: Fraction) -> Between:
        """The mean of a figure of 0 to ``most`` that wins are worth, beyond the horizon too."""
        found = self.fine.mean(worth, most)
        if self.fine.horizon_cents >= self.game.cap_cents:
            return found
        return Between(found.low, found.high + most * self._at_least(self.fine.horizon_cents).high)

    def _capped(self, exact: Fraction, power: int) -> Between:
        """The mean of a power of the win, of which ``exact`` is the mean without the cap."""
        if not self.cap_is_reached:
            return Between(exact, exact)
        low, high = self._below_cap(self.fine, power)
        if self.fine.horizon_cents < self.game.cap_cents:
            down, up = (getattr(rounded.uncapped, _OF_POWER[power]) for rounded in self._rounded)
            kept_down, kept_up = (self._below_cap(rounded.fine, power) for rounded in self._rounded)
            low = max(low, exact - max(Fraction(0), up - kept_up.low))
            high = min(high, exact - max(Fraction(0), down - kept_down.high))
        return outward(Between(max(Fraction(0), low), min(high, exact)))

    def _below_cap(self, grid: Enclosed, power: int) -> Between:
        """The mean of a power of the lesser of win and cap; what is won beyond the grid counts as the cap."""
        end = self.game.cap_cents**power
        edge = grid.horizon_cents
        missed = grid.mean(lambda cents: max(0, end - cents**power), end)
        low = end - missed.high
        if edge < self.game.cap_cents:
            low -= (end - edge**power) * (1 - grid.chance(0, edge).low)
        return Between(low, end - missed.low)

    @cached_property
    def _rounded(self) -> tuple[Proved, Proved]:
        """The same game with all prizes rounded down, and up, to a coarser unit."""
        game = self.game
        unit = ceil(Fraction(game.cap_cents, COARSE_UNITS * game.unit_cents)) * game.unit_cents
        return Proved(rounded(game, unit, floor)), Proved(rounded(game, unit, ceil))

    def _chance(self, first_cents: int, end_cents: int) -> Between:
        """How likely a win is ``first_cents`` or more and less than ``end_cents``."""
        edge, cap = self.fine.horizon_cents, self.game.cap_cents
        if first_cents <= 0 and end_cents == 1:
            return Between(1 - self.hit_frequency, 1 - self.hit_frequency)
        if first_cents > cap:
            return NEVER
        if end_cents <= min(edge, cap):
            return outward(self.fine.chance(first_cents, end_cents))
        more = self._at_least(first_cents)
        less = NEVER if end_cents > cap else self._at_least(end_cents)
        return Between(max(Fraction(0), more.low - less.high), max(Fraction(0), more.high - less.low))

    def _at_least(self, cents: int) -> Between:
        """How likely a play would win so much or more if there were no cap."""
        edge = self.fine.horizon_cents
        below = self.fine.chance(0, min(cents, edge))
        low, high = 1 - below.high, 1 - below.low
        if cents > edge:
            down, up = self._rounded
            low = 1 - down.fine.chance(0, cents).high
            high = min(high, 1 - up.fine.chance(0, cents).low)
        return outward(Between(max(Fraction(0), low), min(Fraction(1), high)))


_OF_POWER = {1: "mean_cents", 2: "square_cents2"}


def rounded(game: Game, unit_cents: int, side: Callable[[Fraction], int]) -> Game:
    """The same game with every prize rounded to a multiple of a unit; ``side`` is floor or ceil."""

    def to(cents: int) -> int:
        return side(Fraction(cents, unit_cents)) * unit_cents

    def turns(exact: Mapping[Turn, int]) -> dict[Turn, int]:
        found: Counter[Turn] = Counter()
        for turn, ways in exact.items():
            found[turn._replace(prize_cents=to(turn.prize_cents))] += ways
        return found

    picks = [pick._replace(prize_cents=to(pick.prize_cents)) for pick in game.picks]
    return replace(game, paid=turns(game.paid), free=turns(game.free), picks=picks, unit_cents=unit_cents)


def outward(ends: Between) -> Between:
    """Ends that are not equal with short denominators, a little further apart."""
    if ends.exact:
        return ends
    return Between(Fraction(floor(ends.low * _PARTS), _PARTS), Fraction(ceil(ends.high * _PARTS), _PARTS))


def _moved(ends: Between, by: Between, *, up: bool) -> Between:
    if up:
        return Between(ends.low + by.low, ends.high + by.high)
    return Between(ends.low - by.high, ends.high - by.low)
