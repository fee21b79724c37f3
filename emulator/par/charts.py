# SPDX-License-Identifier: MIT
"""Which charts stand in which section of a PAR sheet."""

from __future__ import annotations

from fractions import Fraction

from emulator.sheets import charts
from emulator.sheets.charts import Chart, Mark, Range
from emulator.sheets.section import alike, money, number, quotient, share
from emulator.sheets.writer import Writer
from machines.support.plain import JsonView

Sheet = JsonView


def par_charts(sheet: Sheet, write: Writer) -> dict[str, list[Chart]]:
    """The charts of a sheet by the id of the section that they belong to."""
    if "rtp" not in sheet:
        return _skill(sheet, write)
    if "prize_plan" not in sheet:
        return _chance(sheet, write)
    found = {
        "prizes": [_weights(sheet, write), _odds(sheet, write)],
        "windows": [_windows(sheet, write)],
        "strata": [_strata(sheet, write)],
    }
    if sheet["watcher"]:
        found["watcher"] = [_watcher(sheet, write)]
    if sheet["bands"]:
        random = [row for row in sheet["bands"] if row["place"] == "random"]
        found["bands"] = [_bands({**sheet, "bands": random}, write)]
    if sheet["losing_runs"]["at_least"]:
        points = [(row["plays"], row["expected_per_cycle"]) for row in sheet["losing_runs"]["at_least"]]
        title = write.say("Runs in a cycle of at least so many losses, logarithmic")
        found["losing_runs"] = [_runs(title, points, write)]
    return found


def _chance(sheet: Sheet, write: Writer) -> dict[str, list[Chart]]:
    """The charts of a machine of chance."""
    points = [(row["plays"], row["next_percent"] / 100) for row in sheet["losing_runs"]["at_least"]]
    title = write.say("Probability that so many plays in a row lose, logarithmic")
    return {
        "features": [_features(sheet, write), _rows(sheet, write)],
        **({"prizes": [_reached(sheet, write)]} if sheet["prizes"] else {"classes": [_above(sheet, write)]}),
        "losing_runs": [_runs(title, points, write)],
        "bands": [_bands(sheet, write)],
    }


def _bands(sheet: Sheet, write: Writer) -> Chart:
    title = write.say("Payout of so many plays, nine times in ten; line: the payout in the long run")
    rows = [
        Range(write.whole(row["plays"]), row["low_percent"] / 100, row["high_percent"] / 100)
        for row in sheet["bands"]
        if row["confidence_percent"] == 90
    ]
    return Chart(title, charts.ranges(title, rows, quotient(sheet["rtp"]), lambda at: f"{100 * at:.0f} %"))


def _skill(sheet: Sheet, write: Writer) -> dict[str, list[Chart]]:
    """The charts of a machine on which skill alone decides: two of each curve, and of the visitors."""
    found = {}
    for place, game in enumerate(sheet["games"], start=1):
        for curve in game["curves"]:
            found[f"{curve['of']}_{place}"] = [_curve(curve, write)]
        if game["visitors"]:
            found[f"visitors_{place}"] = [_tickets(game, write)]
    return found


def _curve(curve: Sheet, write: Writer) -> Chart:
    """The chance of anything at all, or of the longest tune."""
    if curve["of"] == "slips":
        title = write.say("The longest tune without a wrong note, by wrong notes in a hundred")
        rows = [
            Mark(write.short(row["value"] / 10_000), row["results"][-1]["percent"]) for row in curve["rows"]
        ]
    else:
        title = write.say("A paid play that gives something, by ms")
        rows = [Mark(str(row["value"]), 100 - row["results"][0]["percent"]) for row in curve["rows"]]
    return Chart(title, charts.columns(title, rows, lambda value: f"{value:.0f} %"))


def _tickets(game: Sheet, write: Writer) -> Chart:
    title = write.say("Tickets an hour")
    rows = [
        Mark(
            row["kind"] or write.say("all"),
            row["tickets_per_hour"],
            write.show(number(row["tickets_per_hour"])),
        )
        for row in game["visitors"]
    ]
    return Chart(title, charts.bars(title, rows, charts.WIDE))


def _features(sheet: Sheet, write: Writer) -> Chart:
    rows = [
        Mark(write.say(row["feature"]), max(0.0, row["rtp_percent"]), write.show(share(quotient(row["rtp"]))))
        for row in sheet["features"]
    ]
    title = write.say("What each part adds to the payout")
    return Chart(title, charts.bars(title, rows))


def _rows(sheet: Sheet, write: Writer) -> Chart:
    """The rows of the paytable that weigh most, paid and free plays together."""
    weights: dict[str, float] = {}
    for row in sheet["contributions"]:
        if row["row"]:
            name = alike(row["row"].replace("pick ", write.say("pick") + " ").split())
            weights[name] = weights.get(name, 0.0) + row["rtp_percent"] / 100
    heaviest = sorted(weights.items(), key=lambda one: -one[1])[:_HEAVIEST]
    rows = [Mark(_short(name), value, write.show(share(value))) for name, value in heaviest]
    title = write.say("What the heaviest rows add to it")
    return Chart(title, charts.bars(title, rows))


def _short(name: str) -> str:
    """A name that leaves a bar its room; the table of rows tells it whole."""
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


_HEAVIEST = 8
_NAME = 20


def _reached(sheet: Sheet, write: Writer) -> Chart:
    """How likely a play wins so much or more: every win if they are few, else some hundred of them."""
    points: list[tuple[float, float]] = []
    reached = 0.0
    for row in reversed(sheet["prizes"]):
        reached += quotient(row["probability"])
        points.append((row["prize_cents"] / write.currency.unit_cents, reached))
    points.reverse()
    kept = points[:1]
    for point in points[1:]:
        if point[0] > kept[-1][0] * _STEP or point is points[-1]:
            kept.append(point)
    title = write.say("Probability that a play wins so much or more, both logarithmic")
    return Chart(title, charts.falling(title, kept, write.euros, log_x=True))


def _above(sheet: Sheet, write: Writer) -> Chart:
    """
    How likely a play wins more than the foot of each class, its lower end; what is less than 10^-12 is left
    out.
    """
    reached, points = 0.0, list[tuple[float, float]]()
    for row in reversed(sheet["classes"]):
        reached += quotient(row["probability"])
        if row["over_cents"] and reached >= _RAREST:
            points.append((row["over_cents"] / write.currency.unit_cents, reached))
    title = write.say("Probability that a play wins more than so much, both logarithmic")
    return Chart(title, charts.falling(title, points[::-1], write.euros, log_x=True))


_RAREST = 1e-12
_STEP = 1.03
"""Wins of a curve that are closer than this are one point of it."""


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
        Mark(str(index), row["expected_gain_cents"] / write.currency.unit_cents)
        for index, row in enumerate(sheet["watcher"]["strata"], start=1)
    ]
    return Chart(title, charts.columns(title, rows, write.euros))


def _runs(title: str, points: list[tuple[float, float]], write: Writer) -> Chart:
    return Chart(title, charts.falling(title, points, lambda value: write.whole(round(value))))
