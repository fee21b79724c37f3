# SPDX-License-Identifier: MIT
"""The menu at a device: what a hand can do there, what is done already, why something is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pygame import Rect

from emulator.inside.controls import Control, Controls
from emulator.panel.machine.inside.ink import (
    FAULT,
    HAIR,
    LINE,
    LIVE,
    MOVES,
    SHEET,
    SOFT,
    STRONG,
    TEXT,
    Pen,
    letters,
)
from emulator.panel.machine.inside.look import Look
from emulator.panel.machine.inside.words import hindrances, name_of

if TYPE_CHECKING:
    from emulator.panel.machine.inside.speech import Speech

# Before and behind the name of a control.
_AROUND_PX = 28


@dataclass
class Menu:
    """
    An open menu.

    Attributes:
        title: of the device.
        controls: one a row.
        rect: where it lies.
        rows: the row of each control.
        why_px: below its title, where a reason has its row; 0 where it has none.
    """

    title: str
    controls: tuple[Control, ...]
    rect: Rect
    rows: list[Rect] = field(default_factory=list)
    why_px: int = 0

    def at(self, point: tuple[int, int]) -> Control | None:
        """The control at a point."""
        return next(
            (one for one, row in zip(self.controls, self.rows, strict=True) if row.collidepoint(point)), None
        )


def open_menu(
    head: tuple[str, str],
    controls: tuple[Control, ...],
    names: Sequence[str],
    beside: Rect,
    within: Rect,
    size_px: int,
) -> Menu:
    """
    A menu beside a device, in two columns where one would be too long.

    Args:
        head: its title, and why something of it may not be used now; "" where all may.
        names: of the controls.
    """
    title, why = head
    tall = max(round(size_px * 1.9), 24)
    most = max(4, (within.height - 3 * tall) // tall)
    columns = -(-len(controls) // most)
    widths = [letters(name, TEXT, size_px, LINE).get_width() + _AROUND_PX for name in names]
    width = min(max(13 * size_px, *widths), (within.width - 12) // max(1, columns))
    heads = [
        letters(words, face, size_px, LINE).get_width() + 20 for words, face in ((title, STRONG), (why, TEXT))
    ]
    lines = -(-len(controls) // max(1, columns))
    rows_of_head = 1 + bool(why)
    rect = Rect(0, 0, max(width * columns, *heads) + 12, tall * (lines + rows_of_head) + 12)
    rect.width = min(rect.width, within.width)
    rect.topleft = (beside.right - beside.width // 3, beside.y + beside.height // 4)
    rect.clamp_ip(within)
    width = (rect.width - 12) // max(1, columns)
    rows = [
        Rect(
            rect.x + 6 + number // lines * width,
            rect.y + 6 + tall * (rows_of_head + number % lines),
            width,
            tall,
        )
        for number in range(len(controls))
    ]
    return Menu(title, controls, rect, rows, tall if why else 0)


def draw_menu(
    pen: Pen, menu: Menu, controls: Controls, look: Look, kit: Speech, point: tuple[int, int]
) -> None:
    """The menu, with a mark at what is so already."""
    shadow = menu.rect.move(4, 5)
    pen.box(shadow, LINE, (200, 194, 180), 0, 6)
    pen.box(menu.rect, LINE, SHEET, 2, 6)
    pen.text(menu.title, (menu.rect.x + 10, menu.rect.y + 6), LINE, face=STRONG, width=menu.rect.width - 20)
    why = ""
    for control, row in zip(menu.controls, menu.rows, strict=True):
        hindered = controls.hindrance(control)
        why = why or hindered
        on = control.active(look.values)
        if row.collidepoint(point) and not hindered:
            pen.box(row.inflate(-2, -2), LIVE, (226, 236, 242), 1, 4)
        ink = HAIR if hindered else FAULT if on and control.fault else MOVES if on else LINE
        y = row.centery - pen.row // 2
        pen.dot((row.x + 10, row.centery), 4, ink, on)
        pen.fitted(name_of(control, kit), Rect(row.x + 20, y, row.width - 26, pen.row), ink)
    if why and menu.why_px:
        room = Rect(menu.rect.x + 10, menu.rect.y + 6 + menu.why_px, menu.rect.width - 20, pen.row)
        pen.fitted(hindrances(kit.say)[why], room, SOFT)
