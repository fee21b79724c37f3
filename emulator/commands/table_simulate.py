# SPDX-License-Identifier: MIT
"""azar table simulate: many spins, throws or coups, each bet beside its exact figure."""

from __future__ import annotations

import os
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import (
    AsJson,
    CommandError,
    Seed,
    flag,
    print_json,
    print_table,
    progress,
    say,
    valued,
)
from emulator.commands.console import table as made_table
from emulator.commands.table_options import Declared, GameName, Readings, declared, pairs
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.lab.table_campaign import TableCampaign
    from machines.tables.campaign import Counts, Result
    from machines.tables.card_count import CountRow

LIMIT = 4.0
"""A mean further from its exact value, in standard deviations, ends the command with status 1."""
FALSE_ALARM = 6.3e-5
"""Chance that a mean of independent stakes lies further away."""
STOPPED = 130

Spot = Annotated[list[str] | None, valued("--bet", "SPOT", 'This bet alone, as "hardway 6".')]
Jobs = Annotated[int | None, valued("--jobs", "J", "Threads; the result is the same for any.", min=1)]
Units = Annotated[str, valued("--units", "N", "Spins, throws, shoes or hands, as 1000000 or 1e9.")]
Fresh = Annotated[bool, flag("--fresh", "Units are coups or hands, each of a shoe of its own.")]
ByCount = Annotated[
    bool, flag("--count", 'Also by the cards seen before a round, by Hi-Lo, as "black-jack --count".')
]
Cluster = Annotated[
    str | None, valued("--cluster", "URL", "Count on the workers of this dask scheduler instead.")
]


