# SPDX-License-Identifier: MIT
"""Checks gamble (B-22) and devices that raise the percentage (B-24)."""

from __future__ import annotations

from math import ceil

from machines.check.problems import Findings, euro, percent
from machines.types.cycle.draft import CycleDraft
from machines.types.cycle.limits import Limits
from machines.types.cycle.newcomer import SURE_MAX, newcomer
from machines.types.cycle.plan import Plan
from machines.types.cycle.plan_gamble import (
    Gamble,
    Raise,
    account_payout,
    lost_in_window,
    piece_cents,
    raised_pairs,
    raised_payout,
)

ODDS_MAX = (1 << 32) - 1
"""Largest denominator of a raise (core.h)."""


def gamble_of(draft: CycleDraft, limits: Limits) -> Gamble | None:
    """The gamble within the maximum prizes of the profile; None without one."""
    if draft.gamble is None:
        return None
    single, double = limits.prize_max_cents, max(limits.prize_max_cents, limits.double_prize_max_cents)
    if draft.gamble.max_cents is not None:
        most = 2 * draft.gamble.max_cents
        single, double = min(single, most), min(double, most)
    gamble = draft.gamble
    return Gamble(
        gamble.rounds, single, double, gamble.return_max_cents, gamble.advance_max_cents,
        gamble.return_one_in, gamble.return_spare_plays,
    )  # fmt: skip


def raises_of(draft: CycleDraft) -> tuple[Raise, ...]:
    """The raises, ascending by prize."""
    rows = (Raise(row.cents, row.to_cents, row.odds) for row in draft.raises or ())
    return tuple(sorted(rows, key=lambda row: row.cents))


def check_options(
    draft: CycleDraft, plan: Plan, simultaneous_max: int, limits: Limits, findings: Findings
) -> None:
    """The gamble leaves every cycle and every 5,000 plays their minimum; raises only raise, within B-05."""
    gamble = gamble_of(draft, limits)
    if gamble is not None:
        _check_gamble(plan, gamble, simultaneous_max, limits, findings)
        _check_spread(plan, gamble, findings)
    _check_raises(draft, plan, findings)
    if findings.about("raises"):
        return
    if gamble is not None:
        _check_newcomer(draft, plan, gamble, findings)
    if simultaneous_max > 1:
        _check_raised_pairs(draft, plan, gamble, limits, findings)


def _check_gamble(
    plan: Plan, gamble: Gamble, simultaneous_max: int, limits: Limits, findings: Findings
) -> None:
    """Lost prizes can be returned, every 5,000 plays pay their minimum, and some prize can be gambled."""
    prizes = [cents for cents in plan.prizes_cents if cents]
    path, least = "gamble.return_max_cents", min(prizes, default=0)
    hint = "raise it, or leave the table out: no gamble would ever be offered"
    findings.under(path, gamble.return_max_cents, least, "cents", hint, rule="B-22")
    hint = "lower it: what waits in the account is no more than a prize"
    findings.over(path, gamble.return_max_cents, limits.prize_max_cents, "cents", hint, rule="B-06")
    odd = [cents for cents in [*prizes, gamble.advance_max_cents] if cents % least] if least else []
    if odd:
        message = (
            f"must deal in multiples of the smallest prize, {euro(least)}, which gives back the rest of a "
            f"loss (got {', '.join(euro(cents) for cents in odd)})"
        )
        hint = "change these prizes, or advance_max_cents"
        findings.add("gamble", message, hint, value=odd, limit=least, unit="cents", rule="B-22")
    if not any(gamble.reached(cents, simultaneous_max) for cents in plan.prizes_cents):
        message = f"must leave some prize that can be doubled within {euro(gamble.most_cents(2))} (got none)"
        findings.add("gamble", message, "leave the table out", value=gamble.rounds, rule="B-04")
    plays, required = limits.window_plays, limits.window_payout
    entries, lost = plays * simultaneous_max, lost_in_window(gamble)
    if not plan.guarantees(plays, entries, required) or plan.guarantees(plays, entries, required, lost):
        return
    worst = plan.worst_window(plays, entries, lost)
    findings.add(
        "gamble",
        f"can leave {percent(worst.payout)} of the stakes of {worst.entries:,} consecutive entries, "
        f"at least {percent(required)} required in any {plays:,} plays: it may keep {euro(lost)} of theirs",
        "lower return_max_cents or advance_max_cents, or spread the prizes of the cycle more evenly",
        value=str(worst.payout),
        limit=str(required),
        unit="of stakes",
        rule="B-08",
    )


