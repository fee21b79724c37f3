# SPDX-License-Identifier: MIT
"""Which charts stand in which section of a PAR sheet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from markupsafe import Markup

from emulator.sheets import charts
from emulator.sheets.charts import Mark, Range
from emulator.sheets.section import money, share
from emulator.sheets.writer import Writer

Sheet = Mapping[str, Any]


class Chart(NamedTuple):
    """A drawing and the line above it."""

    title: str
    drawing: Markup


def par_charts(sheet: Sheet, write: Writer) -> dict[str, list[Chart]]:
    """The charts of a sheet by the id of the section that they belong to."""
    found: dict[str, list[Chart]] = {}
    if "prize_plan" in sheet:
        found["prizes"] = [_weights(sheet, write), _odds(sheet, write)]
        found["windows"] = [_windows(sheet, write)]
        found["strata"] = [_strata(sheet, write)]
        if sheet["watcher"]:
            found["watcher"] = [_watcher(sheet, write)]
        if sheet["losing_runs"]["at_least"]:
            found["losing_runs"] = [_losing_runs(sheet, write)]
    return found


def _weights(sheet: Sheet, write: Writer) -> Chart:
    title = write.say("What each prize adds to the payout")
    rows = [
        Mark(
            write.show(money(row["prize_cents"])), float(Fraction(row["rtp"])), write.show(share(row["rtp"]))
        )
        for row in sheet["prizes"]
    ]
    return Chart(title, charts.bars(title, rows))


def _odds(sheet: Sheet, write: Writer) -> Chart:
    title = write.say("One in so many plays, logarithmic")
    rows = [
        Mark(write.show(money(row["prize_cents"])), float(Fraction(row["plays_per_prize"])))
        for row in sheet["prizes"]
    ]
    return Chart(title, charts.odds(title, rows, write.whole))


def _windows(sheet: Sheet, write: Writer) -> Chart:
    title = write.say("From the worst to the best; long line: the cycle, ticks: what is required")
    rows = []
    for row in sheet["windows"]:
        kind = write.say(row["kind"].removesuffix(", reported only"))
        least = Fraction(row["required"])
        rows.append(
            Range(
                f"{write.whole(row['plays'])} {kind}",
                float(Fraction(row["worst_payout"])),
                float(Fraction(row["best_payout"])),
                float(least) if least else None,
            )
        )
    payout = float(Fraction(sheet["rtp"]))
    return Chart(title, charts.ranges(title, rows, payout, lambda value: f"{100 * value:.0f} %"))


def _strata(sheet: Sheet, write: Writer) -> Chart:
    title = write.say("Payout of each stratum; line: the cycle")
    rows = [
        Mark(str(index), float(Fraction(row["payout"]))) for index, row in enumerate(sheet["strata"], start=1)
    ]
    payout = float(Fraction(sheet["rtp"]))
    return Chart(title, charts.columns(title, rows, lambda value: f"{100 * value:.0f} %", payout))


def _watcher(sheet: Sheet, write: Writer) -> Chart:
    title = write.say("What the watcher gains from each stratum")
    rows = [
        Mark(str(index), row["expected_gain_cents"] / 100)
        for index, row in enumerate(sheet["watcher"]["strata"], start=1)
    ]
    unit = "€" if write.language == "es" else "EUR"
    return Chart(title, charts.columns(title, rows, lambda value: f"{write.short(value)} {unit}"))


def _losing_runs(sheet: Sheet, write: Writer) -> Chart:
    title = write.say("Runs in a cycle of at least so many losses, logarithmic")
    points = [(row["plays"], row["expected_per_cycle"]) for row in sheet["losing_runs"]["at_least"]]
    return Chart(title, charts.falling(title, points, lambda value: write.whole(round(value))))
