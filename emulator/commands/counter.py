# SPDX-License-Identifier: MIT
"""azar counter: the reader of the sealed counter, and its metrological checks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from emulator.commands import complete
from emulator.commands.console import (
    FAILED,
    AsJson,
    euro,
    facts,
    print_json,
    print_table,
    say,
    table,
    valued,
)
from emulator.commands.firmware import TrustFirmware, tell_choice
from emulator.commands.groups import group, verb
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.lab.counter_check import CounterCheck

EXAMPLE = "azar counter check cierzo"

counter = group("Read the sealed counter of a machine, or check one.", EXAMPLE)

Source = Annotated[
    str,
    typer.Argument(
        metavar="[FILE|MODEL]",
        help="A machine's file, a journal or a dump of the counter; or a model, for your own machine.",
        autocompletion=complete.models,
    ),
]
Serial = Annotated[
    int | None, typer.Option("--serial", min=1, help="Which of your machines; the newest if not given.")
]
Dump = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the sealed memory as it is.")
]
Checked = Annotated[
    str, typer.Argument(metavar="[MODEL]", help="The model or ROM.", autocompletion=complete.models)
]
Plays = Annotated[int, typer.Option("--plays", help="Plays for the unit alone, 10,000 or more.")]
Kind = Annotated[
    Literal["conformity", "repair", "periodic"],
    typer.Option("--kind", help="Which limit holds: 0.01 %, or 0.1 % for periodic."),
]
Seed = Annotated[str, valued("--seed", "HEX", "Decides plays and troubles.")]


@verb(counter, "azar counter read cierzo --serial 2")
def read(
    what: Source = "cierzo", serial: Serial = None, output: Dump = None, as_json: AsJson = False
) -> None:
    """Read the counter of a machine without current; writes nothing."""
    from emulator.devices.counter_memory import read_memory
    from emulator.records.counters import find_counter

    source, memory = find_counter(what, serial)
    if output is not None:
        output.write_bytes(memory)
    reading = read_memory(memory)
    found = {"source": source, **reading.as_dict()}
    if as_json:
        print_json(found)
        return
    rows = [
        ("counter", f"{reading.maker} {reading.type}, serial number {reading.serial}"),
        ("machine", f"{reading.model or 'unknown'}, serial number {reading.machine}"),
        ("plays", f"{reading.plays:010d}"),
        ("prizes", f"{reading.prizes:010d}"),
        ("prize money", f"{reading.won_cents:010d} cents, {euro(reading.won_cents)}"),
        ("last frame", f"{reading.sequence}"),
        ("seal", _seal(reading.faults, reading.seal_breaks)),
        ("memory", f"{reading.copies} of 2 copies whole"),
    ]
    print_table(facts(source, rows))


def _seal(faults: int, breaks: int) -> str:
    said = "broken" if faults & 1 else "whole"
    return f"{said}; broken {breaks} times" + ("; a frame came out of order" if faults & 8 else "")


@verb(counter, EXAMPLE)
def check(
    model: Checked = "cierzo",
    plays: Plays = 20_000,
    kind: Kind = "conformity",
    seed: Seed = "00",
    trust_firmware: TrustFirmware = False,
    as_json: AsJson = False,
) -> None:
    """
    Check that a counter shows what happened; exit 1 if it does not.

    A counter alone is driven with noise, repeats and restarts in its way (K-06); then a machine plays 20
    plays and a winning one, and its counter is compared (K-11).
    """
    from emulator.cabinet import Cabinet
    from emulator.lab.counter_check import accuracy, in_machine

    purse = {200: 200, 10: 5}
    alone = accuracy(plays, seed, kind)
    cabinet = Cabinet(model, seed=seed, purse=purse, trust_firmware=trust_firmware)
    tell_choice(cabinet.choice)
    machine = in_machine(cabinet)
    held = alone.held and machine.held
    if as_json:
        print_json({"model": model, "unit": alone.as_dict(), "machine": machine.as_dict(), "held": held})
    else:
        _print("the unit alone (K-06)", alone)
        _print(f"in a {model} (K-11)", machine)
        print("held" if held else "NOT HELD")
    if not held:
        say("the counter must stay within its limits; see above which total did not")
        raise typer.Exit(FAILED)


def _print(title: str, check: CounterCheck) -> None:
    found: Json = check.as_dict()
    shown = table(f"{title}, seed {check.seed}", "total", ">given", ">shown", ">failed", ">limit")
    for row in check.quantities:
        shown.add_row(row.name, f"{row.given:,}", f"{row.shown:,}", f"{row.failed:,}", found["limit"])
    print_table(shown)
    print(", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in check.events.items()))
