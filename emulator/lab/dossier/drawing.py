# SPDX-License-Identifier: MIT
"""
Drawings to scale as SVG: lines, boxes, texts, balloons and dimension lines, in mm of paper.

    sheet = Drawing(170, 120)
    sheet.box(10, 10, 64, 164)
    sheet.across(10, 74, 180, "640")
    sheet.svg("Alzado")
"""

from __future__ import annotations

from typing import TypedDict, Unpack

from markupsafe import escape

INK, THIN, ACCENT, PAPER, SHADE = "#1d2733", "#8b96a3", "#8a1f2b", "#ffffff", "#eef1f4"
_ARROW_MM = 1.6


class Look(TypedDict, total=False):
    """How a line or an area is drawn."""

    fill: str
    stroke: str
    weight: float
    radius: float
    dash: str


class Letters(TypedDict, total=False):
    """How words are set."""

    size: float
    anchor: str
    weight: int
    fill: str
    turn: bool
    mono: bool


class Drawing:
    """One sheet; every measure in mm of paper, y downwards."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._parts: list[str] = []

    def box(self, x: float, y: float, width: float, height: float, **look: Unpack[Look]) -> None:
        """A rectangle."""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" '
            f'rx="{_n(look.get("radius", 0))}" {_look(look, 0.35)}/>'
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, **look: Unpack[Look]) -> None:
        """A straight line."""
        ends = f'x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'
        self._parts.append(f"<line {ends} {_look(look, 0.25)}/>")

    def shape(self, points: list[tuple[float, float]], **look: Unpack[Look]) -> None:
        """A closed outline."""
        told = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._parts.append(f'<polygon points="{told}" {_look(look, 0.35)}/>')

    def circle(self, x: float, y: float, radius: float, *, fill: str = "none", stroke: str = INK) -> None:
        """A circle."""
        self._parts.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="0.3"/>'
        )

    def text(self, x: float, y: float, words: str, **letters: Unpack[Letters]) -> None:
        """Words; ``turn`` sets them from below upwards."""
        turned = f' transform="rotate(-90 {_n(x)} {_n(y)})"' if letters.get("turn") else ""
        family = "DejaVu Sans Mono" if letters.get("mono") else "Manrope"
        size, weight = _n(letters.get("size", 2.5)), letters.get("weight", 500)
        anchor, fill = letters.get("anchor", "start"), letters.get("fill", INK)
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-family="{family}" font-size="{size}" font-weight="{weight}" '
            f'text-anchor="{anchor}" fill="{fill}"{turned}>{escape(words)}</text>'
        )

    def balloon(self, x: float, y: float, number: int) -> None:
        """The number of a part in a circle."""
        self.circle(x, y, 2.3, fill=PAPER, stroke=ACCENT)
        self.text(x, y + 0.85, str(number), size=2.4, anchor="middle", weight=700, fill=ACCENT)

    def across(self, x1: float, x2: float, y: float, words: str, *, low: float | None = None) -> None:
        """A dimension line from left to right; ``low`` is the edge where its help lines begin."""
        for x in (x1, x2):
            if low is not None:
                self.line(
                    x,
                    low + (0.8 if y > low else -0.8),
                    x,
                    y + (1 if y > low else -1),
                    stroke=THIN,
                    weight=0.18,
                )
        self.line(x1, y, x2, y, stroke=THIN, weight=0.2)
        for x, way in ((x1, 1), (x2, -1)):
            tip = [(x, y), (x + way * _ARROW_MM, y - 0.45), (x + way * _ARROW_MM, y + 0.45)]
            self.shape(tip, fill=THIN, stroke=THIN, weight=0.1)
        self.text((x1 + x2) / 2, y - 0.9, words, anchor="middle", size=2.6)

    def down(self, y1: float, y2: float, x: float, words: str, *, low: float | None = None) -> None:
        """A dimension line from above downwards; ``low`` is the edge where its help lines begin."""
        for y in (y1, y2):
            if low is not None:
                self.line(
                    low + (0.8 if x > low else -0.8),
                    y,
                    x + (1 if x > low else -1),
                    y,
                    stroke=THIN,
                    weight=0.18,
                )
        self.line(x, y1, x, y2, stroke=THIN, weight=0.2)
        for y, way in ((y1, 1), (y2, -1)):
            tip = [(x, y), (x - 0.45, y + way * _ARROW_MM), (x + 0.45, y + way * _ARROW_MM)]
            self.shape(tip, fill=THIN, stroke=THIN, weight=0.1)
        self.text(x - 0.9, (y1 + y2) / 2, words, anchor="middle", size=2.6, turn=True)

    def svg(self, title: str) -> bytes:
        """The file."""
        width, height = _n(self.width), _n(self.height)
        size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        body = "\n".join(self._parts)
        return f"{head}\n<title>{escape(title)}</title>\n{body}\n</svg>\n".encode()


def _look(look: Look, weight: float) -> str:
    """The attributes of a line; ``weight`` is that of one that names none."""
    dash = f' stroke-dasharray="{look["dash"]}"' if look.get("dash") else ""
    width = _n(look.get("weight", weight))
    fill, stroke = look.get("fill", "none"), look.get("stroke", INK)
    return f'fill="{fill}" stroke="{stroke}" stroke-width="{width}"{dash}'


def _n(value: float) -> str:
    """A measure to a hundredth of a millimetre."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"
