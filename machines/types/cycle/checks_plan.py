# SPDX-License-Identifier: MIT
"""Checks a prize plan: its cycle adds up, pays what the law demands and can be shown."""

from __future__ import annotations

from collections.abc import Iterable

from machines.check.problems import Findings, euro, percent
from machines.types.cycle.draft import CycleDraft
from machines.types.cycle.limits import Limits
from machines.types.cycle.plan import Plan
from machines.types.cycle.plan_gamble import Raise, raised_payout
from machines.types.cycle.schema import Cycle
from machines.types.cycle.windows import Strips

CLASSES_MAX = 32
"""Prize classes of the core, the loss included (core.h, CORE_MAX_CLASSES)."""
STRATA_MAX = 64
"""Strata of the core (core.h, CORE_MAX_STRATA)."""
PROOF_PLAYS_MAX = 100_000
"""Longest cycle that is still examined; far above what the law's cycle lets pass."""
PRIZE_MAX_CENTS = 16_777_215
"""Largest pay of the core (core.h, CORE_MAX_PRIZE)."""


def check_cycle(draft: CycleDraft, limits: Limits, findings: Findings) -> None:
    """The strata add up to the cycle, and whole cycles make up the plays that the law counts."""
    if draft.cycle is None:
        return
    cycle = draft.cycle
    if limits.cycle_plays % cycle.plays:
        findings.add(
            "cycle.plays",
            f"must divide {limits.cycle_plays:,} plays (got {cycle.plays:,})",
            f"write {limits.cycle_plays}",
            value=cycle.plays,
            limit=limits.cycle_plays,
            unit="plays",
            rule="B-07",
        )
    held = sum(stratum.repeat * stratum.plays for stratum in cycle.strata)
    if held != cycle.plays:
        message = f"must hold {cycle.plays:,} plays together (got {held:,})"
        hint = "make repeat times plays of all strata add up to cycle.plays"
        findings.add("cycle.strata", message, hint, value=held, limit=cycle.plays, unit="plays")
    strata = sum(stratum.repeat for stratum in cycle.strata)
    hint = "make the strata longer and fewer"
    findings.over("cycle.strata", strata, STRATA_MAX, "strata", hint)
    for number, stratum in enumerate(cycle.strata):
        path = f"cycle.strata[{number}].prizes"
        hint = "take prizes out or raise plays of this stratum"
        findings.over(path, sum(stratum.prizes.values()), stratum.plays, "prizes", hint)
    classes = 1 + len(plan_prizes(cycle))
    hint = "use fewer different prizes"
    findings.over("cycle.strata", classes, CLASSES_MAX, "classes, the loss included", hint)


def plan_prizes(cycle: Cycle) -> list[int]:
    """The prizes that the plan gives, in cents, ascending, without the loss."""
    found = {int(cents) for stratum in cycle.strata for cents, count in stratum.prizes.items() if count}
    return sorted(found)


def plan_of(draft: CycleDraft, price_cents: int) -> Plan | None:
    """The plan as numbers; None while it has no readable shape, is overlong or a stratum overfull."""
    cycle = draft.cycle
    if cycle is None or sum(stratum.repeat * stratum.plays for stratum in cycle.strata) > PROOF_PLAYS_MAX:
        return None
    prizes = plan_prizes(cycle)
    strata: list[tuple[int, ...]] = []
    for stratum in cycle.strata:
        counts = [stratum.prizes.get(str(cents), 0) for cents in prizes]
        losses = stratum.plays - sum(counts)
        if losses < 0:
            return None
        strata += [(losses, *counts)] * stratum.repeat
    return Plan((0, *prizes), tuple(strata), price_cents)


def check_prizes(draft: CycleDraft, strips: Strips | None, limits: Limits, findings: Findings) -> None:
    """No prize above the maximum; plan and paytable name the same prizes; a window shows each."""
    shown = None if strips is None else strips.counts
    planned = None if draft.cycle is None else set(plan_prizes(draft.cycle))
    largest = min(limits.prize_max_cents, PRIZE_MAX_CENTS)
    for number, pay in enumerate(draft.paytable or ()):
        path = f"paytable[{number}].cents"
        findings.over(path, pay.cents, largest, "cents", "lower the prize", rule=limits.prize_rule)
        if planned is not None and pay.cents not in planned:
            hint = "give it in a stratum of the cycle or take the row out of the paytable"
            message = f"must be a prize that the cycle gives (got {euro(pay.cents)}, given 0 times)"
            findings.add(
                path, message, hint, value=pay.cents, limit=sorted(planned), unit="cents", rule="B-29"
            )
    if draft.cycle is None:
        return
    for path, cents in _first_given(draft.cycle):
        findings.over(path, cents, largest, "cents", "lower the prize", rule=limits.prize_rule)
        if shown is not None and not shown[cents]:
            hint = "add a row to the paytable, or its symbols to the strips"
            message = f"must be a prize that some window shows (got {euro(cents)}, shown by none)"
            findings.add(path, message, hint, value=cents, unit="cents", rule="B-29")
    if shown is not None and not shown[0]:
        hint = "put symbols on the strips that win nothing"
        findings.add("reels", "must show some window without a prize (got none)", hint)


