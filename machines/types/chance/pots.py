# SPDX-License-Identifier: MIT
"""
What the pots of a chance machine return in the long run, apart from all other prizes (C-07).

A pot is conserved: what enters it and its reserve (a share of each price, the seed at each hit) leaves it
in awards, and what passes the limit only waits in the reserve. So as long as the reserve does not grow
without end, a pot returns its share, its reserve's share and the seed times the hits per play, whatever
its limit. If a pot that is hit by chance takes in more between two hits than its limit, the reserve grows,
every new pot begins at the limit, and that is what each hit pays.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from cext import Pot


class Between(NamedTuple):
    """A figure that lies between two: exact if they are equal."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> bool:
        """Whether there is nothing in between."""
        return self.low == self.high


class PotFigures(NamedTuple):
    """The long run of one pot; shares are of the price of a play."""

    odds: Fraction | None
    """How likely a play hits it; None if it is hit by its threshold."""
    plays_to_hit: Between | None
    """Mean number of plays from one hit to the next; None if it is never hit."""
    payout: Between
    """What it returns."""
    operator_payout: Between
    """The part of it that no stake has paid: the seeds."""
    reserve_grows: bool
    """Whether the reserve may grow without end, so that the machine locks up one day."""


def pot_figures(pot: Pot, odds: Fraction, price_cents: int) -> PotFigures:
    """
    The long run of a pot.

    Args:
        odds: how likely a play hits it by combination or mystery; ignored for a threshold.
    """
    price_mc = 1000 * price_cents
    share = pot.share + pot.reserve
    if pot.hit == "must_hit":
        return _must_hit(pot, price_mc)
    if not odds:
        nothing = Between(Fraction(0), Fraction(0))
        return PotFigures(odds, None, nothing, nothing, bool(share))
    funded = share + odds * pot.seed_mc / price_mc
    most = odds * (pot.limit_mc // 1000) / price_cents
    payout = min(funded, most)
    seeds = max(Fraction(0), payout - share)
    plays = Between(1 / odds, 1 / odds)
    return PotFigures(odds, plays, Between(payout, payout), Between(seeds, seeds), funded > most)


def _must_hit(pot: Pot, price_mc: int) -> PotFigures:
    from machines.types.chance.must_hit import mean_plays_between_hits  # loads numpy and flint

    low, high, keeps = mean_plays_between_hits(pot, price_mc // 1000)
    share = pot.share + pot.reserve
    plays = Between(low, high)
    seeds = Between(pot.seed_mc / high / price_mc, pot.seed_mc / low / price_mc)
    if keeps:
        return PotFigures(None, plays, Between(share + seeds.low, share + seeds.high), seeds, False)
    # The limit may cut off what the reserve brings; an award has at least the seed and the plays' shares.
    kept_mc = pot.seed_mc - pot.share * price_mc - 1000
    least = max(Fraction(0), pot.share + kept_mc / (high if kept_mc > 0 else low) / price_mc)
    return PotFigures(None, plays, Between(least, share + seeds.high), Between(Fraction(0), seeds.high), True)


def expected_award_cents(pot: Pot, odds: Fraction, price_cents: int, shown_mc: int) -> Fraction:
    """
    What the next play wins on average from a pot that shows ``shown_mc`` millicents, carry left out.

    The play's own contribution is in the award. A threshold lies evenly above what is shown.
    """
    step_mc = int(1000 * price_cents * pot.share)
    award_mc = min(shown_mc + step_mc, pot.limit_mc)
    if pot.hit == "must_hit":
        open_mc = pot.limit_mc - shown_mc
        odds = Fraction(award_mc - shown_mc, open_mc) if open_mc else Fraction(1)
    return odds * (award_mc // 1000)


def break_even_cents(
    pots: Sequence[Pot], odds: Sequence[Fraction], level: int, won_cents: Fraction, price_cents: int
) -> int | None:
    """
    The least that a pot must show for the next play to be worth its price; None if its limit is too low.

    Args:
        odds: of each pot, 0 for a threshold.
        level: of the pot; the others are taken to show their seeds.
        won_cents: what a play wins on average, pots apart.
    """
    rest = won_cents + sum(
        expected_award_cents(pot, chance, price_cents, pot.seed_mc)
        for other, (pot, chance) in enumerate(zip(pots, odds, strict=True))
        if other != level
    )
    pot = pots[level]

    def worth(cents: int) -> bool:
        shown = max(pot.seed_mc, min(1000 * cents, pot.limit_mc))
        return rest + expected_award_cents(pot, odds[level], price_cents, shown) >= price_cents

    low, high = -(-pot.seed_mc // 1000), -(-pot.limit_mc // 1000)
    if not worth(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if worth(middle) else (middle + 1, high)
    return low


def limit_chance(pot: Pot, odds: Fraction, price_cents: int) -> float:
    """How likely a pot hit by chance, begun at its seed, comes to its limit before it is hit; a float."""
    step_mc = 1000 * price_cents * pot.share
    if not step_mc:
        return 0.0
    plays = -(-(pot.limit_mc - pot.seed_mc) // step_mc)
    return float(1 - odds) ** int(plays)
