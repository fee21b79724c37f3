# SPDX-License-Identifier: MIT
"""
Campaigns of craps: a state is the point and the number of one come bet, which is laid whenever there is a
point and none lies. Don't come travels beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cext import PURPOSE_DICE
from machines.tables.campaign import Counts, Gains, Result, Walk, tally
from machines.tables.figure import Figure
from machines.tables.games.craps.odds import LOST, NUMBERS
from machines.tables.odds import figures_of
from machines.tables.pocket_campaign import refuse_fresh
from machines.tables.rules import Rules
from machines.tables.spots import read_pays

PLACES = (0, *NUMBERS)
"""The point, or the number of the come bet; 0: none."""
THROWS = [(first, second) for first in range(1, 7) for second in range(1, 7)]
EVEN, NULL = Fraction(1), Fraction(0)

Settles = Callable[[int, int, tuple[int, int]], Fraction | None]
"""What a stake gains by a point, a come number and faces; None: it is not settled, or was not laid."""


class CrapsCounter:
    """Counts throws by point, come number and faces."""

    unit, piece = "throws", 1 << 24

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        rows = [[_state(*_after(point, come, sum(faces))) for faces in THROWS] for point, come in _states()]
        self._walk = Walk(PURPOSE_DICE, np.array(rows, dtype=np.uint16))

    def count(self, key: bytes, *, first: int, units: int, machine: int = 0) -> NDArray[np.uint64]:
        """Throws by state and faces."""
        return self._walk.count(key, first=first, units=units, machine=machine)

    def results(self, counts: Counts) -> list[Result]:
        """Every bet."""
        return [Result(row, self._gains(self._settles(row), counts)) for row in figures_of(self.rules)]

    def facts(self, counts: Counts) -> dict[str, float]:
        """First throws, points, points made, sevens out, and throws of a shooter on average."""
        cells = list(_cells(counts))
        first = sum(many for point, _, _, many in cells if not point)
        points = sum(many for point, _, faces, many in cells if not point and sum(faces) in NUMBERS)
        made = sum(many for point, _, faces, many in cells if point and sum(faces) == point)
        out = sum(many for point, _, faces, many in cells if point and sum(faces) == 7)
        throws = sum(many for *_, many in cells)
        found: dict[str, float] = {"first throws": first, "points": points, "made": made, "sevens out": out}
        return found | ({"throws of a shooter": throws / out} if out else {})

    def _gains(self, settles: Settles, counts: Counts) -> Gains:
        found: list[tuple[Fraction, int]] = []
        for point, come, faces, many in _cells(counts):
            gain = settles(point, come, faces)
            if gain is not None:
                found.append((gain, many))
        return tally(found)

    def _settles(self, row: Figure) -> Settles:
        """How the bet of a figure is settled."""
        name, _, number = row.spot.partition(" ")
        spot = self.rules.spots[row.spot]
        pays = Fraction(*spot.pays)
        if name in ("win", "dont-win"):
            return lambda point, come, faces: _line(name == "win", point, sum(faces))
        if name in ("come", "dont-come"):
            right = name == "come"
            return lambda point, come, faces: _line(right, come, sum(faces)) if point or come else None
        if name.endswith("-odds"):
            return self._odds(
                row, name.startswith("dont"), bool(number), int(number or row.choice.split()[1])
            )
        if name == "hardway":
            return lambda point, come, faces: _until(faces, (int(number),), (7,), pays, hard=True)
        if name == "wrong":
            return lambda point, come, faces: _until(faces, (7,), spot.covers, pays)
        if name in ("right", "big-6", "big-8"):
            return lambda point, come, faces: _until(faces, spot.covers, (7,), pays)
        doubles = (2, 12) if name == "field" else ()
        return lambda point, come, faces: (
            LOST if sum(faces) not in spot.covers else Fraction(2) if sum(faces) in doubles else pays
        )

    def _odds(self, row: Figure, dont: bool, of_come: bool, number: int) -> Settles:
        """Odds beside win and don't win, or beside come; these do not play in a first throw."""
        pays, off = Fraction(*read_pays(row.pays)), self.rules.readings["come_odds"] == "off"
        won, lost = ((7,), (number,)) if dont else ((number,), (7,))

        def settles(point: int, come: int, faces: tuple[int, int]) -> Fraction | None:
            lies = come == number and (point or not off) if of_come else point == number
            return _until(faces, won, lost, pays) if lies else None

        return settles


def _states() -> Iterable[tuple[int, int]]:
    return ((point, come) for point in PLACES for come in PLACES)


def _state(point: int, come: int) -> int:
    return PLACES.index(point) * len(PLACES) + PLACES.index(come)


def _cells(counts: Counts) -> Iterable[tuple[int, int, tuple[int, int], int]]:
    for (point, come), row in zip(_states(), counts, strict=True):
        for faces, many in zip(THROWS, row, strict=True):
            if many:
                yield point, come, faces, int(many)


def _after(point: int, come: int, total: int) -> tuple[int, int]:
    """Point and come number behind a throw (9, IV.1.A and IV.3)."""
    moved = come
    if come:
        moved = 0 if total in (come, 7) else come
    elif point:
        moved = total if total in NUMBERS else 0
    if point:
        return (0 if total in (point, 7) else point), moved
    return (total if total in NUMBERS else 0), moved


def _line(right: bool, number: int, total: int) -> Fraction | None:
    """Win or come, or their contrary, under their number; 0 before they have one (9, IV.1.A.a to d)."""
    if number:
        if total not in (number, 7):
            return None
        return EVEN if (total == number) is right else LOST
    if total == 12 and not right:
        return NULL
    if total in (2, 3, 12):
        return LOST if right else EVEN
    if total in (7, 11):
        return EVEN if right else LOST
    return None


def _until(
    faces: tuple[int, int], won: tuple[int, ...], lost: tuple[int, ...], pays: Fraction, hard: bool = False
) -> Fraction | None:
    """A bet that lies until one of some throws falls; ``hard``: its number must come as a pair."""
    total = sum(faces)
    if total in won:
        return pays if not hard or faces[0] == faces[1] else LOST
    return LOST if total in lost else None


def open_counter(rules: Rules, *, fresh: bool = False) -> CrapsCounter:
    """Its counter."""
    refuse_fresh(fresh, rules)
    return CrapsCounter(rules)
