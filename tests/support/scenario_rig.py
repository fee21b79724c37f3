# SPDX-License-Identifier: MIT
"""Scenarios played by a firmware with one thing wrong."""

from __future__ import annotations

from emulator import Cabinet
from emulator.cabinet.books import BalanceError
from emulator.scenario.file import load
from emulator.scenario.run import cabinet_of
from emulator.scenario.script import run


def held_by(shown: str, module: str, old: str, new: str) -> tuple[bool, Cabinet]:
    """
    Whether the scenario holds of a machine whose firmware says ``new`` where ours says ``old``.

    Returns:
        Whether it held, with both balances, and the machine afterwards.
    """
    scenario = load(shown)
    machine = scenario.machine
    sources = dict(cabinet_of(machine).rom.sources)
    assert old in sources[module], f"{old!r} must stand in {module}: mend it"
    sources[module] = sources[module].replace(old, new)
    options = {"seed": machine.seed, "purse": machine.purse, "hoppers": machine.hoppers or None}
    cab = Cabinet(machine.model, firmware=sources, trust_firmware=True, **options)
    try:
        return run(scenario.script, cab).held, cab
    except BalanceError:
        return False, cab
