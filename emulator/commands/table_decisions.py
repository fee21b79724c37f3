# SPDX-License-Identifier: MIT
"""The table of decisions of a game as azar table odds prints it, with what the declared strategy costs."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import typer

from emulator.commands.console import CommandError, print_json, print_table, working
from emulator.commands.console import table as made_table
from machines.support.plain import Json

if TYPE_CHECKING:
    from machines.tables.decisions import Cell, Decisions, Row

OTHERS, OTHERWISE, NOTHING = "*", "!", 1e-12


def print_decisions(game: str, rules: dict[str, int | str], readings: dict[str, str], as_json: bool) -> None:
    """
    Print what does best in each case.

    Raises:
        CommandError: the game has no such table.
        TableError: no such game, rule or reading.
    """
    from machines.tables.decisions import decisions

    with working("decisions", wanted=not as_json):
        known = decisions(game, rules, readings)
    if known is None:
        raise CommandError(
            f"{game} has no table of decisions", 'run "azar table odds black-jack --decisions" to see one'
        )
    if as_json:
        print_json(_plain(game, known))
        return
    made = made_table(f"{game}: what does best against {known.against}", "", *known.columns)
    for part, rows in groupby(known.rows, key=lambda row: row.part):
        for some in _alike([*rows]):
            made.add_row(_name(part, some), *[one.best + _mark(one) for one in some[0].cells])
        made.add_section()
    print_table(made)
    for letter, meaning in known.letters.items():
        typer.echo(f"  {letter}  {meaning}")
    typer.echo(f"  {OTHERS}  some hands do better otherwise")
    typer.echo(f"  {OTHERWISE}  the declared strategy does otherwise\n")
    _print_costs(game, known)


def _alike(rows: list[Row]) -> list[list[Row]]:
    """Rows of the same cells that follow one another."""
    return [
        [*some] for _, some in groupby(rows, key=lambda row: [one.best + _mark(one) for one in row.cells])
    ]


def _name(part: str, rows: list[Row]) -> str:
    first, last = rows[0].name, rows[-1].name
    return first if first == last else f"{first} to {last.removeprefix(f'{part} ')}"


def _mark(cell: Cell) -> str:
    """Whether the declared strategy does otherwise on average, or with some hands."""
    if cell.declared != cell.best:
        return OTHERWISE
    return OTHERS if cell.others or cell.cost > NOTHING else ""


def _print_costs(game: str, known: Decisions) -> None:
    made = made_table(
        f"{game}: what the declared strategy costs, of 100 staked", "case", "against", "declared", ">costs",
        "better",
    )  # fmt: skip
    for row in known.rows:
        for column, cell in zip(known.columns, row.cells, strict=True):
            if _mark(cell):
                better = ", ".join(cell.others) or "its hands by their cards"
                made.add_row(row.name, column, cell.declared, f"{cell.cost * 100:.7f}", better)
    made.add_row("all", "", "", f"{known.cost * 100:.7f}", "")
    print_table(made)


def _plain(game: str, known: Decisions) -> Json:
    return {
        "game": game, "against": known.against, "letters": dict(known.letters),
        "cost_percent": known.cost * 100,
        "rows": [
            {
                "part": row.part, "name": row.name,
                "cells": [
                    {
                        "against": column, "best": cell.best, "declared": cell.declared,
                        "cost_percent": cell.cost * 100, "others": [*cell.others],
                    }
                    for column, cell in zip(known.columns, row.cells, strict=True)
                ],
            }
            for row in known.rows
        ],
    }  # fmt: skip
