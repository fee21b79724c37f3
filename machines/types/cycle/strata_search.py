# SPDX-License-Identifier: MIT
"""
Searches the strata of a prize plan: the prizes of a cycle so spread that a watcher gains little.

    model = load_cycle("cierzo")
    plan = search(model.plan, 12, demand_of(model))     # None if no such plan was found
    watch(plan).gain_cents

The prizes stay, and so does what a cycle pays. Few long strata leave little to a watcher
(``watcher``), but the less to the worst window (``plan``). For a number of strata the
search takes four steps, the same ones whenever it is asked:

1. Strata of equal length; one takes the plays that are left over.
2. The largest prizes, those of which there are fewer than two a stratum, one after the other: each to the
   stratum that holds least money.
3. The money of the other prizes, a parcel at a time: each to the stratum where the watcher's gain grows
   least by it, none to a stratum that would pay above its stakes. So a stratum with a large prize gets less.
   For that step the small prizes stand in as prizes of one size, with the same sum and the same sum of
   squares: the gain depends on little else, and takes milliseconds. Then they are dealt in these shares.
4. The order of the strata, by exchanging two as long as the poorest window gets richer. The cycle begins
   with the stratum from which the poorest block of plays, counted from its start, pays most; of several with
   the one after which the largest prize comes soonest, so that who examines a machine meets it.

Where the worst window still falls short of the law, every stratum must pay a floor in step 3, the least
whole percentage of its stakes with which the plan holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import gcd, inf

from machines.types.cycle.model import CycleModel
from machines.types.cycle.plan import Plan
from machines.types.cycle.plan_gamble import Raise, lost_in_window, raised_pairs
from machines.types.cycle.watcher import watch

PARCELS = 32
"""Parcels of money that a stratum gets on average: more of them change the gain by less than one in 200."""

Row = tuple[int, ...]


@dataclass(frozen=True)
class Demand:
    """The bounds of every plan of a search: window proof (B-08) and largest double play (B-05)."""

    entries_min: int
    entries_max: int
    payout: Fraction
    lost_cents: int = 0
    """Most that gambles take back from what a window pays."""
    pair_max_cents: int | None = None
    """Most that two entries side by side may win; None without double plays."""
    raises: tuple[Raise, ...] = ()

    def spare_cents(self, plan: Plan) -> Fraction:
        """Cents that every window pays above its minimum, less gambles; below 0 where one falls short."""
        return plan.spare_cents(self.entries_min, self.entries_max, self.payout) - self.lost_cents

    def pair_excess_cents(self, plan: Plan) -> int:
        """By how much the richest double play exceeds its maximum; 0 if it does not."""
        if self.pair_max_cents is None:
            return 0
        return max(0, max(pair.cents for pair in raised_pairs(plan, self.raises)) - self.pair_max_cents)

    def kept(self, plan: Plan) -> bool:
        """Whether a plan keeps all of it, and no stratum pays above its stakes."""
        return self.spare_cents(plan) >= 0 and not self.pair_excess_cents(plan) and not plan.overpaid()


def demand_of(model: CycleModel) -> Demand:
    """The bounds that a model's profile sets for its plan."""
    limits, double = model.limits, model.simultaneous_max
    return Demand(
        limits.window_plays,
        limits.window_plays * double,
        limits.window_payout,
        lost_in_window(model.gamble),
        limits.double_prize_max_cents if double > 1 else None,
        model.raises,
    )


def search(prizes: Plan, strata: int, demand: Demand) -> Plan | None:
    """
    Spread the prizes of a cycle over so many strata.

    Args:
        prizes: a plan with the prizes of the cycle; its own strata do not matter.
        strata: how many there shall be, 1 to the plays of the cycle.
        demand: what the plan must keep.

    Returns:
        The plan; None where even strata that all pay alike break the demand.
    """
    loosest = spread(prizes, strata, demand)
    if loosest is not None and demand.kept(loosest):
        return loosest
    high = int(prizes.payout * 100)
    found = spread(prizes, strata, demand, high)
    if found is None or not demand.kept(found):
        return None
    low = _floor_percent(loosest) if loosest else 0
    while high - low > 1:
        middle = (low + high) // 2
        plan = spread(prizes, strata, demand, middle)
        if plan is not None and demand.kept(plan):
            found, high = plan, middle
        else:
            low = middle
    return found


