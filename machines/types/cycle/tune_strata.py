# SPDX-License-Identifier: MIT
"""
Deals other numbers of prizes to the strata that a plan has, so that each keeps its part of the money.

    rows = rows_of(model.draft.cycle, model.plan)
    dealt(rows, counts, model.plan)          # the same strata with these prizes; None where they do not fit

Classes are dealt from the largest prize down. A stratum first gets its own share of a class, rounded down;
the entries that are left go to whatever stratum is owed most money by the roundings so far. Strata that the
file writes once with ``repeat`` stay alike as long as that comes out even; if not they are dealt one by
one. One that then pays above its stakes gives larger prizes to the one with most room, for smaller ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from machines.types.cycle.plan import Plan
from machines.types.cycle.schema import Cycle

Row = tuple[int, ...]


@dataclass(frozen=True)
class Strata:
    """One row of ``[[cycle.strata]]``: so many strata alike."""

    repeat: int
    entries: Row
    """Of each class, the loss first, in one of them."""


def rows_of(cycle: Cycle, prizes_cents: Sequence[int]) -> list[Strata]:
    """The rows of a model file."""
    found = []
    for stratum in cycle.strata:
        counts = [stratum.prizes.get(str(cents), 0) for cents in prizes_cents[1:]]
        found.append(Strata(stratum.repeat, (stratum.plays - sum(counts), *counts)))
    return found


def plan_of_rows(rows: Sequence[Strata], plan: Plan) -> Plan:
    """A plan of these strata, with prizes and price of another."""
    return replace(plan, strata=tuple(row.entries for row in rows for _ in range(row.repeat)))


def grouped(plan: Plan) -> list[Strata]:
    """The strata of a plan as a file writes them: neighbours that are alike in one row."""
    return [Strata(len(list(alike)), row) for row, alike in groupby(plan.strata)]


def dealt(rows: Sequence[Strata], counts: Row, plan: Plan) -> list[Strata] | None:
    """
    The same strata with ``counts`` entries of each class in all.

    Args:
        rows: the strata of ``plan`` as they are written.

    Returns:
        None where a stratum would hold more prizes than it has plays.
    """
    found = _dealt(rows, counts, plan)
    if found is None:
        found = _dealt([replace(row, repeat=1) for row in rows for _ in range(row.repeat)], counts, plan)
    if found is None or any(row.entries[0] < 0 for row in found):
        return None
    return grouped(_levelled(plan_of_rows(found, plan)))


def _levelled(plan: Plan) -> Plan:
    """The plan with prizes exchanged between strata until none pays above its stakes, if they can."""
    strata, price = [list(row) for row in plan.strata], plan.price_cents

    def room(row: Sequence[int]) -> int:
        return sum(row) * price - sum(
            cents * count for cents, count in zip(plan.prizes_cents, row, strict=True)
        )

    while True:
        rooms = list(map(room, strata))
        rich, poor = rooms.index(min(rooms)), rooms.index(max(rooms))
        over = -rooms[rich]
        if over <= 0:
            break
        pairs = [
            (plan.prizes_cents[more] - plan.prizes_cents[less], more, less)
            for more in range(1, len(plan.prizes_cents))
            for less in range(more)
            if strata[rich][more] and strata[poor][less]
        ]
        fitting = [pair for pair in pairs if pair[0] <= rooms[poor]]
        enough = [pair for pair in fitting if pair[0] >= over]
        if not fitting:
            break
        _, more, less = min(enough) if enough else max(fitting)
        for row, gives, takes in ((strata[rich], more, less), (strata[poor], less, more)):
            row[gives] -= 1
            row[takes] += 1
    return replace(plan, strata=tuple(map(tuple, strata)))


def _dealt(rows: Sequence[Strata], counts: Row, plan: Plan) -> list[Strata] | None:
    made = [[0] * len(counts) for _ in rows]
    owed = [Fraction(0)] * len(rows)
    for kind in range(len(counts) - 1, 0, -1):
        cents, left = plan.prizes_cents[kind], counts[kind]
        for place, row in enumerate(rows):
            share = Fraction(row.entries[kind] * counts[kind], plan.counts[kind])
            made[place][kind] = share.numerator // share.denominator
            owed[place] += cents * (share - made[place][kind])
            left -= row.repeat * made[place][kind]
        while left:
            fitting = [place for place, row in enumerate(rows) if row.repeat <= left]
            if not fitting:
                return None
            # Of those owed as much the one with most plays, then the first.
            most = max(fitting, key=lambda place: (owed[place], sum(rows[place].entries), -place))
            made[most][kind] += 1
            owed[most] -= cents
            left -= rows[most].repeat
    return [
        Strata(row.repeat, (sum(row.entries) - sum(entries), *entries[1:]))
        for row, entries in zip(rows, made, strict=True)
    ]
