# SPDX-License-Identifier: MIT
"""The limits of a rule profile for a type C model, by name."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from machines.rules import Profile


@dataclass(frozen=True)
class ChanceLimits:
    """The limits of a profile for a type C machine; money in cents, durations in ms."""

    price_fixed_cents: int | None
    """C-03 where it is in force: the price is this one and no model writes it."""
    price_max_cents: int
    prize_max_at_price_max_cents: int
    payout: Fraction
    play_min_ms: int
    coins_cents: tuple[int, ...]
    adult_years: int

    def cap_cents(self, price_cents: int) -> int:
        """C-04: the most that one play wins, pots apart; a multiple of the stake."""
        return self.prize_max_at_price_max_cents * price_cents // self.price_max_cents


def chance_limits_of(profile: Profile) -> ChanceLimits:
    """Read the limits out of a profile; ProfileError if a row lacks its value."""
    coins = profile.rule("C-10").value
    return ChanceLimits(
        price_fixed_cents=profile.limit("C-03"),
        price_max_cents=profile.value("C-02"),
        prize_max_at_price_max_cents=profile.value("C-04"),
        payout=Fraction(profile.value("C-06"), 100),
        play_min_ms=profile.value("C-09"),
        coins_cents=coins if isinstance(coins, tuple) else (),
        adult_years=profile.value("C-22"),
    )
