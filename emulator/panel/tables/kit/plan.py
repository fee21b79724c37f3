# SPDX-License-Identifier: MIT
"""
A game's cloth as its ``felt.toml`` has it: spots by name, each with where it lies, in cells.

    plan = read_plan("french_roulette", tall=False)
    plan.spots["caballo 17-20"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import machines.tables.games
from emulator.panel.frame.window import PanelError
from emulator.panel.tables.kit.wheel import Pocket
from emulator.tables.cloth_places import places
from machines.support.plain import JsonView

GAMES = Path(machines.tables.games.__file__).parent
EVERY = 0
"""The seat of a shape that is anybody's."""


class Shape(NamedTuple):
    """A box, or a point where its width is nought; ``seat`` is whose it is."""

    x: float
    y: float
    wide: float = 0.0
    tall: float = 0.0
    seat: int = EVERY

    @property
    def middle(self) -> tuple[float, float]:
        """Where a chip lies on it."""
        return self.x + self.wide / 2, self.y + self.tall / 2

    def touches(self, x: float, y: float) -> bool:
        """Whether a place lies in a box or on its edge."""
        near = 1e-6
        return (
            -near <= x - self.x <= self.wide + near and -near <= y - self.y <= self.tall + near
            if self.wide
            else False
        )

    def turned(self, across: float) -> Shape:
        """On the table turned to the left; ``across`` is its width before."""
        return Shape(self.y, across - self.x - self.wide, self.tall, self.wide, self.seat)


Shapes = Mapping[str, tuple[Shape, ...]]


class Plan(NamedTuple):
    """One cloth, wide or tall."""

    game: str
    decides: str
    """What decides: "wheel", "fortune", "cups", "dice" or "cards"."""
    by_seat: bool
    """Whether chips have the colours of seats instead of those of values."""
    size: tuple[float, float]
    spots: Shapes
    marks: Mapping[str, Shapes]
    """What is no spot, by kind and name: ``prison``, ``puck``, ``dice``, ``cards``, ``commission``."""
    printed: Mapping[str, str]
    """What is printed on a spot, in English; a spot without has its own name."""
    pockets: tuple[Pocket, ...]
    """Of the wheel, clockwise from the top."""
    card: float
    """Width of a card, in cells."""
    shared: Mapping[str, str] = MappingProxyType({})
    """Spots for everybody else in the box of a seat, and the box's own spot: ``ante 3``, ``ante``."""
    reach: float = 0.0
    """How long a row of cards may be, in cells; 0: hands of two or three."""
    rise: float = 0.0
    """How far above its row separated hands may lie, in cells."""

    @property
    def hands(self) -> tuple[str, ...]:
        """Where cards are dealt to."""
        return tuple(name for name in self.marks.get("cards", {}) if name not in ("shoe", "used"))


def has_plan(game: str) -> bool:
    """Whether a game has a cloth."""
    return (GAMES / game / "felt.toml").is_file()


Readings = frozenset[tuple[str, str]]


@lru_cache(maxsize=4)
def read_plan(game: str, tall: bool, readings: Readings = frozenset()) -> Plan:
    """
    The cloth of a game for a wide or a tall screen; PanelError: it has none.

    Args:
        readings: name and value of those that are taken; some have spots of their own.
    """
    path = GAMES / game / "felt.toml"
    if not path.is_file():
        raise PanelError(f"{game} has no cloth to be drawn")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    own = data.get("tall" if tall else "wide")
    turns = own is None and data["tall"].get("turns", False)
    own = own or data["tall"]
    across, along = own["size"]

    def shapes(table: JsonView) -> Shapes:
        made = {
            name: tuple(_shapes(value)) for name, value in table.items() if not isinstance(value, int | float)
        }
        if turns:
            return {name: tuple(one.turned(across) for one in of) for name, of in made.items()}
        return made

    plain = ("size", "turns", "spots", "reading", "others")
    marks = {name: shapes(table) for name, table in own.items() if name not in plain}
    spots, printed = places(own, dict(readings)), data.get("print", {})
    by_seat = {name for name, lies in spots.items() if isinstance(lies, dict)}
    return Plan(
        game,
        data["decides"],
        data.get("chips") == "seat",
        (along, across) if turns else (across, along),
        shapes(spots),
        marks,
        printed,
        _pockets(data.get("wheel", {})),
        own.get("cards", {}).get("width", 0.0),
        {
            name: name.partition(" ")[0]
            for name in spots
            if name not in printed and name.partition(" ")[0] in by_seat
        },
        own.get("cards", {}).get("reach", 0.0),
        own.get("cards", {}).get("rise", 0.0),
    )


def _shapes(value: object) -> list[Shape]:
    """A shape, several, or one for each seat."""
    if isinstance(value, dict):
        return [Shape(*one)._replace(seat=int(seat)) for seat, one in value.items()]
    assert isinstance(value, list)
    many = value if isinstance(value[0], list) else [value]
    return [Shape(*one) for one in many]


def _pockets(wheel: JsonView) -> tuple[Pocket, ...]:
    if "cells" in wheel:
        colours = {1: "black", 2: "red", 5: "green", 10: "blue", 20: "purple", 40: "yellow"}
        return tuple(Pocket(str(cell), colours[cell]) for cell in wheel["cells"])
    red, green = wheel.get("red", ()), wheel.get("green", ())
    yellow = wheel.get("yellow", ())
    return tuple(
        Pocket(str(n), "red" if n in red else "green" if n in green else "yellow" if n in yellow else "black")
        for n in wheel.get("pockets", ())
    )
