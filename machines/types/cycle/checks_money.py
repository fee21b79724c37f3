# SPDX-License-Identifier: MIT
"""Checks coins, counters, hoppers and times of a type B model against law and board."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from machines.check import meters as checks_meters
from machines.check.money import (
    COINS_ONLY,
    ascending,
    check_coin,
    check_hopper_lines,
    check_note_fits,
    check_stake,
    money_paths,
)
from machines.check.owed import amounts, money_owed, payable, pays_at_once
from machines.check.problems import Findings, euro
from machines.check.schema_parts import Hopper, Money
from machines.rules import Profile
from machines.types.cycle.checks_gamble import gamble_of, raises_of
from machines.types.cycle.draft import CycleDraft
from machines.types.cycle.limits import Limits
from machines.types.cycle.plan import Plan
from machines.types.cycle.plan_gamble import raised_payout, richest_play_cents


def check_coins(draft: CycleDraft, limits: Limits, findings: Findings) -> None:
    """Coins that the law names and the board has a line for, none above what one may insert."""
    if draft.money is None:
        return
    coins = draft.money.coins_cents
    ascending("money.coins_cents", coins, findings)
    for number, cents in enumerate(coins):
        path = f"money.coins_cents[{number}]"
        check_coin(draft.money, number, limits.coins_cents, "B-18", findings)
        findings.over(path, cents, limits.insert_max_cents, "cents", "take it out of the list", rule="B-17")


def check_note(draft: CycleDraft, limits: Limits, findings: Findings) -> None:
    """A note that the acceptor knows, within what one may insert (B-17) and what the counters hold."""
    if draft.money is None or draft.money.note_cents is None:
        return
    path, cents = "money.note_cents", draft.money.note_cents
    findings.over(path, cents, limits.insert_max_cents, "cents", COINS_ONLY, rule="B-17")
    room = credits_max(draft.money) + draft.money.reserve_max_cents
    check_note_fits(draft.money, room, "raise the reserve; the machine would always give it back", findings)


def check_counters(draft: CycleDraft, price_cents: int, limits: Limits, findings: Findings) -> None:
    """Credit, reserve and prize counters within the law and large enough for a play and a coin."""
    if draft.prize_meter is not None:
        meter = draft.prize_meter
        hint = "the meter is paid at the largest prize at the latest"
        most = limits.prize_max_cents
        findings.over("prize_meter.max_cents", meter.max_cents, most, "cents", hint, rule="B-14")
        if meter.max_double_cents is not None:
            path, most = "prize_meter.max_double_cents", limits.double_prize_max_cents
            findings.over(path, meter.max_double_cents, most, "cents", hint, rule="B-14")
            hint = "write max_cents or more"
            findings.under(path, meter.max_double_cents, meter.max_cents, "cents", hint)
    if draft.money is None:
        return
    money, allowed = draft.money, limits.credits_max_cents(price_cents)
    credit = credits_max(money)
    hint = f"write {allowed}, the price of 20 plays, or leave the key out"
    findings.over("money.credits_max_cents", credit, allowed, "cents", hint, rule="B-12")
    hint = "lower the reserve; what one may insert at once bounds it"
    reserve, most = money.reserve_max_cents, limits.insert_max_cents
    findings.over("money.reserve_max_cents", reserve, most, "cents", hint, rule="B-17")
    stake = price_cents * (draft.simultaneous_max or 1)
    hint = "raise it, or the largest stake could never be played"
    findings.under("money.credits_max_cents", credit, stake, "cents", hint)
    for number, cents in enumerate(money.coins_cents):
        path, room = f"money.coins_cents[{number}]", credit + money.reserve_max_cents
        hint = "take the coin out or raise the reserve; the machine would always return it"
        findings.over(path, cents, room, "cents", hint)
    check_stake(money, stake, credit, findings)


def credits_max(money: Money) -> int:
    """Maximum of the credit counter in cents; the law has one for type B, which ``inherit`` fills in."""
    assert money.credits_max_cents is not None
    return money.credits_max_cents


def check_meters(
    draft: CycleDraft, plan: Plan | None, price_cents: int, limits: Limits, law: Profile, findings: Findings
) -> None:
    """The electromechanical meters count all that the machine takes and wins, and keep up (K-01, K-31)."""
    money = [("price_cents", price_cents), *money_paths(draft)]
    prizes = [(f"paytable[{number}].cents", pay.cents) for number, pay in enumerate(draft.paytable or ())]
    checks_meters.check_units(draft.counters, money, prizes, findings)
    if plan is None or draft.durations is None or findings.about("raises"):
        return
    plays = min(draft.simultaneous_max or 1, limits.simultaneous_max)
    gamble, raises = gamble_of(draft, limits), raises_of(draft)
    pace = checks_meters.Pace(
        stake_cents=plays * price_cents,
        plays=plays,
        every_ms=draft.durations.play_min_ms,
        payout=min(Fraction(1), raised_payout(plan, raises)),
        largest_cents=richest_play_cents(plan, plays, gamble, raises)
        + (draft.link.award_max_cents if draft.link else 0),
    )
    checks_meters.check_pace(draft.counters, pace, money, prizes, law, findings)


def check_hoppers(draft: CycleDraft, findings: Findings) -> None:
    """Each hopper has its lines on the board and room for what it is filled with."""
    if draft.hoppers is not None:
        check_hopper_lines(draft.money, draft.hoppers, findings)


def check_owed(
    draft: CycleDraft, plan: Plan | None, price_cents: int, limits: Limits, findings: Findings
) -> None:
    """The hoppers can pay every amount that can come to be owed: money, prizes and their sums."""
    if draft.hoppers is None or draft.money is None:
        return
    money = draft.money
    stakes = [price_cents * plays for plays in range(1, (draft.simultaneous_max or 1) + 1)]
    credit = min(credits_max(money), limits.credits_max_cents(price_cents))
    reserve = min(money.reserve_max_cents, limits.insert_max_cents)
    accepted = [*money.coins_cents, money.note_cents or 0]
    owed = {"money": money_owed(accepted, stakes, credit, reserve)}
    if plan is not None:
        owed["cycle"] = payable(plan.prizes_cents[1:], limits.double_prize_max_cents)
    coins = [hopper.cents for hopper in draft.hoppers]
    for path, bits in owed.items():
        # Prizes are legal tender only (B-15); money that was not played goes back (B-17).
        left = amounts(bits & ~payable(coins, bits.bit_length()))
        if left:
            what = "money left to the player" if path == "money" else "prizes"
            some = ", ".join(map(euro, left[:3])) + (" ..." if len(left) > 3 else "")
            message = f"can come to owe {some} of {what}, which hoppers of {_coins(coins)} cannot pay"
            hint = "add a hopper with a smaller coin, or change coins, price or prizes"
            rule = "B-17" if path == "money" else "B-15"
            findings.add(path, message, hint, value=left[0], limit=coins, unit="cents", rule=rule)


def check_fill(draft: CycleDraft, plan: Plan, limits: Limits, findings: Findings) -> None:
    """Filled hoppers cover a full meter, the richest play, credits and reserve, so that it plays (B-20)."""
    if draft.hoppers is None or draft.money is None:
        return
    double = (draft.simultaneous_max or 1) > 1
    gamble, raises = gamble_of(draft, limits), raises_of(draft)
    prize = richest_play_cents(plan, 2 if double else 1, gamble, raises)
    kept = credits_max(draft.money) + draft.money.reserve_max_cents
    award = _award(draft)
    parts = [meter_max(draft, double), *award, prize, kept]
    names = f"prize meter, {'award of the link, change, ' if award else ''}richest play, money"
    if not pays_at_once(parts, [(hopper.cents, hopper.fill_coins) for hopper in draft.hoppers]):
        filled = sum(hopper.cents * hopper.fill_coins for hopper in draft.hoppers)
        message = (
            f"must pay {' + '.join(map(euro, parts))} ({names}) when filled (got {_fill(draft.hoppers)})"
        )
        hint = "raise fill_coins, or the machine would refuse plays from its first day"
        findings.add("hoppers", message, hint, value=filled, limit=sum(parts), unit="cents", rule="B-20")


def _award(draft: CycleDraft) -> list[int]:
    """Cents that the interlock keeps for an award of the link: whole large coins, and up to one more."""
    if draft.link is None or not draft.hoppers:
        return []
    coins = [hopper.cents for hopper in draft.hoppers]
    return [draft.link.award_max_cents // max(coins) * max(coins), max(coins) - min(coins)]


def meter_max(draft: CycleDraft, double: bool) -> int:
    """Maximum of the prize meter in cents; 0 without one."""
    if draft.prize_meter is None:
        return 0
    return (double and draft.prize_meter.max_double_cents) or draft.prize_meter.max_cents


def check_durations(draft: CycleDraft, limits: Limits, findings: Findings) -> None:
    """No play shorter than the law's; the automatic start exactly when the law has it."""
    if draft.durations is None:
        return
    shortest, written = limits.play_min_ms, draft.durations.play_min_ms
    hint = f"write {shortest} or more, or leave the key out"
    findings.under("durations.play_min_ms", written, shortest, "ms", hint, rule="B-10")
    written = draft.durations.auto_start_ms
    if written != limits.auto_start_ms:
        message = f"must be {limits.auto_start_ms:,} ms (got {written:,} ms)"
        findings.add(
            "durations.auto_start_ms",
            message,
            "leave the key out",
            value=written,
            limit=limits.auto_start_ms,
            unit="ms",
            rule="B-11",
        )


def _coins(cents: Sequence[int]) -> str:
    return " and ".join(map(euro, cents))


def _fill(hoppers: Sequence[Hopper]) -> str:
    return ", ".join(f"{hopper.fill_coins} coins of {euro(hopper.cents)}" for hopper in hoppers)
