# SPDX-License-Identifier: MIT
"""The PAR sheet of a Type B model: exact figures of its prize plan."""

from __future__ import annotations

from fractions import Fraction

from machines.support.plain import Json
from machines.types.common.par_terms import VOLATILITY_CONFIDENCE_PERCENT, ratio, volatility_index
from machines.types.cycle.bands import fits as bands_fit
from machines.types.cycle.bands import return_bands
from machines.types.cycle.model import CycleModel
from machines.types.cycle.par_gamble import options
from machines.types.cycle.par_runs import expected_losing_runs, longest_losing_run
from machines.types.cycle.plan import Plan, Window
from machines.types.cycle.plan_gamble import lost_in_window, raised_payout
from machines.types.cycle.watcher import Interval, fits, watch

RUN_LENGTHS = (1, 2, 5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500)
RAREST_PER_CYCLE = 1e-6
"""A losing run that comes less often is not listed: at a play every 5 s, a cycle takes 28 hours."""


def cycle_sheet(model: CycleModel) -> Json:
    """
    Return the PAR sheet of a Type B model.

    ``prizes`` and ``prize_plan`` hold the prizes that pay something, ascending; ``losses`` counts
    the plays of a cycle that pay nothing. ``variance_stake2`` is of one play's prize in units of
    its stake, over the plays of a cycle. In ``windows`` a row's ``required`` of "0/1" says that
    its figure is reported and not required (B-09).

    ``special`` is there for a special machine only, ``largest_double_cents`` where there is a double play.

    ``bands`` are of single plays without hold, from the plan alone (``machines.types.cycle.bands``).

    ``gamble`` and ``raises`` are there if the model has them; everything else is of the plan alone.

    Source of the payout rows: RD 2110/1998 art. 6.4 and the proof in ``machines.types.cycle.plan``.
    """
    plan = model.plan
    variance = variance_stake2(plan)
    return {
        "model": model.name,
        "title": model.title,
        "type": model.type,
        **({"special": True} if model.special else {}),
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
        "bands": return_bands(plan) if bands_fit(plan) else [],
        "bands_apart": _bands_apart(model),
        "contributions": _contributions(plan),
        "odds": _odds(plan),
        "losing_runs": _losing_runs(plan),
        "watcher": _watcher(plan),
        "largest_prize_cents": max(plan.prizes_cents),
        **_double(model),
        "combinations": sum(model.shown.counts.values()),
        "tables_digest": model.tables.digest,
        **options(model),
    }


def _double(model: CycleModel) -> dict[str, int]:
    """The most that one double play wins, where there is one."""
    return {"largest_double_cents": model.plan.largest_pair().cents} if model.simultaneous_max > 1 else {}


def hit_frequency(plan: Plan) -> Fraction:
    """Share of the plays of a cycle that win something."""
    return 1 - Fraction(plan.counts[0], plan.plays)


def variance_stake2(plan: Plan) -> Fraction:
    """Variance of one play's prize in squared stakes, over the plays of a cycle."""
    rows = list(zip(plan.prizes_cents, plan.counts, strict=True))
    square = Fraction(sum(count * cents * cents for cents, count in rows), plan.plays)
    return square / plan.price_cents**2 - plan.payout**2


def _prizes(model: CycleModel) -> list[Json]:
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


def _contributions(plan: Plan) -> list[Json]:
    """Each prize's part of the payout."""
    rows = zip(plan.prizes_cents[1:], plan.counts[1:], strict=True)
    return [
        {
            "feature": "prizes",
            "row": str(cents),
            "path": f"cycle.prizes.{cents}",
            "times_per_play": ratio(Fraction(count, plan.plays)),
            "rtp": ratio(Fraction(cents * count, plan.plays * plan.price_cents)),
            "rtp_percent": 100 * cents * count / (plan.plays * plan.price_cents),
        }
        for cents, count in rows
    ]


def _odds(plan: Plan) -> list[dict[str, str]]:
    """How often a play wins, and how often more than its price."""
    priced = zip(plan.prizes_cents, plan.counts, strict=True)
    more = Fraction(sum(count for cents, count in priced if cents > plan.price_cents), plan.plays)
    events = {"win": hit_frequency(plan), "more than the price": more}
    return [
        {"event": event, "probability": ratio(chance), "plays_per_event": ratio(1 / chance)}
        for event, chance in events.items()
        if chance
    ]


def _combinations(model: CycleModel, cents: int) -> list[list[str]]:
    return [list(pay.symbols) for pay in model.paytable if pay.cents == cents]


