# SPDX-License-Identifier: MIT
"""
The sample of an examination that is a device of a table, sealed in one file.

    sample = DeviceSample.of("boule")        # or the path of a sealed device
    sample.type, sample.ours, sample.device(seed="00")
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Unpack

from emulator.cabinet.trust import differences
from emulator.lab.exam.device_rows import device_requirements
from emulator.lab.exam.requirements import Requirement
from emulator.lab.exam.sample import ROM_NAME
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.table_device import DeviceOptions, DeviceRun
from machines.support.paths import file_path
from machines.support.plain import Json, JsonView
from machines.tables.devices import DESCRIPTION, SealedDevice, build_device, is_sealed_device, open_device
from machines.tables.wheel import Wheel


class Decree(NamedTuple):
    """The text that a device is held to."""

    id: str
    title: str


DECREES = {
    "wheel": Decree("es-ar-159-2002", "Decreto 159/2002 de Aragón, catálogo de juegos y apuestas, art. 3"),
    "cup": Decree("es-ib-pai-gow", "Illes Balears, Orden de 30 de diciembre de 2005, catálogo, número 16"),
}


@dataclass(frozen=True)
class DeviceSample:
    """
    What is examined.

    Args:
        name: as the laboratory was given it.
        data: bytes of the sealed device.
        built: it was sealed here; else it came as a file.
        serial: of the device.
        delivered: who delivered it and when, as the laboratory wrote it down.
    """

    name: str
    data: bytes
    built: bool
    serial: int = 1
    delivered: str = ""

    @classmethod
    def of(
        cls, name: str | Path, *, firmware: Path | None = None, serial: int = 1, delivered: str = ""
    ) -> DeviceSample:
        """
        Take a device in: one that ships, or a file.

        Raises:
            MachinesError: there is none of that name, or the file is not as it was built.
        """
        built = not is_sealed_device(name)
        data = build_device(str(name), firmware=firmware) if built else file_path(name).read_bytes()
        open_device(data)
        return cls(str(name), data, built, serial, delivered)

    @classmethod
    def read(cls, folder: Path, about: Json) -> DeviceSample:
        """The device that an evidence folder carries, from what ``as_dict`` told."""
        data = (folder / ROM_NAME).read_bytes()
        return cls(about["name"], data, about["built"], about["serial"], about["delivered"])

    @cached_property
    def sealed(self) -> SealedDevice:
        """The device out of its file, verified."""
        return open_device(self.data)

    @property
    def type(self) -> str:
        """Its kind, "wheel" or "cup"."""
        return self.sealed.kind

    @property
    def title(self) -> str:
        """As its description has it."""
        return self.sealed.description.title

    @property
    def law(self) -> Decree:
        """The decree that has its game."""
        return DECREES[self.type]

    @property
    def has(self) -> tuple[str, ...]:
        """``ball`` of a wheel that a ball runs in."""
        made = self.sealed.description
        return ("ball",) if isinstance(made, Wheel) and made.ball else ()

    @cached_property
    def ours(self) -> bool:
        """Whether the firmware is the installed one, byte for byte."""
        return not differences(self.sealed.rom(), self.sealed.rom(ours=True))

    def device(self, **options: Unpack[DeviceOptions]) -> ElectronicWheel | DiceCup:
        """A device with this program; options are those of ``TableDevice``."""
        made, sources = self.sealed.description, None if self.ours else self.sealed.sources
        kept: DeviceOptions = {"firmware": sources, "language": self.sealed.language, **options}
        return ElectronicWheel(made, **kept) if isinstance(made, Wheel) else DiceCup(made, **kept)

    def begun(self, origin: JsonView, **options: Unpack[DeviceRun]) -> ElectronicWheel | DiceCup:
        """The device of a journal's origin with this program; options are those of a run."""
        device: type[ElectronicWheel | DiceCup] = ElectronicWheel if self.type == "wheel" else DiceCup
        kept: DeviceRun = {**options, "firmware": None if self.ours else self.sealed.sources}
        return device.from_origin(origin, **kept)

    def requirements(self) -> tuple[Requirement, ...]:
        """Every row that it could be held to."""
        made = self.sealed.description
        return device_requirements(self.type, made.game if isinstance(made, Wheel) else made.name)

    def papers(self) -> Mapping[str, bytes]:
        """Its description."""
        return {DESCRIPTION: self.sealed.box.parts[DESCRIPTION]}

    def as_dict(self) -> Json:
        """Who it is: what a report and ``exam.json`` say of it."""
        parts = self.sealed.box.parts
        return {
            "name": Path(self.name).name,
            "title": self.title,
            "model": self.sealed.description.name,
            "type": self.type,
            "profile": self.law.id,
            "serial": self.serial,
            "delivered": self.delivered,
            "built": self.built,
            "rom_sha256": hashlib.sha256(self.data).hexdigest(),
            "rom_bytes": len(self.data),
            "parts": {name: hashlib.sha256(part).hexdigest() for name, part in sorted(parts.items())},
            "signer": None,
            "firmware_ours": self.ours,
        }
