# SPDX-License-Identifier: MIT
"""azar wheel: the electronic wheels of the tables, thrown, disturbed, and cut off from their power."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import (
    AsJson,
    CommandError,
    Seed,
    facts,
    print_json,
    print_table,
    progress,
    say,
    table,
    valued,
)
from emulator.commands.firmware import RuntimeName
from emulator.commands.groups import group, verb

if TYPE_CHECKING:
    from emulator.tables.electronic_wheel import ElectronicWheel
    from emulator.tables.hands import Hand

EXAMPLE = "azar wheel throw french-roulette --seed 00 --throws 3"

wheel = group("Electronic wheels of the tables. Their firmware draws and shows.", EXAMPLE)

Game = Annotated[
    str,
    typer.Argument(metavar="GAME", help="Whose wheel, as french-roulette.", autocompletion=complete.wheels),
]
Throws = Annotated[int, typer.Option("--throws", min=1, max=100_000, help="How many throws.")]
Fault = Annotated[
    str | None, valued("--fault", "NAME", "What is wrong with it from the first throw on, as ball_lost.")
]
JournalPath = Annotated[Path | None, valued("--journal", "FILE", "Write the journal here, for azar replay.")]
Cuts = Annotated[int, typer.Option("--cuts", min=1, help="How many places of a throw at most.")]
FuelCuts = Annotated[int, typer.Option("--fuel", min=0, help="How many cuts between two instructions.")]


@verb(wheel, EXAMPLE)
def throw(
    game: Game = "french-roulette",
    throws: Throws = 1,
    fault: Fault = None,
    journal: JournalPath = None,
    runtime: RuntimeName = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Launch the ball and print what is shown and recalled."""
    from emulator.records.journal import Recorder
    from emulator.tables.electronic_wheel import ElectronicWheel
    from machines.support.private import for_its_owner

    made = ElectronicWheel(game, seed=seed, runtime=runtime)
    with progress("throws", wanted=not as_json) as at:
        if journal is None:
            _throw(made, throws, fault, lambda done: at(done, throws))
        else:
            # It holds the key of the chip, and what is to come follows from its memory.
            with open(journal, "w", encoding="ascii", newline="\n", opener=for_its_owner) as stream:
                recorder = Recorder(made, stream)
                _throw(made, throws, fault, lambda done: at(done, throws))
                recorder.close()
    found = {
        "game": game, "seed": seed, "message": made.message, "tilt": made.record["tilt"],
        "number": made.number, "pocket": made.pocket, "meters": dict(made.meters), "draws": made.draws,
        "faults": list(made.faults), "last_fault": made.last_fault,
    }  # fmt: skip
    if as_json:
        print_json(found)
        return
    rows = [("message", made.message), ("tilt", found["tilt"] or "none"), *made.meters.items()]
    print_table(facts(f"wheel of {game}", [(name, str(value)) for name, value in rows]))
    recalled = table("Last draws", ">draw", ">number", ">pocket", ">laps")
    for row in made.draws:
        recalled.add_row(*(str(row[name]) for name in ("draw", "number", "pocket", "laps")))
    print_table(recalled)


def _throw(made: ElectronicWheel, throws: int, fault: str | None, at: Callable[[int], None]) -> None:
    from emulator.tables.hands import WheelHand

    hand = WheelHand(made)
    made.run(ms=100)
    if fault is not None:
        made.damage(fault)
    for number in range(throws):
        hand.throw()
        at(number + 1)
        if made.record["tilt"]:
            say(f"the wheel has stopped at throw {number + 1}: {made.record['tilt']}")
            return


@verb(wheel, "azar wheel powercut boule --cuts 200")
def powercut(
    game: Game = "french-roulette",
    cuts: Cuts = 500,
    fuel: FuelCuts = 0,
    runtime: RuntimeName = None,
    as_json: AsJson = False,
) -> None:
    """
    Pull the plug all over a throw: every draw stands, once.

    With --fuel also between two instructions of the program, on genuine MicroPython.
    """
    from emulator.tables.device_sweep import sweep, wheel_hand
    from emulator.vm.choose import MICROPYTHON

    def make() -> Hand:
        return wheel_hand(game, runtime=MICROPYTHON if fuel else runtime)

    with progress("cuts", wanted=not as_json) as at:
        swept = sweep(make, cuts, fuel_cuts=fuel, at=at)
    found = {"game": game, **swept._asdict(), "violations": [*swept.violations]}
    if swept.violations:
        done = swept.cuts + swept.fuel_cuts
        raise CommandError(
            f"{len(swept.violations)} laws broken by {done} cuts; the first: {swept.violations[0]}",
            details=found,
        )
    if as_json:
        print_json(found)
    else:
        rows = [("places of a throw", swept.places), ("cuts", swept.cuts)]
        if fuel:
            rows += [("instructions of a throw", swept.instructions), ("cuts between them", swept.fuel_cuts)]
        rows.append(("violations", 0))
        shown = [(name, f"{many:,}") for name, many in rows]
        print_table(facts(f"power cuts of the wheel of {game}", shown))
