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
        head = Rect(self.rect.x, self.rect.y, self.rect.width, pen.row + 2)
        pen.fitted(self.title, Rect(head.x + 6, head.y + 1, head.width - 12, pen.row), ink, face=STRONG)
        pen.line([(head.x, head.bottom), (head.right - 1, head.bottom)], FAULT if broken else HAIR)
        inner = Rect(head.x + 6, head.bottom + 4, head.width - 12, self.rect.bottom - head.bottom - 8)
        self.draw(pen, inner, look)


def wires(pen: Pen, box: Rect, look: Look, rows: Sequence[tuple[str, str]]) -> int:
    """Lines of the pin table, each with its lamp: full while asserted; return the last bottom."""
    radius, y = max(3, pen.size // 3), box.y
    for line, label in rows:
        if y + pen.row > box.bottom + 2:
            break
        on, fresh = look.asserted.get(line, False), line in look.fresh
        colour = MOVES if fresh else WORKS
        pen.dot((box.x + radius, y + pen.row // 2), radius, colour, on or fresh)
        words = LINE if on or fresh else SOFT
        pen.fitted(label, Rect(box.x + 3 * radius, y, box.width - 3 * radius, pen.row), words)
        y += pen.row
    return y


def rows(pen: Pen, box: Rect, pairs: Sequence[tuple[str, str, bool]]) -> int:
    """Names with their values, red where they are not as they should be; return the last bottom."""
    y = box.y
    for name, value, ill in pairs:
        if y + pen.row > box.bottom + 2:
            break
        pen.pair(name, value, Rect(box.x, y, box.width, pen.row), *((FAULT,) if ill else ()))
        y += pen.row
    return y
