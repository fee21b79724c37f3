# SPDX-License-Identifier: MIT
"""
What a throw does to one bet of craps: it wins, loses, moves to a number, goes back, or lies on.

    outcome("come 6", (3, 3), point=4, rules)       # Outcome("win", (1, 1))
"""

from __future__ import annotations

from typing import NamedTuple

from machines.tables.rules import Rules
from machines.tables.spots import read_pays

NUMBERS = (4, 5, 6, 8, 9, 10)
CRAPS = (2, 3, 12)
STANDS = ("right", "wrong", "big-6", "big-8", "hardway")
"""Bets that lie on until their number or a seven falls."""


class Outcome(NamedTuple):
    """``win``, ``lose``, ``back``, ``move`` or ``lie``, and what a win pays."""

    fate: str
    pays: tuple[int, int] = (0, 1)


LIES, LOSES, BACK, MOVES = Outcome("lie"), Outcome("lose"), Outcome("back"), Outcome("move")
WINS = Outcome("win")


def outcome(spot: str, faces: tuple[int, int], point: int, rules: Rules) -> Outcome:
    """
    What becomes of a stake on a spot.

    Args:
        spot: where it lies.
        faces: of the two dice.
        point: the point before the throw, 0 in a first throw.
    """
    total = sum(faces)
    name, _, number = spot.partition(" ")
    kept = int(number) if number else 0
    if name in ("win", "come", "dont-win", "dont-come"):
        own = point if name.endswith("win") else kept
        fate = _wrong(total, own) if name.startswith("dont") else _right(total, own)
        return fate._replace(pays=rules.spots[name].pays) if fate is WINS else fate
    if name.endswith("-odds"):
        return _odds(name, total, kept, point, rules)
    bet = rules.spots[spot]
    if name == "hardway":
        if total == kept:
            return Outcome("win", bet.pays) if faces[0] == faces[1] else LOSES
        return LOSES if total == 7 else LIES
    if name == "wrong":
        return Outcome("win", bet.pays) if total == 7 else LOSES if total == kept else LIES
    if name in STANDS:
        return Outcome("win", bet.pays) if total in bet.covers else LOSES if total == 7 else LIES
    if total not in bet.covers:
        return LOSES
    return Outcome("win", (2, 1) if name == "field" and total in (2, 12) else bet.pays)


def _right(total: int, point: int) -> Outcome:
    """Win, or come, under its point; 0 before it has one."""
    if point:
        return WINS if total == point else LOSES if total == 7 else LIES
    if total in (7, 11):
        return WINS
    return LOSES if total in CRAPS else MOVES


def _wrong(total: int, point: int) -> Outcome:
    """Don't win, or don't come; 12 is null before it has a point."""
    if point:
        return WINS if total == 7 else LOSES if total == point else LIES
    if total in (2, 3):
        return WINS
    return LOSES if total in (7, 11) else LIES if total == 12 else MOVES


def _odds(name: str, total: int, kept: int, point: int, rules: Rules) -> Outcome:
    """An associated bet follows its simple one; one on come does not play in a first throw."""
    number = kept or point
    if total not in (number, 7):
        return LIES
    if kept and not point and rules.readings["come_odds"] == "off":
        return BACK
    dont = name.startswith("dont")
    if dont == (total == number):
        return LOSES
    return Outcome("win", odds_pay(rules, name, number, at_number=bool(kept)))


def odds_pay(rules: Rules, name: str, number: int, at_number: bool) -> tuple[int, int]:
    """What odds pay: those at a number by their spot, those beside win and don't win by the point."""
    if at_number:
        return rules.spots[f"{name} {number}"].pays
    return read_pays(rules.data["dont_odds" if name.startswith("dont") else "odds"][str(number)])
