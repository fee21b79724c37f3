# SPDX-License-Identifier: MIT
"""Machines in a telling moment for tests of the inside: a coin in, a play made, prizes owed or not."""

from __future__ import annotations

from emulator.cabinet.cabinet import Cabinet
from emulator.scenario.file import Machine
from emulator.scenario.run import cabinet_of

# Between them they can have every fault of the catalogue.
KINDS = (("cierzo", "parallel"), ("cierzo", "cctalk"), ("moncayo", "parallel"), ("cometa", "parallel"))


def played(model: str = "cierzo", mechanisms: str = "parallel") -> Cabinet:
    """A TEST machine that has taken coins and made a play."""
    cabinet = cabinet_of(Machine(model=model, mechanisms=mechanisms))
    cabinet.run(ms=4_000)
    for _ in range(3):
        cabinet.insert(200)
        cabinet.run(ms=1_500)
    cabinet.press("start")
    cabinet.run(ms=12_000)
    return cabinet
