# SPDX-License-Identifier: MIT
"""
Pictures that stand in until a maker has drawn his own: one plain shape each, told apart without colour.

    placeholder(3)                       # the fourth shape, as SVG, in the colour that its symbol has
    crown_of(palette_of("mistral"))      # what stands behind the name
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from emulator.prototype.palette import Palette

Point = tuple[float, float]

_MIDDLE = 50.0
_INK = "#14100F"


def placeholder(number: int, colour: str = "currentColor") -> str:
    """
    One shape as an SVG file of 100 x 100.

    Args:
        number: which shape, from 0; beyond ``SHAPES`` they come again, hollow.
        colour: its fill, ``#RRGGBB``; left out: the colour of its symbol.
    """
    again, at = divmod(number, SHAPES)
    path = f'<path d="{_DRAWN[at]}" stroke-linejoin="round" '
    drawn = f'{path}fill="{colour}" stroke="{_INK}" stroke-width="3"/>'
    if again:
        ring = f'{path}fill="none" stroke="{{}}" stroke-width="{{}}"/>'
        rings = f"{ring.format(_INK, 17)}{ring.format(colour, 11)}"
        drawn = f'<g transform="translate(10 10) scale(0.8)">{rings}</g>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">\n'
        "  <!-- A placeholder: draw your own symbol here, outlines alone, or name a PNG file. -->\n"
        f"  {drawn}\n"
        "</svg>\n"
    )


def emblem_of(palette: Palette) -> str:
    """A medal with as many points as the name decides."""
    corners = 5 + palette.seed % 8
    medal = _outline(_around(2 * corners, (46, 34)))
    inner = _outline(_around(corners, (22, 22)))
    return _svg(
        (100, 100),
        "your emblem: beside the name, and in the middle of a ring of lights",
        [
            f'<path d="{medal}" fill="{palette.accent}" stroke="{palette.bright}" stroke-width="3"/>',
            f'<circle cx="50" cy="50" r="27" fill="{palette.deep}"/>',
            f'<path d="{inner}" fill="{palette.bright}"/>',
        ],
    )


def crown_of(palette: Palette) -> str:
    """What stands behind the name: bands that rise to the right."""
    return _svg((1_000, 180), "what stands behind the name", _pattern(palette, 1_000, 180, palette.seed % 3))


def flank_of(palette: Palette, *, right: bool) -> str:
    """A sheet of glass beside the reels, the right one the mirror of the left."""
    side = "right" if right else "left"
    shapes = list(_pattern(palette, 200, 560, palette.seed % 3))
    if right:
        shapes = ['<g transform="translate(200 0) scale(-1 1)">', *shapes, "</g>"]
    return _svg((200, 560), f"the glass at the {side} of the reels", shapes)


def _pattern(palette: Palette, width: int, height: int, kind: int) -> Iterator[str]:
    """Stripes, scales or triangles over the deep colour."""
    yield f'<rect width="{width}" height="{height}" fill="{palette.deep}"/>'
    tone = f'fill="{palette.middle}"'
    step = 60
    for number in range(-height // step, width // step + 1 if kind == 0 else height // step + 2):
        opacity = f'fill-opacity="{0.25 + 0.5 * (number % 3) / 3:.2f}"'
        if kind == 0:
            x = number * step
            yield f'<path d="M{x} {height} L{x + height} 0 h26 L{x + 26} {height} Z" {tone} {opacity}/>'
            continue
        if number < 0:
            continue
        for place in range(width // step + 2):
            x, y = place * step + number % 2 * step // 2, number * step
            if kind == 1:
                yield f'<circle cx="{x}" cy="{y}" r="26" {tone} {opacity}/>'
            else:
                yield f'<path d="M{x - 26} {y + 22} h52 L{x} {y - 22} Z" {tone} {opacity}/>'


def _svg(size: tuple[int, int], what: str, shapes: Sequence[str] | Iterator[str]) -> str:
    width, height = size
    drawn = "".join(f"  {shape}\n" for shape in shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">\n'
        f"  <!-- A placeholder: draw here {what}. Outlines alone, or name a PNG file. -->\n"
        f"{drawn}</svg>\n"
    )


def _outline(points: Sequence[Point]) -> str:
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points) + " Z"


def _around(corners: int, radii: Sequence[float], turn_deg: float = -90.0) -> list[Point]:
    """Corners round the middle, at these distances in turn."""
    return [
        (
            _MIDDLE + radii[i % len(radii)] * math.cos(math.radians(turn_deg + 360 * i / corners)),
            _MIDDLE + radii[i % len(radii)] * math.sin(math.radians(turn_deg + 360 * i / corners)),
        )
        for i in range(corners)
    ]


_DRAWN = (
    "M50 8 A42 42 0 1 1 49.9 8 Z",  # a disc
    _outline([(14, 14), (86, 14), (86, 86), (14, 86)]),  # a square
    _outline([(50, 8), (94, 86), (6, 86)]),  # a triangle
    _outline(_around(10, (44, 18))),  # a star of five
    _outline([(36, 8), (64, 8), (64, 36), (92, 36), (92, 64), (64, 64),
              (64, 92), (36, 92), (36, 64), (8, 64), (8, 36), (36, 36)]),  # a cross
    "M50 88 C10 56 4 34 18 20 C32 8 46 16 50 30 C54 16 68 8 82 20 C96 34 90 56 50 88 Z",  # a heart
    "M60 6 A44 44 0 1 0 94 62 A36 36 0 0 1 60 6 Z",  # a crescent
    _outline([(56, 6), (20, 56), (46, 56), (38, 94), (82, 38), (54, 38), (68, 6)]),  # a bolt
    _outline([(8, 34), (92, 34), (92, 66), (8, 66)]),  # a bar
    "M10 12 H90 V40 H10 Z M10 60 H90 V88 H10 Z",  # two bars
    _outline([(10, 20), (90, 20), (62, 50), (90, 80), (10, 80), (38, 50)]),  # an hourglass that lies
    "M50 6 C66 34 82 48 82 64 A32 30 0 0 1 18 64 C18 48 34 34 50 6 Z",  # a drop
    _outline([(50, 6), (92, 50), (50, 94), (8, 50)]),  # a diamond
    _outline(_around(24, (44, 30))),  # a sun
    _outline([(8, 88), (8, 30), (30, 54), (50, 14), (70, 54), (92, 30), (92, 88)]),  # a crown
    _outline([(8, 40), (52, 40), (52, 14), (94, 50), (52, 86), (52, 60), (8, 60)]),  # an arrow
)  # fmt: skip
SHAPES = len(_DRAWN)
"""How many shapes there are."""
