# SPDX-License-Identifier: MIT
"""Checks coins, notes, hoppers and sealed counter of any model against law and board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from machines.check.draft import CommonDraft
from machines.check.lines import COIN_LINES, HOPPER_LINES
from machines.check.owed import payable
from machines.check.problems import Findings, euro
from machines.check.schema_parts import Hopper, Money
from machines.rules import Profile

# Notes of the euro, by which the law's limit is judged; the acceptor knows the one that a model names.
NOTES_CENTS = (500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
COINS_ONLY = "leave the key out: the machine takes coins only"


def fixed_or_allowed(
    written: int | None, fixed: int | None, most: int, rules: tuple[str, str], findings: Findings
) -> int:
    """
    Return the price of a play in cents: the profile's own, the model's, or the highest allowed.

    Args:
        written: what the model says; None: nothing.
        fixed: the price that the profile fixes; None: it fixes none.
        most: the highest price allowed.
        rules: the rows that fix a price and that bound it.

    A draft keeps its own price, whatever the law says of it.
    """
    if fixed is not None:
        if written is not None:
            message = (
                f"must not be written: the profile fixes the price at {euro(fixed)} (got {euro(written)})"
            )
            hint = "leave the key out; the price comes from the profile"
            findings.add(
                "price_cents", message, hint, value=written, limit=fixed, unit="cents", rule=rules[0]
            )
            return written if findings.keeps_figures else fixed
        return fixed
    if written is None:
        return most
    hint = f"write {most} or less, or leave the key out for {most}"
    findings.over("price_cents", written, most, "cents", hint, rule=rules[1])
    return written if findings.keeps_figures else min(written, most)


def check_currency(draft: CommonDraft, law: Profile, findings: Findings) -> None:
    """A law's machine takes euro; one of another money has no link, and no bus that names euro coins."""
    currency = draft.money.currency if draft.money else None
    if currency is None:
        return
    path, code = "money.currency", currency.code
    if not law.free:
        message = f"must be left out: {law.id} is of a law whose money is the euro (got {code})"
        findings.add(path, message, "leave the key out, or name the profile libre", value=code)
        return
    if draft.mechanisms == "cctalk":
        message = f"must be EUR on a ccTalk bus, whose acceptor names coins of the euro (got {code})"
        findings.add(path, message, 'write mechanisms = "parallel"', value=code)
    if getattr(draft, "link", None) is not None:
        message = f"must be EUR of a machine that shares pots (got {code})"
        findings.add(path, message, "take the link out", value=code)


def check_coin(
    money: Money, number: int, allowed: Sequence[int] | None, rule: str, findings: Findings
) -> None:
    """
    A coin that the law names, and that the board has a line for.

    Args:
        number: of the coin, from 0 on.
        allowed: the coins that the law names; None: it names none.

    Coins of another money are on the board's lines in order of value, as its acceptor was taught.
    """
    cents, hint = money.coins_cents[number], "take the coin out of the list"
    path = f"money.coins_cents[{number}]"
    if money.currency is not None:
        if number >= len(COIN_LINES):
            message = (
                f"must be one of {len(COIN_LINES)} coins, for each has a line on the board (got {cents})"
            )
            findings.add(path, message, hint, value=cents, limit=len(COIN_LINES))
    elif allowed is not None and cents not in allowed and not findings.free:
        message = f"must be one of {', '.join(map(str, allowed))} cents (got {cents})"
        findings.add(path, message, hint, value=cents, limit=list(allowed), unit="cents", rule=rule)
    elif cents not in COIN_LINES:
        findings.add(path, f"must have a line on the board (got {cents})", hint, value=cents)


def check_note_fits(money: Money, room_cents: int, hint: str, findings: Findings) -> None:
    """A note of the euro, or any of another money, for which the counters of an empty machine have room."""
    path, cents = "money.note_cents", money.note_cents or 0
    if money.currency is None and cents not in NOTES_CENTS:
        known = ", ".join(map(str, NOTES_CENTS))
        message = f"must be one of {known} cents (got {cents})"
        findings.add(path, message, COINS_ONLY, value=cents, unit="cents")
    findings.over(path, cents, room_cents, "cents", hint)


def check_stake(money: Money, stake_cents: int, credits_max: int | None, findings: Findings) -> None:
    """
    Coins and notes add up to the largest stake before the credits are full; what does not fit is returned.

    Args:
        credits_max: maximum of the credits; None: there is none.
    """
    if credits_max is None or findings.about("money"):
        return
    taken = [*money.coins_cents, *([money.note_cents] if money.note_cents else [])]
    # Money is taken whole, and what the credits do not hold goes to the reserve.
    room = min(credits_max + money.reserve_max_cents, stake_cents + max(taken))
    most = min(credits_max, payable(taken, room).bit_length() - 1)
    if most < stake_cents:
        message = (
            f"must add up to the largest stake, {euro(stake_cents)}, within credits of {euro(credits_max)} "
            f"(got {euro(most)} at most)"
        )
        hint = "add a coin that makes it up, or raise money.credits_max_cents"
        findings.add("money.coins_cents", message, hint, value=most, limit=stake_cents, unit="cents")


def check_sealed(draft: CommonDraft, findings: Findings) -> None:
    """Types B and C have the sealed counter of the metrology order, whatever the file says (K-04)."""
    if draft.counters is not None and draft.counters.sealed is False:
        hint = "take the key out: type A alone may go without it"
        findings.add(
            "counters.sealed", "must be true (got false)", hint, value=False, limit=True, rule="K-04"
        )


def money_paths(draft: CommonDraft) -> list[tuple[str, int]]:
    """(key path, cents) of the coins and notes that a machine takes and pays."""
    found = [(f"hoppers[{number}].cents", row.cents) for number, row in enumerate(draft.hoppers or ())]
    if draft.money is not None:
        coins = enumerate(draft.money.coins_cents)
        found = [(f"money.coins_cents[{number}]", cents) for number, cents in coins] + found
        found += [("money.note_cents", draft.money.note_cents)] if draft.money.note_cents else []
    return found


def check_hopper_lines(money: Money | None, hoppers: Sequence[Hopper], findings: Findings) -> None:
    """Hoppers ascend by coin, are those of the board, and have room for their fill; of any coin elsewhere."""
    ascending("hoppers", [hopper.cents for hopper in hoppers], findings)
    foreign, wired = money is not None and money.currency is not None, list(HOPPER_LINES)
    for number, hopper in enumerate(hoppers):
        if foreign and number >= len(wired):
            message = (
                f"must be one of {len(wired)} hoppers, for each has lines on the board (got {hopper.cents})"
            )
            hint = "take the hopper out"
            findings.add(f"hoppers[{number}].cents", message, hint, value=hopper.cents, limit=len(wired))
        if not foreign and hopper.cents not in wired:
            known = " or ".join(map(str, wired))
            message = f"must be {known} cents, a hopper of the board (got {hopper.cents})"
            hint = "change the coin; the pin table names the board's hoppers"
            path = f"hoppers[{number}].cents"
            findings.add(path, message, hint, value=hopper.cents, limit=wired, unit="cents")
        hint = "fill it with less"
        path = f"hoppers[{number}].fill_coins"
        findings.over(path, hopper.fill_coins, hopper.capacity_coins, "coins", hint)


def ascending(path: str, values: Sequence[int], findings: Findings) -> None:
    """Note a list that is not in ascending order, each value once."""
    if any(following <= value for value, following in pairwise(values)):
        message = f"must be ascending, each value once (got {', '.join(map(str, values))})"
        findings.add(path, message, "sort the list and take repeats out", value=list(values))
