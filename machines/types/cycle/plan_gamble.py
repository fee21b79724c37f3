# SPDX-License-Identifier: MIT
"""
What gambles and raises make of a prize plan, and the proof that the law still holds.

Proof of the gamble (B-22). The core keeps two sums between 0 and a bound: a return account, of what gambles
lost, to be given back, and an advance, of what won gambles gave on top of prizes. A lost gamble uses up the
advance first and puts the rest into the account; a won one adds to the advance, where it has room; and
while the account holds anything, entries that lose take smallest prizes out of it and pay them. So what
gambles and returns take from any consecutive plays is at most what the account grew and the advance fell by
in them: never more than ``return_max_cents + advance_max_cents``, whoever dares when.

How many losses a cycle has left is known from its plan: n falls by one with each entry that is dealt no
prize, single or double, held or not, and by nothing else. The account is k pieces of the smallest prize,
and k <= n always: a gamble is offered only if its loss leaves k <= 2 (n - spare) / (3 one_in), which is
below n; a loss with a reel held gives nothing back, but reels may be held only where k is that small for n
- 1; and any other loss gives a piece back for sure if k = n. So the account is empty when a cycle ends, a
new one begins without an advance, and no cycle pays less than its plan. A play that ends its cycle, or
reaches into the next, is offered no gamble, nor is one that gave something back.

What it gives back is a smallest prize an entry, so no prize is larger than without (B-06); two entries side
by side may both be dealt none or the one be dealt the largest, and the reader holds that to the maximum of
a double play (B-05). How it is spread over the losses, and what a newcomer gains by it:
``machines/types/cycle/newcomer.py``.

The draw is even and doubles: its expectation is nothing. So however one dares, the expected payout is the
plan's and what the account gives back.

Raises (B-24) only ever add: the bounds above are those of the plan. What they add is exact for plays
without hold; with reels held nothing is raised.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from machines.types.cycle.plan import Pair, Plan


@dataclass(frozen=True)
class Gamble:
    """
    Bounds of the gamble: rounds of one prize, maximum of a play by its entries, of account and advance.

    ``return_one_in``: at most one loss in so many gives back. ``return_spare``: losses at the end of a cycle
    that the account is not spread over.
    """

    rounds: int
    single_max_cents: int
    double_max_cents: int
    return_max_cents: int
    advance_max_cents: int
    return_one_in: int = 1
    return_spare: int = 0

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


def piece_cents(plan: Plan) -> int:
    """The prize in which an account is given back: the smallest of the plan."""
    return min(cents for cents in plan.prizes_cents if cents)


def raised_payout(plan: Plan, raises: Iterable[Raise]) -> Fraction:
    """Expected payout of plays without hold, raises included."""
    more = sum(
        row.odds * (row.to_cents - row.cents) * plan.counts[plan.prizes_cents.index(row.cents)]
        for row in raises
    )
    return plan.payout + Fraction(more) / (plan.plays * plan.price_cents)


def account_payout(plan: Plan, gamble: Gamble) -> Fraction:
    """The most by which a return account that holds something raises the expected payout of plays."""
    losing = Fraction(plan.counts[0], plan.plays)
    return losing * Fraction(piece_cents(plan), gamble.return_one_in * plan.price_cents)


def raised_pairs(plan: Plan, raises: Iterable[Raise], gamble: Gamble | None = None) -> list[Pair]:
    """The richest pairs side by side if every raise happens and, with a gamble, every loss gives back."""
    raised = {row.cents: row.to_cents for row in raises}
    if gamble:
        raised[0] = piece_cents(plan)
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
    double = max(pair.cents for pair in raised_pairs(plan, rows, gamble)) if simultaneous_max > 1 else 0
    found = [single, double]
    if gamble:
        found += [most for cents in plan.prizes_cents for most in gamble.reached(cents, 1)]
        if simultaneous_max > 1:
            found.append(gamble.double_max_cents)
    return max(found)
