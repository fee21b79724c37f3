# SPDX-License-Identifier: MIT
"""azar lab sample: the faulty machines that ship, for a laboratory that tries its own procedure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import AsJson, CommandError, print_json, print_table, table
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.lab.faulty.samples import Faulty

Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="Which; all are listed without a name.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="F", help="Write its ROM, and what its maker filed.")
]


def sample(name: Name = None, output: Output = None, as_json: AsJson = False) -> None:
    """
    List the faulty machines that ship, or write the ROM of one.

    Each is refused by azar lab in the rows that its fault entails, and in no other.
    """
    from emulator.lab.faulty.samples import faulty, faulty_rom, named

    if name is None:
        if output is not None:
            raise CommandError("output needs the name of a machine (got none)", "azar lab sample lists them")
        chosen = [*faulty().values()]
    else:
        chosen = [named(name)]
    if output is not None:
        output.write_bytes(faulty_rom(chosen[0].name))
    if as_json:
        print_json({"samples": [_told(one) for one in chosen]})
        return
    shown = table(None, "name", "model", "what is wrong", "rows that turn red")
    for one in chosen:
        shown.add_row(one.name, one.model, one.wrong.en, ", ".join(one.rows))
    print_table(shown)
    if output is not None:
        filed = f" --declared {chosen[0].declared}" if chosen[0].declared else ""
        print(f"{output}: written; azar lab {output}{filed} --quick -o DIR examines it")


def _told(one: Faulty) -> Json:
    return {
        "name": one.name,
        "model": one.model,
        "declared": one.declared,
        "wrong": one.wrong._asdict(),
        "rows": [*one.rows],
    }
