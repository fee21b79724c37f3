# SPDX-License-Identifier: MIT
"""Where everything in the room stands at any size: the board above, rows of stands, the bar below."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from emulator.panel.hall.kit import HallKit

SMALLEST = (640, 400)
_TOP, _TOP_UPRIGHT = 0.165, 0.15
# Of a bay's height: air above the machine, the machine, the card in front of it, the floor before that.
AIR, MACHINE, CARD = 0.075, 0.615, 0.25
# Of a machine's height: its base, on which the front stands.
BASE = 0.085
FRONT_ASPECT = 0.654
_BAY_ASPECT = 0.415
_BAY_LEAST_PX = 150  # below this nobody reads a card


@dataclass(frozen=True)
class RoomLayout:
    """
    Rectangles of one screen, in pixels.

    Attributes:
        top: the board above with the name of the hall and the pots.
        rows: where bays stand side by side, one above the other.
        bar: purse, signs and plates below.
        bay: width of one bay.
        seen: how many bays a row shows side by side.
    """

    size: tuple[int, int]
    top: Rect
    rows: tuple[Rect, ...]
    bar: Rect
    bay: int
    seen: int

    @property
    def bay_size(self) -> tuple[int, int]:
        """Of every bay."""
        return self.bay, self.rows[0].height

    def columns(self, count: int) -> int:
        """How many columns so many stands make."""
        return -(-count // len(self.rows))

    def reach(self, count: int) -> int:
        """How far the room can be moved to the left, in pixels."""
        return max(0, self.columns(count) * self.bay - self.size[0])

    def place(self, number: int, camera: float) -> Rect:
        """Where a stand's bay is on the screen."""
        column, row = divmod(number, len(self.rows))
        return Rect(round(column * self.bay - camera), self.rows[row].y, *self.bay_size)


def lay_out(kit: HallKit) -> RoomLayout:
    """The layout for a screen of the kit's size."""
    width, height = kit.size
    top = Rect(0, 0, width, round(height * (_TOP_UPRIGHT if kit.portrait else _TOP)))
    tall = max(round(height * (0.075 if kit.portrait else 0.105)), kit.touch_px + 2 * kit.gap(1))
    bar = Rect(0, height - tall, width, tall)
    count = 2 if kit.portrait else 1
    between = bar.y - top.bottom
    rows = tuple(
        Rect(
            0,
            top.bottom + between * row // count,
            width,
            between * (row + 1) // count - between * row // count,
        )
        for row in range(count)
    )
    rows = tuple(Rect(0, row.y, width, rows[0].height) for row in rows)
    seen = max(2, min(round(width / (rows[0].height * _BAY_ASPECT)), width // _BAY_LEAST_PX))
    return RoomLayout(kit.size, top, rows, bar, -(-width // seen), seen)


def front_rect(bay: Rect) -> Rect:
    """Where the front of the machine is in its bay."""
    tall = round(bay.height * MACHINE * (1 - BASE))
    width = min(round(tall * FRONT_ASPECT), round(bay.width * 0.80))
    tall = round(width / FRONT_ASPECT)
    rect = Rect(0, 0, width, tall)
    foot = bay.y + round(bay.height * (AIR + MACHINE * (1 - BASE)))
    rect.midbottom = (bay.centerx, foot)
    return rect


def machine_rect(bay: Rect) -> Rect:
    """The whole machine with its base."""
    front = front_rect(bay)
    return Rect(front.x, front.y, front.width, front.height + round(bay.height * MACHINE * BASE))


def card_rect(bay: Rect) -> Rect:
    """The card before the machine."""
    width = round(bay.width * 0.90)
    top = machine_rect(bay).bottom
    return Rect(bay.centerx - width // 2, top, width, round(bay.height * CARD))
