# SPDX-License-Identifier: MIT
"""One button of a deck, and the places where a deck's things may stand."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from emulator.panel.art.theme import Colour

AMBER: Colour = (255, 176, 60)
SKY: Colour = (92, 170, 226)
CALL = "reserve"  # what reserves on type B calls the staff on type C (C-16)

Row = list[tuple[float, str, Colour, str]]
"""Caps side by side: share of the width, the cabinet's name, plastic, what is written on it."""


@dataclass(frozen=True)
class Cap:
    """One button: the cabinet's name for it, its place, its plastic and what is written on it."""

    name: str
    rect: Rect
    colour: Colour
    label: str
    always: bool = False
    """Works whatever keeps the machine from its game: never looks dead while there is current."""
    round: bool = False
    """A dome whose ends are half circles, as the START of a bar machine."""


@dataclass(frozen=True)
class Places:
    """Where a deck's things may stand: a row at the back, one in front, the slot at their right."""

    area: Rect
    back: int
    front: int
    gap: int
    slot: Rect

    @property
    def rest(self) -> int:
        """Width from the left edge to the slot."""
        return self.slot.x - self.gap - self.area.x

    @property
    def front_y(self) -> int:
        """Upper edge of the front row."""
        return self.area.y + self.back + self.gap

    def plate(self, width: int) -> Rect:
        """The coin plate at the left of the back row."""
        return Rect(self.area.x, self.area.y + round(self.back * 0.06), width, round(self.back * 0.88))


Deckful = tuple[list[Cap], Rect, Rect]
"""The caps, the coin plate and the slot."""


def row_of(box: Rect, gap: int, row: Row) -> list[Cap]:
    """Caps side by side, each as wide as its share."""
    whole = sum(share for share, *_ in row)
    room = box.width - gap * (len(row) - 1)
    caps = []
    x = box.x
    for share, name, colour, label in row:
        width = round(room * share / whole)
        caps.append(Cap(name, Rect(x, box.y, width, box.height), colour, label))
        x += width + gap
    return caps
