# SPDX-License-Identifier: MIT
"""Where everything hangs: crown, pots, winners and foot, for any number of pots on any screen."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

POTS_MAX = 8
SMALLEST = (640, 360)
_LOW_PX = 210  # pots that share less height than this: the smaller ones have more of it
_FOOT_PX = 50  # two lines of warning and one of what the link is, as small as they are read


@dataclass(frozen=True)
class WallLayout:
    """
    Rectangles of one screen.

    ``pots`` are in the order of the link's pots; ``first`` is the one with the highest limit, which is drawn
    largest.
    """

    crown: Rect
    pots: tuple[Rect, ...]
    first: int
    winners: Rect
    foot: Rect


def lay_out(size: tuple[int, int], limits_cents: list[int]) -> WallLayout:
    """
    The layout of a screen of ``size`` pixels for pots with these limits.

    The highest pot takes most of the room; the others stand below it, in rows of three at most.
    """
    width, height = size
    portrait = height > width
    side = round(min(size) * 0.05)
    crown = Rect(0, 0, width, round(height * (0.15 if portrait else 0.195)))
    foot = Rect(0, 0, width, max(_FOOT_PX, round(height * (0.105 if portrait else 0.088))))
    foot.bottom = height
    winners = Rect(side, 0, width - 2 * side, round(height * (0.20 if portrait else 0.155)))
    winners.bottom = foot.y - side // 4
    top = crown.bottom + side // 6
    middle = Rect(side, top, width - 2 * side, winners.y - side // 4 - top)
    first = max(range(len(limits_cents)), key=lambda i: limits_cents[i], default=0)
    return WallLayout(crown, _pots(middle, limits_cents, first, portrait, side), first, winners, foot)


def _pots(area: Rect, limits: list[int], first: int, portrait: bool, gap: int) -> tuple[Rect, ...]:
    others = [i for i in range(len(limits)) if i != first]
    if not others:
        return (area,) if limits else ()
    in_row = 1 if portrait and len(others) <= 3 else 2 if portrait else 3 if len(others) != 4 else 4
    rows = [others[i : i + in_row] for i in range(0, len(others), in_row)]
    share = {1: 0.60 if area.height > _LOW_PX else 0.57, 2: 0.44}.get(len(rows), 0.40)
    main = Rect(area.x, area.y, area.width, round(area.height * share))
    found = {first: main}
    gap = gap // 2
    rest = Rect(area.x, main.bottom + gap // 2, area.width, area.bottom - main.bottom - gap // 2)
    tall = (rest.height - gap * (len(rows) - 1)) // len(rows)
    for line, row in enumerate(rows):
        wide = (rest.width - gap * (len(row) - 1)) // len(row)
        for column, pot in enumerate(row):
            found[pot] = Rect(rest.x + column * (wide + gap), rest.y + line * (tall + gap), wide, tall)
    return tuple(found[i] for i in range(len(limits)))
