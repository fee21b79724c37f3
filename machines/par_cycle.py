# SPDX-License-Identifier: MIT
"""The PAR sheet of a Type B model: exact figures of its prize plan."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from machines.model import CycleModel
from machines.par_terms import VOLATILITY_CONFIDENCE_PERCENT, ratio, volatility_index
from machines.plan import Plan, WorstWindow


def cycle_sheet(model: CycleModel) -> dict[str, Any]:
    """
    Return the PAR sheet of a Type B model.

    ``prizes`` and ``prize_plan`` hold the prizes that pay something, ascending; ``losses`` counts
    the plays of a cycle that pay nothing. ``variance_stake2`` is of one play's prize in units of
    its stake, over the plays of a cycle. In ``windows`` a row's ``required`` of "0/1" says that
    its figure is reported and not required (B-09).

    Source of the payout rows: RD 2110/1998 art. 6.4 and the proof in ``machines.plan``.
    """
    plan = model.plan
    variance = variance_stake2(plan)
    return {
        "model": model.name,
        "title": model.title,
        "type": model.type,
        "profile": model.profile.id,
        "price_cents": plan.price_cents,
        "rtp": ratio(plan.payout),
        "rtp_percent": float(plan.payout * 100),
        "hit_frequency": ratio(hit_frequency(plan)),
        "hit_frequency_percent": float(hit_frequency(plan) * 100),
        "variance_stake2": ratio(variance),
        "volatility_index": volatility_index(variance),
        "volatility_confidence_percent": VOLATILITY_CONFIDENCE_PERCENT,
        "prizes": _prizes(model),
        "cycle_plays": plan.plays,
        "cycle_paid_cents": plan.paid_cents,
        "losses": plan.counts[0],
        "prize_plan": _prize_plan(plan),
        "strata": _strata(plan),
        "windows": _windows(model),
        "largest_prize_cents": max(plan.prizes_cents),
        "largest_double_cents": plan.largest_pair().cents,
        "combinations": sum(model.shown.counts.values()),
        "tables_digest": model.tables.digest,
    }


def hit_frequency(plan: Plan) -> Fraction:
    """Share of the plays of a cycle that win something."""
    return 1 - Fraction(plan.counts[0], plan.plays)


def variance_stake2(plan: Plan) -> Fraction:
    """Variance of one play's prize in squared stakes, over the plays of a cycle."""
    rows = list(zip(plan.prizes_cents, plan.counts, strict=True))
    square = Fraction(sum(count * cents * cents for cents, count in rows), plan.plays)
    return square / plan.price_cents**2 - plan.payout**2


def _prizes(model: CycleModel) -> list[dict[str, Any]]:
    """Each prize with its probability, its odds and how many windows show it."""
    plan, found = model.plan, []
    for cents, count in zip(plan.prizes_cents[1:], plan.counts[1:], strict=True):
        found.append(
            {
                "prize_cents": cents,
                "probability": ratio(Fraction(count, plan.plays)),
                "plays_per_prize": ratio(Fraction(plan.plays, count)),
                "rtp": ratio(Fraction(cents * count, plan.plays * plan.price_cents)),
                "windows": model.shown.counts[cents],
                "combinations": _combinations(model, cents),
            }
        )
    return found


def _combinations(model: CycleModel, cents: int) -> list[list[str]]:
    return [list(pay.symbols) for pay in model.paytable if pay.cents == cents]


def _prize_plan(plan: Plan) -> list[dict[str, int]]:
    rows = zip(plan.prizes_cents[1:], plan.counts[1:], strict=True)
    return [{"prize_cents": cents, "count": count} for cents, count in rows]


def _strata(plan: Plan) -> list[dict[str, Any]]:
    """Size and payout of each stratum, in order."""
    found = []
    for least in plan.least:
        plays = len(least) - 1
        payout = Fraction(least[-1], plays * plan.price_cents)
        found.append({"plays": plays, "paid_cents": least[-1], "payout": ratio(payout)})
    return found


def _windows(model: CycleModel) -> list[dict[str, Any]]:
    """The proof: for each kind of window the worst that any order of any key and hold can pay."""
    plan, limits = model.plan, model.limits
    cycle, plays = limits.cycle_plays, limits.window_plays
    whole = {"kind": "aligned", "entries_min": cycle, "entries_max": cycle, "rule": "B-07"}
    rows = [_row(cycle, plan.worst_aligned(cycle), limits.cycle_payout, whole)]
    for double in range(1, model.simultaneous_max + 1):
        worst = plan.worst_window(plays, plays * double)
        kind = "sliding" if double == 1 else "sliding, any play double"
        rows.append(_sliding(plays, worst, limits.window_payout, kind, plays * double, "B-08"))
    worst = plan.worst_window(cycle, cycle)
    rows.append(_sliding(cycle, worst, Fraction(0), "sliding, reported only", cycle, "B-09"))
    return rows


def _sliding(
    plays: int, worst: WorstWindow, required: Fraction, kind: str, entries_max: int, rule: str
) -> dict[str, Any]:
    extra = {
        "kind": kind,
        "entries_min": plays,
        "entries_max": entries_max,
        "worst_first_entry": worst.first_entry,
        "worst_entries": worst.entries,
        "worst_paid_cents": worst.paid_cents,
        "rule": rule,
    }
    return _row(plays, worst.payout, required, extra)


def _row(plays: int, worst: Fraction, required: Fraction, extra: dict[str, Any]) -> dict[str, Any]:
    return {
        "plays": plays,
        "worst_payout": ratio(worst),
        "worst_payout_percent": float(worst * 100),
        "required": ratio(required),
        "holds": worst >= required,
        **extra,
    }
