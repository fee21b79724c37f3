# SPDX-License-Identifier: MIT
"""What the battery found in data from outside, as a page: p-values, whether they are even, and power."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from emulator.lab.rng_battery import Finding
from emulator.lab.rng_outside import POWER, Outside, every_p
from emulator.sheets import charts
from emulator.sheets.charts import Chart, Mark
from emulator.sheets.html import Head, Tile, page
from emulator.sheets.section import (
    NONE,
    Section,
    Value,
    columns,
    count,
    exact,
    facts,
    number,
    share,
    text,
    yes,
)
from emulator.sheets.writer import Writer
from machines.support.languages import translator

BINS = 20


class Origin(NamedTuple):
    """Where the data came from."""

    name: str
    size_bytes: int
    """Looked at; a file may hold more."""
    sha256: str
    """Of these bytes."""


def _say(write: Writer) -> Callable[[str], str]:
    return translator(write.language, "rng")


def outside_page(found: Outside, origin: Origin, write: Writer) -> str:
    """The page, as HTML text in UTF-8."""
    say = _say(write)
    kind = (
        say("bits") if found.kind == "bits" else say("draws below {}").format(write.whole(found.below or 0))
    )
    line = say("{size} {kind}, the first {bytes} bytes of {name}").format(
        size=write.whole(found.size), kind=kind, bytes=write.whole(origin.size_bytes), name=origin.name
    )
    foot = say("Made by azar rng test --input; --json holds every p-value.")
    title = say("Random data")
    head = Head(title, line, _tiles(found, write), foot, kind=say("p-values"), maker="azar rng test")
    sections = [
        _summary(found, origin, write),
        _p_values(found, write),
        _tests(found, write),
        _power(found, write),
    ]
    return page(head, sections, {"p-values": _charts(found, write)}, write)


def _tiles(found: Outside, write: Writer) -> list[Tile]:
    say = _say(write)
    verdict = say("passed") if found.passed else say("FAILED")
    smallest = min(found.adjusted(test) or 0.0 for test in found.applied)
    below = ", ".join(say(test.name) for test in found.failed()) or say("nothing odd was found")
    least = (
        say("of the bits forced are found with {} %")
        if found.kind == "bits"
        else say("of the draws turned into one value are found with {} %")
    )
    return [
        Tile(say("verdict"), text(verdict), below),
        Tile(say("smallest adjusted p-value"), number(smallest), say("below 0.01 it fails").format()),
        Tile(say("power"), share(found.least_share), least.format(write.short(100 * POWER))),
    ]


def _summary(found: Outside, origin: Origin, write: Writer) -> Section:
    say = _say(write)
    rows: list[tuple[str, Value]] = [
        (say("data"), text(origin.name)),
        (say("bytes looked at"), count(origin.size_bytes)),
        (say("bits") if found.kind == "bits" else say("draws"), count(found.size)),
        (say("tests"), count(len(found.applied))),
        (say("SHA-256 of these bytes"), exact(origin.sha256)),
    ]
    note = say(
        "All tests together raise a false alarm on at most one fair file in 100: each p-value counts times "
        "the number of tests."
    )
    return facts("summary", say("Summary"), rows, note)


def _p_values(found: Outside, write: Writer) -> Section:
    note = _say(write)(
        "Fair data have even p-values: each column as high as the line. Data too even are odd, too."
    )
    return Section("p-values", _say(write)("P-values"), (), (), note)


def _charts(found: Outside, write: Writer) -> list[Chart]:
    every = list(every_p(found.tests))
    counts = [0] * BINS
    for p in every:
        counts[min(BINS - 1, int(p * BINS))] += 1
    title = _say(write)("How many of {} p-values lie in each twentieth; line: if they are even").format(
        write.whole(len(every))
    )
    rows = [Mark(write.short(round(bin / BINS, 2)), many) for bin, many in enumerate(counts)]
    drawn = charts.columns(title, rows, write.short, len(every) / BINS)
    smallest = _say(write)("P-value of each test, its own p-values joined")
    bars = [
        Mark(_say(write)(test.name), test.p or 0.0, write.short(_short(test.p or 0.0)))
        for test in found.applied
    ]
    return [Chart(title, drawn), Chart(smallest, charts.bars(smallest, bars, charts.WIDE))]


def _short(p: float) -> float:
    return float(f"{p:.3g}")


def _tests(found: Outside, write: Writer) -> Section:
    heads = columns(_say(write), "test", ">p-values", ">smallest", ">together", ">all tests", "passed")
    failed = found.failed()
    rows = tuple(_row(test, found, failed, write) for test in found.tests)
    note = _say(write)("Tests that these data do not allow have no p-values: most want a million bits.")
    return Section("tests", _say(write)("Tests"), rows, heads, note)


def _row(test: Finding, found: Outside, failed: Sequence[Finding], write: Writer) -> tuple[Value, ...]:
    name = text(_say(write)(test.name))
    if test.p is None:
        return (name, count(0), NONE, NONE, NONE, NONE)
    adjusted = found.adjusted(test) or 0.0
    return (
        name, count(len(test.p_values)), number(min(test.p_values)), number(test.p), number(adjusted),
        yes(test not in failed),
    )  # fmt: skip


def _power(found: Outside, write: Writer) -> Section:
    say = _say(write)
    what = "share of bits forced" if found.kind == "bits" else "share of draws turned into one value"
    heads = columns(say, f">{what}", ">found with probability")
    rows = [(share(row.share), share(row.found)) for row in found.power]
    rows.append((share(found.least_share), share(POWER)))
    note = say("What a pass is worth: the chance that such a bias would have been found in as many data.")
    return Section("power", say("Power"), tuple(sorted(rows, key=lambda row: row[0].raw)), heads, note)