def _prize_plan(plan: Plan) -> list[dict[str, int]]:
    rows = zip(plan.prizes_cents[1:], plan.counts[1:], strict=True)
    return [{"prize_cents": cents, "count": count} for cents, count in rows]


def _strata(plan: Plan) -> list[Json]:
    """Size and payout of each stratum, in order."""
    found = []
    for least in plan.least:
        plays = len(least) - 1
        payout = Fraction(least[-1], plays * plan.price_cents)
        found.append({"plays": plays, "paid_cents": least[-1], "payout": ratio(payout)})
    return found


def _windows(model: CycleModel) -> list[Json]:
    """The proof: for each kind of window the least and the most that any key and any hold can make it pay."""
    plan, limits = model.plan, model.limits
    cycle, part, none = limits.cycle_plays, limits.window_plays, Fraction(0)
    # Where no law is in force nothing is required, and the windows are told all the same.
    of_cycle, of_window = (none, none) if model.profile.free else (limits.cycle_payout, limits.window_payout)
    rows = [
        _row(
            "aligned",
            cycle,
            cycle,
            (plan.worst_aligned(cycle), plan.best_aligned(cycle)),
            "B-07",
            of_cycle,
        ),
        _row(
            "aligned",
            part,
            part,
            (plan.worst_aligned(part), plan.best_aligned(part)),
            "B-08",
            of_window,
        ),
    ]
    for plays, required, rule in ((part, of_window, "B-08"), (cycle, none, "B-09")):
        for double in range(1, model.simultaneous_max + 1):
            entries = plays * double
            extremes = (plan.worst_window(plays, entries), plan.best_window(plays, entries))
            kind = "sliding" if double == 1 else "sliding, any play double"
            kind += "" if required else ", reported only"
            rows.append(_row(kind, plays, entries, extremes, rule, required))
    return rows


def _bands_apart(model: CycleModel) -> Json:
    """
    What stands beside the bands: the most that gambles take from any plays, and what raises add on average.
    """
    more = raised_payout(model.plan, model.raises) - model.plan.payout
    return {
        "gamble_takes_cents_max": lost_in_window(model.gamble),
        "raises_add": ratio(more),
    }


def _row(
    kind: str, plays: int, entries_max: int, extremes: tuple[Window, Window], rule: str, required: Fraction
) -> Json:
    worst, best = extremes
    return {
        "plays": plays,
        "kind": kind,
        "entries_min": plays,
        "entries_max": entries_max,
        **_extreme("worst", worst),
        "required": ratio(required),
        "holds": worst.payout >= required,
        "rule": rule,
        **_extreme("best", best),
    }


def _extreme(which: str, window: Window) -> Json:
    return {
        f"{which}_payout": ratio(window.payout),
        f"{which}_payout_percent": float(window.payout * 100),
        f"{which}_first_entry": window.first_entry,
        f"{which}_entries": window.entries,
        f"{which}_paid_cents": window.paid_cents,
    }


def _losing_runs(plan: Plan) -> Json:
    """The longest run that is possible, and how often runs come without hold."""
    longest = longest_losing_run(plan)
    lengths = [plays for plays in RUN_LENGTHS if longest is not None and plays <= longest]
    expected = expected_losing_runs(plan, lengths) if lengths else []
    rows = [
        {"plays": plays, "expected_per_cycle": often}
        for plays, often in zip(lengths, expected, strict=True)
        if often >= RAREST_PER_CYCLE
    ]
    return {"longest_plays": longest, "at_least": rows}


def _watcher(plan: Plan) -> Json | None:
    """The result of ``machines.types.cycle.watcher``; None where a stratum is too large for it."""
    if not fits(plan):
        return None
    seen = watch(plan)
    return {
        **_watched(seen.gain_cents, seen.plays_made, plan.price_cents),
        "foresight_cents": seen.foresight_cents,
        "strata": [
            {
                "plays": stratum.plays,
                **_watched(stratum.gain_cents, stratum.plays_made, plan.price_cents),
                "best_left": stratum.best.left,
                "best_gain_cents": stratum.best.gain_cents,
                "best_chance": stratum.best.chance,
            }
            for stratum in seen.strata
        ],
    }


def _watched(gain: Interval, plays: Interval, price_cents: int) -> Json:
    made, gained = float(plays.low), float(gain.low)
    return {
        "gain_cents_low": ratio(gain.low),
        "gain_cents_high": ratio(gain.high),
        "expected_gain_cents": gained,
        "expected_plays": made,
        "payout_percent": 100 * (1 + gained / (made * price_cents)) if made else None,
    }
