# SPDX-License-Identifier: MIT
"""What gamble (B-22) and raised prizes (B-24) make of a prize plan, for the PAR sheet of Type B."""

from __future__ import annotations

from fractions import Fraction

from machines.support.plain import Json
from machines.types.common.par_terms import ratio
from machines.types.cycle.model import CycleModel
from machines.types.cycle.newcomer import newcomer
from machines.types.cycle.plan_gamble import Gamble, account_payout, lost_in_window, raised_payout


def options(model: CycleModel) -> Json:
    """
    The additional keys of the sheet of a model with these options.

    ``gamble`` says what gambles may make of each prize and the least that they can leave, whoever dares
    when; the expected payout of a cycle is at least the plan's, at most that with raises and with all that
    the return account can give back. ``gamble.newcomer`` says what the account gives back to who sits down
    after others have lost. ``raises`` are exact for plays without hold.
    """
    found: Json = {}
    if model.gamble is not None:
        found["gamble"] = _gamble(model, model.gamble)
    if model.raises:
        found["raises"] = _raises(model)
    return found


def _gamble(model: CycleModel, gamble: Gamble) -> Json:
    plan, limits = model.plan, model.limits
    given_back = newcomer(plan, gamble).mean_cents / plan.price_cents
    rows = [_least("cycle", plan.plays, plan.plays, plan.payout, limits.cycle_payout, "B-07")]
    for double in range(1, model.simultaneous_max + 1):
        plays, entries = limits.window_plays, limits.window_plays * double
        worst = plan.worst_window(plays, entries, lost_in_window(gamble))
        kind = "sliding" if double == 1 else "sliding, any play double"
        rows.append(_least(kind, plays, entries, worst.payout, limits.window_payout, "B-08"))
    return {
        "odds": "1/2",
        "rounds": gamble.rounds,
        "single_max_cents": gamble.single_max_cents,
        "double_max_cents": gamble.double_max_cents,
        "return_max_cents": gamble.return_max_cents,
        "advance_max_cents": gamble.advance_max_cents,
        "return_one_in": gamble.return_one_in,
        "return_spare_plays": gamble.return_spare,
        "plays_lost_max_cents": lost_in_window(gamble),
        "expected_payout_min": ratio(plan.payout),
        "expected_payout_max": ratio(raised_payout(plan, model.raises) + given_back),
        "least": rows,
        "prizes": [
            {"prize_cents": cents, "reached_cents": gamble.reached(cents, 1)}
            for cents in plan.prizes_cents
            if cents
        ],
        "newcomer": of_newcomer(model, gamble),
    }


def of_newcomer(model: CycleModel, gamble: Gamble) -> Json:
    """What a play gives back by the return account; bounds for every behaviour of players (newcomer.py)."""
    seen = newcomer(model.plan, gamble)
    return {
        "piece_cents": seen.piece_cents,
        "most_cents": ratio(seen.most_cents),
        "offered_cents": ratio(seen.offered_cents),
        "mean_cents": ratio(seen.mean_cents),
        "payout_max": ratio(raised_payout(model.plan, model.raises) + account_payout(model.plan, gamble)),
        "sure_chance": ratio(seen.sure_chance),
    }


def _least(kind: str, plays: int, entries: int, payout: Fraction, required: Fraction, rule: str) -> Json:
    return {
        "kind": kind,
        "plays": plays,
        "entries_max": entries,
        "payout": ratio(payout),
        "payout_percent": float(payout * 100),
        "required": ratio(required),
        "holds": payout >= required,
        "rule": rule,
    }


def _raises(model: CycleModel) -> Json:
    plan = model.plan
    payout = raised_payout(plan, model.raises)
    rows = []
    for row in model.raises:
        count = plan.counts[plan.prizes_cents.index(row.cents)]
        more = row.odds * (row.to_cents - row.cents) * count
        rows.append(
            {
                "prize_cents": row.cents,
                "to_cents": row.to_cents,
                "odds": ratio(row.odds),
                "per_cycle": ratio(row.odds * count),
                "rtp": ratio(Fraction(more) / (plan.plays * plan.price_cents)),
            }
        )
    return {"rows": rows, "payout": ratio(payout), "payout_percent": float(payout * 100)}
