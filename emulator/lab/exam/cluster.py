# SPDX-License-Identifier: MIT
"""
The checks of an examination on the workers of a dask.distributed scheduler.

A worker needs azar, the very core of whoever asks, and gets the sample with its orders; it returns the bytes
of what the check left. docs/campaigns.md says how a scheduler is started.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from emulator.lab.cluster import INSTALL, Workers, result
from emulator.lab.exam.catalogue import Check
from emulator.lab.exam.examinee import Examinee
from emulator.lab.exam.finding import Finding
from emulator.lab.exam.folder import ExamError, check_folder
from emulator.lab.exam.work import RESULT, Orders, examine
from machines.rom.build import core_digest

_LOST_MAX = 3
"""How often a check may be lost with its worker before something must be wrong with the check."""


def examine_on(
    url: str, sample: Examinee, orders: Orders, checks: Sequence[Check], folder: Path
) -> Iterator[tuple[Check, Mapping[str, Finding]]]:
    """
    Do checks on all workers of a scheduler; yields each with what it found as it ends.

    Raises:
        ClusterError: dask is not installed, or no scheduler answers.
        ExamError: a worker has another core, or one check lost its worker again and again.
    """
    cluster = Workers(url)
    core = core_digest()
    try:
        asked = {cluster.submit(_files_of, check, sample, orders, core): _Asked(check) for check in checks}
        while asked:
            future = cluster.answered()
            if future is None:
                continue
            one = asked.pop(future)
            kept = result(future)
            if kept is None:
                asked[cluster.submit(_files_of, one.check, sample, orders, core)] = one.again(url)
                continue
            _require_core(kept.core, core, url)
            _keep(kept.files, check_folder(folder, one.check.id))
            # Done already: what there is is read.
            yield one.check, examine(one.check, sample, orders, check_folder(folder, one.check.id))
    finally:
        cluster.close()


class _Kept(NamedTuple):
    """What a worker returns: its core, and what the check left there, by name; nothing with another core."""

    core: str
    files: Mapping[str, bytes]


class _Asked(NamedTuple):
    """A check that is under way, and how many workers died over it."""

    check: Check
    lost: int = 0

    def again(self, url: str) -> _Asked:
        if self.lost == _LOST_MAX:
            what = f"check {self.check.id} must not lose its worker more than {_LOST_MAX} times"
            raise ExamError(f"{what} (got {self.lost + 1} at {url})", "look at the logs of the workers")
        return self._replace(lost=self.lost + 1)


def _require_core(theirs: str, ours: str, url: str) -> None:
    if theirs != ours:
        raise ExamError(f"every worker of {url} must have core {ours} (got {theirs})", INSTALL)


def _keep(files: Mapping[str, bytes], target: Path) -> None:
    """Write what a check left; its result comes last, as a check with a result is done."""
    for name in sorted(files, key=lambda name: name == RESULT):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(files[name])


def _files_of(check: Check, sample: Examinee, orders: Orders, core: str) -> _Kept:
    """Do a check here, unless the core is another one than that of whoever asks."""
    if core_digest() != core:
        return _Kept(core_digest(), {})
    with tempfile.TemporaryDirectory() as folder:
        examine(check, sample, orders, Path(folder))
        files = [path for path in Path(folder).rglob("*") if path.is_file()]
        return _Kept(core, {path.relative_to(folder).as_posix(): path.read_bytes() for path in files})
