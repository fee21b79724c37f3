# SPDX-License-Identifier: MIT
"""
An examination repeated: the folder is as it was sealed, and its checks leave the same bytes again.

    verdict = verify(Path("informe"), only=["B-10"], runtime="micropython")
    verdict.holds; verdict.faults; verdict.repeated
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from emulator.lab.exam.catalogue import Check
from emulator.lab.exam.examinee import Examinee
from emulator.lab.exam.folder import ExamError, Fault, altered, check_folder, signer
from emulator.lab.exam.run import open_exam
from emulator.lab.exam.work import Orders, examine

Told = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Verification:
    """What a repetition showed."""

    faults: tuple[Fault, ...]
    """Files that are not as they were sealed, or not as they came out again."""
    signer: str | None
    """Fingerprint of the key that signed the folder."""
    repeated: tuple[str, ...]
    """Checks, and retests, that were done again."""
    files: int
    """Files of evidence that came out the same to the byte."""

    @property
    def holds(self) -> bool:
        """Nothing differs."""
        return not self.faults


class _Task(NamedTuple):
    name: str
    check: Check
    orders: Orders


def verify(
    folder: Path,
    *,
    only: Iterable[str] = (),
    more: Iterable[Check] = (),
    key: bytes | None = None,
    runtime: str | None = None,
    jobs: int = 1,
    told: Told | None = None,
) -> Verification:
    """
    Verify list, signature and journals, and do checks again.

    Args:
        folder: of the examination.
        only: ids of rows or checks; all of them if empty.
        more: the checks of the laboratory's own that it was made with.
        key: public key that must have signed it, 32 bytes.
        runtime: what runs the firmware now.
        jobs: processes.
        told: told (checks done, checks, the one that ended).

    Raises:
        ExamError: no finished examination, a wrong signature, another core, or no such row.
    """
    faults = altered(folder)
    signed = signer(folder, key)
    wanted = tuple(only)
    exam = open_exam(folder, more=more, runtime=runtime)
    checks = {check.id: check for check in exam.plan.of(wanted)}
    unknown = [
        one for one in wanted if not any(one == check.id or one in check.rows for check in checks.values())
    ]
    if unknown:
        known = ", ".join(sorted({row for check in exam.plan.checks for row in check.rows}))
        raise ExamError(f"only must name rows that a check examined, {known} (got {unknown[0]})", "name one")
    tasks = [_Task(id, check, exam.orders) for id, check in checks.items()]
    for retest in exam.retests:
        if retest.check in checks:
            orders = replace(exam.orders, seed=f"{exam.orders.seed}/{retest.number}")
            tasks.append(_Task(retest.name, checks[retest.check], orders))
    same = 0
    with tempfile.TemporaryDirectory() as again:
        for done, (task, there) in enumerate(_all_done(tasks, exam.sample, Path(again), jobs), 1):
            files, differing = _compared(task.name, check_folder(folder, task.name), there)
            same += files
            faults += differing
            if told is not None:
                told(done, len(tasks), task.name)
    return Verification(tuple(faults), signed, tuple(task.name for task in tasks), same)


def _all_done(tasks: list[_Task], sample: Examinee, root: Path, jobs: int) -> Iterable[tuple[_Task, Path]]:
    """Each task with the folder in which it was done again."""
    if jobs == 1:
        for task in tasks:
            yield task, _again(sample, task, root)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        asked = [pool.submit(_again, sample, task, root) for task in tasks]
        for task, future in zip(tasks, asked, strict=True):
            yield task, future.result()


def _again(sample: Examinee, task: _Task, root: Path) -> Path:
    folder = root / task.name
    examine(task.check, sample, task.orders, folder)
    return folder


def _compared(name: str, kept: Path, again: Path) -> tuple[int, list[Fault]]:
    """How many files are the same, and those that are not."""
    was, now = (_bytes_of(folder) for folder in (kept, again))
    same, found = 0, []
    for file in sorted(was.keys() | now.keys()):
        shown = f"evidence/checks/{name}/{file}"
        if file not in now:
            found.append(Fault(shown, "was not made again"))
        elif file not in was:
            found.append(Fault(shown, "was made now, and is not in the evidence"))
        elif was[file] != now[file]:
            at = next((i for i, (a, b) in enumerate(zip(was[file], now[file], strict=False)) if a != b), -1)
            at = min(len(was[file]), len(now[file])) if at < 0 else at
            found.append(Fault(shown, f"came out with other bytes from byte {at} on"))
        else:
            same += 1
    return same, found


def _bytes_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
