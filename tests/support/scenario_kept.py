# SPDX-License-Identifier: MIT
"""Scenarios that are played once for several tests: they hold, and what the machine keeps is looked at."""

from __future__ import annotations

from functools import cache
from typing import Any

from emulator import Cabinet
from emulator.cabinet.faults import faults
from emulator.scenario.file import load
from emulator.scenario.run import play
from machines.memory.record import decode

Kept = tuple[dict[str, Any], dict[str, Any], list[str]]


def played_by_faults() -> set[str]:
    """The scenarios of the faults that the log keeps: test_faults.py plays each and has it hold."""
    return {name for row in faults().values() if row.log for name in row.scenarios}


@cache
def kept(name: str) -> Kept:
    """The main record before and after a scenario that ships and holds, and what the event log says then."""
    made: list[Cabinet] = []
    result = play(load(name), made=made.append)
    assert result.held, str(result)
    return what_is_kept(made[0])


def what_is_kept(cab: Cabinet) -> Kept:
    """The same of a cabinet whose scenario is over."""
    first, last = decode(cab.origin()["nvram"]), decode(cab.nvram)
    assert first is not None and last is not None
    # Every run begins with a start.
    return first | {"power_ups": 1}, last, [row["text"] for row in cab.log]
