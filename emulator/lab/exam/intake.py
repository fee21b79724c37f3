# SPDX-License-Identifier: MIT
"""
Takes a sample in: a coin machine or a device of a table, whichever the name means.

    sample = taken_in("boule")               # a DeviceSample
    sample = taken_in("cierzo")              # a Sample
"""

from __future__ import annotations

from pathlib import Path

from emulator.lab.exam.device_sample import DeviceSample
from emulator.lab.exam.examinee import Examinee
from emulator.lab.exam.sample import Sample
from emulator.support.errors import HintedError
from machines.support.plain import Json
from machines.tables.devices import KINDS, device_kind, is_sealed_device


class OptionError(HintedError):
    """An option that a device of a table does not have; ``hint`` is the next step."""


def taken_in(
    name: str | Path,
    *,
    profile: str | None = None,
    declared: str | Path | None = None,
    firmware: Path | None = None,
    serial: int = 1,
    delivered: str = "",
) -> Examinee:
    """
    Take a sample in, as ``Sample.of`` and ``DeviceSample.of`` do.

    Raises:
        OptionError: a device was given a profile or a declared model.
        MachinesError, NoLawError: as those raise them.
    """
    if device_kind(str(name)) is None and not is_sealed_device(name):
        return Sample.of(
            name, profile=profile, declared=declared, firmware=firmware, serial=serial, delivered=delivered
        )
    for option, value in (("profile", profile), ("declared", declared)):
        if value is not None:
            raise OptionError(
                f"{option} must be left out for a device of a table (got {value})", "its decree has no other"
            )
    return DeviceSample.of(name, firmware=firmware, serial=serial, delivered=delivered)


def read_sample(folder: Path, about: Json) -> Examinee:
    """The sample that an evidence folder carries, from what its ``as_dict`` told."""
    return (DeviceSample if about["type"] in KINDS else Sample).read(folder, about)
