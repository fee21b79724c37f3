# SPDX-License-Identifier: MIT
"""How a run of a cabinet began: all that it takes to begin it again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from emulator.cabinet.bootrom import Program
from emulator.cabinet.commission import chip_key_for, commission
from emulator.cabinet.physical import require_fitting
from emulator.cabinet.trust import Choice
from machines.memory.chip import Seals, seals_of
from machines.model import Model
from machines.rom.program import Rom
from machines.support.plain import Json, JsonView


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
    def of(
        cls,
        program: Program,
        choice: Choice,
        physical: JsonView,
        *,
        seed: str | None,
        serial: int,
        nvram: bytes | None,
        chip_key: bytes | None,
    ) -> Self:
        """
        A beginning of which all is known; without ``nvram`` the machine is commissioned.

        Raises:
            CabinetError: ``physical`` is not of this model, or a machine of record lacks its key.
        """
        require_fitting(physical, program.model)
        kept, key = dict(physical), chip_key_for(seed, nvram, chip_key)
        if nvram is None:
            nvram = commission(program.model, seed, serial, kept, seals_of(key, serial))
        return cls(program, choice, seed, serial, key, kept, nvram)

    @property
    def model(self) -> Model:
        """What the machine is."""
        return self.program.model

    @property
    def rom(self) -> Rom:
        """What its board boots."""
        return self.program.rom

    @cached_property
    def seals(self) -> Seals:
        """What the records of this machine are sealed with."""
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
