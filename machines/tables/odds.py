# SPDX-License-Identifier: MIT
"""
The exact figures of every bet of a game under what a house declares and how the text is read.

    figures("craps", readings={"field_four": "no"})
    differing("craps")                  # what each other reading of the text changes
    prices("black-jack")                # means and variances of play whose ends are not counted
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType

from machines.tables.figure import Figure, Price
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
    found: list[Figure] = _module(rules).figures(rules)
    return found


def _module(rules: Rules) -> ModuleType:
    return import_module(f"machines.tables.games.{GAMES[rules.game]}.odds")


def prices(
    name: str, rules: Mapping[str, int | str] | None = None, readings: Mapping[str, str] | None = None
) -> list[Price]:
    """
    What bets gain whose ends are not counted, of a game that knows such play; TableError as above.
    """
    return prices_of(open_game(name, rules or {}, readings or {}).rules)


def prices_of(rules: Rules) -> list[Price]:
    """The same under rules that have been read."""
    counted = getattr(_module(rules), "prices", None)
    return [*counted(rules)] if counted else []


def differing(
    name: str, rules: Mapping[str, int | str] | None = None, readings: Mapping[str, str] | None = None
) -> dict[tuple[str, str], list[Figure]]:
    """What each other value of a reading changes alone: (reading, value) to the figures that differ."""
    held = open_game(name, rules or {}, readings or {}).rules
    known = set(figures_of(held))
    return {
        (read, value): [
            one for one in figures(name, rules, {**held.readings, read: value}) if one not in known
        ]
        for read, value in _others(held)
    }


def repriced(
    name: str, rules: Mapping[str, int | str] | None = None, readings: Mapping[str, str] | None = None
) -> dict[tuple[str, str], list[Price]]:
    """Every price under each other value of a reading alone, whether it changes or not."""
    held = open_game(name, rules or {}, readings or {}).rules
    return {
        (read, value): prices(name, rules, {**held.readings, read: value}) for read, value in _others(held)
    }


def _others(held: Rules) -> Iterator[tuple[str, str]]:
    """Readings that are not those held, one alone after the other."""
    for row in held.rows.values():
        for value in (row.value, *row.others):
            if value != held.readings[row.name]:
                yield row.name, value
