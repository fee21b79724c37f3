# SPDX-License-Identifier: MIT
"""What the devices of tables have in common on the command line: their plug, pulled all over a throw."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from emulator.commands.console import CommandError, facts, print_json, print_table, progress
from machines.support.plain import JsonView

if TYPE_CHECKING:
    from emulator.tables.hands import Hand

Cuts = Annotated[int, typer.Option("--cuts", min=1, help="How many places of a throw at most.")]
FuelCuts = Annotated[int, typer.Option("--fuel", min=0, help="How many cuts between two instructions.")]


class Pulled(NamedTuple):
    """Where the plug is pulled, as the command line says."""

    cuts: int
    fuel: int
    runtime: str | None


def pull_all_over(
    title: str, named: JsonView, hand: Callable[[str | None], Hand], wanted: Pulled, as_json: bool
) -> None:
    """
    Pull the plug all over a throw, and print what that came to.

    Args:
        title: of the device.
        named: what the plain values say of the device.
        hand: makes a hand at a new device, on a runtime.

    Raises:
        CommandError: a law is broken.
    """
    from emulator.tables.device_sweep import sweep
    from emulator.vm.choose import MICROPYTHON

    runtime = wanted.runtime or (MICROPYTHON if wanted.fuel else None)
    with progress("cuts", wanted=not as_json) as at:
        swept = sweep(lambda: hand(runtime), wanted.cuts, fuel_cuts=wanted.fuel, at=at)
    found = {**named, **swept._asdict(), "violations": [*swept.violations]}
    if swept.violations:
        done = swept.cuts + swept.fuel_cuts
        raise CommandError(
            f"{len(swept.violations)} laws broken by {done} cuts; the first: {swept.violations[0]}",
            details=found,
        )
    if as_json:
        print_json(found)
        return
    rows = [("places of a throw", swept.places), ("cuts", swept.cuts)]
    if wanted.fuel:
        rows += [("instructions of a throw", swept.instructions), ("cuts between them", swept.fuel_cuts)]
    rows.append(("violations", 0))
    print_table(facts(f"power cuts of the {title}", [(name, f"{many:,}") for name, many in rows]))