def _check_raises(draft: CycleDraft, plan: Plan, findings: Findings) -> None:
    prizes = [cents for cents in plan.prizes_cents if cents]
    before: set[int] = set()
    for number, row in enumerate(draft.raises or ()):
        path = f"raises[{number}]"
        for key, cents in (("cents", row.cents), ("to_cents", row.to_cents)):
            if cents not in prizes:
                message = f"must be a prize that the cycle gives (got {euro(cents)}, given 0 times)"
                hint = "give it in a stratum of the cycle or take the raise out"
                findings.add(
                    f"{path}.{key}", message, hint, value=cents, limit=prizes, unit="cents", rule="B-24"
                )
        if row.to_cents <= row.cents:
            message = f"must be above the prize that it raises, {euro(row.cents)} (got {euro(row.to_cents)})"
            findings.add(
                f"{path}.to_cents",
                message,
                "write a larger prize: a raise only ever raises",
                value=row.to_cents,
                limit=row.cents + 1,
                unit="cents",
                rule="B-24",
            )
        if row.cents in before:
            message = f"must be raised by one row only (got {euro(row.cents)} again)"
            findings.add(f"{path}.cents", message, "take one of the rows out", value=row.cents)
        if not 0 < row.odds <= 1 or row.odds.denominator > ODDS_MAX:
            message = f"must be above 0, at most 1 and of at most {ODDS_MAX:,} draws (got {row.odds})"
            hint = 'write such odds as "1/10"'
            findings.add(f"{path}.odds", message, hint, value=str(row.odds), rule="B-24")
        before.add(row.cents)


def _check_spread(plan: Plan, gamble: Gamble, findings: Findings) -> None:
    """Some loss can be spread: a single piece over the losses of a whole cycle (cext/src/state.h)."""
    losses, spare = plan.counts[0], gamble.return_spare
    most = max(0, losses - -(-3 * gamble.return_one_in // 2))
    if spare > most:
        message = f"must be at most {most:,} plays of the {losses:,} that lose in a cycle (got {spare:,})"
        hint = "lower it or return_one_in: no gamble would ever be offered"
        findings.add(
            "gamble.return_spare_plays", message, hint, value=spare, limit=most, unit="plays", rule="B-22"
        )


def _check_newcomer(draft: CycleDraft, plan: Plan, gamble: Gamble, findings: Findings) -> None:
    """Plays return less than their stakes however full the account is: nobody gains by sitting down."""
    payout = raised_payout(plan, raises_of(draft))
    with_account = payout + account_payout(plan, gamble)
    if payout >= 1 or with_account <= 1:
        return
    least = ceil(account_payout(plan, gamble) * gamble.return_one_in / (1 - payout))
    findings.add(
        "gamble.return_one_in",
        f"lets plays return {percent(with_account)} on average while the return account holds something, at "
        f"most 100 % allowed: who sits down after a lost gamble would gain (got {gamble.return_one_in})",
        f"raise it to {least}, so that what gambles lost comes back more slowly",
        value=gamble.return_one_in,
        limit=least,
        unit="plays",
        rule="B-22",
    )


def check_spare(plan: Plan, gamble: Gamble, findings: Findings) -> None:
    """A warning: it is not as good as sure that a newcomer gains no more than ``return_one_in`` says."""
    seen = newcomer(plan, gamble)
    if seen.sure_chance > SURE_MAX:
        findings.add(
            "gamble.return_spare_plays",
            f"should leave a chance of at most {float(SURE_MAX):.0e} in a cycle that every loss left must "
            f"give back (got {gamble.return_spare}, which leaves {float(seen.sure_chance):.1e})",
            "raise it, so that what is put off has plays to come back with",
            value=gamble.return_spare,
            limit=float(SURE_MAX),
            rule="B-22",
        )


def _check_raised_pairs(
    draft: CycleDraft, plan: Plan, gamble: Gamble | None, limits: Limits, findings: Findings
) -> None:
    """No double play with raised prizes, or with returned losses, exceeds its maximum (B-05)."""
    raises = raises_of(draft)
    plain = max(pair.cents for pair in plan.pairs())
    richest = max(pair.cents for pair in raised_pairs(plan, raises))
    given_back = max(pair.cents for pair in raised_pairs(plan, raises, gamble))
    most = limits.double_prize_max_cents
    if richest <= most < given_back:
        message = (
            f"one double play can win {euro(given_back)} where a loss gives {euro(piece_cents(plan))} back, "
            f"at most {euro(most)} allowed"
        )
        hint = "lower the largest prize, or leave the table out"
        findings.add("gamble", message, hint, value=given_back, limit=most, unit="cents", rule="B-05")
    if plain <= most < richest:
        message = f"one double play can win {euro(richest)} once raised, at most {euro(most)} allowed"
        hint = "raise to smaller prizes, or no prizes that stand beside the largest"
        findings.add("raises", message, hint, value=richest, limit=most, unit="cents", rule="B-05")
