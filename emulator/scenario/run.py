# SPDX-License-Identifier: MIT
"""
Scenarios played: each on a machine of its own, from the first start, the same on either runtime.

    result = play(load("meters_unplugged"), runtime="micropython")
    print(result); result.exit_status
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Unpack

from emulator.cabinet import Cabinet
from emulator.cabinet.errors import CabinetError
from emulator.cabinet.options import RunOptions
from emulator.scenario.file import Machine, Scenario
from emulator.scenario.pictures import Album
from emulator.scenario.result import ScriptResult, StepResult
from emulator.scenario.script import run as run_script
from emulator.types.registry import always_of
from emulator.vm.choose import MICROPYTHON
from machines.check.art import beside
from machines.model import Model, model_file, model_text, read_model
from machines.rom.read import is_rom
from machines.support.plain import read_toml


def play(
    scenario: Scenario,
    *,
    model: str | None = None,
    tell: Callable[[StepResult], None] | None = None,
    made: Callable[[Cabinet], None] | None = None,
    kind: type[Cabinet] = Cabinet,
    album: Album | None = None,
    **run: Unpack[RunOptions],
) -> ScriptResult:
    """
    Commission the scenario's machine and do its steps; what always holds is held to after each of them.

    Args:
        scenario: from ``load``.
        model: another model than the scenario's, as a manufacturer tries his own.
        tell: called with each step's result as it is known.
        made: called with the cabinet before it runs, to record or to look at it.
        kind: class of the cabinet.
        album: keeps the pictures.
        run: runtime, trust_firmware, console and what else ``Cabinet`` takes for a run.

    Raises:
        ModelError, CabinetError: the machine cannot be made so.
    """
    if any(step.do == "evaluate" for step in scenario.script.steps) and not run.get("trust_firmware"):
        # Its lines of Python are programs of whoever wrote it: genuine MicroPython holds them.
        run["runtime"] = run.get("runtime") or MICROPYTHON
    machine = scenario.machine if model is None else replace(scenario.machine, model=model)
    cabinet = cabinet_of(machine, kind, **run)
    if made is not None:
        made(cabinet)
    return run_script(scenario.script, cabinet, tell, always_of(cabinet).broken, album)


def cabinet_of(machine: Machine, kind: type[Cabinet] = Cabinet, **run: Unpack[RunOptions]) -> Cabinet:
    """A new machine as a scenario describes it; CabinetError: a ROM that has other mechanisms."""
    cabinet = kind(
        machine.model if machine.mechanisms is None or is_rom(machine.model) else _model(machine),
        seed=machine.seed,
        serial=machine.serial,
        language=machine.language,
        purse=machine.purse,
        hoppers=machine.hoppers,
        **run,
    )
    if machine.mechanisms not in (None, cabinet.model.mechanisms):
        got = cabinet.model.mechanisms
        raise CabinetError(f"machine.mechanisms must be those of the ROM, {got} (got {machine.mechanisms})")
    return cabinet


def _model(machine: Machine) -> Model:
    """The model with other mechanisms than its file says."""
    source, text = model_text(machine.model)
    raw = {**read_toml(text.decode("utf-8")), "mechanisms": machine.mechanisms}
    return read_model(raw, source=source, pictures=beside(model_file(machine.model)))
