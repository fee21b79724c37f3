# SPDX-License-Identifier: MIT
"""One of two versions that are compared: a whole ROM, whether or not the core at hand plays it alike."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from emulator.lab.exam.finding import Grade, Words
from emulator.lab.exam.requirements import requirements
from emulator.lab.exam.sample import ROM_NAME
from emulator.support.errors import HintedError
from machines.model import Model, model_file
from machines.rom.build import build_file
from machines.rom.file import Box, unpack
from machines.rom.read import is_rom, model_of
from machines.support.paths import file_path
from machines.support.plain import Json


class DiffError(HintedError):
    """Something that holds no machine to compare."""


@dataclass(frozen=True)
class Version:
    """A machine as a ROM has it."""

    name: str
    box: Box
    model: Model
    signer: str | None
    """Fingerprint of the key that signed it."""
    folder: Path | None = None
    """Of its examination, if it was taken out of one."""

    @property
    def digest(self) -> str:
        """What a laboratory seals."""
        return self.box.digest

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.model.title

    @property
    def type(self) -> str:
        """Of the machine."""
        return self.model.type

    @property
    def topics(self) -> dict[str, Words]:
        """The rows that bind it, with what each is about."""
        rows = requirements(self.model, self.model.profile)
        return {row.id: row.topic for row in rows if row.grade != Grade.NO_APLICA}

    def identity(self) -> Json:
        """Who it is."""
        return {
            "name": self.name, "model": self.model.name, "title": self.title, "type": self.type,
            "profile": self.model.profile.id, "rom_sha256": self.digest,
        }  # fmt: skip

    @classmethod
    def of(cls, name: str | Path, *, firmware: Path | None = None, folder: Path | None = None) -> Version:
        """
        A model that ships, a model or ROM file, or a folder that holds one of them.

        A ROM that another core was built for is compared all the same: that it makes other plays is what is
        to be found.

        Raises:
            DiffError: a folder without a ROM, or with several.
            MachinesError: a model cannot be made (one that breaks the law alone can), or a part of a ROM is
                not as it was built.
        """
        if (within := rom_in(name)) is not None:
            name, folder = within, Path(name)
        data = (
            file_path(name).read_bytes() if is_rom(name) else build_file(name, firmware=firmware, draft=True)
        )
        box = unpack(data)
        return cls(str(name), box, model_of(box, draft=True), _signer(box), folder)


def rom_in(name: str | Path) -> Path | None:
    """The one ROM of a folder; None: the name means no folder, or that of a model."""
    path = Path(name)
    return _rom_in(path) if path.is_dir() and not model_file(path).is_file() else None


def _rom_in(folder: Path) -> Path:
    found = sorted({*folder.glob(ROM_NAME), *folder.glob("**/*.rom")})
    if len(found) != 1:
        raise DiffError(f"the folder must hold one ROM (got {len(found)} in {folder})", "name the ROM file")
    return found[0]


def _signer(box: Box) -> str | None:
    if not box.signature:
        return None
    from machines.rom.seal import signer

    return signer(box, None)
