# SPDX-License-Identifier: MIT
"""
Charts of a report, drawn from plain data that checks keep among their evidence.

    played_cycle/windows.json       what 5,000 plays in a row paid, wherever they begin, and every cycle
    played_*/prizes.json            how often each prize was won, beside what was expected
    played_chance/convergence.json  the return so far with its interval
    power_sweep/power_cuts.json     what the cuts of each chapter showed
    rng/p-values.json               what every test of the battery gave
    device_throws/throws.json       how often each pocket or throw of the dice was seen
    device_throws/timeline.json     one throw: begun, drawn, committed, at rest, shown
    pvalues.json         {"p": [["name of the test", p], ...]}
    map.json             {"chapters": [{"title": words, "cuts": n, "open": n, "violations": n}, ...]}
    reconciliation.json  {"sources": [words, ...],
                          "rows": [{"name": words, "unit": "cents", "values": [n, ...]}, ...]}
    recall.json          {"plays": [{"play": n, "stake_cents": n, "win_cents": n, "credits_before": n,
                          "credits_after": n, "window": "text"}, ...]}

Those without a check's name are drawn whichever check left them; "words" is a text for each language, or one
for both. A file of another shape is left out, never a reason to have no report: what it holds is
evidence all the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

from emulator.lab.checks.rng_names import words_of
from emulator.lab.report.device_charts import throw_line, throws
from emulator.lab.report.drawing import (
    INK,
    LEMON,
    NIGHT,
    RED,
    RULE,
    SEA,
    SOFT,
    WIDE,
    Axis,
    Plot,
    around,
    dot,
    line,
    picture,
    rect,
    ring,
    room,
    text,
)  # fmt: skip
from emulator.lab.report.figures import Scribe
from emulator.lab.report.shown import Shown
from machines.support.plain import JsonView

PICTURES = "pictures"
Draw = Callable[[JsonView, Scribe], Iterator[Shown]]


def drawn(evidence: Path, scribe: Scribe) -> list[Shown]:
    """Every chart for which a check left data, in the order of ``CHARTS``."""
    shown: list[Shown] = []
    for name, draw in CHARTS.items():
        for path in sorted(evidence.glob(f"checks/{name}")):
            try:
                shown += list(draw(json.loads(path.read_text(encoding="utf-8")), scribe))
            except (KeyError, TypeError, ValueError, ZeroDivisionError, IndexError, AttributeError):
                continue
    return shown


def windows(data: JsonView, scribe: Scribe) -> Iterator[Shown]:
    """What series of plays in a row paid, wherever they begin, and every whole cycle."""
    texts, writer = scribe.texts, scribe.writer
    plays, price = data["window_plays"], data["price_cents"]
    share = Fraction(100, plays * price)
    curves = [[float(won * share) for won in one["windows_cents"]] for one in data["machines"]]
    least = min(one["poorest"]["won_cents"] for one in data["machines"]) * share
    limit = Fraction(data["window_limit_percent"])
    title = texts("chart_windows", plays=writer.whole(plays))
    step = data["window_step_plays"]
    held = [value for curve in curves for value in curve] + [float(limit), float(least)]
    plot = Plot(title, Axis(0, step * max(map(len, curves))), around(held), bottom=220)
    plot.grid_up(lambda tick: f"{writer.short(tick)} %")
    plot.grid_across(writer.short, texts("axis_first"))
    for at, curve in enumerate(curves):
        places = [(float(place * step), value) for place, value in enumerate(curve)]
        plot.curve(places, (NIGHT, SEA, LEMON)[at % 3], width=1.1)
    plot.level(float(limit))
    shown = {"least": scribe.amount(least, "percent"), "limit": scribe.amount(limit, "percent")}
    yield Shown(title, texts("chart_windows_note", machines=len(curves), **shown), plot.svg())
    yield _cycles(data, scribe)


def _cycles(data: JsonView, scribe: Scribe) -> Shown:
    texts = scribe.texts
    share = Fraction(100, data["cycle_plays"] * data["price_cents"])
    limit = Fraction(data["cycle_limit_percent"])
    rows = [
        (
            str(one["machine"]),
            str(number + 1),
            scribe.writer.money(won),
            scribe.amount(won * share, "percent"),
        )
        for one in data["machines"]
        for number, won in enumerate(one["cycles_cents"])
    ]
    title = texts("chart_cycles", plays=scribe.writer.whole(data["cycle_plays"]))
    heads = tuple(map(texts, ("machine_number", "cycle", "won", "payout")))
    return Shown(
        title, texts("chart_cycles_note", limit=scribe.amount(limit, "percent")),
        columns=heads, rows=tuple(rows[:CYCLES_MOST]), right=(1, 2, 3),
    )  # fmt: skip


def prizes_of_cycle(data: JsonView, scribe: Scribe) -> Iterator[Shown]:
    """Prizes of a programmed cycle beside its plan."""
    rows = [(row["prize_cents"], row["plays"], float(Fraction(row["expected"]))) for row in data["prizes"]]
    yield _prizes(scribe.texts("chart_prizes"), data["machines"] * data["plays"], rows, scribe)


def prizes_of_chance(data: JsonView, scribe: Scribe) -> Iterator[Shown]:
    """Prizes beside the exact odds, one chart a bet."""
    for one in data["bets"]:
        rows = [(cents, count, mean) for cents, count, mean in one["prizes"] if cents]
        title = f"{scribe.texts('chart_prizes')}, {scribe.writer.money(one['bet_cents'])}"
        yield _prizes(title, one["plays"], rows, scribe)


def _prizes(title: str, plays: int, rows: list[tuple[int, int, float]], scribe: Scribe) -> Shown:
    """How often each prize was won, a ring where it should have been; the commonest if they are many."""
    writer = scribe.writer
    commonest = sorted(rows, key=lambda row: -row[2])[:PRIZES_MOST]
    kept = [row for row in rows if row in commonest]
    labels = [writer.money(cents) for cents, _, _ in kept]
    left, pitch = room(labels), 18.0
    bottom = 14 + len(kept) * pitch
    high = max([10.0, *(float(count) for _, count, _ in kept), *(mean for _, _, mean in kept)])
    # A prize that nobody won, or hardly anybody, stands left of one.
    axis = Axis(0.5, around([1.0, high], log=True).high, True)
    right = WIDE - room([writer.whole(max(count for _, count, _ in kept))])
    plot = Plot(title, axis, Axis(0, 1), left=left, right=right, bottom=bottom)
    for decade in Axis(1, axis.high, True).ticks():
        x = plot.x(decade)
        plot.parts.append(line(x, plot.top, x, bottom, RULE))
        plot.parts.append(text(x, bottom + 17, writer.short(decade), "middle", SOFT))
    plot.parts.append(text((left + right) / 2, bottom + 35, scribe.texts("axis_plays"), "middle", SOFT))
    for at, (label, (_, count, mean)) in enumerate(zip(labels, kept, strict=True)):
        y = plot.top + (at + 0.5) * pitch
        plot.parts.append(text(left - 8, y + 4, label, "end"))
        plot.parts.append(line(left, y, plot.x(count), y, RULE, 2))
        plot.parts.append(ring(plot.x(mean), y, SEA))
        plot.parts.append(dot(plot.x(count), y, NIGHT))
        plot.parts.append(text(WIDE - 4, y + 4, writer.whole(count), "end", SOFT))
    note = scribe.texts("chart_prizes_note", plays=writer.whole(plays))
    if len(kept) < len(rows):
        note += " " + scribe.texts("chart_prizes_most", shown=len(kept), all=len(rows))
    return Shown(title, note, plot.svg())


def convergence(data: JsonView, scribe: Scribe) -> Iterator[Shown]:
    """The return so far and its interval, over the plays made; one chart a bet."""
    limit = float(Fraction(data["limit_percent"]))
    for one in data["bets"]:
        places = [float(point["plays"]) for point in one["points"]]
        middle = [100 * point["won_cents"] / (point["plays"] * one["bet_cents"]) for point in one["points"]]
        low = [float(point["low_percent"]) for point in one["points"]]
        high = [float(point["high_percent"]) for point in one["points"]]
        title = f"{scribe.texts('chart_convergence')}, {scribe.writer.money(one['bet_cents'])}"
        # The first points leap about: the axis is that of the later ones, and of the limit.
        late = len(places) // 4
        plot = Plot(title, Axis(places[0], places[-1], True), around([*low[late:], *high[late:], limit]),
                    right=WIDE - 40, bottom=220)  # fmt: skip
        plot.grid_up(lambda tick: f"{scribe.writer.short(tick)} %")
        plot.grid_across(scribe.writer.short, scribe.texts("axis_plays"))
        plot.band(plot.inside(places, low), plot.inside(places, high))
        plot.level(limit)
        plot.curve(plot.inside(places, middle))
        percent = scribe.number(Fraction(str(one["confidence_percent"])))
        shown = scribe.amount(Fraction(str(limit)), "percent")
        yield Shown(title, scribe.texts("chart_convergence_note", percent=percent, limit=shown), plot.svg())


def battery(data: JsonView, scribe: Scribe) -> Iterator[Shown]:
    """The p-values of the battery of random numbers."""
    named = [(p, words_of(test["name"])._asdict()) for test in data["tests"] for p in test["p_values"]]
    yield _uniform([(p, scribe.texts.said(name)) for p, name in named], scribe)


def pvalues(data: JsonView, scribe: Scribe) -> Iterator[Shown]:
    """Any other p-values."""
    yield _uniform([(float(p), scribe.texts.said(name)) for name, p in data["p"]], scribe)


def _uniform(named: list[tuple[float, str]], scribe: Scribe) -> Shown:
    """p-values sorted against the diagonal, and how many fall in each tenth."""
    named = sorted(named)
    many = len(named)
    title = scribe.texts("chart_pvalues")
    unit = Axis(0, 1)
    left = Plot(title, unit, unit, left=44, right=320, bottom=240)
    left.grid_up(scribe.writer.short)
    left.grid_across(scribe.writer.short, scribe.texts("axis_uniform"))
    left.curve([(0, 0), (1, 1)], SOFT, dashed=True)
    left.dots([((at + 0.5) / many, p) for at, (p, _) in enumerate(named)], NIGHT, 2.2 if many > 60 else 3)
    tenths = [0] * 10
    for p, _ in named:
        tenths[min(9, int(p * 10))] += 1
    right = Plot(title, unit, Axis(0, max([*tenths, many / 10]) * 1.1), left=392, bottom=240)
    right.grid_up(scribe.writer.short)
    right.columns([(at / 10 + 0.05, float(count)) for at, count in enumerate(tenths)], 0.084)
    for tick in (0, 0.2, 0.4, 0.6, 0.8, 1):
        right.parts.append(text(right.x(tick), 257, scribe.writer.short(tick), "middle", SOFT))
    right.parts.append(text((right.left + right.right) / 2, 275, scribe.texts("axis_p"), "middle", SOFT))
    right.level(many / 10, INK, dashed=True)
    least, name = named[0]
    shown = scribe.number(Fraction(str(least)), 4)
    note = scribe.texts("chart_pvalues_note", count=scribe.writer.whole(many), least=shown, name=name)
    return Shown(title, note, left.svg(right))


def power_map(data: JsonView, scribe: Scribe) -> Iterator[Shown]:
    """Of each chapter of a power-cut sweep, what its cuts showed."""
    title = scribe.texts("chart_map")
    rows = data["chapters"]
    labels = [scribe.texts.chapter(scribe.texts.said(row["title"])) for row in rows]
    told = [
        scribe.texts("map_row", cuts=scribe.writer.whole(row["cuts"]),
                     violations=scribe.writer.whole(row["violations"]))
        for row in rows
    ]  # fmt: skip
    left, right, parts = room(labels), WIDE - room(told), []
    for at, (row, label, shown) in enumerate(zip(rows, labels, told, strict=True)):
        y, x = 8 + at * 22.0, left
        parts.append(text(left - 8, y + 13, label, "end"))
        bad = row["violations"]
        loose = min(_open(row.get("open", 0)), row["cuts"] - bad)
        shares = [max(0, row["cuts"] - bad - loose), loose, bad]
        for width, colour in zip(_widths(shares, right - left), (SEA, LEMON, RED), strict=True):
            parts.append(rect(x, y, width, 16, colour))
            x += width
        parts.append(text(right + 8, y + 13, shown, "start", RED if bad else SOFT))
    note = scribe.texts("chart_map_note")
    if "places" in data:
        counts = {key: scribe.writer.whole(data[key]) for key in ("cuts", "places")}
        note = f"{scribe.texts('chart_map_places', **counts)} {note}"
    yield Shown(title, note, picture(title, 8 + len(rows) * 22 + 6, parts))


def _open(left: int | dict[str, int]) -> int:
    """Cuts that left something open: a count, or one for each thing, of which the largest is sure."""
    return left if isinstance(left, int) else max(left.values(), default=0)


def _widths(shares: list[int], whole: float) -> list[float]:
    """Parts of a bar; what there is at all is seen, so none is thinner than three units."""
    total = sum(shares) or 1
    widths = [max(3.0, share / total * whole) if share else 0.0 for share in shares]
    widest = widths.index(max(widths))
    widths[widest] -= sum(widths) - whole if sum(widths) > whole else 0.0
    return widths


def reconciliation(data: JsonView, scribe: Scribe) -> Iterator[Shown]:
    """The same sums from every source, and how far they lie apart."""
    sources = tuple(scribe.texts.said(source) for source in data["sources"])
    rows = []
    for row in data["rows"]:
        values = [Fraction(value) for value in row["values"]]
        apart = scribe.amount(max(values) - min(values), row["unit"])
        shown = (scribe.amount(value, row["unit"]) for value in values)
        rows.append((scribe.texts.said(row["name"]), *shown, apart))
    heads = ("", *sources, scribe.texts("difference"))
    yield Shown(scribe.texts("chart_reconciliation"), columns=heads, rows=tuple(rows),
                right=tuple(range(1, len(heads))))  # fmt: skip


def recall(data: JsonView, scribe: Scribe) -> Iterator[Shown]:
    """The last plays as the machine recalls them."""
    heads = ("play", "window", "stake", "win", "credits")
    rows = [
        (
            str(play["play"]),
            str(scribe.texts.said(play["window"])),
            scribe.writer.money(play["stake_cents"]),
            scribe.writer.money(play["win_cents"]),
            f"{scribe.writer.money(play['credits_before'])} → {scribe.writer.money(play['credits_after'])}",
        )
        for play in data["plays"]
    ]
    yield Shown(scribe.texts("chart_recall"), columns=tuple(map(scribe.texts, heads)), rows=tuple(rows),
                right=(2, 3, 4))  # fmt: skip


CHARTS: Mapping[str, Draw] = {
    "played_cycle/windows.json": windows,
    "played_cycle/prizes.json": prizes_of_cycle,
    "played_chance/convergence.json": convergence,
    "played_chance/prizes.json": prizes_of_chance,
    "rng/p-values.json": battery,
    "*/pvalues.json": pvalues,
    "device_throws/throws.json": throws,
    "device_throws/timeline.json": throw_line,
    "power_sweep/power_cuts.json": power_map,
    "*/map.json": power_map,
    "*/reconciliation.json": reconciliation,
    "*/recall.json": recall,
}
"""What is drawn of each file of evidence: check and file."""
CYCLES_MOST = 24
PRIZES_MOST = 28


def pictures(
    folder: Path, evidence: Path, scribe: Scribe, titles: Mapping[str, str]
) -> list[tuple[str, Path]]:
    """(caption, file) of the panel: those taken for the report, then every PNG that a check kept."""
    listed = folder / PICTURES / f"{PICTURES}.json"
    taken = json.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else []
    found = [(scribe.texts.said(one["caption"]), folder / PICTURES / one["file"]) for one in taken]
    for path in sorted(evidence.glob("checks/*/*.png")):
        found.append((f"{titles.get(path.parent.name, path.parent.name)}: {path.stem}", path))
    return [(caption, path) for caption, path in found if path.is_file()]
