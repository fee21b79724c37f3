# SPDX-License-Identifier: MIT
"""
The runs that can be traced: a script, a scenario, a recorded journal, or time that passes.

    with Trace("jam.vcd") as trace:
        ran = of_scenario(trace, Wanted(), "coin_jam", lambda done, total: None)
    print(ran.machine.now_us, ran.failed)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypedDict, Unpack

from emulator.cabinet import Cabinet
from emulator.cabinet.options import RunOptions
from emulator.records.journal import Recordable
from emulator.records.replay import replay
from emulator.scenario import script as scripts
from emulator.scenario import visit
from emulator.scenario.file import Machine
from emulator.scenario.file import load as load_scenario
from emulator.scenario.result import StepResult
from emulator.scenario.run import cabinet_of
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.pai_gow_game import PaiGowGame
from emulator.tables.rebuild import builder_of
from emulator.trace.errors import TraceError
from emulator.trace.recording import Trace
from emulator.types.registry import always_of
from machines.support.plain import JsonView
from machines.tables.cup import cup_names
from machines.tables.wheel import wheel_names

Progress = Callable[[int, int], None]

# A dice cup is shaken, left alone until it has thrown, and looked at.
_SHAKE_MS, _SETTLE_MS, _LOOK_MS = 1_500, 2_500, 1_000
# A wheel is launched and left alone until its ball lies.
_THROW_MS = 34_000
_SLICE_US = 1_000_000


class Ran(NamedTuple):
    """A run that is over: its machine, what it was, and which of its expectations did not hold."""

    machine: Cabinet | DiceCup | ElectronicWheel
    what: str
    failed: tuple[str, ...] = ()


class TracedRun(TypedDict):
    """What a machine takes for a run that is traced from its first instant."""

    runtime: str | None
    trust_firmware: bool
    probe: Callable[[Cabinet | DiceCup | ElectronicWheel], None]


@dataclass(frozen=True)
class Wanted:
    """
    The machine of a run.

    Attributes:
        model: a model, ROM or cup; None: the scenario's own.
        seed: of its key; None: ``00``, or the scenario's own.
        mechanisms: other than its own.
        runtime, trust_firmware: as ``Cabinet`` takes them.
    """

    model: str | None = None
    seed: str | None = None
    mechanisms: str | None = None
    runtime: str | None = None
    trust_firmware: bool = False

    @property
    def is_device(self) -> bool:
        """Whether it is a device of a table: a dice cup or a wheel."""
        return self.model in (*cup_names(), *wheel_names())

    def run(self, trace: Trace) -> TracedRun:
        """The keywords of the machine."""
        return {"runtime": self.runtime, "trust_firmware": self.trust_firmware, "probe": trace.begin}

    def cabinet(self, trace: Trace) -> Cabinet:
        """A new one, on a link of its own if it shares a pot."""
        machine = Machine(mechanisms=self.mechanisms)
        cabinet = cabinet_of(self.instead_of(machine), **self.run(trace))
        if cabinet.model.link is not None:
            from emulator.link.room import Room  # no machine that stands alone waits for it

            cabinet.join(Room.beside(cabinet.model.name), own=True)
        return cabinet

    def device(self, trace: Trace) -> DiceCup | ElectronicWheel:
        """A new dice cup or wheel."""
        if self.mechanisms is not None:
            raise TraceError(f"mechanisms must be left out for a table's device (got {self.mechanisms})")
        assert self.model is not None
        made = DiceCup if self.model in cup_names() else ElectronicWheel
        return made(self.model, seed=self.seed or Machine.seed, **self.run(trace))

    def instead_of(self, machine: Machine) -> Machine:
        """That machine but for what is wanted otherwise."""
        return replace(machine, model=self.model or machine.model, seed=self.seed or machine.seed)


def of_script(trace: Trace, wanted: Wanted, name: str, at: Progress) -> Ran:
    """
    Play a script, or a visit that ships, on a new TEST machine; it ends where the trace does.

    Args:
        trace: begins with the machine.
        name: of a visit that ships, or a file.
        at: told of (steps done, of how many).
    """
    if wanted.is_device:
        return _throw(wanted.device, trace, name)
    script = None if name in visit.shipped() else scripts.load(name)
    cabinet = wanted.cabinet(trace)
    return _play(cabinet, script or visit.load(name, cabinet.model), at, trace.end_us, f"script {name}")


def of_scenario(trace: Trace, wanted: Wanted, name: str, at: Progress) -> Ran:
    """Play a scenario that ships, or one of a file, on its machine, as ``of_script`` does."""
    scenario = load_scenario(name)
    if wanted.mechanisms is not None:
        scenario = scenario.on(wanted.mechanisms)
    cabinet = cabinet_of(wanted.instead_of(scenario.machine), **wanted.run(trace))
    always = always_of(cabinet).broken
    return _play(cabinet, scenario.script, at, trace.end_us, f"scenario {name}", always)


def of_journal(trace: Trace, wanted: Wanted, journal: Path, at: Progress) -> Ran:
    """
    Do a recorded run again.

    Args:
        wanted: its model says where the recorded one is, if it does not ship.
        journal: of a cabinet, a dice cup or a table with one.
        at: told of (microseconds done, of how many).

    Raises:
        JournalError: the journal cannot be read, or is of another machine.
    """
    made: list[Cabinet | DiceCup | ElectronicWheel] = []
    build, traced = builder_of(journal), wanted.run(trace)

    def built(origin: JsonView, **options: Unpack[RunOptions]) -> Recordable:
        machine = build(origin, runtime=wanted.runtime, probe=traced["probe"], **options)
        made.append(machine.cup if isinstance(machine, PaiGowGame) else machine)
        return machine

    report = replay(journal, at, model=wanted.model, build=built, trust_firmware=wanted.trust_firmware)
    failed = () if report.difference is None else (str(report.difference),)
    return Ran(made[0], f"journal {journal}", failed)


def of_time(trace: Trace, wanted: Wanted, ms: int, at: Progress) -> Ran:
    """Let ``ms`` milliseconds pass on a new TEST machine that nobody touches."""
    machine = wanted.device(trace) if wanted.is_device else wanted.cabinet(trace)
    end_us = machine.now_us + ms * 1000
    while machine.now_us < end_us:
        machine.run_us(min(_SLICE_US, end_us - machine.now_us))
        at(machine.now_us, end_us)
    return Ran(machine, f"{ms} ms")


def _throw(made: Callable[[Trace], DiceCup | ElectronicWheel], trace: Trace, name: str) -> Ran:
    if name != "visit":
        raise TraceError(
            f"script of a table's device must be visit (got {name})", "--journal traces what was recorded"
        )
    cup = made(trace)
    cup.run(_SETTLE_MS)
    if isinstance(cup, ElectronicWheel):
        cup.launch()
        cup.run(_THROW_MS)
        return Ran(cup, "one throw")
    cup.shake(_SHAKE_MS)
    cup.run(_SHAKE_MS + _SETTLE_MS)
    cup.lift()
    cup.run(_LOOK_MS)
    cup.cover()
    cup.run(_LOOK_MS)
    return Ran(cup, "one throw")


def _play(
    cabinet: Cabinet,
    script: scripts.Script,
    at: Progress,
    until_us: int | None,
    what: str,
    always: Callable[[], list[str]] | None = None,
) -> Ran:
    steps = len(script.steps)
    done: list[StepResult] = []

    def tell(step: StepResult) -> None:
        done.append(step)
        at(len(done), steps)

    def going() -> bool:
        return until_us is None or cabinet.now_us < until_us

    result = scripts.run(script, cabinet, tell, always, going=going)
    cabinet.close()
    return Ran(cabinet, what, tuple(str(step) for step in result.steps if not step.held))
