# SPDX-License-Identifier: MIT
"""Where each device stands in the drawing, and the ways of coins and notes between them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pygame import Rect

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

Point = tuple[int, int]
# Of a drawing 1,000 wide: left and width of each column.
_COINS, _PAPERS, _WORKS, _ELECTRIC = (0, 235), (257, 243), (520, 225), (765, 235)
_HOPPERS, _CASH_BOX, _TRAY = (0, 374), (380, 120), (0, 500)
# A column is wide if its width is so many rows' heights: short rows may stand side by side in it.
_WIDE_ROWS = 11
# How the height that is left over is shared out.
_WEIGHTS = {
    "acceptor": 285, "diverter": 145, "store": 330, "tray": 95, "reels": 235, "front": 278, "meters": 433,
    "board": 445, "supply": 140, "counter": 155, "doors": 185, "above": 430,
    "notes": 300, "tickets": 300, "card": 300, "link": 150,
}  # fmt: skip
# Of a frame, its head and its edges, beside the rows in it.
_FRAME_PX, _GAP_PX = 12, 6


@dataclass(frozen=True)
class Plan:
    """Rectangles of the devices that a machine has, by part; ways of coins and cables to the board."""

    area: Rect
    places: dict[str, Rect]
    ways: dict[str, tuple[Point, ...]]
    cables: dict[str, tuple[Point, ...]]


class Need(NamedTuple):
    """What of a column a part must have."""

    part: str
    rows: float
    """For everything in it to have a row of its own, its title's too."""
    least: float
    """With short ones side by side."""
    px: int = _FRAME_PX
    """Beside them."""


def plan_of(cabinet: Cabinet, area: Rect, row: int) -> Plan:
    """
    The drawing of a cabinet in ``area``.

    Args:
        row: pixels from one line of its text to the next.
    """
    machine, places = cabinet.machine, dict[str, Rect]()
    whole = (area.y, area.height)
    hoppers = [*machine.hoppers.values()]
    left = _column(whole, _money(cabinet), row, _chute(area))
    store, over = left.pop("store"), left.get("diverter") or left.pop("above")
    each = _HOPPERS[1] // max(2, len(hoppers))
    for number, hopper in enumerate(hoppers):
        places[hopper.name] = _at(area, (_HOPPERS[0] + number * (each + 4), each - 4), store)
    cash = _CASH_BOX if hoppers else _TRAY
    places |= {"cash_box": _at(area, cash, store), "tray": _at(area, _TRAY, left.pop("tray"))}

    wide = area.width * _WORKS[1] // 1000 >= _WIDE_ROWS * row
    papers, works, electric = _papers(cabinet), _works(cabinet, wide), _electric(cabinet, wide)
    if not papers and works[0].part == "reels":
        papers = [works.pop(0)]
    if sum(need.least * row + need.px + _GAP_PX for need in electric) > area.height:
        works += [need for need in electric if need.part == "supply"]
        electric = [need for need in electric if need.part != "supply"]
    upper = (area.y, sum(over) - area.y)
    coins = _COINS if papers else _TRAY
    places |= {part: _at(area, coins, spot) for part, spot in left.items()}
    beside = _PAPERS if "acceptor" in left else _TRAY
    for column, span, needs in (
        (beside, upper, papers),
        (_WORKS, whole, works),
        (_ELECTRIC, whole, electric),
    ):
        for part, spot in _column(span, needs, row, _GAP_PX).items():
            places[part] = _at(area, column, spot)
    names = [hopper.name for hopper in hoppers]
    return Plan(area, places, _ways(places, names), _cables(area, places, names))


def _money(cabinet: Cabinet) -> list[Need]:
    """What coins go through, from top to bottom; ``store``: hoppers and cash box; ``above``: nothing."""
    lines, coins = 4 if cabinet.machine.mechanisms.bus is None else 1, len(cabinet.model.coin_lines)
    found = [Need("store", 3 + lines, 2 + lines, _FRAME_PX + 8), Need("tray", 2, 1, _FRAME_PX + 8)]
    if cabinet.model.coins_cents:
        return [Need("acceptor", 1 + coins, 1 + coins), Need("diverter", 4, 3), *found]
    return [Need("above", 8, 6), *found]


def _papers(cabinet: Cabinet) -> list[Need]:
    """What else takes or gives money, and the link."""
    machine = cabinet.machine
    there = {"notes": machine.notes, "tickets": machine.tickets, "card": machine.card, "link": machine.link}
    needs = {
        "notes": Need("notes", 9, 6, _FRAME_PX + 18), "tickets": Need("tickets", 7, 6),
        "card": Need("card", 8, 6, _FRAME_PX + 14), "link": Need("link", 4, 3),
    }  # fmt: skip
    return [needs[part] for part, one in there.items() if one is not None]


