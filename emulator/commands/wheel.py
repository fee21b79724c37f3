# SPDX-License-Identifier: MIT
"""azar wheel: the electronic wheels of the tables, thrown, disturbed, and cut off from their power."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import (
    AsJson,
    Seed,
    facts,
    print_json,
    print_table,
    progress,
    say,
    table,
    valued,
)
from emulator.commands.device_cuts import Cuts, FuelCuts, Pulled, pull_all_over
from emulator.commands.firmware import RuntimeName
from emulator.commands.groups import group, verb

if TYPE_CHECKING:
    from emulator.tables.electronic_wheel import ElectronicWheel

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
    from emulator.tables.device_sweep import wheel_hand

    pull_all_over(
        f"wheel of {game}", {"game": game}, partial(wheel_hand, game), Pulled(cuts, fuel, runtime), as_json
    )