def _floor_percent(plan: Plan) -> int:
    """The whole percentage of their stakes that all strata of a plan pay."""
    paid = ((least[-1], (len(least) - 1) * plan.price_cents) for least in plan.least)
    return min(100 * cents // stakes for cents, stakes in paid)


def spread(prizes: Plan, strata: int, demand: Demand, floor_percent: int = 0) -> Plan | None:
    """
    The plan of so many strata that each pay at least a floor, whatever its windows pay.

    None where the prizes cannot be so spread.
    """
    if not 1 <= strata <= prizes.plays:
        raise ValueError(f"strata must be 1 to {prizes.plays} (got {strata})")
    classes = range(1, len(prizes.prizes_cents))
    large = [kind for kind in classes if prizes.counts[kind] < 2 * strata]
    small = [kind for kind in classes if kind not in large]
    groups = _with_large(prizes, strata, large)
    if not _fill(prizes, groups, small, floor_percent):
        return None
    rows = _dealt(prizes, groups, small)
    if any(row[0] < 0 for row in rows):
        return None
    return _ordered(Plan(prizes.prizes_cents, tuple(rows), prizes.price_cents), demand)


@dataclass
class _Group:
    """Strata that hold the same large prizes, and get the same share of the small ones."""

    row: Row
    """Entries of each class in one of them; what is not given out yet loses."""
    strata: int
    stand_ins: int = 0
    owed_cents: Fraction = Fraction(0)
    """Money of its share that rounding kept back from each of its strata."""


def _with_large(prizes: Plan, strata: int, large: Sequence[int]) -> list[_Group]:
    """Strata of equal length with the large prizes in them; plays that are left over wait for ``_dealt``."""
    rows = [[0] * len(prizes.prizes_cents) for _ in range(strata)]
    paid = [0] * strata
    for kind in sorted(large, key=lambda kind: -prizes.prizes_cents[kind]):
        for _ in range(prizes.counts[kind]):
            poorest = paid.index(min(paid))
            rows[poorest][kind] += 1
            paid[poorest] += prizes.prizes_cents[kind]
    alike = Counter((prizes.plays // strata - sum(row), *row[1:]) for row in rows)
    return [_Group(row, count) for row, count in alike.items()]


def _fill(prizes: Plan, groups: Sequence[_Group], small: Sequence[int], floor_percent: int) -> bool:
    """Give each group its share of the small prizes, in stand-ins; whether there was room for all."""
    money = sum(prizes.prizes_cents[kind] * prizes.counts[kind] for kind in small)
    if not money:
        return True
    squares = sum(prizes.prizes_cents[kind] ** 2 * prizes.counts[kind] for kind in small)
    pays = max(1, round(Fraction(squares, money * prizes.price_cents))) * prizes.price_cents
    strata = sum(group.strata for group in groups)
    left, parcel = money // pays, max(1, money // (pays * strata * PARCELS))

    def growth(group: _Group) -> float:
        stakes = sum(group.row) * prizes.price_cents
        room = _room_cents(prizes, group) - pays * group.stand_ins
        if 100 * (stakes - room) < floor_percent * stakes:
            return -room / stakes  # below the floor: the poorest first, before all others
        if pays * parcel > room or group.stand_ins + parcel > group.row[0]:
            return inf
        plain = (prizes.prizes_cents, prizes.price_cents, group.row, pays)
        return _gain(*plain, group.stand_ins + parcel) - _gain(*plain, group.stand_ins)

    growths = list(map(growth, groups))
    while left > 0:
        least = growths.index(min(growths))
        if growths[least] == inf:
            return False
        groups[least].stand_ins += parcel
        left -= parcel * groups[least].strata
        growths[least] = growth(groups[least])
    return True


@lru_cache(maxsize=4096)
def _gain(prizes_cents: Row, price_cents: int, row: Row, pays: int, count: int) -> float:
    """What the watcher gains from a stratum with its large prizes and so many stand-ins."""
    prizes = dict(zip(prizes_cents, row, strict=True)) | {pays: count}
    kept = sorted(cents for cents, held in prizes.items() if held and cents)
    losses = sum(row) - sum(prizes[cents] for cents in kept)
    plan = Plan((0, *kept), ((losses, *(prizes[cents] for cents in kept)),), price_cents)
    return float(watch(plan).gain_cents.low)


def _paid(prizes: Plan, row: Row) -> int:
    return sum(cents * count for cents, count in zip(prizes.prizes_cents, row, strict=True))


def _dealt(prizes: Plan, groups: Sequence[_Group], small: Sequence[int]) -> list[Row]:
    """
    The strata with their shares of the small prizes.

    The largest are dealt first; what rounding keeps back is owed in the next smaller ones. Strata of a group
    stay alike but for one of the largest group, which takes the prizes and plays that do not go round.
    """
    common = max(groups, key=lambda group: group.strata)
    rest = replace(common, strata=1)
    rows = [
        *(group for group in groups if group is not common),
        replace(common, strata=common.strata - 1),
        rest,
    ]
    rows = [group for group in rows if group.strata]
    given = sum(group.strata * group.stand_ins for group in rows)
    for kind in sorted(small, key=lambda kind: -prizes.prizes_cents[kind]):
        cents, left = prizes.prizes_cents[kind], prizes.counts[kind]
        for group in rows:
            share = Fraction(prizes.counts[kind] * group.stand_ins, given)
            _give(group, kind, int(share))
            group.owed_cents += cents * (share - int(share))
            left -= int(share) * group.strata
        while left:
            fitting = [
                group for group in rows if group.strata <= left and _room_cents(prizes, group) >= cents
            ]
            most = max(fitting or [rest], key=lambda group: group.owed_cents)
            _give(most, kind, 1)
            most.owed_cents -= cents
            left -= most.strata
    _give(rest, 0, prizes.plays - sum(group.strata * sum(group.row) for group in rows))
    return [group.row for group in rows for _ in range(group.strata)]


def _room_cents(prizes: Plan, group: _Group) -> int:
    """How much more each stratum of a group may pay before it pays above its stakes."""
    return sum(group.row) * prizes.price_cents - _paid(prizes, group.row)


def _give(group: _Group, kind: int, count: int) -> None:
    """Put prizes in place of losses, or more losses, into each stratum of a group."""
    entries = list(group.row)
    entries[kind] += count
    if kind:
        entries[0] -= count
    group.row = tuple(entries)


def _ordered(plan: Plan, demand: Demand) -> Plan:
    """The strata in an order whose double plays are within their maximum and whose windows pay most."""

    def merit(plan: Plan) -> tuple[int, Fraction]:
        return -demand.pair_excess_cents(plan), demand.spare_cents(plan)

    richest = sorted(plan.strata, key=lambda row: max(i for i, count in enumerate(row) if count))
    step = next(s for s in range(len(richest) * 3 // 8 + 1, 2 * len(richest)) if gcd(s, len(richest)) == 1)
    turned = [richest[i * step % len(richest)] for i in range(len(richest))]
    best = Plan(plan.prizes_cents, tuple(turned), plan.price_cents)
    worth, better = merit(best), True
    while better:
        better = False
        for first, second in combinations(range(len(turned)), 2):
            rows = list(best.strata)
            if rows[first] == rows[second]:
                continue
            rows[first], rows[second] = rows[second], rows[first]
            other = Plan(plan.prizes_cents, tuple(rows), plan.price_cents)
            if (merits := merit(other)) > worth:
                best, worth, better = other, merits, True
    return _begun(best, demand.entries_min)


def _begun(plan: Plan, block_plays: int) -> Plan:
    """The same cycle from the stratum on with which it begins best."""
    turned = [replace(plan, strata=plan.strata[at:] + plan.strata[:at]) for at in range(len(plan.strata))]

    def merit(plan: Plan) -> tuple[Fraction, int]:
        largest = [plan.largest_cents(stratum) for stratum in range(len(plan.strata))]
        return plan.worst_aligned(block_plays).payout, -largest.index(max(largest))

    return max(turned, key=merit)
