# SPDX-License-Identifier: MIT
"""
The power-cut sweep: pull the plug at every operation of a script, boot, audit, run to rest, audit again.

    sweep = run_powercut("cierzo", cuts=2_000, seed="00")
    assert sweep.violations == 0

docs/power.md says what a cut may leave open and how the sweep works.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, Unpack

import cext
from emulator.cabinet.bootrom import Program, program_of
from emulator.cabinet.face import require_known
from emulator.cabinet.options import FirmwareOptions
from emulator.cabinet.trust import Choice, choose_runtime
from emulator.chapters.player import Chapter
from emulator.lab import powercut_chapters_link
from emulator.lab.powercut_fuel import FuelRecorder
from emulator.lab.powercut_recorder import HOWS, Place, Recorder, Tally
from emulator.lab.powercut_result import Part, Sweep
from emulator.support.errors import EmulatorError
from emulator.support.seed import seed_key
from emulator.types.registry import TYPES
from machines.model import Model

JOBS_MAX = 256
# Places are drawn with a stream of their own: no machine has this number.
DRAW_MACHINE = (1 << 40) - 1

Progress = Callable[[int, int], None]


class PowercutError(EmulatorError):
    """A sweep was asked for something that it cannot do."""


@dataclass(frozen=True)
class Subject:
    """What is swept, in plain values, so that another process can load it too."""

    model: str | Model
    key: bytes
    profile: str | None
    stop_at_first: bool
    run: FirmwareOptions

    def load(self) -> tuple[Model, FirmwareOptions]:
        """The model, and what its boards run and on what."""
        if isinstance(self.model, Model):
            return self.model, self.run
        program = self.program()
        sources = {name: text for name, text in program.rom.sources.items() if name != "settings"}
        return program.model, {**self.run, "firmware": sources}

    def program(self) -> Program:
        """What its boards boot."""
        return program_of(
            self.model, None, profile=self.profile, firmware=self.run.get("firmware"), test=True
        )

    def choice(self) -> Choice:
        """What runs it; UntrustedFirmwareError: it is not ours, and nothing is here that would hold it."""
        program = self.program()
        trusted = self.run.get("trust_firmware", False)
        return choose_runtime(program.rom, program.ours, self.run.get("runtime"), trusted=trusted)


class SubjectOptions(FirmwareOptions, total=False):
    """Keywords that say what is swept, beside the model."""

    seed: str | None
    profile: str | None
    stop_at_first: bool


def run_powercut(
    model: str | Path | Model,
    *,
    cuts: int | None = None,
    fuel_cuts: int = 0,
    only: tuple[str, ...] = (),
    jobs: int | None = None,
    progress: Progress | None = None,
    told: Callable[[str], None] | None = None,
    **options: Unpack[SubjectOptions],
) -> Sweep:
    """
    Sweep the script of a model with power cuts.

    Args:
        model: name of a model, path of a model file or of a ROM; a checked model takes one process.
        cuts: so many places, drawn evenly; None: every place.
        fuel_cuts: so many cuts more, between two instructions of genuine MicroPython.
        only: names of chapters; all of them if empty.
        jobs: processes that share the chapters; None: one a processor. The result is the same for any.
        progress: called with (places done, places in all).
        told: takes the line that tells of a firmware which is not ours.
        seed: hex digits of the key of machine and draw; None: from the system.
        profile: rule profile instead of the model's own.
        stop_at_first: end each chapter with its first violation.
        firmware, runtime, trust_firmware: as ``Cabinet`` takes them; both runtimes have the same places.

    Raises:
        UntrustedFirmwareError: the firmware is not ours, and nothing is here that would hold it.
        PowercutError: an argument is out of range.
        EmulatorError, MachinesError: the model or the firmware cannot be loaded.
    """
    _need(cuts, fuel_cuts, jobs)
    subject, choice = _subject(model, options)
    if choice.note and told is not None:
        told(choice.note)
    loaded, run = subject.load()
    script = _script(loaded, only)
    workers = 1 if isinstance(model, Model) else min(jobs or os.cpu_count() or 1, len(script))
    began = time.monotonic_ns()
    sizes = [0] * len(script)
    if cuts is not None or progress is not None:
        sizes = [_count(subject, chapter, loaded, run) for chapter in script]
    tasks = _draw(script, sizes, cuts, subject.key)
    if fuel_cuts:
        tasks = _draw_fuel(tasks, script, loaded, run, fuel_cuts, subject.key)
    parts = tuple(_sweep(subject, tasks, workers, progress))
    ms = (time.monotonic_ns() - began) // 1_000_000
    seed = subject.key.rstrip(b"\0").hex() or "00"
    complete = all(task.chosen is None for task in tasks)
    return Sweep(loaded.name, loaded.profile.id, seed, choice.runtime, complete, parts, ms, workers)


def _need(cuts: int | None, fuel_cuts: int, jobs: int | None) -> None:
    """PowercutError: an argument is out of range."""
    if cuts is not None and cuts < 1:
        raise PowercutError(f"cuts must be 1 or more (got {cuts})")
    if fuel_cuts < 0:
        raise PowercutError(f"fuel_cuts must be 0 or more (got {fuel_cuts})")
    if jobs is not None and not 1 <= jobs <= JOBS_MAX:
        raise PowercutError(f"jobs must be 1 to {JOBS_MAX} (got {jobs})")


def _subject(model: str | Path | Model, options: SubjectOptions) -> tuple[Subject, Choice]:
    """What is swept, its runtime chosen, and how that was chosen."""
    require_known("run_powercut", options, SubjectOptions)
    seed, profile = options.pop("seed", None), options.pop("profile", None)
    key = os.urandom(32) if seed is None else seed_key(seed)
    name = model if isinstance(model, Model) else str(model)
    subject = Subject(name, key, profile, options.pop("stop_at_first", False), options)
    choice = subject.choice()
    return replace(subject, run={**subject.run, "runtime": choice.runtime}), choice


def chapters(model: Model) -> list[Chapter]:
    """The chapters that a model has."""
    of_type = TYPES[model.type].sweep().chapters(model)
    return [chapter for chapter in (*of_type, *powercut_chapters_link.CHAPTERS) if chapter.wanted(model)]


def _script(model: Model, only: tuple[str, ...]) -> list[Chapter]:
    if not model.hoppers:
        raise PowercutError(
            f"the sweep needs a machine that takes and pays coins (got {model.name}, which has no hopper);"
            " tests/machines/firmware/test_house_card.py cuts what a house card pays"
        )
    if model.mechanisms != "parallel":
        raise PowercutError(
            f"the sweep needs an acceptor and hoppers of parallel lines (got {model.name}, whose mechanisms"
            f" are {model.mechanisms}); tests/machines/firmware/test_cctalk_machine.py cuts what a bus of"
            " them pays and takes"
        )
    script = chapters(model)
    names = [chapter.name for chapter in script]
    for name in only:
        if name not in names:
            raise PowercutError(f"chapter must be one of {', '.join(names)} (got {name})")
    return [chapter for chapter in script if not only or chapter.name in only]


def _count(subject: Subject, chapter: Chapter, model: Model, run: FirmwareOptions) -> int:
    with Recorder(chapter, model, subject.key, count_only=True, **run) as recorder:
        recorder.run()
        return recorder.places


class _Task(NamedTuple):
    """A chapter and the numbers of its places to visit; None: all."""

    chapter: str
    places: int
    chosen: tuple[int, ...] | None
    fuel: Mapping[int, tuple[int, ...]] = {}
    """Tick -> instructions after which it is cut."""

    @property
    def cuts(self) -> int:
        """How much there is to do."""
        return self.places + sum(len(fuels) for fuels in self.fuel.values())


def _draw(script: list[Chapter], sizes: list[int], cuts: int | None, key: bytes) -> list[_Task]:
    """Draw places evenly from all chapters together."""
    total = sum(sizes)
    if cuts is None or cuts >= total:
        return [_Task(chapter.name, size, None) for chapter, size in zip(script, sizes, strict=True)]
    drawn: set[int] = set()
    word = 0
    while len(drawn) < cuts:
        drawn.add(cext.draw_below(key, DRAW_MACHINE, cext.PURPOSE_DEVICE, word, total))
        word += 1
    tasks, first = [], 0
    for chapter, size in zip(script, sizes, strict=True):
        chosen = sorted(number - first for number in drawn if first <= number < first + size)
        tasks.append(_Task(chapter.name, size, tuple(chosen)))
        first += size
    return tasks


def _draw_fuel(
    tasks: list[_Task], script: list[Chapter], model: Model, run: FirmwareOptions, cuts: int, key: bytes
) -> list[_Task]:
    """Draw ticks evenly from all chapters together, and an instruction of each evenly."""
    lengths: list[tuple[int, int, int]] = []
    for number, chapter in enumerate(script):
        with FuelRecorder(chapter, model, key, chosen={}, **run) as recorder:
            recorder.run()
        lengths += [(number, tick, fuel) for tick, fuel in recorder.fuel.items()]
    drawn: list[dict[int, list[int]]] = [{} for _ in script]
    for word in range(0, 2 * cuts, 2):
        which = cext.draw_below(key, DRAW_MACHINE, cext.PURPOSE_FEATURE, word, len(lengths))
        number, tick, length = lengths[which]
        fuel = cext.draw_below(key, DRAW_MACHINE, cext.PURPOSE_FEATURE, word + 1, length + 1)
        drawn[number].setdefault(tick, []).append(fuel)
    return [
        task._replace(fuel={tick: tuple(sorted(fuels)) for tick, fuels in ticks.items()})
        for task, ticks in zip(tasks, drawn, strict=True)
    ]


def _sweep(subject: Subject, tasks: list[_Task], workers: int, progress: Progress | None) -> list[Part]:
    total = sum(task.cuts for task in tasks)
    if workers == 1:
        return _sweep_here(subject, tasks, total, progress)
    # Fresh processes: a fork would copy whatever threads of the caller hold at that moment.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            largest_first = sorted(tasks, key=lambda task: -task.cuts)
            futures = {pool.submit(_sweep_task, subject, task): task for task in largest_first}
            done = 0
            for future in as_completed(futures):
                done += futures[future].cuts
                if progress is not None:
                    progress(done, total)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    found: dict[str, Future[Part]] = {task.chapter: future for future, task in futures.items()}
    return [found[task.chapter].result() for task in tasks]


def _sweep_here(subject: Subject, tasks: list[_Task], total: int, progress: Progress | None) -> list[Part]:
    parts, before = [], 0
    for task in tasks:
        first = before

        def tell(number: int, first: int = first) -> None:
            if progress is not None:
                progress(first + number, total)

        parts.append(_sweep_task(subject, task, tell))
        before += task.cuts
    return parts


def _sweep_task(subject: Subject, task: _Task, tell: Callable[[int], None] | None = None) -> Part:
    model, run = subject.load()
    chapter = next(chapter for chapter in chapters(model) if chapter.name == task.chapter)
    with Recorder(
        chapter, model, subject.key, chosen=task.chosen, stop_at_first=subject.stop_at_first,
        progress=tell, **run,
    ) as recorder:  # fmt: skip
        tally = recorder.run()
    if task.fuel:

        def more(cuts: int) -> None:
            if tell is not None:
                tell(task.places + cuts)

        with FuelRecorder(chapter, model, subject.key, chosen=task.fuel, progress=more, **run) as fuel:
            tally.merge(fuel.run())
    return Part(chapter.name, chapter.title, recorder.places, tally)


__all__ = ["HOWS", "Part", "Place", "PowercutError", "Sweep", "Tally", "run_powercut"]