def simulate(
    game: GameName,
    units: Units = "1000000",
    bet: Spot = None,
    fresh: Fresh = False,
    count: ByCount = False,
    seed: Seed = None,
    rule: Declared = None,
    reading: Readings = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    """
    Play many units of a game beside its exact figures.

    One unit stake lies on every bet and is laid again once it is settled. A mean that lies 4 sigma or more
    from the exact one ends with status 1; whole shoes are compared and not judged.
    """
    from emulator.lab.table_campaign import InterruptedTableCampaignError, TableCampaign
    from machines.tables.card_count import Counted
    from machines.tables.refusal import TableError

    key = bytes.fromhex(seed).ljust(32, b"\0") if seed is not None else os.urandom(32)
    try:
        asked = TableCampaign(
            game,
            units=_units(units),
            key=key,
            rules=declared(rule),
            readings=dict(pairs(reading)),
            fresh=fresh,
        )
    except TableError as error:
        raise CommandError(str(error), 'run "azar table list" to see the games') from error
    if count and (fresh or not isinstance(asked.counter, Counted)):
        raise CommandError(
            f"--count must be asked of whole shoes that players can count (got {game}{' --fresh' * fresh})",
            'try "azar table simulate black-jack --count"',
        )
    began, done, stopped = perf_counter(), asked.units, False
    try:
        with progress(asked.counter.unit, wanted=not as_json) as at:
            counts = asked.run(jobs, cluster, at)
    except InterruptedTableCampaignError as error:
        counts, done, stopped = error.counts, error.units, True
        say(f"{error} ({asked.counter.unit}); these are counted:")
    found = _Found(asked, counts, done, perf_counter() - began)
    rows = [row for row in found.results if not bet or row.figure.spot in bet]
    if not rows:
        raise CommandError(
            f"--bet must be a spot of {game} (got {', '.join(bet or [])})",
            f'run "azar table rules {game}" to see them',
        )
    found.print(rows, as_json, by_count=count)
    far = [row for row in rows if abs(row.distance) >= LIMIT and not row.sigma]
    if far:
        named = ", ".join(f"{row.figure.spot} {row.distance:+.1f}" for row in far)
        chance = 1 / (len(rows) * FALSE_ALARM)
        raise CommandError(
            f"means must lie within {LIMIT:g} sigma of the exact ones (got {named})",
            f"--seed {key.hex()} counts it again; by chance one campaign in {chance:,.0f} has such a mean",
        )
    if stopped:
        raise typer.Exit(STOPPED)


def _units(said: str) -> int:
    """A number of units, as 1000000, 1_000_000 or 1e9."""
    try:
        value = float(said)
        units = int(said) if said.replace("_", "").isdigit() else int(value)
    except (ValueError, OverflowError):
        raise CommandError(f"--units must be a number, as 1000000 or 1e9 (got {said})") from None
    if units < 1 or (units != value and value < 2**53) or units > 1 << 47:
        raise CommandError(f"--units must be whole, 1 to {1 << 47:,} (got {said})")
    return units


class _Found:
    """What a campaign came to."""

    def __init__(self, asked: TableCampaign, counts: Counts, units: int, took_s: float) -> None:
        self._asked, self._units, self._took_s = asked, units, took_s
        self.results: list[Result] = asked.counter.results(counts)
        self._facts, self._counts = asked.counter.facts(counts), counts

    def print(self, rows: list[Result], as_json: bool, by_count: bool) -> None:
        """As a table, or as JSON; if wished, what it came to by the count, too."""
        from machines.tables.card_count import Counted

        asked = self._asked
        by = asked.counter.by_count(self._counts) if by_count and isinstance(asked.counter, Counted) else []
        if as_json:
            speed = round(self._units / max(self._took_s, 1e-9))
            print_json(
                {
                    "game": asked.name, "seed": asked.key.hex(), "unit": asked.counter.unit,
                    "units": self._units, "bets": [_plain(row) for row in rows], "facts": self._facts,
                    **({"counts": [one._asdict() for one in by], "gains_from": _turns(by)} if by else {}),
                    "units_per_second": speed,
                }
            )  # fmt: skip
            return
        title = f"{asked.name}: {self._units:,} {asked.counter.unit}"
        made = made_table(title, "bet", ">settled", ">won %", ">mean", ">exact mean", ">sigma", ">apart")
        for row in rows:
            name = ", ".join(filter(None, [row.figure.spot, row.figure.choice]))
            won = sum(many for gain, many in row.gains.items() if gain > 0) / max(1, row.settled)
            made.add_row(
                name, f"{row.settled:,}", f"{won * 100:.4f}", f"{float(row.mean):+.6f}",
                f"{float(row.figure.mean):+.6f}", f"{row.error:.6f}", f"{row.distance:+.2f}",
            )  # fmt: skip
        print_table(made)
        if by:
            _print_counts(by, self._units)
        if len(self._facts) <= 8:
            say(", ".join(f"{name} {_number(value)}" for name, value in self._facts.items()))
        a_second = self._units / max(self._took_s, 1e-9)
        say(f"{a_second:,.0f} {asked.counter.unit} a second; --seed {asked.key.hex()} counts it again")


def _print_counts(rows: list[CountRow], shoes: int) -> None:
    """The count's table, and from which count on a stake and an insurance gain."""
    from machines.tables.card_count import SURE

    rounds = sum(row.rounds for row in rows)
    made = made_table(
        "By the true count of Hi-Lo before a round", ">count", ">rounds", ">of 100", ">mean", ">sigma",
        ">insured", ">mean", ">sigma",
    )  # fmt: skip
    for row in rows:
        insured = (f"{row.insured:,}", f"{row.insurance:+.4f}", f"{row.insurance_error:.4f}")
        made.add_row(
            f"{row.true_count:+d}", f"{row.rounds:,}", f"{100 * row.rounds / rounds:.3f}", f"{row.mean:+.5f}",
            f"{row.error:.5f}", *(insured if row.insured else ("0", "", "")),
        )  # fmt: skip
    print_table(made)
    for what, count in _turns(rows).items():
        if count is None:
            say(f"{what} gains from no count on, by {SURE} sigma")
            continue
        there = sum(row.rounds for row in rows if row.true_count >= count)
        share = (
            f"{100 * there / rounds:.2f} of 100 rounds, {there / shoes:.2f} of {rounds / shoes:.2f} of a shoe"
        )
        say(f"{what} gains from {count:+d} on, by {SURE} sigma: before {share}")


def _turns(rows: list[CountRow]) -> dict[str, int | None]:
    """From which count on a stake and an insurance gain."""
    from machines.tables.card_count import gains_from

    return {
        "a stake": gains_from((row.true_count, row.mean, row.error) for row in rows),
        "an insurance": gains_from((row.true_count, row.insurance, row.insurance_error) for row in rows),
    }


def _plain(row: Result) -> Json:
    return {
        "spot": row.figure.spot, "choice": row.figure.choice, "article": row.figure.article,
        "settled": row.settled, "gains": {str(gain): many for gain, many in sorted(row.gains.items())},
        "mean": float(row.mean), "exact_mean": float(row.figure.mean), "sigma": row.error,
        "apart_sigma": row.distance,
    }  # fmt: skip


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.4f}"
