# SPDX-License-Identifier: MIT
"""Which ROM a cabinet boots: a sealed one from a file, or one built from a model on the spot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from emulator.cabinet.errors import CabinetError
from machines.model import Model, known_model, load_model, model_text, pictured, require_lawful
from machines.rom.program import FIRMWARE_FOLDER, Rom, build_rom, model_files
from machines.rom.read import SealedRom, is_rom, read_rom
from machines.support.languages import DEFAULT_LANGUAGE, languages

# ROMs that a process keeps: one or two of all models that ship.
KEPT = 64


@dataclass(frozen=True)
class Program:
    """A model, the ROM of its board, and the name that finds both again."""

    name: str
    model: Model
    rom: Rom
    language: str
    ours: Rom
    """The same with our firmware."""
    folder: Path | None = None
    """Where the sources lie; None: in a ROM file, or nowhere."""

    def paths(self) -> dict[str, str]:
        """Module name -> file, as a debugger shows it; no file lies there of what is in no folder."""
        files = {} if self.folder is None else model_files(self.model, self.folder)
        home = self.folder or Path(self.name).absolute() / "firmware"
        named = {name: files.get(name, home / f"{name}.py") for name in self.rom.sources}
        return {name: str(path.absolute()) for name, path in named.items()}


def program_of(
    model: str | Path | Model,
    rom: str | Path | SealedRom | None,
    *,
    profile: str | None = None,
    language: str | None = None,
    firmware: Path | Mapping[str, str] | None = None,
    key: bytes | None = None,
    test: bool = False,
) -> Program:
    """
    Find the ROM of a cabinet; nothing has run when this refuses.

    Args:
        model: a model, or the path of a ROM file.
        rom: a ROM file instead, by path or as ``read_rom`` returned it.
        profile, language, firmware: what to build with; a ROM has its own, and takes no other.
        key: public key that must have signed the ROM, 32 bytes.
        test: a TEST machine.

    Raises:
        DamagedRomError: the ROM is not as it was built, or not signed by that key.
        DraftRomError, ModelError: a draft, which a TEST machine alone boots.
        CabinetError: a sealed ROM was to be given another profile, language or firmware.
        MachinesError: the model or the firmware has mistakes.
    """
    if rom is None and not isinstance(model, Model) and is_rom(model):
        rom = model
    if rom is not None:
        sealed = rom if isinstance(rom, SealedRom) else read_rom(rom, key=key, draft=test)
        if not test:
            require_lawful(sealed.model)
        own = {"profile": sealed.model.profile.id, "language": sealed.language, "firmware": None}
        for name, wanted in (("profile", profile), ("language", language), ("firmware", firmware)):
            if wanted not in (None, own[name]):
                raise CabinetError(f"{name} must be what the ROM was sealed with (got {wanted})")
        # Texts in a language of which there is no catalogue here are not ours.
        known = sealed.language if sealed.language in languages() else DEFAULT_LANGUAGE
        ours = build_rom(sealed.model, language=known, test=test)
        return Program(sealed.path, sealed.model, sealed.boot(test=test), sealed.language, ours)
    if key is not None:
        raise CabinetError("key must be None where no ROM file is booted: only a file is signed")
    language = language or DEFAULT_LANGUAGE
    if isinstance(model, Model):
        if not test:
            require_lawful(model)
        name, checked = model.name, model
        ours = _built_of(_Same(model), language, test)
    else:
        source, text = model_text(model)
        name, checked = str(model), pictured(known_model(source, text, profile), model)
        ours = _built(source, text, profile, language, test)
    made = ours
    folder: Path | None = FIRMWARE_FOLDER
    if firmware is not None:
        made = build_rom(checked, language=language, test=test, firmware=firmware)
        folder = firmware if isinstance(firmware, Path) else None
    return Program(name, checked, made, language, ours, folder)


@lru_cache(maxsize=KEPT)
def _built(source: str, text: bytes, profile: str | None, language: str, test: bool) -> Rom:
    """The ROM of a model with our firmware; all its cabinets share it."""
    return build_rom(known_model(source, text, profile), language=language, test=test)


class _Same:
    """A model that equals itself alone: two of the same contents are not compared, which takes longer."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.model is self.model

    def __hash__(self) -> int:
        return id(self.model)


@lru_cache(maxsize=KEPT)
def _built_of(same: _Same, language: str, test: bool) -> Rom:
    """The ROM of a model that is in memory already."""
    return build_rom(same.model, language=language, test=test)


def model_of(name: str) -> Model:
    """The model of that name, in that model file, or sealed in that ROM; MachinesError if there is none."""
    if is_rom(name):
        return read_rom(name).model
    return load_model(name)
