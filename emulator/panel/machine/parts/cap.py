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
_LEFT_OVER = (0.60, 0.44)  # of the width below a wide window, beside rows of one button and of two
# Of a deck's width upright, for a START as high as both rows: beside rows of so many buttons at most.
_WIDE_START = (0.62, 0.56, 0.31, 0.25)


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
    bezel: int = 0
    """How wide the ring is that it is mounted in."""
    tall: bool = False
    """As high as the deck has room for."""


Deckful = tuple[list[Cap], Rect, Rect]
"""The caps, the coin plate and the slot."""


@dataclass(frozen=True)
class Places:
    """Where a deck's things may stand: two rows of buttons, and the slot under the coin plate beside them."""

    area: Rect
    start: Rect | None
    """Beside the rows and as high as both; None where START stands in the front row or at its right."""
    gap: int
    slot: Rect
    plate: Rect
    columns: tuple[Rect, ...]
    """The reels: buttons below them stand in line with them where there is room."""

    @property
    def high(self) -> int:
        """Height of a row."""
        return (self.area.height - self.gap) // 2

    def filled(
        self, back: Row, front: Row, start: Row, *, in_line: bool = False, tall: bool = False
    ) -> Deckful:
        """
        Buttons in two rows, and START.

        Args:
            back: may be empty; then the front row is as high as both.
            start: START alone.
            in_line: whether those at the back stand below the reels.
            tall: upright, whether START is as high as both rows.
        """
        area, beside = Rect(self.area), None if self.start is None else Rect(self.start)
        longest = max(len(back), len(front))
        if beside is not None and longest <= len(_LEFT_OVER):  # few buttons leave START the most room
            cut = round(area.width * _LEFT_OVER[longest - 1])
            beside.x, beside.width, area.width = beside.x - cut, beside.width + cut, area.width - cut
        if beside is None and tall:
            wide = round(area.width * _WIDE_START[min(longest, len(_WIDE_START)) - 1])
            beside = Rect(area.right - wide, area.y, wide, area.height)
            area.width -= wide + self.gap
        if beside is None:
            front = front + start
        caps = [] if beside is None else row_of(beside, self.gap, start)
        low = Rect(area)
        if back:
            low = Rect(area.x, area.bottom - self.high, area.width, self.high)
            high = Rect(area.x, area.y, area.width, self.high)
            caps += self._below_reels(high, back) if in_line else row_of(high, self.gap, back)
        return caps + row_of(low, self.gap, front), self.plate, self.slot

    def _below_reels(self, box: Rect, buttons: Row) -> list[Cap]:
        """One button below each reel; beside each other where there is no room for that."""
        first, last = self.columns[0], self.columns[-1]
        if first.x < box.x or last.right > box.right:
            return row_of(box, self.gap, buttons)
        return [
            Cap(name, Rect(reel.x, box.y, reel.width, box.height), colour, label)
            for (_, name, colour, label), reel in zip(buttons, self.columns, strict=True)
        ]


def row_of(box: Rect, gap: int, row: Row) -> list[Cap]:
    """Caps side by side, each as wide as its share."""
    whole = sum(share for share, *_ in row)
    room = box.width - gap * (len(row) - 1)
    caps = []
    x, done = box.x, 0.0
    for number, (share, name, colour, label) in enumerate(row):
        done += share
        right = box.x + round(room * done / whole) + gap * number
        caps.append(Cap(name, Rect(x, box.y, right - x, box.height), colour, label))
        x = right + gap
    return caps
