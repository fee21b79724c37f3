# SPDX-License-Identifier: MIT
"""What the verbs of azar table have in common: how a game, its rules, readings and bets are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import CommandError, valued

if TYPE_CHECKING:
    from machines.tables.table import Table

CHIPS_CENTS = 100_000_00

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of azar table list.")]
Declared = Annotated[
    list[str] | None, valued("--rule", "NAME=VALUE", "What the house declares, as minimum_cents=1000.")
]
Readings = Annotated[
    list[str] | None, valued("--reading", "NAME=VALUE", "Another reading of the text, as prison=b.")
]
Bets = Annotated[list[str] | None, valued("--bet", "BET", 'Seat 1 lays this, as "caballo 17-20 5.00".')]
Given = Annotated[
    str | None,
    valued("--given", "CHANCE", 'What a real wheel, dice or shoe gave: "17", "3 4", "9h Ks 2d 7c".'),
]


def open_table(game: str, rule: list[str] | None, reading: list[str] | None, key: bytes) -> Table:
    """A table at which seat 1 sits with enough; CommandError says what is declared wrongly."""
    from machines.tables.refusal import TableError
    from machines.tables.table import Table

    try:
        return Table(game, key, {1: CHIPS_CENTS}, rules=declared(rule), readings=dict(pairs(reading)))
    except TableError as error:
        raise CommandError(str(error), 'run "azar table list" to see the games') from error


def declared(rule: list[str] | None) -> dict[str, int | str]:
    """What a house declares, as it is written: a number, or a word; a rule set of a year is a word."""
    return {
        name: int(value) if value.isdigit() and name != "rule_set" else value for name, value in pairs(rule)
    }


def pairs(given: list[str] | None) -> list[tuple[str, str]]:
    """Names and values as they are written."""
    found = []
    for one in given or []:
        name, sign, value = one.partition("=")
        if not sign:
            raise CommandError(f"a rule or reading must be as NAME=VALUE (got {one})")
        found.append((name, value))
    return found
