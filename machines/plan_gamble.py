# SPDX-License-Identifier: MIT
"""
What gambles and raises make of a prize plan, and the proof that the law still holds.

Proof of the gamble (B-22). The core keeps two sums between 0 and a bound: a return account, of what gambles
lost, to be given back, and an advance, of what won gambles gave on top of prizes. A lost gamble uses up the
advance first and puts the rest into the account; a won one adds to the advance, where it has room; and while
the account holds anything, a play without a prize takes the largest prize that fits out of it and pays it.
So what gambles and returns take from any consecutive plays is at most what the account grew and the advance
fell by in them: never more than ``return_max_cents + advance_max_cents``, whoever dares when.

A gamble is offered only if its loss can be given back to the cent by the plays that are sure to lose before
the cycle ends: each entry left with a prize spoils one play at most, and the entries left make at least half
as many plays within the cycle. A play that ends its cycle, or reaches into the next, is offered none. So the
account is empty when a cycle ends, a new one begins without an advance, and no cycle pays less than its plan.

The draw is even and doubles: its expectation is nothing. So however one dares, the expected payout is the
plan's and what the account gives back.

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
    """Bounds of the gamble: rounds of one prize, maximum of a play by its entries, of account and advance."""

    rounds: int
    single_max_cents: int
    double_max_cents: int
    return_max_cents: int
    advance_max_cents: int

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


def lost_in_window(gamble: Gamble | None) -> int:
    """Most cents by which gambles can lower what any consecutive plays pay; a whole cycle's never."""
    return gamble.return_max_cents + gamble.advance_max_cents if gamble else 0


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
