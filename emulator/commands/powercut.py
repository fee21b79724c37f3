# SPDX-License-Identifier: MIT
"""azar powercut: pulls the plug everywhere in a script, and audits what becomes of the money."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import (
    FAILED,
    AsJson,
    CommandError,
    ProfileName,
    Seed,
    facts,
    flag,
    print_json,
    print_table,
    progress,
    say,
    table,
    valued,
)
from emulator.commands.firmware import RuntimeName, TrustFirmware

if TYPE_CHECKING:
    from rich.table import Table

    from emulator.lab.powercut import Sweep

EXAMPLE = "azar powercut cierzo --cuts 500 --seed 00"

Swept = Annotated[
    str,
    typer.Argument(
        help="A model that ships, or the path of a model file or ROM.", autocompletion=complete.models
    ),
]
Cuts = Annotated[int | None, valued("--cuts", "N", "Cut at N places, drawn evenly.", min=1)]
AllWrites = Annotated[
    bool, flag("--all-writes", "Cut at every place, every FRAM write included; the default.")
]
Firmware = Annotated[Path | None, valued("--firmware", "DIR", "A folder of firmware instead of ours.")]
FuelCuts = Annotated[
    int, valued("--fuel", "N", "N cuts more between two instructions of MicroPython.", min=0)
]
Chapters = Annotated[
    list[str] | None, valued("--chapter", "NAME", "Only this part of the script; again for more.")
]
Jobs = Annotated[int | None, valued("--jobs", "J", "Processes; the result is the same for any.", min=1)]


def powercut(
    model: Swept,
    cuts: Cuts = None,
    all_writes: AllWrites = False,
    fuel: FuelCuts = 0,
    runtime: RuntimeName = None,
    trust_firmware: TrustFirmware = False,
    seed: Seed = None,
    chapter: Chapters = None,
    firmware: Firmware = None,
    jobs: Jobs = None,
    profile: ProfileName = None,
    as_json: AsJson = False,
) -> None:
    """
    Pull the plug everywhere, boot, and audit the money.

    A script makes the machine do all that it can do with money; every cut is followed by a boot and an
    audit, and every distinct state is run to rest and audited again. Exit 0 if nothing was wrong beyond
    what a cut may leave open (docs/power.md), 1 otherwise.
    """
    if all_writes and cuts is not None:
        raise typer.BadParameter("--cuts and --all-writes must not both be given")
    from emulator.lab.powercut import run_powercut
    from machines.model import load_model
    from machines.rom.program import model_sources

    with progress("cutting", wanted=not as_json) as at:
        sweep = run_powercut(
            model,
            cuts=cuts,
            fuel_cuts=fuel,
            runtime=runtime,
            trust_firmware=trust_firmware,
            told=say,
            seed=seed,
            profile=profile,
            firmware=None if firmware is None else model_sources(load_model(model, profile), firmware),
            only=tuple(chapter or ()),
            jobs=jobs,
            progress=at,
        )
    if as_json:
        print_json(sweep.as_dict())
    else:
        print_table(_chapters(sweep))
        print_table(_summary(sweep))
    if sweep.violations:
        if as_json:
            raise typer.Exit(FAILED)
        raise CommandError(_told(sweep), "docs/power.md says what a cut may leave open")


def _chapters(sweep: Sweep) -> Table:
    shown = table(None, "part of the script", ">places", ">cuts", ">violations")
    for part in sweep.parts:
        counts = (part.places, part.tally.cuts, part.tally.violations)
        shown.add_row(f"{part.chapter}: {part.title}", *(f"{count:,}" for count in counts))
    return shown


def _summary(sweep: Sweep) -> Table:
    total = sweep.total
    counts = total.counts
    left = (
        f"{total.open_coins_in:,} cuts with a coin past the gate, {total.open_coins_out:,} with one past a "
        f"hopper's sensor, {total.open_pulses:,} with a meter's pulse given twice; "
        f"{total.misplaced_coins:,} with a coin in the cash box that is booked into its hopper; booked by "
        f"the next start {total.open_notes:,} with a note in the box, {total.open_tickets:,} with a ticket"
    )
    rows = [
        ("seed", sweep.seed),
        ("places", f"{sweep.places:,}, {'all' if sweep.complete else 'some'} of them cut"),
        ("cuts", f"{total.cuts:,}, {total.warned_cuts:,} with warning, {total.replugs:,} replugged at once"),
        ("between instructions", f"{total.fuel_cuts:,} of them, {total.kills:,} ticks killed"),
        ("FRAM write points", f"{total.fram_bytes:,}"),
        (
            "distinct states",
            f"{counts.states:,} after a cut, each booted; {counts.rests:,} ways run to rest",
        ),
        ("merged cuts", f"{counts.merged:,}, which left a state that another cut had left"),
        ("left open, as allowed", left),
        ("violations", f"{total.violations:,}"),
        ("speed", f"{sweep.cuts_per_second:,} cuts/s, processes: {sweep.jobs}; firmware on {sweep.runtime}"),
    ]
    return facts(f"{sweep.model}: power cuts", rows)


def _told(sweep: Sweep) -> str:
    lines = [f"{place}: {what}" for place, what in sweep.total.told[:10]]
    return "\n".join([f"{sweep.violations:,} cuts left something wrong; the first:", *lines])
