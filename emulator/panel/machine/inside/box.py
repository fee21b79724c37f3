# SPDX-License-Identifier: MIT
"""One device of the drawing: its frame, what of the readings it shows, and how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect

from emulator.inside.controls import Control
from emulator.panel.machine.inside.ink import (
    FAULT,
    HAIR,
    LINE,
    MOVES,
    PALE_FAULT,
    SHEET,
    SOFT,
    STRONG,
    WORKS,
    Pen,
)
from emulator.panel.machine.inside.look import Look

Draw = Callable[[Pen, Rect, Look], None]


@dataclass(frozen=True)
class Box:
    """
    A device.

    Attributes:
        part: its name in the plan.
        title: what it is called.
        rect: where it stands.
        prefixes: beginnings of the names of the readings that it shows.
        lines: of the pin table, at this device.
        draw: draws what lives in it.
        parts: how the parts of controls that are its begin, with their dot.
    """

    part: str
    title: str
    rect: Rect
    prefixes: tuple[str, ...]
    lines: tuple[str, ...]
    draw: Draw
    parts: tuple[str, ...]

    def faults(self, look: Look) -> tuple[Control, ...]:
        """What of it is broken."""
        return tuple(
            control
            for part, controls in look.broken.items()
            if self.has(part)
            for control in controls
            if control.fault is not None
        )

    def has(self, part: str) -> bool:
        """Whether the controls of a part are its."""
        return f"{part}.".startswith(self.parts)

    def key(self, look: Look) -> object:
        """As long as this is the same its picture is."""
        lit = tuple((name, look.asserted.get(name), name in look.fresh) for name in self.lines)
        return look.part(*self.prefixes), lit, tuple(control.name for control in self.faults(look))

    def paint(self, pen: Pen, look: Look, *, pointed: bool) -> None:
        """Frame, title and what lives inside."""
        broken = bool(self.faults(look))
        ink = FAULT if broken else LINE
        pen.box(self.rect, ink, PALE_FAULT if broken else SHEET, 2 if broken or pointed else 1)
        room = Rect(self.rect.x + 6, self.rect.y + 1, self.rect.width - 12, pen.row)
        head = Rect(self.rect.x, self.rect.y, self.rect.width, 0)
        head.height = pen.lines(self.title, room, ink, face=STRONG) + 1 - head.y
        pen.line([(head.x, head.bottom), (head.right - 1, head.bottom)], FAULT if broken else HAIR)
        inner = Rect(head.x + 6, head.bottom + 4, head.width - 12, self.rect.bottom - head.bottom - 8)
        self.draw(pen, inner, look)


def wires(pen: Pen, box: Rect, look: Look, rows: Sequence[tuple[str, str]]) -> int:
    """Lines of the pin table, each with its lamp: full while asserted; return the last bottom."""
    radius, y = _lamp(pen), box.y
    for line, label in rows:
        if pen.full(y, box):
            break
        on, fresh = look.asserted.get(line, False), line in look.fresh
        colour = MOVES if fresh else WORKS
        pen.dot((box.x + radius, y + pen.row // 2), radius, colour, on or fresh)
        words = LINE if on or fresh else SOFT
        pen.fitted(label, Rect(box.x + 3 * radius, y, box.width - 3 * radius, pen.row), words)
        y += pen.row
    return y


def _lamp(pen: Pen) -> int:
    """Radius of the lamp of a line."""
    return max(3, pen.size // 3)


def wires_width(pen: Pen, rows: Sequence[tuple[str, str]]) -> int:
    """How much room lines with their lamps need at least."""
    return 3 * _lamp(pen) + max((pen.least_width(label) for _, label in rows), default=0)


Pair = tuple[str, str, bool]
"""A name, its value, and whether that is not as it should be."""


def rows(pen: Pen, box: Rect, pairs: Sequence[Pair]) -> int:
    """Names with their values, red where ill; short ones side by side where there is no room below."""
    y = box.y
    for line in _packed(pen, box, pairs):
        if pen.full(y, box):
            break
        needs = [_width(pen, pair) for pair in line]
        free = max(0, box.width + _apart(pen) - sum(needs)) // len(line)
        x, bottom = box.x, y
        for (name, value, ill), need in zip(line, needs, strict=True):
            width = need - _apart(pen) + free if len(line) > 1 else box.width
            spot = Rect(x, y, width, box.bottom - y)
            bottom = max(bottom, pen.pair(name, value, spot, *((FAULT,) if ill else ())))
            x += width + _apart(pen)
        y = bottom
    return y


def _packed(pen: Pen, box: Rect, pairs: Sequence[Pair]) -> list[list[Pair]]:
    """A line each; with too many for the box, the last of them that have room beside each other share one."""
    lines = [[pair] for pair in pairs]
    while not pen.has_row(box.y + pen.row * (len(lines) - 1), box):
        for at in range(len(lines) - 1, 0, -1):
            both = lines[at - 1] + lines[at]
            if sum(_width(pen, pair) for pair in both) - _apart(pen) <= box.width:
                lines[at - 1 : at + 1] = [both]
                break
        else:
            break
    return lines


def _width(pen: Pen, pair: Pair) -> int:
    """What a pair needs, with the space behind it."""
    name, value, _ = pair
    return pen.least_width(name) + pen.width(value, STRONG) + pen.size // 2 + _apart(pen)


def _apart(pen: Pen) -> int:
    """Between two pairs of a row."""
    return pen.size * 2 // 3
