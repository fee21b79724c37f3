# SPDX-License-Identifier: MIT
"""
Charts of a table's device: how evenly it throws, and when in a throw it draws, commits and shows.

The files that they are drawn of are named in charts.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import exp, lgamma, log, log1p

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
    dot,
    line,
    picture,
    rect,
    text,
)
from emulator.lab.report.figures import Scribe
from emulator.lab.report.shown import Shown
from machines.support.plain import JsonView

_SHARE = 0.01
"""Of fair devices at most, so many have a column beyond the bounds (Bonferroni over all columns)."""
_BEGUN, _SHOWN = "begun", "shown"
_BAR, _ROW = 42.0, 19.0
_COLOURS = {
    _BEGUN: SEA, "closed": RULE, "drawn": LEMON, "committed": LEMON, "rest": LEMON, "lifted": LEMON,
    _SHOWN: NIGHT,
}  # fmt: skip
"""Of the time behind an event."""


def bounds(throws: int, cells: int) -> tuple[int, int]:
    """
    Between which every count of a fair device lies, but for one device of a hundred.

    Exact: the tails of the binomial distribution, each at most _SHARE / (2 cells).
    """
    tail, part = _SHARE / (2 * cells), 1 / cells
    ways = (lgamma(throws + 1) - lgamma(k + 1) - lgamma(throws - k + 1) for k in range(throws + 1))
    logs = (way + k * log(part) + (throws - k) * log1p(-part) for k, way in enumerate(ways))
    upto = [*accumulate(map(exp, logs))]
    low = next(k for k, share in enumerate(upto) if share > tail)
    high = next(k for k, share in enumerate(upto) if 1 - share <= tail)
    return low, high


def throws(data: JsonView, scribe: Scribe) -> Iterator[Shown]:
    """How often each case was seen, in the order of the wheel or of the dice, within its bounds."""
    texts, writer, cells = scribe.texts, scribe.writer, data["cells"]
    counts = [data["counts"].get(" ".join(map(str, cell)), 0) for cell in cells]
    seen = sum(counts)
    low, high = bounds(seen, len(cells))
    title = texts("chart_throws")
    plot = Plot(title, Axis(0, len(cells)), Axis(0, max(high, *counts) * 1.12), bottom=210)
    plot.grid_up(writer.short)
    for at, count in enumerate(counts):
        plot.columns([(at + 0.5, float(count))], 0.8, SEA if low <= count <= high else RED)
    plot.level(seen / len(cells), INK)
    for bound in (low - 0.5, high + 0.5):
        plot.level(bound, RED, dashed=True)
    plot.parts += _names(plot, data["names"])
    axis = texts("axis_pockets" if len(data["names"]) == len(cells) else "axis_dice")
    plot.parts.append(text((plot.left + plot.right) / 2, plot.bottom + 35, axis, "middle", SOFT))
    note = texts(
        "chart_throws_note", throws=writer.whole(seen), cells=len(cells), least=writer.whole(min(counts)),
        most=writer.whole(max(counts)), low=writer.whole(low), high=writer.whole(high),
    )  # fmt: skip
    yield Shown(title, note, plot.svg())


def _names(plot: Plot, names: list[str]) -> Iterator[str]:
    """What stands below the columns, as many as have room."""
    every = -(-len(names) * 20 // int(plot.right - plot.left))
    pitch = plot.across.high / max(1, len(names))
    for at, name in enumerate(names):
        if at % every == 0:
            yield text(plot.x((at + 0.5) * pitch), plot.bottom + 17, name, "middle", SOFT)


def throw_line(data: JsonView, scribe: Scribe) -> Iterator[Shown]:
    """One throw from left to right: until no more bets, until it is drawn, until it is shown."""
    texts, events = scribe.texts, [(str(name), int(t_us)) for name, t_us in data["events"]]
    title, begun = texts("chart_timeline"), dict(events)[_BEGUN]
    times = {name: (t_us - begun) / 1e6 for name, t_us in events}
    last = times[_SHOWN]
    rows = len(times)
    plot = Plot(title, Axis(0, last * 1.04), Axis(0, 1), left=24, right=WIDE - 24, bottom=58 + rows * _ROW)
    plot.grid_across(lambda tick: f"{scribe.writer.short(tick)} s")
    ends = [*times.values(), plot.across.high][1:]
    for (name, at), end in zip(times.items(), ends, strict=True):
        plot.parts.append(rect(plot.x(at), _BAR - 8, plot.x(end) - plot.x(at), 16, _COLOURS[name]))
    # The later, the lower: a line crosses no words, which end at their own.
    for row, (name, at) in enumerate(times.items()):
        x, y = plot.x(at), _BAR + 8 + row * _ROW
        said = f"{texts(f'timeline_{name}')} {scribe.writer.short(round(at, 3))} s"
        if row:
            plot.parts.append(line(x, _BAR, x, y, INK))
            plot.parts.append(text(x - 5, y + 4, said, "end"))
        else:
            plot.parts.append(text(x + 2, _BAR - 14, said))
        plot.parts.append(dot(x, _BAR, INK))
    yield Shown(title, texts("chart_timeline_note"), picture(title, plot.bottom + 26, plot.parts))
