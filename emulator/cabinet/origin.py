# SPDX-License-Identifier: MIT
"""The beginning of a run: all that is needed to begin it again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from emulator.cabinet.bootrom import Program
from emulator.cabinet.commission import chip_key_for, commission, first_physical
from emulator.cabinet.options import CabinetOptions
from emulator.cabinet.physical import require_fitting, with_room
from emulator.cabinet.trust import Choice
from machines.memory.chip import Seals, seals_of
from machines.model import Model
from machines.rom.program import Rom
from machines.support.plain import Json


@dataclass(frozen=True)
class Origin:
    """
    The beginning of a run.

    Attributes:
        program: the model and what its board boots; choice: what runs it.
        seed: of a TEST machine; None: a machine of record.
        serial: serial number, and number of the random stream.
        chip_key: the key in the one-time memory of the chip, 32 bytes.
        physical: coins, reel angles and meters, as ``Cabinet.physical`` gives them.
        nvram: the first content of the FRAM.
    """

    program: Program
    choice: Choice
    seed: str | None
    serial: int
    chip_key: bytes
    physical: Json
    nvram: bytes

    @classmethod
    def of(cls, program: Program, choice: Choice, options: CabinetOptions) -> Self:
        """
        A beginning of which all is known; without an NVRAM the machine is commissioned.

        Raises:
            CabinetError: what lasts is not of this model, or a machine of record lacks its key.
        """
        seed, serial, nvram = options.get("seed"), options.get("serial", 1), options.get("nvram")
        kept = options.get("physical")
        physical = first_physical(program.model, options) if kept is None else dict(kept)
        require_fitting(physical, program.model)
        if kept is not None:
            physical = with_room(physical, program.model)
        key = chip_key_for(seed, nvram, options.get("chip_key"))
        if nvram is None:
            nvram = commission(program.model, seed, serial, physical, seals_of(key, serial))
        return cls(program, choice, seed, serial, key, physical, nvram)

    @property
    def model(self) -> Model:
        """The model of the machine."""
        return self.program.model

    @property
    def rom(self) -> Rom:
        """The ROM of its board."""
        return self.program.rom

    @cached_property
    def seals(self) -> Seals:
        """The seals of this machine's records."""
        return seals_of(self.chip_key, self.serial)

    def header(self) -> Json:
        """All but the NVRAM and the digests of the ROM, as plain JSON values."""
        return {
            "model": self.program.name,
            "profile": self.program.model.profile.id,
            "serial": self.serial,
            "language": self.program.language,
            "seed": self.seed,
            "test": self.seed is not None,
            # That of a TEST machine follows from its seed.
            "chip_key": self.chip_key.hex() if self.seed is None else None,
            "powered": True,
            "physical": self.physical,
            **self.choice.origin(),
        }
