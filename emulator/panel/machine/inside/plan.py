# SPDX-License-Identifier: MIT
"""Where each device stands in the drawing, and the ways of coins and notes between them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

Point = tuple[int, int]
# Of a drawing 1,000 wide and 1,000 tall: left, top, width, height.
_PLACES = {
    "acceptor": (0, 0, 235, 285),
    "diverter": (0, 330, 235, 145),
    "cash_box": (372, 520, 128, 330),
    "tray": (0, 905, 500, 95),
    "reels": (520, 0, 225, 235),
    "front": (520, 262, 225, 278),
    "meters": (520, 567, 225, 433),
    "board": (765, 0, 235, 445),
    "supply": (765, 470, 235, 140),
    "counter": (765, 635, 235, 155),
    "doors": (765, 815, 235, 185),
}
_MONEY = (257, 0, 243, 475)
_HOPPERS = (0, 520, 352, 330)


@dataclass(frozen=True)
class Plan:
    """Rectangles of the devices that a machine has, by part; ways of coins and cables to the board."""

    area: Rect
    places: dict[str, Rect]
    ways: dict[str, tuple[Point, ...]]
    cables: dict[str, tuple[Point, ...]]


def plan_of(cabinet: Cabinet, area: Rect) -> Plan:
    """The drawing of a cabinet in ``area``."""
    machine = cabinet.machine
    places = {part: _at(area, place) for part, place in _PLACES.items()}
    if machine.counter is None:
        places["supply"] = _at(area, (765, 470, 235, 320))
        del places["counter"]
    if not [*machine.reels]:
        places["front"] = _at(area, (520, 0, 225, 540))
        del places["reels"]
    hoppers = [*machine.hoppers.values()]
    left, top, width, height = _HOPPERS
    each = width // max(2, len(hoppers))
    for number, hopper in enumerate(hoppers):
        places[hopper.name] = _at(area, (left + number * (each + 4), top, each - 4, height))
    others = [
        part
        for part, there in (
            ("notes", machine.notes),
            ("tickets", machine.tickets),
            ("card", machine.card),
            ("link", machine.link),
        )
        if there is not None
    ]
    left, top, width, height = _MONEY
    for number, part in enumerate(others):
        tall = height // len(others)
        places[part] = _at(area, (left, top + number * (tall + 8), width, tall - 8 * (len(others) > 1)))
    if not others and "reels" in places:
        places["reels"], places["front"] = _at(area, _MONEY), _at(area, (520, 0, 225, 540))
    if not cabinet.model.coins_cents:
        for part in ("acceptor", "diverter"):
            del places[part]
    names = [hopper.name for hopper in hoppers]
    return Plan(area, places, _ways(places, names), _cables(area, places, names))


def _cables(area: Rect, places: dict[str, Rect], hoppers: list[str]) -> dict[str, tuple[Point, ...]]:
    """From each device through the gaps between the others to the board."""

    def x(at: int) -> int:
        return area.x + area.width * at // 1000

    def y(at: int) -> int:
        return area.y + area.height * at // 1000

    board, middle = places["board"], places["front"]
    gap = y(249) if middle.y > area.y else y(551)
    trunk = ((x(510), gap), (x(755), gap), (x(755), board.centery), (board.x, board.centery))
    found: dict[str, tuple[Point, ...]] = {}
    for part in ("acceptor", "diverter"):
        if part in places:
            box = places[part]
            start = (box.right, box.bottom - box.height // 3)
            found[part] = (start, (x(246), start[1]), (x(246), y(497)), (x(510), y(497)), *trunk)
    for name in hoppers:
        box = places[name]
        found[name] = ((box.right - 8, box.y), (box.right - 8, y(497)), (x(510), y(497)), *trunk)
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


def _at(area: Rect, place: tuple[int, int, int, int]) -> Rect:
    x, y, width, height = place
    left, top = area.x + area.width * x // 1000, area.y + area.height * y // 1000
    return Rect(left, top, area.width * width // 1000, area.height * height // 1000)


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
