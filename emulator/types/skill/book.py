# SPDX-License-Identifier: MIT
"""The PAR sheet of type A: what skill earns, by precision and by who plays, and what an hour costs."""

from __future__ import annotations

from collections.abc import Iterator

from emulator.sheets.section import (
    NONE,
    Column,
    Section,
    Value,
    columns,
    count,
    facts,
    money,
    number,
    share,
    text,
)
from emulator.sheets.writer import Writer
from emulator.sheets.xlsx import Cell
from emulator.types.common.host_type import Combination, Sheets
from machines.model import SkillModel
from machines.support.plain import JsonView

Sheet = JsonView


def sections(sheet: Sheet, write: Writer) -> list[Section]:
    """Summary, and of each game its awards, curves and visitors, in the order in which they are read."""
    found = [_summary(sheet, write)]
    for place, game in enumerate(sheet["games"], start=1):
        found.append(_awards(place, game, sheet, write))
        found += [_curve(place, game, curve, write) for curve in game["curves"]]
        if game["visitors"] is not None:
            found += [_visitors(place, game, write), _results(place, game, write)]
            found += [_bands(place, game, write)] if any(row["bands"] for row in game["visitors"]) else []
    return found


def _summary(sheet: Sheet, write: Writer) -> Section:
    say = write.say
    rows: list[tuple[str, Value]] = [
        (say("price of a play"), money(sheet["price_cents"])),
        (say("prices to choose from"), text(", ".join(map(write.money, sheet["prices_cents"])))),
        (say("value of a ticket"), money(sheet["ticket_value_cents"])),
        (say("most value that a paid play gives in tickets"), money(sheet["most_value_cents"])),
        (say("games"), count(len(sheet["games"]))),
    ]
    note = say("Exact, nothing sampled. Skill alone decides: there is no payout.")
    return facts("summary", say("Summary"), rows, f"{note} {say('Tables')} {sheet['tables_digest']}")


def _named(game: Sheet, title: str) -> str:
    return f"{game['title']}: {title}"


def _awards(place: int, game: Sheet, sheet: Sheet, write: Writer) -> Section:
    """What points earn."""
    say = write.say
    rows = tuple(
        (count(row["points"]), text(_given(row, write)), _worth(row, sheet)) for row in game["awards"]
    )
    note = say("Awards that prolong a play do so {} times at most.").format(game["extra_plays_max"])
    heads = columns(say, ">points", "give", ">worth")
    return Section(f"awards_{place}", _named(game, say("Awards")), rows, heads, note)


def _worth(row: Sheet, sheet: Sheet) -> Value:
    each = {"tickets": sheet["ticket_value_cents"], "refund": sheet["price_cents"]}
    return money(row["count"] * each[row["gives"]]) if row["gives"] in each else NONE


def _given(row: Sheet, write: Writer) -> str:
    """What a result gives, in words."""
    say = write.say
    match row["gives"]:
        case "none":
            return say("nothing")
        case "tickets":
            return say("{} tickets").format(row["count"])
        case "refund":
            return say("price back")
        case "tune":
            return say("tune of {}").format(row["count"])
    return say("one play more")


_TITLES = {
    "spread": "Skill curve: presses spread about the mark",
    "delay": "Skill curve: presses before or after the mark",
    "slips": "Skill curve: a tune without a wrong note",
}
_NOTES = {
    "spread": "Whoever presses at the mark's instant on average, by the standard deviation of the presses.",
    "delay": "Whoever presses so many ms after the mark's instant on average, with a deviation of 40 ms.",
    "slips": "By the share of notes that are wrong; the clock and the span of memory are left out.",
}


def _curve(place: int, game: Sheet, curve: Sheet, write: Writer) -> Section:
    """How likely each result is, by how well somebody plays."""
    say = write.say
    first = curve["rows"][0]["results"]
    timed = curve["unit"] == "ms"
    heads = [Column(say("ms") if timed else say("wrong notes"), True)]
    heads += [Column(_given(row, write), True) for row in first]
    heads += [Column(say("plays for a price"), True)] if timed else []
    rows = []
    for row in curve["rows"]:
        told = count(row["value"]) if timed else share(row["value"] / 1_000_000)
        cells = [told, *(share(one["percent"] / 100) for one in row["results"])]
        rows.append((*cells, number(row["plays"])) if timed else tuple(cells))
    title = _named(game, say(_TITLES[curve["of"]]))
    return Section(f"{curve['of']}_{place}", title, tuple(rows), tuple(heads), say(_NOTES[curve["of"]]))


def _visitors(place: int, game: Sheet, write: Writer) -> Section:
    """What an hour gives and costs those who come."""
    say = write.say
    titles = (
        "visitors",
        "kind",
        ">share",
        ">plays an hour",
        ">tickets a play",
        ">tickets an hour",
        ">an hour costs",
    )
    rows = tuple(
        (
            text(row["visitors"]),
            text(_kind(row, write)),
            share(row["share"]),
            number(row["plays_per_hour"]),
            number(row["tickets_per_play"]),
            number(row["tickets_per_hour"]),
            money(row["price_per_hour_cents"]),
        )
        for row in game["visitors"]
    )
    note = say("Of a machine that is never left alone; tickets and pauses take their time.")
    return Section(f"visitors_{place}", _named(game, say("Visitors")), rows, columns(say, *titles), note)


def _kind(row: Sheet, write: Writer) -> str:
    return write.say("all") if row["kind"] is None else str(row["kind"])


def _bands(place: int, game: Sheet, write: Writer) -> Section:
    """Between which shares of the prices so many paid plays give value back."""
    say = write.say
    rows = tuple(
        (
            text(who["visitors"]),
            count(row["plays"]),
            text(f"{row['confidence_percent']} %"),
            share(row["low_percent"] / 100),
            share(row["high_percent"] / 100),
            text(say("normal law" if row["method"] == "normal" else row["method"])),
            share(row["error_percent"] / 100),
        )
        for who in game["visitors"]
        if who["kind"] is None
        for row in who["bands"]
    )
    titles = columns(say, "visitors", ">plays", "confidence", ">from", ">to", "method", ">off by at most")
    note = say(
        "Value of tickets and prices given back, as a share of the price; each paid play has a visitor "
        "of its own. "
        "Each kind alone is in --json. Off: of the probability beyond either end."
    )
    return Section(f"value_{place}", _named(game, say("Value given back")), rows, titles, note)


def _results(place: int, game: Sheet, write: Writer) -> Section:
    """How likely each visitor's play ends with each result."""
    say = write.say
    first = game["visitors"][0]["results"]
    heads = (
        Column(say("visitors")),
        Column(say("kind")),
        *(Column(_given(row, write), True) for row in first),
        Column(say("value back"), True),
    )
    rows = tuple(
        (
            text(row["visitors"]),
            text(_kind(row, write)),
            *(share(one["percent"] / 100) for one in row["results"]),
            share(row["value_back"]),
        )
        for row in game["visitors"]
    )
    return Section(f"results_{place}", _named(game, say("Results by visitor")), rows, heads)


def _combinations(model: SkillModel) -> Iterator[Combination]:
    """It has no reels."""
    return iter(())


def _paytable(model: SkillModel, write: Writer) -> tuple[list[Column], list[list[Cell]]]:
    """What points earn, as the glass shows it."""
    return [], []


SHEETS = Sheets(sections, _combinations, _paytable)
