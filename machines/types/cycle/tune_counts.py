# SPDX-License-Identifier: MIT
"""
How many of each prize a cycle gives so that it pays a sum, and wins so often, exactly.

    counts_for(plan, 368_000, 5_400, kept=frozenset())     # entries of each class, or None

Of all whole numbers of prizes with that sum and that many of them the ones nearest to the plan's own are
wanted: the sum over classes of c (n - n0)^2 / n0 shall be least, c being the prize and n0 the plan's number.
So one prize in ten more costs the same money's worth of change whatever the prize, and a plan that pays more
pays more of everything.

With real numbers the least lies at n = n0 (1 + a + b / c), a and b by the two sums, and where that falls
below one of a prize the paytable has, at 1. From there on the sum is, but for a constant, the squared
distance to that point. Each class is rounded up or down, the ``TRIED`` with the largest prizes either way,
and the two that cost least to change take what is left over, so that both sums are met to the cent: of all
these ways the nearest. Fractions all along, so that every computer finds the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor

from machines.types.cycle.plan import Plan

TRIED = 10
"""Classes that are rounded either way, all ways together: at most 2^10 of them."""

Row = tuple[int, ...]


def counts_for(
    plan: Plan, paid_cents: int, hits: int | None, kept: frozenset[int] = frozenset()
) -> Row | None:
    """
    Entries of each class, the loss first, so that a cycle pays ``paid_cents``.

    Args:
        hits: entries that win something; None: as it comes.
        kept: prizes in cents whose number must stay.

    Returns:
        None where no whole numbers near the plan's do, each prize given once at least.
    """
    classes = [kind for kind in range(1, len(plan.prizes_cents)) if plan.prizes_cents[kind] not in kept]
    fixed = [kind for kind in range(1, len(plan.prizes_cents)) if kind not in classes]
    money = paid_cents - sum(plan.prizes_cents[kind] * plan.counts[kind] for kind in fixed)
    wins = None if hits is None else hits - sum(plan.counts[kind] for kind in fixed)
    wanted = _wanted(plan, classes, money, wins)
    if wanted is None:
        return None
    best: tuple[Fraction, Row] | None = None
    absorbing = sorted(classes, key=lambda kind: Fraction(plan.prizes_cents[kind], plan.counts[kind]))
    absorbing = absorbing[: 1 if wins is None else 2]
    others = [kind for kind in classes if kind not in absorbing]
    tried = set(sorted(others, key=lambda kind: -plan.prizes_cents[kind])[:TRIED])
    ways = [_roundings(wanted[kind], kind in tried) for kind in others]
    for chosen in product(*ways):
        counts = dict(zip(others, chosen, strict=True))
        rest = money - sum(plan.prizes_cents[kind] * count for kind, count in counts.items())
        left = None if wins is None else wins - sum(counts.values())
        if not _absorb(plan, absorbing, rest, left, counts):
            continue
        cost = sum(
            (plan.prizes_cents[kind] * (count - wanted[kind]) ** 2 / plan.counts[kind])
            for kind, count in counts.items()
        )
        row = tuple(counts.get(kind, plan.counts[kind]) for kind in range(1, len(plan.prizes_cents)))
        if sum(row) <= plan.plays and (best is None or (cost, row) < best):
            best = Fraction(cost), row
    return None if best is None else (plan.plays - sum(best[1]), *best[1])


def most_hits(plan: Plan, paid_cents: int) -> int:
    """The most entries that can win something if a cycle pays so much and gives each of its prizes."""
    once = sum(plan.prizes_cents[2:])
    return len(plan.prizes_cents) - 2 + (paid_cents - once) // plan.prizes_cents[1]


def fewest_hits(plan: Plan, paid_cents: int) -> int:
    """The fewest entries that can win something if a cycle pays so much and gives each of its prizes."""
    once = sum(plan.prizes_cents[1:-1])
    return len(plan.prizes_cents) - 2 + -(-(paid_cents - once) // plan.prizes_cents[-1])


def _wanted(plan: Plan, classes: Sequence[int], money: int, wins: int | None) -> dict[int, Fraction] | None:
    """The real numbers that are nearest to the plan's and meet both sums, none below 1."""
    free, least = list(classes), dict[int, Fraction]()
    while free:
        due = Fraction(money - sum(plan.prizes_cents[kind] for kind in least))
        left = None if wins is None else Fraction(wins - len(least))
        found = _scaled(plan, free, due, left)
        if found is None:
            return None
        low = [kind for kind in free if found[kind] < 1]
        if not low:
            return found | least
        least |= dict.fromkeys(low, Fraction(1))
        free = [kind for kind in free if kind not in low]
    return None


def _scaled(
    plan: Plan, free: Sequence[int], money: Fraction, wins: Fraction | None
) -> dict[int, Fraction] | None:
    """n0 (1 + a + b / c) of each class, with these sums of money and of numbers."""
    rows = [(plan.prizes_cents[kind], plan.counts[kind]) for kind in free]
    paid, held = sum(c * n for c, n in rows), sum(n for _, n in rows)
    inverse = sum((Fraction(n, c) for c, n in rows), Fraction(0))
    if wins is None:
        return {kind: plan.counts[kind] * money / paid for kind in free}
    # a paid + b held = money - paid, and a held + b inverse = wins - held.
    determinant = paid * inverse - held * held
    if not determinant:
        return None
    more, often = money - paid, wins - held
    a = (more * inverse - often * held) / determinant
    b = (often * paid - more * held) / determinant
    return {kind: plan.counts[kind] * (1 + a + b / plan.prizes_cents[kind]) for kind in free}


def _roundings(value: Fraction, both: bool) -> list[int]:
    low, high = max(1, floor(value)), max(1, ceil(value))
    return [low, high] if both and low != high else [max(1, round(value))]


def _absorb(plan: Plan, kinds: Sequence[int], money: int, wins: int | None, counts: dict[int, int]) -> bool:
    """Give the rest of both sums to the classes that take it; whether they could."""
    cents = [plan.prizes_cents[kind] for kind in kinds]
    if wins is None:
        count, rest = divmod(money, cents[0])
        counts[kinds[0]] = count
        return not rest and count >= 1
    if len(kinds) < 2:
        return False
    second, rest = divmod(money - cents[0] * wins, cents[1] - cents[0])
    counts[kinds[0]], counts[kinds[1]] = wins - second, second
    return not rest and second >= 1 and wins - second >= 1