def _works(cabinet: Cabinet, wide: bool) -> list[Need]:
    """Reels, the front and the meters."""
    machine = cabinet.machine
    names, meters = {*machine.buttons, *machine.lamps, "buzzer"}, len([*machine.meters])
    found = [Need("front", 1 + len(names), 1 + (len(names) + 1) // 2 if wide else 1 + len(names))]
    found.append(Need("meters", 3 + 2 * meters, 2 + meters, _FRAME_PX + 4))
    return [Need("reels", 5, 3.5), *found] if [*machine.reels] else found


def _electric(cabinet: Cabinet, wide: bool) -> list[Need]:
    """Board, supply, sealed counter, doors and keys."""
    found = [Need("board", 11, 7 if wide else 11, 30), Need("supply", 3.4, 3, 15)]
    if cabinet.machine.counter is not None:
        found.append(Need("counter", 6, 5 if wide else 6, _FRAME_PX + 1))
    return [*found, Need("doors", *((4, 4) if wide else (6, 5)))]


def _chute(area: Rect) -> int:
    """How long the ways of coins are between the devices."""
    return max(12, min(26, area.height // 26))


def _column(span: tuple[int, int], needs: Sequence[Need], row: int, gap: int) -> dict[str, tuple[int, int]]:
    """
    Top and height of each part of a column, from a top on and so high.

    Each has what it needs, and its share of what is left over; where there is less, as many as can have a row
    for everything, and in the others short ones stand side by side.
    """
    if not needs:
        return {}
    room = span[1] - gap * (len(needs) - 1)
    wish = [round(need.rows * row) + need.px for need in needs]
    share = [round(need.least * row) + need.px for need in needs]
    if sum(share) > room:
        share = [tall * room // sum(share) for tall in share]
    for at in sorted(range(len(needs)), key=lambda at: wish[at] - share[at]):
        if sum(share) - share[at] + wish[at] <= room:
            share[at] = wish[at]
    if share == wish:
        weights = [_WEIGHTS[need.part] for need in needs]
        share = [tall + (room - sum(wish)) * w // sum(weights) for tall, w in zip(wish, weights, strict=True)]
    share[0] += room - sum(share)
    found, y = {}, span[0]
    for need, tall in zip(needs, share, strict=True):
        found[need.part] = (y, tall)
        y += tall + gap
    return found


def _cables(area: Rect, places: dict[str, Rect], hoppers: list[str]) -> dict[str, tuple[Point, ...]]:
    """From each device through the gaps between the others to the board."""

    def x(at: int) -> int:
        return area.x + area.width * at // 1000

    board, front = places["board"], places["front"]
    gap = (front.y if front.y > area.y else places["meters"].y) - _GAP_PX // 2
    low = places["cash_box"].y - _chute(area) // 2
    trunk = ((x(510), gap), (x(755), gap), (x(755), board.centery), (board.x, board.centery))
    found: dict[str, tuple[Point, ...]] = {}
    for part in ("acceptor", "diverter"):
        if part in places:
            box = places[part]
            start = (box.right, box.bottom - box.height // 3)
            lane = max(x(246), box.right + 4)
            found[part] = (start, (lane, start[1]), (lane, low), (x(510), low), *trunk)
    for name in hoppers:
        box = places[name]
        found[name] = ((box.right - 8, box.y), (box.right - 8, low), (x(510), low), *trunk)
    for part in (
        "notes",
        "tickets",
        "card",
        "link",
        "reels",
        "front",
        "meters",
        "supply",
        "counter",
        "doors",
    ):
        if part not in places:
            continue
        box = places[part]
        if box.right < x(510):
            found[part] = ((box.right, box.centery), (x(510), box.centery), *trunk)
        else:
            side = box.right if box.x < x(755) else box.x
            found[part] = ((side, box.centery), (x(755), box.centery), *trunk[-2:])
    return found


def _at(area: Rect, across: tuple[int, int], down: tuple[int, int]) -> Rect:
    """A column's left and width in thousandths, with a part's top and height in pixels."""
    x, width = across
    return Rect(area.x + area.width * x // 1000, down[0], area.width * width // 1000, down[1])


def _ways(places: dict[str, Rect], hoppers: list[str]) -> dict[str, tuple[Point, ...]]:
    """The middle lines of the chutes: slot, returning, to each place behind the diverter, paying."""
    ways: dict[str, tuple[Point, ...]] = {}
    tray = places["tray"]
    acceptor, diverter = places.get("acceptor"), places.get("diverter")
    if acceptor is not None and diverter is not None:
        x = acceptor.x + acceptor.width // 5
        gate = (x, acceptor.bottom - acceptor.height // 6)
        ways["slot"] = ((x, acceptor.y + acceptor.height // 5), gate)
        edge = diverter.right + (places["front"].x - diverter.right) // 16
        ways["returning"] = (gate, (acceptor.right + 2, gate[1]), (edge, gate[1] + acceptor.height // 12))
        ways["returning"] += ((edge, tray.y + tray.height // 3),)
        split = (x, diverter.centery)
        for name in (*hoppers, "cash_box"):
            to = places[name]
            down = (diverter.bottom + to.y) // 2
            ways[name] = (
                gate,
                split,
                (split[0], down),
                (to.centerx, down),
                (to.centerx, to.y + to.height // 5),
            )
    for name in hoppers:
        hopper = places[name]
        ways[f"paying {name}"] = (
            (hopper.centerx, hopper.bottom - hopper.height // 8),
            (hopper.centerx, tray.centery),
        )
    return ways


def along(way: tuple[Point, ...], share: float) -> Point:
    """The point of a way after a share of its length, 0 to 1."""
    lengths = [max(1.0, ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5) for a, b in itertools.pairwise(way)]
    left = max(0.0, min(1.0, share)) * sum(lengths)
    for (a, b), length in zip(itertools.pairwise(way), lengths, strict=True):
        if left <= length:
            part = left / length
            return round(a[0] + (b[0] - a[0]) * part), round(a[1] + (b[1] - a[1]) * part)
        left -= length
    return way[-1]
