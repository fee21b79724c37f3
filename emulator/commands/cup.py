# SPDX-License-Identifier: MIT
"""azar cup: the electronic dice cups of the tables, cut off from their power."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import AsJson
from emulator.commands.device_cuts import Cuts, FuelCuts, Pulled, pull_all_over
from emulator.commands.firmware import RuntimeName
from emulator.commands.groups import group, verb

EXAMPLE = "azar cup powercut cubilete --cuts 200"

cup = group("Electronic dice cups of the tables. Their firmware throws and shows.", EXAMPLE)

Name = Annotated[
    str, typer.Argument(metavar="CUP", help="Which cup, as cubilete.", autocompletion=complete.cups)
]


@verb(cup, EXAMPLE)
def powercut(
    name: Name = "cubilete",
    cuts: Cuts = 500,
    fuel: FuelCuts = 0,
    runtime: RuntimeName = None,
    as_json: AsJson = False,
) -> None:
    """
    Pull the plug all over a throw: every throw stands, once.

    With --fuel also between two instructions of the program, on genuine MicroPython.
    """
    from emulator.tables.device_sweep import cup_hand

    pull_all_over(f"cup {name}", {"cup": name}, partial(cup_hand, name), Pulled(cuts, fuel, runtime), as_json)
