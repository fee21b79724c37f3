# SPDX-License-Identifier: MIT
"""Where everything in the room stands at any size: the board above, rows of stands, the bar below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from emulator.panel.hall.kit import HallKit

SMALLEST = (640, 400)
_TOP, _TOP_UPRIGHT = 0.165, 0.15
# Of a bay's height: air above the machine, the machine, the card in front of it, the floor before that.
AIR, MACHINE, CARD = 0.06, 0.645, 0.25
# Of a machine's height: its base, on which the front stands.
BASE = 0.085
FRONT_ASPECT = 0.654
_BAY_ASPECT = 0.47
# Of a bay's width: a machine at most, the top of a table.
_WIDE, _TABLE_WIDE = 0.86, 0.92
# Of the height of what stands in a bay the near edge of a table's top; its width is so many heights.
_TABLE_FRONT, _TABLE_ASPECT = 0.80, 2.2
# Of a bay's height at most a table's width: the croupier behind it needs the rest.
_TABLE_MOST = 0.68
_BAY_LEAST_PX = 150  # below this nobody reads a card


@dataclass(frozen=True)
class RoomLayout:
    """
    Rectangles of one screen, in pixels.

    Attributes:
        top: the board above with the name of the hall and the pots.
        rows: where bays stand side by side, one above the other.
        bar: purse, signs and plates below.
        bay: width of one bay; ``table`` of one in which a table stands.
        seen: how many bays of machines a row shows side by side.
    """

    size: tuple[int, int]
    top: Rect
    rows: tuple[Rect, ...]
    bar: Rect
    bay: int
    table: int
    seen: int

    @property
    def bay_size(self) -> tuple[int, int]:
        """Of the bay of a machine."""
        return self.bay, self.rows[0].height

    def bays(self, tables: Sequence[bool]) -> list[Rect]:
        """
        The bays of stands in their order, as they lie where the room begins.

        A stand comes into the row that ends first. What a row is shorter than another, or than the screen, is
        shared by its last bays: no row ends before the others, and no screen has a bay without a stand.

        Args:
            tables: of each stand whether it is a table.
        """
        ends, found = [0] * len(self.rows), []
        of_row: list[list[int]] = [[] for _ in self.rows]
        for number, table in enumerate(tables):
            row = ends.index(min(ends))
            found.append(
                Rect(ends[row], self.rows[row].y, self.table if table else self.bay, self.rows[row].height)
            )
            of_row[row].append(number)
            ends[row] += found[-1].width
        end = max(*ends, self.size[0])
        for row, numbers in enumerate(of_row):
            _share(found, numbers[-self.seen :], end - ends[row])
        return found


def _share(bays: list[Rect], last: Sequence[int], over: int) -> None:
    """Make these bays, which lie side by side, so much wider together."""
    for at, number in enumerate(last):
        left, right = (over * step // len(last) for step in (at, at + 1))
        bays[number] = Rect(
            bays[number].x + left, bays[number].y, bays[number].width + right - left, bays[number].height
        )


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
    return RoomLayout(kit.size, top, rows, bar, -(-width // seen), -(-width // max(2, seen - 1)), seen)


def front_rect(bay: Rect) -> Rect:
    """Where the front of the machine is in its bay."""
    tall = round(bay.height * MACHINE * (1 - BASE))
    width = min(round(tall * FRONT_ASPECT), round(bay.width * _WIDE))
    tall = round(width / FRONT_ASPECT)
    rect = Rect(0, 0, width, tall)
    foot = bay.y + round(bay.height * (AIR + MACHINE * (1 - BASE)))
    rect.midbottom = (bay.centerx, foot)
    return rect


def machine_rect(bay: Rect) -> Rect:
    """The whole machine with its base."""
    front = front_rect(bay)
    return Rect(front.x, front.y, front.width, front.height + round(bay.height * MACHINE * BASE))


def table_rect(bay: Rect) -> Rect:
    """The top of the table, from its far edge to the visitor's."""
    width = min(round(bay.width * _TABLE_WIDE), round(bay.height * _TABLE_MOST))
    rect = Rect(0, 0, width, round(width / _TABLE_ASPECT))
    rect.midbottom = (bay.centerx, bay.y + round(bay.height * (AIR + MACHINE * _TABLE_FRONT)))
    return rect


def card_rect(bay: Rect) -> Rect:
    """The card before the machine."""
    width = min(round(bay.width * 0.90), round(bay.height * 0.80))
    top = machine_rect(bay).bottom
    return Rect(bay.centerx - width // 2, top, width, round(bay.height * CARD))
