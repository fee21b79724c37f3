# SPDX-License-Identifier: MIT
"""
Charts as inline SVG: bars, columns, ranges, dots and steps, drawn with the page's own colours and type.

A chart is HALF or WIDE units wide, a unit being a pixel of the page: type keeps its size whichever it is.
Classes name what a mark means; the page's style sheet says how that looks, so that a chart needs no
colour of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from markupsafe import Markup, escape

HALF, WIDE = 330, 686
_ROW = 19
_STOP = 16
_RANGE = 25
_TOP, _BOTTOM = 8, 26
_CHARACTER = 6.4
"""Mean width of a character at the charts' type size of 12; labels get room by their longest."""


class Mark(NamedTuple):
    """A row of a chart."""

    label: str
    value: float
    shown: str = ""
    """What stands beside the mark."""


class Range(NamedTuple):
    """A row of a chart of ranges; ``least`` is where a limit stands, or None."""

    label: str
    low: float
    high: float
    least: float | None = None


class Chart(NamedTuple):
    """A drawing and the line above it."""

    title: str
    drawing: Markup


class _Axis(NamedTuple):
    """Where values lie between two places."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.0
        return round(self.start + part * (self.end - self.start), 2)


def bars(title: str, rows: Sequence[Mark], width: int = HALF) -> Markup:
    """Horizontal bars from nought."""
    left, right = _room(row.label for row in rows), _room(row.shown for row in rows)
    axis = _Axis(0, max((row.value for row in rows), default=1) or 1, left, width - right)
    parts = []
    for index, row in enumerate(rows):
        y = _TOP + index * _ROW
        end = axis.at(row.value)
        parts.append(_text(left - 8, y + 14, row.label, "end"))
        parts.append(
            f'<rect class="bar" x="{left}" y="{y + 3}" width="{max(0.5, end - left):.2f}" height="14"/>'
        )
        parts.append(_text(end + 6, y + 14, row.shown, "start", "figure"))
    return _svg(title, width, _TOP + len(rows) * _ROW + 4, parts)


def odds(title: str, rows: Sequence[Mark], show: Callable[[int], str], width: int = HALF) -> Markup:
    """Dots on a logarithmic axis, one in so many plays; ``show`` writes the numbers of the axis."""
    left = _room(row.label for row in rows)
    decades = max(1, ceil(log10(max((row.value for row in rows), default=10)) - 1e-9))
    axis = _Axis(0, decades, left, width - 24)
    floor_y = _TOP + len(rows) * _ROW
    parts = []
    for decade in range(decades + 1):
        x = axis.at(decade)
        parts.append(f'<line class="grid" x1="{x}" y1="{_TOP}" x2="{x}" y2="{floor_y}"/>')
        parts.append(_text(x, floor_y + 16, _short(10**decade, show), "middle", "tick"))
    for index, row in enumerate(rows):
        y, x = _TOP + index * _ROW + 10, axis.at(log10(max(1.0, row.value)))
        parts.append(_text(left - 8, y + 4, row.label, "end"))
        parts.append(f'<line class="stem" x1="{left}" y1="{y}" x2="{x}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{x}" cy="{y}" r="4.5"/>')
    return _svg(title, width, floor_y + _BOTTOM, parts)


def _short(value: int, show: Callable[[int], str]) -> str:
    """10^6 and more by their exponent, so that ticks never meet."""
    if value < 10**6:
        return show(value)
    return "10" + str(len(str(value)) - 1).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def ranges(
    title: str, rows: Sequence[Range], mark: float, show: Callable[[float], str], width: int = WIDE
) -> Markup:
    """From the least to the most of each row; a line at ``mark`` through all, a tick where a limit stands."""
    left = _room(row.label for row in rows)
    high = max([mark, *(row.high for row in rows)])
    step = _step(high)
    axis = _Axis(0, ceil(high / step) * step, left, width - 18)
    floor_y = _TOP + len(rows) * _RANGE
    parts = []
    for tick in range(round(axis.high / step) + 1):
        x = axis.at(tick * step)
        parts.append(f'<line class="grid" x1="{x}" y1="{_TOP}" x2="{x}" y2="{floor_y}"/>')
        parts.append(_text(x, floor_y + 16, show(tick * step), "middle", "tick"))
    x = axis.at(mark)
    parts.append(f'<line class="mark" x1="{x}" y1="{_TOP}" x2="{x}" y2="{floor_y}"/>')
    for index, row in enumerate(rows):
        y, start, end = _TOP + index * _RANGE + 13, axis.at(row.low), axis.at(row.high)
        parts.append(_text(left - 8, y + 4, row.label, "end"))
        parts.append(
            f'<rect class="range" x="{start - 2:.2f}" y="{y - 6}" width="{end - start + 4:.2f}" height="12"/>'
        )
        if row.least is not None:
            x = axis.at(row.least)
            parts.append(f'<line class="limit" x1="{x}" y1="{y - 11}" x2="{x}" y2="{y + 11}"/>')
    return _svg(title, width, floor_y + _BOTTOM, parts)


def columns(
    title: str,
    rows: Sequence[Mark],
    show: Callable[[float], str],
    mark: float | None = None,
    width: int = WIDE,
) -> Markup:
    """Upright bars from nought, and a line at ``mark``."""
    high = max([row.value for row in rows] + ([mark] if mark is not None else [])) or 1
    step = _step(high)
    top = ceil(high / step - 1e-9) * step
    ticks = [tick * step for tick in range(round(top / step) + 1)]
    left = _room(show(tick) for tick in ticks)
    floor_y = _TOP + 130
    axis = _Axis(0, top, floor_y, _TOP + 4)
    parts = []
    for tick in ticks:
        y = axis.at(tick)
        parts.append(f'<line class="grid" x1="{left}" y1="{y}" x2="{width}" y2="{y}"/>')
        parts.append(_text(left - 8, y + 4, show(tick), "end", "tick"))
    pitch = (width - left) / max(1, len(rows))
    every = ceil(max((len(row.label) for row in rows), default=1) * _CHARACTER / pitch + 0.2)
    for index, row in enumerate(rows):
        x, y = left + index * pitch, axis.at(row.value)
        parts.append(
            f'<rect class="bar" x="{x + pitch * 0.15:.2f}" y="{y}" width="{pitch * 0.7:.2f}" '
            f'height="{floor_y - y:.2f}"/>'
        )
        if index % every == 0 or index == len(rows) - 1:
            parts.append(_text(x + pitch / 2, floor_y + 16, row.label, "middle", "tick"))
    if mark is not None:
        parts.append(
            f'<line class="mark" x1="{left}" y1="{axis.at(mark)}" x2="{width}" y2="{axis.at(mark)}"/>'
        )
    return _svg(title, width, floor_y + _BOTTOM, parts)


def falling(
    title: str,
    points: Sequence[tuple[float, float]],
    show: Callable[[float], str],
    *,
    log_x: bool = False,
    width: int = WIDE,
) -> Markup:
    """
    A curve of values > 0 that fall, on a logarithmic upright axis.

    Args:
        title: what a reader who cannot see it is told.
        points: (x, y), x ascending; x > 0 if ``log_x``.
        show: writes the numbers of the lying axis.
        log_x: the lying axis is logarithmic, too.
    """
    xs = [log10(x) if log_x else x for x, _ in points]
    ys = [log10(y) for _, y in points]
    low, high = floor(min(ys)), ceil(max(ys) + 1e-9)
    left, floor_y = 44, _TOP + 150
    last = 10.0 ** ceil(xs[-1]) if log_x else xs[-1]
    end = width - max(16.0, _room([show(last)]) / 2)
    across = _Axis(floor(xs[0]) if log_x else 0, ceil(xs[-1]) if log_x else xs[-1], left, end)
    up = _Axis(low, high, floor_y, _TOP + 4)
    parts = []
    every = ceil((high - low) / 7)
    for decade in range(low, high + 1, every):
        y = up.at(decade)
        parts.append(f'<line class="grid" x1="{left}" y1="{y}" x2="{end}" y2="{y}"/>')
        parts.append(_text(left - 8, y + 4, _power(decade), "end", "tick"))
    for place, value in _ticks(across, log_x):
        x = across.at(place)
        parts.append(f'<line class="grid" x1="{x}" y1="{_TOP}" x2="{x}" y2="{floor_y}"/>')
        parts.append(_text(x, floor_y + 16, show(value), "middle", "tick"))
    path = " ".join(f"{across.at(x)},{up.at(y)}" for x, y in zip(xs, ys, strict=True))
    parts.append(f'<polyline class="curve" points="{path}"/>')
    if len(points) <= 40:
        parts += [
            f'<circle class="dot" cx="{across.at(x)}" cy="{up.at(y)}" r="3.5"/>'
            for x, y in zip(xs, ys, strict=True)
        ]
    return _svg(title, width, floor_y + _BOTTOM, parts)


def _ticks(axis: _Axis, logarithmic: bool) -> list[tuple[float, float]]:
    """(place, value) of the ticks of a lying axis."""
    if logarithmic:
        return [(decade, 10.0**decade) for decade in range(floor(axis.low), ceil(axis.high) + 1)]
    step = _step(axis.high)
    return [(tick * step, tick * step) for tick in range(floor(axis.high / step + 1e-9) + 1)]


def _step(high: float) -> float:
    """A round step that parts 0 to ``high`` into about five."""
    size = 10.0 ** floor(log10(high / 4))
    return next(size * k for k in (1, 2, 2.5, 5, 10) if high / (size * k) <= 5.5)


def _power(decade: int) -> str:
    raised = str(decade).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return {0: "1", 1: "10", 2: "100", 3: "1000"}.get(decade, f"10{raised}")


def lines(title: str, paylines: Sequence[Sequence[int]], rows: int, width: int = WIDE) -> Markup:
    """A small window for each line, its stops filled, its number beside; row 0 the uppermost."""
    reels = max(map(len, paylines))
    left = _room([str(len(paylines))])
    pitch_x, pitch_y = left + reels * _STOP + 16, rows * _STOP + 14
    abreast = max(1, width // pitch_x)
    parts = []
    for index, line in enumerate(paylines):
        x, y = index % abreast * pitch_x + left, _TOP + index // abreast * pitch_y
        parts.append(_text(x - 6, y + rows * _STOP / 2 + 4, str(index + 1), "end"))
        for reel, read in enumerate(line):
            for row in range(rows):
                name = "stop read" if row == read else "stop"
                parts.append(
                    f'<rect class="{name}" x="{x + reel * _STOP}" y="{y + row * _STOP}" '
                    f'width="{_STOP - 2}" height="{_STOP - 2}"/>'
                )
    return _svg(title, width, _TOP + -(-len(paylines) // abreast) * pitch_y, parts)


def _room(labels: Iterable[str]) -> int:
    return round(max((len(label) for label in labels), default=0) * _CHARACTER) + 14


def _text(x: float, y: float, words: str, anchor: str, name: str = "label") -> str:
    return f'<text class="{name}" x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(title: str, width: int, height: float, parts: Sequence[str]) -> Markup:
    return Markup(
        f'<svg viewBox="0 0 {width} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
