# SPDX-License-Identifier: MIT
"""azar counter: the reader of the sealed counter, and its metrological checks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from emulator.commands.console import (
    FAILED,
    WRONG_USAGE,
    AsJson,
    CommandError,
    euro,
    facts,
    print_json,
    print_table,
    say,
    table,
)
from emulator.commands.firmware import TrustFirmware, tell_choice

if TYPE_CHECKING:
    from emulator.lab.counter_check import CounterCheck

EXAMPLE = "azar counter check cierzo"

Action = Annotated[Literal["read", "check"], typer.Argument(help="What to do.")]
What = Annotated[
    str,
    typer.Argument(
        metavar="[FILE|MODEL]",
        help="read: a machine's file, a journal or a dump of the counter; or a model, for your own machine. "
        "check: the model or ROM.",
    ),
]
Serial = Annotated[
    int | None,
    typer.Option("--serial", metavar="N", min=1, help="Which of your machines; the newest if not given."),
]
Dump = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="F", help="Write the sealed memory as it is (read).")
]
Plays = Annotated[
    int, typer.Option("--plays", metavar="N", help="Plays for the unit alone, 10,000 or more (check).")
]
Kind = Annotated[
    Literal["conformity", "repair", "periodic"],
    typer.Option("--kind", help="Which limit holds: 0.01 %, or 0.1 % for periodic (check)."),
]
Seed = Annotated[str, typer.Option("--seed", metavar="HEX", help="Decides plays and troubles (check).")]


def counter(
    action: Action,
    what: What = "cierzo",
    serial: Serial = None,
    output: Dump = None,
    plays: Plays = 20_000,
    kind: Kind = "conformity",
    seed: Seed = "00",
    trust_firmware: TrustFirmware = False,
    as_json: AsJson = False,
) -> None:
    """
    Read the sealed counter of a machine, or check one as the metrology order says.

    read works on a machine without current and writes nothing to it. check drives a counter alone, with
    noise, repeats and restarts in its way (K-06), then plays 20 plays and a winning one on a machine and
    compares (K-11); exit 1 if either does not hold.
    """
    if action == "read":
        _read(what, serial, output, as_json)
        return
    if serial is not None or output is not None:
        raise CommandError(
            "check takes a model and no --serial or -o", f"azar counter check {what}", status=WRONG_USAGE
        )
    _check(what, plays, kind, seed, trust_firmware, as_json)


def _read(what: str, serial: int | None, output: Path | None, as_json: bool) -> None:
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


def _check(model: str, plays: int, kind: str, seed: str, trust_firmware: bool, as_json: bool) -> None:
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
    found: dict[str, Any] = check.as_dict()
    shown = table(f"{title}, seed {check.seed}", "total", ">given", ">shown", ">failed", ">limit")
    for row in check.quantities:
        shown.add_row(row.name, f"{row.given:,}", f"{row.shown:,}", f"{row.failed:,}", found["limit"])
    print_table(shown)
    print(", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in check.events.items()))
