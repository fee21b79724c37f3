# SPDX-License-Identifier: MIT
"""
What a record looks like: columns with the band in which fair ones stay, a wheel with its counts, a deck.

Each is inline SVG; what is odd is red.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, cos, floor, log10, pi, sin
from typing import NamedTuple

from markupsafe import Markup, escape

from emulator.sheets.charts import WIDE

_TOP, _FLOOR, _FOOT = 10, 150, 26
_HUB, _RING, _BARS = 74, 100, 84
_MIDDLE = 205
_RED, _NIGHT, _LEMON, _SEA = "#d63c22", "#0e1b3d", "#ffd23f", "#5b78b8"
"""Colours of the page, in the marks themselves: some printers know no style sheet."""


class Bar(NamedTuple):
    """A count, the band of fair ones about its mean, and whether it is odd by itself."""

    label: str
    seen: int
    mean: float
    low: float
    high: float
    odd: bool = False


def banded(title: str, bars: Sequence[Bar], width: int = WIDE) -> Markup:
    """Upright bars, each before its band; a tick stands at its mean."""
    top = max(max(bar.seen, bar.high) for bar in bars) or 1
    step = _round_step(top)
    highest = ceil(top / step) * step
    left = 14 + 7 * len(f"{highest:g}")
    pitch = (width - left) / len(bars)
    up = (_FLOOR - _TOP) / highest
    parts = []
    for tick in range(round(highest / step) + 1):
        y = _FLOOR - tick * step * up
        parts.append(f'<line class="grid" x1="{left}" y1="{y:.2f}" x2="{width}" y2="{y:.2f}"/>')
        parts.append(_text(left - 8, y + 4, f"{tick * step:g}", "end"))
    every = ceil(max(len(bar.label) for bar in bars) * 6.6 / pitch)
    for index, bar in enumerate(bars):
        x = left + index * pitch
        height = (bar.high - bar.low) * up
        parts.append(
            f'<rect x="{x:.2f}" y="{_FLOOR - bar.high * up:.2f}" width="{pitch:.2f}" height="{height:.2f}" '
            f'fill="{_LEMON}" fill-opacity=".45"/>'
        )
        fill = _RED if bar.odd else _NIGHT
        parts.append(
            f'<rect x="{x + pitch * 0.25:.2f}" y="{_FLOOR - bar.seen * up:.2f}" width="{pitch * 0.5:.2f}" '
            f'height="{bar.seen * up:.2f}" fill="{fill}"/>'
        )
        y = _FLOOR - bar.mean * up
        parts.append(f'<line class="mark" x1="{x:.2f}" y1="{y:.2f}" x2="{x + pitch:.2f}" y2="{y:.2f}"/>')
        if index % every == 0:
            parts.append(_text(x + pitch / 2, _FLOOR + 16, bar.label, "middle"))
    return _svg(title, width, _FLOOR + _FOOT, parts)


def rose(title: str, bars: Sequence[Bar], colours: Sequence[str], hub: str) -> Markup:
    """
    The wheel from above, its pockets clockwise from the top, each with a ray as long as its count.

    Args:
        title: what a reader who cannot see it is told.
        bars: in the order of the wheel.
        colours: of the pockets.
        hub: what stands in the middle.
    """
    longest = max(max(bar.seen, bar.high) for bar in bars) or 1
    scale, turn = _BARS / longest, 2 * pi / len(bars)
    middle = (WIDE / 2, float(_MIDDLE))
    parts = []
    for index, (bar, colour) in enumerate(zip(bars, colours, strict=True)):
        start, end = (index - 0.5) * turn, (index + 0.5) * turn
        parts.append(
            _slice(middle, start, end, _RING + bar.low * scale, _RING + bar.high * scale, _LEMON, 0.45)
        )
        ray = (start + 0.22 * turn, end - 0.22 * turn)
        fill = _RED if bar.odd else _NIGHT
        parts.append(_slice(middle, *ray, _RING, _RING + bar.seen * scale, fill))
        parts.append(_slice(middle, start, end, _HUB, _RING - 2, colour, 1, "#fff"))
        mean = _RING + bar.mean * scale
        parts.append(_arc(middle, start, end, mean))
        degrees = index * 360 / len(bars)
        x, y = _at(middle, index * turn, (_HUB + _RING) / 2 - 1)
        parts.append(
            f'<text x="{x:.2f}" y="{y:.2f}" transform="rotate({degrees:.2f} {x:.2f} {y:.2f})" dy="4" '
            f'text-anchor="middle" style="fill: #fff; font-size: 11px">{escape(bar.label)}</text>'
        )
        if bar.odd:
            x, y = _at(middle, index * turn, _RING + bar.seen * scale + 12)
            style = f'text-anchor="middle" style="fill: {_RED}"'
            parts.append(f'<text x="{x:.2f}" y="{y + 4:.2f}" {style}>{bar.seen}</text>')
    parts.append(_text(middle[0], middle[1] + 4, hub, "middle"))
    return _svg(title, WIDE, 2 * _MIDDLE, parts)


def deck(
    title: str, counts: Sequence[Sequence[int]], odd: Sequence[Sequence[bool]], rows: str, columns: str
) -> Markup:
    """How often each card came: a row for each suit, a column for each rank."""
    left, side, high = 26, (WIDE - 26) / len(columns), 30
    parts = [_text(left + (at + 0.5) * side, 14, name, "middle") for at, name in enumerate(columns)]
    most = max(max(row) for row in counts) or 1
    for line, (row, wrong, name) in enumerate(zip(counts, odd, rows, strict=True)):
        y = 22 + line * high
        parts.append(_text(left - 10, y + high / 2 + 4, name, "end"))
        for at, (seen, bad) in enumerate(zip(row, wrong, strict=True)):
            fill, part = (_RED, 1.0) if bad else (_SEA, 0.15 + 0.55 * seen / most)
            x = left + at * side
            parts.append(
                f'<rect x="{x + 1:.2f}" y="{y + 1}" width="{side - 2:.2f}" height="{high - 2}" fill="{fill}" '
                f'fill-opacity="{part:.3f}"/>'
            )
            ink = ' style="fill: #fff"' if bad else ""
            parts.append(
                f'<text x="{x + side / 2:.2f}" y="{y + high / 2 + 4}" text-anchor="middle"{ink}>{seen}</text>'
            )
    return _svg(title, WIDE, 22 + high * len(rows) + 6, parts)


def _round_step(top: float) -> float:
    size = 10.0 ** floor(log10(top / 4))
    return max(1.0, next(size * k for k in (1, 2, 2.5, 5, 10) if top / (size * k) <= 5.5))


def _at(middle: tuple[float, float], angle: float, radius: float) -> tuple[float, float]:
    return middle[0] + radius * sin(angle), middle[1] - radius * cos(angle)


def _slice(
    middle: tuple[float, float], start: float, end: float, near: float, far: float, fill: str,
    part: float = 1, edge: str = "none",
) -> str:  # fmt: skip
    """A piece of a ring."""
    points = [
        _at(middle, angle, radius) for angle, radius in ((start, far), (end, far), (end, near), (start, near))
    ]
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = points
    return (
        f'<path d="M{x1:.2f} {y1:.2f}A{far:.2f} {far:.2f} 0 0 1 {x2:.2f} {y2:.2f}L{x3:.2f} {y3:.2f}'
        f'A{near:.2f} {near:.2f} 0 0 0 {x4:.2f} {y4:.2f}Z" fill="{fill}" fill-opacity="{part:g}" '
        f'stroke="{edge}"/>'
    )


def _arc(middle: tuple[float, float], start: float, end: float, radius: float) -> str:
    (x1, y1), (x2, y2) = _at(middle, start, radius), _at(middle, end, radius)
    path = f"M{x1:.2f} {y1:.2f}A{radius:.2f} {radius:.2f} 0 0 1 {x2:.2f} {y2:.2f}"
    return f'<path class="mark" fill="none" d="{path}"/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text class="tick" x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(title: str, width: int, height: float, parts: Sequence[str]) -> Markup:
    return Markup(
        f'<svg viewBox="0 0 {width} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
