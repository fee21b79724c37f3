# SPDX-License-Identifier: MIT
"""
A plot with two axes as an SVG of its own, the same on a page and in a PDF.

    plot = Plot(label="rtp", across=Axis(0, 5), up=Axis(70, 90))
    plot.grid_up(str); plot.curve(points); plot.level(75, RED); plot.svg()

One unit is a CSS pixel of a page 686 wide. Colours are in the marks themselves: neither the page nor the
PDF has to bring a style sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import floor, log10
from typing import NamedTuple

WIDE = 686
INK, SOFT, RULE = "#1a1c22", "#565b66", "#d8dbe2"
NIGHT, SEA, LEMON, RED = "#0e1b3d", "#5b78b8", "#f2b705", "#c02a1a"
FACE = "Manrope, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
_CHARACTER = 6.6
"""Mean width of a character at the charts' type size of 12."""

Point = tuple[float, float]
Show = Callable[[float], str]


class Axis(NamedTuple):
    """The values that an axis holds; with ``log`` both are above nought."""

    low: float
    high: float
    log: bool = False

    def part(self, value: float) -> float:
        """Where a value lies, 0 to 1 between the ends."""
        low, high = (log10(self.low), log10(self.high)) if self.log else (self.low, self.high)
        place = log10(max(value, self.low)) if self.log else value
        return (place - low) / (high - low) if high > low else 0.0

    def ticks(self) -> list[float]:
        """Round values, about five of them; powers of ten on a logarithmic axis, if it holds some."""
        if self.log:
            first, last = -floor(-log10(self.low) + 1e-9), floor(log10(self.high) + 1e-9)
            if last - first < 2:
                round_ones = (10.0**at * size for at in range(first - 1, last + 1) for size in (1, 2, 5))
                return [one for one in round_ones if self.low <= one <= self.high * (1 + 1e-9)]
            every = max(1, -(-(last - first) // 8))
            return [10.0**at for at in range(first, last + 1, every)]
        step = _step(self.high - self.low)
        first = -floor(-(self.low / step - 1e-9))
        return [round(at * step, 10) for at in range(first, floor(self.high / step + 1e-9) + 1)]


def around(values: Sequence[float], log: bool = False) -> Axis:
    """An axis that holds all values, with a little room at both ends."""
    low, high = min(values), max(values)
    if log:
        return Axis(10.0 ** floor(log10(low)), 10.0 ** -floor(-log10(high) + 1e-9), True)
    room = (high - low) * 0.08 or abs(high) * 0.05 or 1.0
    return Axis(low - room, high + room)


class Plot:
    """
    One plot, or one of several side by side.

    Args:
        label: what a reader who cannot see it is told.
        across, up: the axes.
        left, top, right, bottom: edges of the field inside, in units of the page.
    """

    def __init__(
        self, label: str, across: Axis, up: Axis, *,
        left: float = 64, top: float = 14, right: float = WIDE - 16, bottom: float = 190,
    ) -> None:  # fmt: skip
        self.label, self.across, self.up = label, across, up
        self.left, self.top, self.right, self.bottom = left, top, right, bottom
        self.parts: list[str] = []

    def x(self, value: float) -> float:
        """A value of the lying axis in units of the page."""
        return round(self.left + self.across.part(value) * (self.right - self.left), 2)

    def y(self, value: float) -> float:
        """A value of the upright axis in units of the page."""
        return round(self.bottom - self.up.part(value) * (self.bottom - self.top), 2)

    def grid_up(self, show: Show) -> None:
        """Lying lines with the values of the upright axis."""
        for tick in self.up.ticks():
            y = self.y(tick)
            self.parts.append(line(self.left, y, self.right, y, RULE))
            self.parts.append(text(self.left - 8, y + 4, show(tick), "end", SOFT))

    def grid_across(self, show: Show, name: str = "") -> None:
        """Upright lines with the values of the lying axis, and the name of what it counts."""
        for tick in self.across.ticks():
            x = self.x(tick)
            self.parts.append(line(x, self.top, x, self.bottom, RULE))
            self.parts.append(text(x, self.bottom + 17, show(tick), "middle", SOFT))
        if name:
            self.parts.append(text((self.left + self.right) / 2, self.bottom + 35, name, "middle", SOFT))

    def inside(self, xs: Sequence[float], ys: Sequence[float]) -> list[Point]:
        """Points whose height is held inside the field."""
        return [(x, min(max(y, self.up.low), self.up.high)) for x, y in zip(xs, ys, strict=True)]

    def curve(
        self, points: Sequence[Point], colour: str = NIGHT, *, dashed: bool = False, width: float = 1.8
    ) -> None:
        """A line through points."""
        places = " ".join(f"{self.x(x)},{self.y(y)}" for x, y in points)
        dash = ' stroke-dasharray="5 3"' if dashed else ""
        self.parts.append(
            f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="{width}" '
            f'stroke-linejoin="round"{dash}/>'
        )

    def band(self, low: Sequence[Point], high: Sequence[Point], colour: str = SEA) -> None:
        """The room between two lines."""
        places = " ".join(f"{self.x(x)},{self.y(y)}" for x, y in [*low, *reversed(high)])
        self.parts.append(f'<polygon points="{places}" fill="{colour}" fill-opacity="0.28"/>')

    def dots(self, points: Sequence[Point], colour: str = NIGHT, size: float = 2.6) -> None:
        """A dot at each point."""
        self.parts += [dot(self.x(x), self.y(y), colour, size) for x, y in points]

    def columns(self, values: Sequence[Point], width: float, colour: str = SEA) -> None:
        """Upright bars from the lying axis, each centred at its x, ``width`` in its unit."""
        for x, y in values:
            start, end = self.x(x - width / 2), self.x(x + width / 2)
            self.parts.append(rect(start, self.y(y), end - start, self.bottom - self.y(y), colour))

    def level(self, value: float, colour: str = RED, dashed: bool = False) -> None:
        """A lying line through the whole field."""
        if self.up.low <= value <= self.up.high:
            y = self.y(value)
            self.parts.append(line(self.left, y, self.right, y, colour, 1.8, dashed))

    def svg(self, *beside: Plot) -> str:
        """The picture; other plots share it where they lie beside this one."""
        plots = (self, *beside)
        height = max(plot.bottom for plot in plots) + 44
        return picture(self.label, height, [part for plot in plots for part in plot.parts])


def picture(label: str, height: float, parts: Sequence[str]) -> str:
    """Marks as one SVG."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height:.0f}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def text(x: float, y: float, words: str, anchor: str = "start", colour: str = INK) -> str:
    """Words at a place."""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" fill="{colour}" font-family="{FACE}" '
        f'font-size="12">{escape(words)}</text>'
    )


def line(
    x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1, dashed: bool = False
) -> str:
    """A straight line."""
    dash = ' stroke-dasharray="5 3"' if dashed else ""
    return (
        f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{colour}" '
        f'stroke-width="{width}"{dash}/>'
    )


def rect(x: float, y: float, width: float, height: float, colour: str) -> str:
    """A bar."""
    size = f'width="{max(0.0, width):.2f}" height="{max(0.0, height):.2f}"'
    return f'<rect x="{x:.2f}" y="{y:.2f}" {size} fill="{colour}"/>'


def dot(x: float, y: float, colour: str, size: float = 3) -> str:
    """A filled circle."""
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{size}" fill="{colour}"/>'


def ring(x: float, y: float, colour: str) -> str:
    """A circle round a dot."""
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="5.5" fill="none" stroke="{colour}" stroke-width="2"/>'


def room(labels: Sequence[str]) -> float:
    """How wide the longest of some labels is."""
    return max((len(label) for label in labels), default=0) * _CHARACTER + 12


def _step(width: float) -> float:
    """A round step that parts a width into about five."""
    size = 10.0 ** floor(log10(width / 4))
    return next((size * k for k in (1, 2, 2.5, 5, 10) if width / (size * k) <= 5.5), size * 10)