def _first_given(cycle: Cycle) -> list[tuple[str, int]]:
    """Each prize of the plan, in cents, with the key path of the first stratum that gives it."""
    first: dict[int, str] = {}
    for number, stratum in enumerate(cycle.strata):
        for cents, count in stratum.prizes.items():
            if count:
                first.setdefault(int(cents), f"cycle.strata[{number}].prizes.{cents}")
    return [(path, cents) for cents, path in first.items()]


def check_payout(plan: Plan, limits: Limits, findings: Findings) -> None:
    """A cycle pays its minimum (B-07); so do any 5,000 consecutive plays theirs (B-08)."""
    if plan.payout < limits.cycle_payout:
        short = plan.plays * plan.price_cents * limits.cycle_payout - plan.paid_cents
        findings.add(
            "cycle",
            f"pays {percent(plan.payout)} of {plan.plays:,} plays, "
            f"at least {percent(limits.cycle_payout)} required",
            f"add prizes worth {euro(-(-short // 1))} to the strata",
            value=str(plan.payout),
            limit=str(limits.cycle_payout),
            unit="of stakes",
            rule="B-07",
        )


def check_surplus(plan: Plan, raises: Iterable[Raise], findings: Findings) -> None:
    """
    The program does not pay more than it takes, cycle after cycle; no norm says so, but it would be a slip.

    Prizes that may be raised count with what they become on average (B-24); what a gamble gives back is paid
    by gambles that were lost (B-22). A plan that pays too much by itself has a stratum that does.
    """
    payout, raised = raised_payout(plan, raises), plan.payout <= 1
    if payout <= 1 or not (raised or findings.surplus):
        return
    over = (payout - 1) * plan.plays * plan.price_cents
    message = (
        f"pays {percent(payout)} of {plan.plays:,} plays{' with its raises' if raised else ''}, "
        "at most 100 % allowed: it would pay more than it takes in every cycle"
    )
    fewer = ", or raise fewer of them" if raised else ""
    hint = f"take prizes worth {euro(-(-over // 1))} out of the strata{fewer}"
    path = "raises" if raised else "cycle"
    findings.slip(path, message, hint, value=str(payout), limit="1", unit="of stakes")


def check_windows(plan: Plan, simultaneous_max: int, limits: Limits, findings: Findings) -> None:
    """Any 5,000 consecutive plays, any of them double, pay their minimum whatever the order (B-08)."""
    plays, required = limits.window_plays, limits.window_payout
    if plan.guarantees(plays, plays * simultaneous_max, required):
        return
    worst = plan.worst_window(plays, plays * simultaneous_max)
    last = (worst.first_entry + worst.entries - 1) % plan.plays
    findings.add(
        "cycle.strata",
        f"can pay {percent(worst.payout)} of the stakes of entries {worst.first_entry:,} to {last:,} "
        f"({worst.entries:,} consecutive), at least {percent(required)} required in any {plays:,} plays",
        "make the strata shorter, or spread the prizes more evenly over them",
        value=str(worst.payout),
        limit=str(required),
        unit="of stakes",
        rule="B-08",
    )


def check_overpaid(plan: Plan, cycle: Cycle, findings: Findings) -> None:
    """
    No stratum pays above its stakes.

    No article asks for it. A prize too large for its stratum makes the next play worth more than its price
    from the first entry on, for everybody who counts, until it falls.
    """
    written, noted = _written(cycle), set()
    for stratum in plan.overpaid():
        number, plays, paid = written[stratum], sum(plan.strata[stratum]), plan.least[stratum][-1]
        if number in noted:
            continue
        noted.add(number)
        stakes = plays * plan.price_cents
        message = (
            f"pays {euro(paid)} for the stakes of its {plays:,} plays, at most {euro(stakes)} allowed: "
            "who counts the plays would wait for it"
        )
        hint = f"take prizes worth {euro(paid - stakes)} out of it, or make it longer"
        findings.slip(f"cycle.strata[{number}]", message, hint, value=paid, limit=stakes, unit="cents")


def _written(cycle: Cycle) -> list[int]:
    """For each stratum of the plan its number in the file."""
    return [number for number, stratum in enumerate(cycle.strata) for _ in range(stratum.repeat)]


def check_pairs(plan: Plan, cycle: Cycle, limits: Limits, findings: Findings) -> None:
    """No two entries that one double play may win exceed the maximum of two plays (B-05)."""
    written = _written(cycle)
    noted = set()
    for pair in plan.pairs():
        if pair.cents <= limits.double_prize_max_cents:
            continue
        first, second = written[pair.first_stratum], written[pair.second_stratum]
        where = "in it" if pair.inside else f"where cycle.strata[{second}] follows"
        if (first, where) in noted:
            continue
        noted.add((first, where))
        most = limits.double_prize_max_cents
        findings.add(
            f"cycle.strata[{first}]",
            f"one double play {where} can win {euro(pair.cents)}, at most {euro(most)} allowed",
            "keep the largest prizes in strata whose own other prizes and neighbours are smaller",
            value=pair.cents,
            limit=most,
            unit="cents",
            rule=limits.double_rule,
        )
