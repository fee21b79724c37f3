# SPDX-License-Identifier: MIT
"""
Examinations of devices that several tests look at, each made once.

    made = DeviceExams(folder_of)             # the fixture ``device_exam`` is one
    made("boule", "device_tilts").found["D-10"]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from exam_rig import check

from emulator.lab.exam.device_sample import DeviceSample
from emulator.lab.exam.finding import Finding
from emulator.lab.exam.plan import make_plan
from emulator.lab.exam.work import Orders, examine


class Made(NamedTuple):
    """What a check found, and where its evidence lies, in ``checks/ID``."""

    found: Mapping[str, Finding]
    folder: Path


class DeviceExams:
    """Checks of the quick plan on devices that ship; the same again costs nothing."""

    def __init__(self, folder_of: Callable[[str], Path]) -> None:
        self._folder_of = folder_of
        self._kept: dict[tuple[str, str, str], Made] = {}

    def __call__(self, name: str, id: str, runtime: str = "cpython") -> Made:
        """What a check finds of a device on a runtime."""
        key = (name, id, runtime)
        if key not in self._kept:
            sample, folder = DeviceSample.of(name), self._folder_of(f"{name}-{id}")
            orders = Orders("quick", "00", make_plan(sample, "quick").alpha, runtime=runtime)
            self._kept[key] = Made(examine(check(id), sample, orders, folder / "checks" / id), folder)
        return self._kept[key]
