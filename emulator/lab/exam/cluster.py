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

from emulator.lab.campaign_cluster import _connect
from emulator.lab.exam.catalogue import Check
from emulator.lab.exam.finding import Finding
from emulator.lab.exam.folder import ExamError, check_folder
from emulator.lab.exam.sample import Sample
from emulator.lab.exam.work import Orders, examine
from machines.rom.build import core_digest


def examine_on(
    url: str, sample: Sample, orders: Orders, checks: Sequence[Check], folder: Path
) -> Iterator[tuple[Check, Mapping[str, Finding]]]:
    """
    Do checks on all workers of a scheduler; yields each with what it found as it ends.

    Raises:
        CampaignError: dask is not installed, or no scheduler answers.
        ExamError: a worker has another core.
    """
    from distributed import as_completed

    client = _connect(url)
    asked = {
        client.submit(_files_of, check, sample, orders, core_digest(), pure=False): check for check in checks
    }
    for future in as_completed(list(asked)):  # type: ignore[no-untyped-call]
        check, kept = asked[future], future.result()
        if isinstance(kept, str):
            raise ExamError(
                f"{url}: a worker must have core {core_digest()} (has {kept})", "install the same azar"
            )
        target = check_folder(folder, check.id)
        for name, data in kept.items():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(data)
        yield check, examine(check, sample, orders, target)  # reads what is there


def _files_of(check: Check, sample: Sample, orders: Orders, core: str) -> dict[str, bytes] | str:
    """What a check leaves, by name; the core of this worker if it is another one."""
    if core_digest() != core:
        return core_digest()
    with tempfile.TemporaryDirectory() as folder:
        examine(check, sample, orders, Path(folder))
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in Path(folder).rglob("*")
            if path.is_file()
        }
