# SPDX-License-Identifier: MIT
"""
What gambles and raises make of a prize plan, and the proof that the law still holds.

Proof of the gamble (B-22). The core keeps an allowance, `lost_max_cents` on a new machine. When the
prize of a play is gambled away, what the plan gave to that play is taken from it; what won gambles give
on top of a prize fills it, and so does `refill_cents` with each new stratum, never above
`lost_max_cents`; and no gamble is offered unless the allowance covers all that the plan gave to the
play. So it stays between 0 and `lost_max_cents`, and over any consecutive plays gambles lower what is
paid by no more than `lost_max_cents` and a refill for each stratum that ends in them, whoever dares
when. A play that ends its cycle, or reaches into the next, is offered none, so that its prize belongs
to one cycle. Hence cycles and windows pay at least the plan's worst less that.

The draw is even and doubles: its expectation is nothing. So however one dares, and however often a
gamble is not offered, the expected payout is the plan's.

Raises (B-24) only ever add: the bounds above are those of the plan. What they add is exact for plays
without hold; with reels held nothing is raised.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from machines.plan import Pair, Plan


@dataclass(frozen=True)
class Gamble:
    """Bounds of the gamble: rounds of one prize, maximum of a play by its entries, what it may take."""

    rounds: int
    single_max_cents: int
    double_max_cents: int
    lost_max_cents: int
    refill_cents: int

    def most_cents(self, entries: int) -> int:
        """What a play of 1 or 2 entries may come to win."""
        return self.double_max_cents if entries > 1 else self.single_max_cents

    def reached(self, won_cents: int, entries: int) -> list[int]:
        """What a play that won this may come to by its gambles, ascending, without the loss."""
        found: list[int] = []
        while len(found) < self.rounds and 0 < 2 * won_cents <= self.most_cents(entries):
            won_cents *= 2
            found.append(won_cents)
        return found


@dataclass(frozen=True)
class Raise:
    """One prize that may become another: amounts in cents, and how often."""

    cents: int
    to_cents: int
    odds: Fraction


def lost_in_window(plan: Plan, gamble: Gamble | None, entries: int) -> int:
    """Most cents by which gambles can lower what a window of so many entries pays."""
    return gamble.lost_max_cents + gamble.refill_cents * plan.stratum_ends(entries) if gamble else 0


def raised_payout(plan: Plan, raises: Iterable[Raise]) -> Fraction:
    """Expected payout of plays without hold, raises included."""
    more = sum(
        row.odds * (row.to_cents - row.cents) * plan.counts[plan.prizes_cents.index(row.cents)]
        for row in raises
    )
    return plan.payout + Fraction(more) / (plan.plays * plan.price_cents)


def raised_pairs(plan: Plan, raises: Iterable[Raise]) -> list[Pair]:
    """The richest pairs of entries side by side if every raise happens."""
    raised = {row.cents: row.to_cents for row in raises}
    prizes = tuple(sorted({raised.get(cents, cents) for cents in plan.prizes_cents}))
    strata = []
    for row in plan.strata:
        counts = dict.fromkeys(prizes, 0)
        for cents, count in zip(plan.prizes_cents, row, strict=True):
            counts[raised.get(cents, cents)] += count
        strata.append(tuple(counts.values()))
    return Plan(prizes, tuple(strata), plan.price_cents).pairs()


def richest_play_cents(
    plan: Plan, simultaneous_max: int, gamble: Gamble | None, raises: Iterable[Raise]
) -> int:
    """What one play can come to win, gambles and raises included; a bound where gambles double sums."""
    rows = list(raises)
    single = max([*plan.prizes_cents, *(row.to_cents for row in rows)])
    double = max(pair.cents for pair in raised_pairs(plan, rows)) if simultaneous_max > 1 else 0
    found = [single, double]
    if gamble:
        found += [most for cents in plan.prizes_cents for most in gamble.reached(cents, 1)]
        if simultaneous_max > 1:
            found.append(gamble.double_max_cents)
    return max(found)
