# SPDX-License-Identifier: MIT
"""
The exact figures of every bet of a game under what a house declares and how the text is read.

    figures("craps", readings={"field_four": "no"})
    differing("craps")                  # what each other reading of the text changes
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from machines.tables.figure import Figure
from machines.tables.registry import GAMES, open_game
from machines.tables.rules import Rules


def figures(
    name: str, rules: Mapping[str, int | str] | None = None, readings: Mapping[str, str] | None = None
) -> list[Figure]:
    """
    Every bet of a game, in the order of its text.

    Raises:
        TableError: there is no such game, rule or reading.
    """
    return figures_of(open_game(name, rules or {}, readings or {}).rules)


def figures_of(rules: Rules) -> list[Figure]:
    """Every bet under rules that have been read."""
    module = import_module(f"machines.tables.games.{GAMES[rules.game]}.odds")
    found: list[Figure] = module.figures(rules)
    return found


def differing(
    name: str, rules: Mapping[str, int | str] | None = None, readings: Mapping[str, str] | None = None
) -> dict[tuple[str, str], list[Figure]]:
    """What each other value of a reading changes alone: (reading, value) to the figures that differ."""
    held = open_game(name, rules or {}, readings or {}).rules
    known = set(figures_of(held))
    found = {}
    for row in held.rows.values():
        for value in (row.value, *row.others):
            if value == held.readings[row.name]:
                continue
            other = figures(name, rules, {**held.readings, row.name: value})
            found[row.name, value] = [one for one in other if one not in known]
    return found
