# SPDX-License-Identifier: MIT
"""
What a bet comes to, exactly: the chance of each end of a stake, and what it gains on average.

    row = Figure.of(spot, [(Fraction(35), Fraction(1, 37)), (Fraction(-1), Fraction(36, 37))])
    row.win, row.mean, row.edge         # 1/37, -1/37, 1/37
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from machines.tables.refusal import TableError
from machines.tables.spots import Spot

ZERO, ONE = Fraction(0), Fraction(1)


EXACT_DIGITS, DECIMALS = 100, 15
SAMPLED = "by campaign"
"""A note of figures that were played out, and not counted, begins so."""


def exact(value: Fraction, bound: Fraction = ZERO) -> str:
    """
    A number as ``p/q`` where that has 100 digits or fewer, else in 15 digits with the bound of its error.

        exact(Fraction(-1, 37)), exact(Fraction(1, 3**300)), exact(Fraction(1, 37), Fraction(3, 10**6))
        # "-1/37", "7.30509067131690E-144 ± 5E-159", "0.027027 ± 4E-6"

    Args:
        value: the number.
        bound: by how much it may be off as it is; then it has the digits that this allows.
    """
    if bound:
        return _within(value, bound)
    whole = f"{value.numerator}/{value.denominator}"
    if sum(map(str.isdigit, whole)) <= EXACT_DIGITS:
        return whole
    with localcontext(prec=DECIMALS):
        rounded = Decimal(value.numerator) / Decimal(value.denominator)
    left_out = Decimal((0, (5,), rounded.adjusted() - DECIMALS))
    return f"{rounded} ± {left_out}"


def _within(value: Fraction, bound: Fraction) -> str:
    """As many decimals as the bound's first digit has; the bound with what leaving out the others adds."""
    with localcontext(prec=EXACT_DIGITS):
        many = Decimal(bound.numerator) / Decimal(bound.denominator)
        place = Decimal((0, (1,), many.adjusted()))
        kept = (Decimal(value.numerator) / Decimal(value.denominator)).quantize(place)
        return f"{kept:f} ± {(many + place / 2).quantize(place, ROUND_CEILING):E}"


class Figure(NamedTuple):
    """
    One bet, for one unit staked.

    Attributes:
        spot, kind, article: which bet, and where the text has it.
        pays: what a win pays, as ``35 to 1``.
        win: chance that it gains.
        loss: chance that the whole stake is lost, or more than it where another bet follows it.
        part: chance that a part of it is lost.
        null: chance that it comes back with nothing.
        mean: gain on average; the house keeps as much with the other sign.
        square: mean of the squared gain.
        rounds: spins, throws or coups until it is settled, on average.
        choice: of the player, or the point, on which the row depends.
        note: what else happens to it.
        bound: by how much a chance or the mean may be off; 0: they are exact.
    """

    spot: str
    kind: str
    article: str
    pays: str
    win: Fraction
    loss: Fraction
    part: Fraction
    null: Fraction
    mean: Fraction
    square: Fraction
    rounds: Fraction = ONE
    choice: str = ""
    note: str = ""
    bound: Fraction = ZERO

    @property
    def edge(self) -> Fraction:
        """What the house keeps of a unit staked."""
        return -self.mean

    @property
    def sampled(self) -> bool:
        """Whether it was played out, and is near the truth and not the truth itself."""
        return self.note.startswith(SAMPLED)

    @property
    def variance(self) -> Fraction:
        """Of the gain."""
        return self.square - self.mean**2

    @property
    def deviation(self) -> float:
        """Standard deviation of the gain."""
        return math.sqrt(self.variance)

    @classmethod
    def of(
        cls, spot: Spot, ends: Iterable[tuple[Fraction, Fraction]], rounds: Fraction = ONE,
        *, pays: str = "", choice: str = "", note: str = "",
    ) -> Figure:  # fmt: skip
        """
        The figure of every end of a stake, as (gain, chance).

        Raises:
            TableError: the chances do not add up to 1.
        """
        rows = [(gain, chance) for gain, chance in ends if chance]
        if (total := sum(chance for _, chance in rows)) != 1:
            raise TableError(f"chances of {spot.name} must add up to 1 (got {total})", "odds")
        return cls(
            spot.name, spot.kind, spot.article, pays or f"{spot.pays[0]} to {spot.pays[1]}",
            win=sum((chance for gain, chance in rows if gain > 0), ZERO),
            loss=sum((chance for gain, chance in rows if gain <= -1), ZERO),
            part=sum((chance for gain, chance in rows if -1 < gain < 0), ZERO),
            null=sum((chance for gain, chance in rows if gain == 0), ZERO),
            mean=sum((gain * chance for gain, chance in rows), ZERO),
            square=sum((gain * gain * chance for gain, chance in rows), ZERO),
            rounds=rounds, choice=choice, note=note,
        )  # fmt: skip


class Price(NamedTuple):
    """
    What a bet gains where its ends are not counted, for one unit staked.

    Attributes:
        spot, kind, article, pays: as a Figure has them.
        choice: how it is played.
        mean: gain on average.
        bound: by how much the mean may be off: what is not counted, and rounding.
        squared: counts the mean of the squared gain, and by how much that may be off; it takes longer.
        note: what is counted.
    """

    spot: str
    kind: str
    article: str
    pays: str
    choice: str
    mean: Fraction
    bound: Fraction
    squared: Callable[[], tuple[Fraction, Fraction]]
    note: str = ""

    @property
    def edge(self) -> Fraction:
        """What the house keeps of a unit staked."""
        return -self.mean

    @property
    def variance(self) -> Fraction:
        """Of the gain."""
        return self.squared()[0] - self.mean**2

    @property
    def variance_bound(self) -> Fraction:
        """By how much the variance may be off."""
        return self.squared()[1] + (2 * abs(self.mean) + self.bound) * self.bound

    @property
    def deviation(self) -> float:
        """Standard deviation of the gain."""
        return math.sqrt(self.variance)

    @property
    def sampled(self) -> bool:
        """Never: it is counted but for its bound."""
        return False
