# SPDX-License-Identifier: MIT
"""
A table of decisions: what does best in each case, what the declared strategy does, and what that costs.

    known = decisions("black-jack")     # None: the game has no such table
    known.rows[3].cells[0].best         # "S"
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from machines.tables.registry import GAMES, open_game


class Cell(NamedTuple):
    """
    One case.

    Attributes:
        best: the letter of what does best on average over the hands of the case.
        declared: what the declared strategy does.
        cost: what that loses of a stake, of all stakes on average, against best play of each single hand.
        others: hands of the case that do better otherwise, in words.
    """

    best: str
    declared: str
    cost: float
    others: tuple[str, ...] = ()


class Row(NamedTuple):
    """Cases of one name, one a column; ``part`` groups rows."""

    part: str
    name: str
    cells: tuple[Cell, ...]


class Decisions(NamedTuple):
    """
    The table.

    Attributes:
        against: what the columns are.
        columns: their heads.
        rows: its rows.
        letters: what each letter means.
        cost: what the declared strategy loses in all, counted apart from the cells.
    """

    against: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    letters: Mapping[str, str]
    cost: float


def decisions(
    name: str, rules: Mapping[str, int | str] | None = None, readings: Mapping[str, str] | None = None
) -> Decisions | None:
    """
    The table of decisions of a game; None: it has none.

    Raises:
        TableError: there is no such game, rule or reading.
    """
    held = open_game(name, rules or {}, readings or {}).rules
    module = f"machines.tables.games.{GAMES[name]}.decisions"
    if find_spec(module) is None:
        return None
    found: Decisions = import_module(module).decisions(held)
    return found
