# SPDX-License-Identifier: MIT
"""The limits of a rule profile for a type B model, by name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from machines.rules import Profile, ProfileError


@dataclass(frozen=True)
class Limits:
    """The limits of a profile for a type B machine; money in cents, durations in ms."""

    price_fixed_cents: int | None
    """B-02 where it is in force: the price is this one and no model writes it."""
    price_max_cents: int
    simultaneous_max: int
    prize_max_cents: int
    double_prize_max_cents: int
    cycle_plays: int
    cycle_payout: Fraction
    window_plays: int
    window_payout: Fraction
    play_min_ms: int
    plays_window_max: int
    plays_window_ms: int
    auto_start_ms: int
    credits_max_at_price_max_cents: int
    insert_max_cents: int
    coins_cents: tuple[int, ...]
    adult_years: int
    options: frozenset[str] | None = None
    """Options of art. 7 that a special machine may have (S-01); None for an ordinary one."""

    @property
    def prize_rule(self) -> str:
        """The row that bounds a prize."""
        return "B-04" if self.options is None else "S-02"

    @property
    def double_rule(self) -> str:
        """The row that bounds the prize of two plays at once."""
        return "B-05" if self.options is None else "S-02"

    def credits_max_cents(self, price_cents: int) -> int:
        """B-12: the price of twenty plays, whatever the price."""
        return self.credits_max_at_price_max_cents * price_cents // self.price_max_cents


def limits_of(profile: Profile, special: bool = False) -> Limits:
    """
    Read the limits out of a profile.

    Args:
        profile: the law.
        special: of a machine for gaming halls, bingo halls and casinos (RD 2110/1998 art. 8), which wins
            up to S-02 in one play; no row raises that for two plays at once.

    Raises:
        ProfileError: a row lacks its value.
    """
    ordinary = _ordinary(profile)
    if not special:
        return ordinary
    most = profile.value("S-02")
    return replace(
        ordinary,
        prize_max_cents=most,
        double_prize_max_cents=most,
        options=frozenset(profile.rule("S-01").options),
    )


def _ordinary(profile: Profile) -> Limits:
    coins = profile.rule("B-18").value
    return Limits(
        price_fixed_cents=profile.limit("B-02"),
        price_max_cents=profile.value("B-01"),
        simultaneous_max=profile.value("B-03"),
        prize_max_cents=profile.value("B-04"),
        double_prize_max_cents=profile.value("B-05"),
        cycle_plays=_figure(profile, "B-07", "cycle_plays"),
        cycle_payout=Fraction(profile.value("B-07"), 100),
        window_plays=_figure(profile, "B-08", "window_plays"),
        window_payout=Fraction(profile.value("B-08"), 100),
        play_min_ms=profile.value("B-10"),
        plays_window_max=_figure(profile, "B-10", "max_plays"),
        plays_window_ms=_figure(profile, "B-10", "window_ms"),
        auto_start_ms=profile.value("B-11"),
        credits_max_at_price_max_cents=profile.value("B-12"),
        insert_max_cents=profile.value("B-17"),
        coins_cents=coins if isinstance(coins, tuple) else (),
        adult_years=profile.value("B-29"),
    )


def _figure(profile: Profile, rule_id: str, key: str) -> int:
    """One of the further figures of a row."""
    values = profile.rule(rule_id).values
    if key not in values:
        raise ProfileError([f"{profile.id}: {rule_id} must hold values.{key} (got {', '.join(values)})"])
    return values[key]
