# SPDX-License-Identifier: MIT
"""
The sample of an examination: the machine as it was delivered, sealed in one ROM file.

    sample = Sample.of("cierzo")             # or the path of a model file or of a ROM
    sample.rom.digest, sample.model.type, sample.ours
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from emulator.cabinet.bootrom import program_of
from emulator.cabinet.trust import differences
from emulator.lab.exam.requirements import HAS, Requirement, requirements
from emulator.support.errors import HintedError
from machines.check.problems import Problem
from machines.model import Model, model_text, parse_model
from machines.rom.build import MODEL, PROFILE, build_file
from machines.rom.read import SealedRom, is_rom, open_rom, read_rom
from machines.rules import Profile
from machines.support.plain import Json

ROM_NAME = "sample.rom"


class NoLawError(HintedError):
    """A laboratory gives no verdict on a machine whose profile is no law; ``hint`` is the next step."""


@dataclass(frozen=True)
class Sample:
    """
    What is examined.

    Args:
        name: as the laboratory was given it.
        data: bytes of the ROM file.
        built: the ROM was built here from a model; else it came as a file.
        declared_text: the model file that the maker filed, where the ROM came with one beside it.
        serial: of the cabinet.
        delivered: who delivered it and when, as the laboratory wrote it down.
    """

    name: str
    data: bytes
    built: bool
    declared_text: bytes | None = None
    serial: int = 1
    delivered: str = ""

    @classmethod
    def of(
        cls,
        name: str | Path,
        *,
        profile: str | None = None,
        declared: str | Path | None = None,
        firmware: Path | None = None,
        serial: int = 1,
        delivered: str = "",
    ) -> Sample:
        """
        Take a machine in.

        Args:
            name: a model that ships, or the path of a model or ROM file.
            profile: rule profile to examine against; a ROM has its own.
            declared: the model that the maker filed, to compare the ROM with: a file, or one that ships.
            firmware: folder of a firmware to build with, instead of ours.

        Raises:
            MachinesError: the model cannot be made (one that breaks the law alone can), or the ROM is not as
                it was built.
            NoLawError: its profile is no law.
        """
        filed = None if declared is None else model_text(str(declared))[1]
        rom = is_rom(name)
        if rom:
            data = read_rom(name, draft=True).data
        else:
            data = build_file(name, profile=profile, firmware=firmware, draft=True)
        found = cls(str(name), data, not rom, filed, serial, delivered)
        if found.law.free:
            raise NoLawError(
                f"profile must be a law for a verdict (got {found.law.id}, under which no limit binds)",
                "name one with --profile, such as es-ar-2002; a ROM must be built by it: "
                "azar build MODEL --profile es-ar-2002 -o F",
            )
        return found

    @classmethod
    def read(cls, folder: Path, about: Json) -> Sample:
        """The sample that an evidence folder carries, from what ``as_dict`` told."""
        declared = folder / "declared.toml"
        filed = declared.read_bytes() if declared.exists() else None
        data = (folder / ROM_NAME).read_bytes()
        return cls(about["name"], data, about["built"], filed, about["serial"], about["delivered"])

    @cached_property
    def rom(self) -> SealedRom:
        """The ROM, verified as the board's boot code does."""
        return open_rom(ROM_NAME, self.data, draft=True)

    @cached_property
    def declared(self) -> Model | None:
        """The model that the maker filed, if it is not the one in the ROM."""
        if self.declared_text is None:
            return None
        return parse_model(self.declared_text, source="declared.toml", profile=self.law, draft=True)

    @property
    def model(self) -> Model:
        """The model that the ROM carries."""
        return self.rom.model

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Each rule of the law that reading the model shows to be broken; none of a lawful one."""
        return self.model.problems

    @property
    def law(self) -> Profile:
        """The profile that it is examined against."""
        return self.model.profile

    @cached_property
    def ours(self) -> bool:
        """Whether the firmware is the installed one, byte for byte; another's is driven by inputs only."""
        program = program_of(self.model.name, self.rom, test=True)
        return not differences(program.rom, program.ours)

    @property
    def type(self) -> str:
        """Of the model."""
        return self.model.type

    @property
    def title(self) -> str:
        """Of the model."""
        return self.model.title

    @cached_property
    def has(self) -> tuple[str, ...]:
        """What the machine has, by name in HAS."""
        return tuple(name for name, has in HAS.items() if has(self.model))

    def requirements(self) -> tuple[Requirement, ...]:
        """Every row that the machine could be held to."""
        return requirements(self.model, self.law)

    def papers(self) -> Mapping[str, bytes]:
        """Model and law out of the ROM, and the model that was filed where it is another."""
        parts = self.rom.box.parts
        filed = {} if self.declared_text is None else {"declared.toml": self.declared_text}
        return {"model.toml": parts[MODEL], "profile.json": parts[PROFILE], **filed}

    def as_dict(self) -> Json:
        """Who it is: what a report and ``exam.json`` say of it."""
        return {
            "name": Path(self.name).name,
            "title": self.model.title,
            "model": self.model.name,
            "type": self.model.type,
            "profile": self.law.id,
            "serial": self.serial,
            **({"plate": plate} if (plate := self.model.plate.given) else {}),
            "delivered": self.delivered,
            "built": self.built,
            "rom_sha256": hashlib.sha256(self.data).hexdigest(),
            "rom_bytes": len(self.data),
            "parts": {
                name: hashlib.sha256(part).hexdigest() for name, part in sorted(self.rom.box.parts.items())
            },
            "signer": self.rom.signer,
            "firmware_ours": self.ours,
        }
