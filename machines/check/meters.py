# SPDX-License-Identifier: MIT
"""
Checks that the electromechanical meters of a model can count all its money (K-01) and keep up (K-31).

A meter counts ten pulses a second at most. The unit of a pulse divides what the meter counts; it is large
enough that at the fastest pace and the mean return each meter is busy for the rule's share of the time at
most, and that the largest prize is counted within the rule's time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd, isqrt

from machines.check.problems import Findings, euro, percent
from machines.check.schema_parts import Counters
from machines.firmware.pulses import PERIOD_MS
from machines.rules import Profile

RULE = "K-31"
Amounts = Sequence[tuple[str, int]]
"""(key path, cents) of each amount."""

_MONEY, _PRIZES = "counters.unit_cents", "counters.prize_unit_cents"


@dataclass(frozen=True)
class Pace:
    """The fastest that a machine can be played."""

    stake_cents: int
    """Dearest stake of one start."""
    plays: int
    """Plays that such a start counts as."""
    every_ms: int
    """Least time from one start to the next."""
    payout: Fraction
    """Mean return, pots included."""
    largest_cents: int
    """The most that one play can win, pots and an award of the link included."""


def check_units(
    counters: Counters | None, money: Amounts, prizes: Amounts, findings: Findings, rule: str | None = "K-01"
) -> None:
    """
    Stakes, coins and notes come in whole pulses of the meters of money, prizes in whole pulses of theirs.

    What a pot or a link pays may have any cents: the meter clicks for the whole pulses of all that was won so
    far, so that what remains of one award is carried to the next, and none is lost. No norm asks type A for
    counters: there ``rule`` is None.
    """
    if counters is None:
        return
    for path, cents in money:
        _divided(path, cents, _MONEY, counters.unit_cents, rule, findings)
    # As the file has it: an amount that a machine both takes and wins is told once.
    of_prizes = _MONEY if counters.prize_unit_cents is None else _PRIZES
    for path, cents in prizes:
        _divided(path, cents, of_prizes, counters.of_prizes_cents, rule, findings)


def _divided(path: str, cents: int, unit: str, unit_cents: int, rule: str | None, findings: Findings) -> None:
    if cents % unit_cents:
        message = f"must be a multiple of {unit}, {unit_cents} cents (got {cents} cents)"
        hint = "change the amount, or let a pulse stand for less"
        findings.add(path, message, hint, value=cents, limit=unit_cents, unit="cents", rule=rule)


def check_pace(
    counters: Counters | None, pace: Pace, money: Amounts, prizes: Amounts, law: Profile, findings: Findings
) -> None:
    """Each meter keeps up at the fastest pace, and has counted the largest prize in time (K-31)."""
    rule = law.rules.get(RULE)
    if counters is None or rule is None or not rule.in_force:
        return
    busy, prize_ms = Fraction(law.value(RULE), 100), rule.values["prize_ms"]
    counted_ms = pace.largest_cents // counters.of_prizes_cents * PERIOD_MS
    least = {row.path: ceil(row.cents * PERIOD_MS / pace.every_ms / busy) for row in _busiest(counters, pace)}
    least[_PRIZES] = max(least[_PRIZES], ceil(Fraction(pace.largest_cents * PERIOD_MS, prize_ms)))
    hints = {path: _hint(path, least[path], {_MONEY: money, _PRIZES: prizes}.get(path, ())) for path in least}
    for row in _busiest(counters, pace):
        share = row.cents / row.unit_cents * PERIOD_MS / pace.every_ms
        if share > busy:
            message = (
                f"keeps the meter {row.meter} busy for {_above(share)} of the time, with "
                f"{euro(pace.stake_cents)} staked every {pace.every_ms:,} ms, "
                f"at most {percent(busy)} allowed"
            )
            hint = hints[row.path]
            findings.add(
                row.path, message, hint, value=str(share), limit=str(busy), unit="of the time", rule=RULE
            )
    if counted_ms > prize_ms:
        message = (
            f"lets the meter prizes count for {counted_ms // 60_000} minutes what one play can win, "
            f"{euro(pace.largest_cents)}, at most {prize_ms // 60_000} allowed"
        )
        hint = hints[_PRIZES]
        findings.add(_PRIZES, message, hint, value=counted_ms, limit=prize_ms, unit="ms", rule=RULE)


@dataclass(frozen=True)
class _Busy:
    """The pulses of a meter in each start, and the key that could make it less busy."""

    meter: str
    cents: Fraction
    """Cents, or for the meter of plays plays."""
    unit_cents: int
    path: str


def _busiest(counters: Counters, pace: Pace) -> tuple[_Busy, ...]:
    """For each key the meter that has most to count."""
    staked_cents, won_cents = Fraction(pace.stake_cents), pace.stake_cents * pace.payout
    meter = "in" if staked_cents >= won_cents else "out"
    return (
        _Busy("plays", Fraction(pace.plays), 1, "durations.play_min_ms"),
        _Busy(meter, max(staked_cents, won_cents), counters.unit_cents, _MONEY),
        _Busy("prizes", won_cents, counters.of_prizes_cents, _PRIZES),
    )


def _hint(path: str, at_least: int, amounts: Amounts) -> str:
    """The least unit that is large enough and divides these amounts, or those that stand in its way."""
    key = path.rpartition(".")[2]
    if path not in (_MONEY, _PRIZES):
        return f"raise {key}"
    whole = gcd(*(cents for _, cents in amounts))
    fitting = [unit for unit in _divisors(whole) if unit >= at_least]
    if fitting:
        return f"write {key} = {min(fitting)}"
    small = [row for row in amounts if row[1] < at_least] or list(amounts)
    named = ", ".join(f"{name} ({cents} cents)" for name, cents in small[:3])
    named += " ..." if len(small) > 3 else ""
    return f"write {key} = {at_least} or more; it must divide {named}, so change what it cannot"


def _divisors(whole: int) -> Iterator[int]:
    """The divisors of a number, in no order; none of 0."""
    for unit in range(1, isqrt(whole) + 1):
        if whole % unit == 0:
            yield unit
            yield whole // unit


def _above(ratio: Fraction) -> str:
    """A share above its limit, rounded up, so that it never looks like little enough."""
    return percent(Fraction(ceil(ratio * 10_000), 10_000))
