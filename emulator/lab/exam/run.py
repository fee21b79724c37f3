# SPDX-License-Identifier: MIT
"""
An examination carried out: every check of the plan, on several processes, resumed where it stopped.

    exam = begin(Path("informe"), Sample.of("cierzo"), "quick", seed="00")
    exam.carry_out(jobs=2)
    exam.found["pace"]["B-10"].grade

The checks do not know of each other, and each has a seed of its own, so processes, order and interruptions
change nothing in the evidence.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import cext
from emulator.lab.exam.catalogue import MODES, Check
from emulator.lab.exam.examinee import Examinee
from emulator.lab.exam.finding import Finding, read_findings
from emulator.lab.exam.folder import (
    EVIDENCE,
    EXAM,
    RESULT,
    RETESTS,
    ExamError,
    check_folder,
    read_json,
    write_json,
)
from emulator.lab.exam.going import Going, Parts, Told, grown
from emulator.lab.exam.intake import read_sample
from emulator.lab.exam.plan import FAMILY_ALPHA, Plan, make_plan
from emulator.lab.exam.sample import ROM_NAME
from emulator.lab.exam.work import Orders, examine
from machines.rom.build import core_digest
from machines.rom.file import unpack
from machines.support.plain import Json

FORMAT = 1
JOBS_MAX = 256

LOOK_S = 0.5
"""How often somebody looks how far the checks are."""


class Retest(NamedTuple):
    """A check that was done again."""

    check: str
    number: int
    why: str

    @property
    def name(self) -> str:
        """Of its folder, and of what follows its seed."""
        return f"{self.check}.{self.number}"


@dataclass
class Exam:
    """An examination that has begun: its folder, its sample, its plan, and what was found so far."""

    folder: Path
    sample: Examinee
    plan: Plan
    orders: Orders
    more: tuple[Check, ...] = ()
    found: dict[str, Mapping[str, Finding]] = field(default_factory=dict)
    retests: tuple[Retest, ...] = ()

    @property
    def left(self) -> tuple[Check, ...]:
        """Checks that are still to be done, the longest first."""
        todo = [check for check in self.plan.checks if check.id not in self.found]
        return tuple(sorted(todo, key=lambda check: (-check.seconds[self.plan.mode], check.id)))

    @property
    def standing(self) -> Mapping[str, Mapping[str, Finding]]:
        """What counts of each check: its last retest, or what it found first."""
        names = {retest.check: retest.name for retest in self.retests}
        return {check.id: self.found[names.get(check.id, check.id)] for check in self.plan.checks}

    def carry_out(
        self, *, jobs: int | None = None, cluster: str | None = None, told: Told | None = None
    ) -> None:
        """
        Do what is left.

        Args:
            jobs: processes; None: one a processor.
            cluster: address of a dask.distributed scheduler whose workers do the checks instead.
            told: how far it is.

        Raises:
            ExamError: jobs out of range, or no scheduler answers.
        """
        workers = os.cpu_count() or 1 if jobs is None else jobs
        if not 1 <= workers <= JOBS_MAX:
            raise ExamError(f"jobs must be 1 to {JOBS_MAX} (got {workers})", "leave it out: one a processor")
        todo = self.left
        total, left = self.plan.seconds, sum(check.seconds[self.plan.mode] for check in todo)
        going = Going(todo, self.plan.mode, total - left, total, told)
        for check, found in self._done(todo, workers, cluster, going):
            self.found[check.id] = found
            going.ended(todo.index(check))

    def _done(
        self, todo: Sequence[Check], workers: int, cluster: str | None, going: Going
    ) -> Iterator[tuple[Check, Mapping[str, Finding]]]:
        if cluster is not None:
            from emulator.lab.exam.cluster import examine_on

            yield from examine_on(cluster, self.sample, self.orders, todo, self.folder)
        elif workers == 1 or len(todo) < 2:
            for number, check in enumerate(todo):
                folder, at = check_folder(self.folder, check.id), functools.partial(going.part, number)
                yield check, examine(check, self.sample, self.orders, folder, at)
        else:
            yield from self._beside(todo, min(workers, len(todo)), going)

    def _beside(
        self, todo: Sequence[Check], workers: int, going: Going
    ) -> Iterator[tuple[Check, Mapping[str, Finding]]]:
        context = get_context("spawn")
        parts = going.shared(context)
        with ProcessPoolExecutor(workers, context, _watched, (parts,)) as pool:
            asked: dict[Future[Mapping[str, Finding]], Check] = {
                pool.submit(_work, self.folder, check, self.orders, number): check
                for number, check in enumerate(todo)
            }
            try:
                busy = set(asked)
                while busy:
                    ended, busy = wait(busy, LOOK_S, FIRST_COMPLETED)
                    for future in ended:
                        yield asked[future], future.result()
                    going.look()
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    def retest(self, check: Check, why: str) -> Retest:
        """
        Do a check once more with a seed of its own; both stay in the evidence and in the report.

        Raises:
            ExamError: no reason is given.
        """
        if not why.strip():
            raise ExamError("why must say why the check is done again (got nothing)", 'add --why "..."')
        number = 2 + sum(one.check == check.id for one in self.retests)
        retest = Retest(check.id, number, why.strip())
        orders = replace(self.orders, seed=f"{self.orders.seed}/{retest.number}")
        self.found[retest.name] = examine(check, self.sample, orders, check_folder(self.folder, retest.name))
        self.retests = (*self.retests, retest)
        write_json(self.folder / EVIDENCE / RETESTS, [one._asdict() for one in self.retests])
        return retest


_PARTS: list[Parts] = []
"""In a process of the pool: where it says how far its check is."""


def _watched(parts: Parts) -> None:
    """A process of the pool begins."""
    _PARTS.append(parts)


def _work(folder: Path, check: Check, orders: Orders, number: int) -> Mapping[str, Finding]:
    """One check in a process of the pool."""

    def at(done: int, total: int) -> None:
        (parts,) = _PARTS
        parts[number] = max(parts[number], grown(done, total))

    return examine(check, _sample(folder), orders, check_folder(folder, check.id), at)


@functools.lru_cache(maxsize=1)
def _sample(folder: Path) -> Examinee:
    return read_sample(folder / EVIDENCE, read_json(folder / EVIDENCE / EXAM)["sample"])


def begin(
    folder: Path,
    sample: Examinee,
    mode: str = "standard",
    *,
    seed: str = "00",
    more: Iterable[Check] = (),
    runtime: str | None = None,
    resume: bool = False,
) -> Exam:
    """
    Open a folder for an examination: a new one, or one that was interrupted.

    Args:
        folder: new or empty; with ``resume`` the one to go on with.
        sample: the machine.
        mode: "quick" for a prototype, "standard", "full" for a filing.
        seed: hex digits from which the chance of every check follows.
        more: checks of the laboratory's own.
        runtime: what runs the firmware; it changes no evidence.
        resume: go on with what the folder holds.

    Raises:
        ExamError: the folder is not empty, or holds another examination.
    """
    if mode not in MODES:
        raise ExamError(f"mode must be one of {', '.join(MODES)} (got {mode})", "quick takes a minute")
    own = tuple(more)
    plan = make_plan(sample, mode, own)
    orders = Orders(mode, seed, plan.alpha, runtime)
    identity = _identity(sample, plan, orders)
    root = folder / EVIDENCE
    if resume:
        _require_same(folder, read_json(root / EXAM), identity)
    else:
        if folder.exists() and any(folder.iterdir()):
            raise ExamError(
                f"{folder} must be a new or an empty folder",
                "--resume goes on with what was interrupted there",
            )
        root.mkdir(parents=True, exist_ok=True)
        _lay_out(root, sample)
        write_json(root / EXAM, identity)
    return _opened(folder, sample, plan, orders, own)


def open_exam(folder: Path, *, more: Iterable[Check] = (), runtime: str | None = None) -> Exam:
    """
    Open an examination as it was ordered.

    Raises:
        ExamError: the folder holds none, or one whose checks or core are not those that are installed.
    """
    raw = read_json(folder / EVIDENCE / EXAM)
    own = tuple(more)
    sample = read_sample(folder / EVIDENCE, raw["sample"])
    plan = make_plan(sample, raw["mode"], own)
    orders = Orders(raw["mode"], raw["seed"], plan.alpha, runtime)
    _require_same(folder, raw, _identity(sample, plan, orders))
    return _opened(folder, sample, plan, orders, own)


def _opened(folder: Path, sample: Examinee, plan: Plan, orders: Orders, own: tuple[Check, ...]) -> Exam:
    exam = Exam(folder, sample, plan, orders, own)
    logged = folder / EVIDENCE / RETESTS
    if logged.exists():
        exam.retests = tuple(Retest(**one) for one in read_json(logged))
    for name in [*(check.id for check in plan.checks), *(one.name for one in exam.retests)]:
        result = check_folder(folder, name) / RESULT
        if result.exists():
            exam.found[name] = read_findings(read_json(result))
    return exam


def _lay_out(root: Path, sample: Examinee) -> None:
    """The sample, and what of it a person wants to read."""
    (root / ROM_NAME).write_bytes(sample.data)
    for name, data in sample.papers().items():
        (root / name).write_bytes(data)
    write_json(root / "manifest.json", unpack(sample.data).manifest)


def _identity(sample: Examinee, plan: Plan, orders: Orders) -> Json:
    """What an examination is: the same sample, orders, checks and core give the same evidence."""
    return {
        "azar": "examination",
        "format": FORMAT,
        "sample": sample.as_dict(),
        "mode": plan.mode,
        "seed": orders.seed,
        "checks": {check.id: check.digest for check in plan.checks},
        "family_alpha": FAMILY_ALPHA,
        "tests": plan.tests,
        "core_sha256": core_digest(),
        "tables_version": cext.TABLES_VERSION,
    }


def _require_same(folder: Path, kept: Json, wanted: Json) -> None:
    for key in wanted:
        if kept.get(key) == wanted[key]:
            continue
        was, now = kept.get(key), wanted[key]
        if isinstance(was, dict) and isinstance(now, dict):
            key = next(f"{key}.{one}" for one in sorted(was | now) if was.get(one) != now.get(one))
            was, now = (side.get(key.partition(".")[2]) for side in (was, now))
        raise ExamError(
            f"{folder}: {key} must be what the examination began with (began with {was}, now {now})",
            "use the azar that made it, or begin anew in another folder",
        )
