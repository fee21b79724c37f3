# SPDX-License-Identifier: MIT
"""
The boot code: reads a ROM file and lets a board boot it only if all of it is as it was built.

    rom = read_rom("cierzo.rom")       # DamagedRomError names every part that is to blame
    rom.model, rom.digest, rom.boot()
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from machines.check.art import Reader
from machines.model import Model, ModelError, model_names, parse_model
from machines.rom import mpy
from machines.rom import pins as rom_pins
from machines.rom.build import ART, BUILDER, DRAFT, FIRMWARE, MODEL, PINS, PROFILE, TABLES, facts
from machines.rom.file import MAGIC, Box, DamagedRomError, Finding, unpack
from machines.rom.profile_data import read_profile
from machines.rom.program import SETTINGS, Rom, RomError, check_names, firmware_digest, model_settings
from machines.rules import ProfileError
from machines.support.paths import file_path

SUFFIX = ".rom"
_SETTINGS = f"{FIRMWARE}{SETTINGS}.py"


class DraftRomError(DamagedRomError):
    """A ROM that is as it was built, but of a model that breaks the law."""

    hint = "azar lab examines a draft; mend the model and build it again with azar build"


@dataclass(frozen=True)
class SealedRom:
    """A ROM file that may boot: whole, consistent, and signed as was asked for; a draft in TEST machines."""

    path: str
    data: bytes
    box: Box
    signer: str | None
    """Fingerprint of the key that signed it."""
    model: Model
    """With ``problems`` where it is a draft."""

    @property
    def digest(self) -> str:
        """What a laboratory seals."""
        return self.box.digest

    @property
    def language(self) -> str:
        """Of the message line."""
        return str(self.box.manifest["language"])

    def boot(self, *, test: bool = False) -> Rom:
        """
        What the board runs.

        Args:
            test: a TEST machine: the same ROM but for the constant TEST, so that it shows itself as one.
        """
        sources = dict(sources_of(self.box.parts))
        compiled = dict(_modules(self.box.parts, ".mpy"))
        if test:
            sources[SETTINGS] = model_settings(
                self.model, firmware_digest(sources), language=self.language, test=True
            )
            del compiled[SETTINGS]
        return Rom(
            sources, self.box.parts[TABLES], rom_pins.pin_rows(self.box.parts[PINS]), self.digest, compiled
        )


def is_rom(name: str | Path) -> bool:
    """Whether a name is a ROM file's rather than a model's, by its ending or its first bytes."""
    if str(name).endswith(SUFFIX):
        return True
    if str(name) in model_names():
        return False
    try:
        with file_path(name).open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def read_rom(path: str | Path, *, key: bytes | None = None, draft: bool = False) -> SealedRom:
    """
    The board's boot code: read a ROM and let nothing run unless all of it is as it was built.

    Args:
        path: the file.
        key: public key that must have signed it, 32 bytes; None takes any right signature, and none.
        draft: the caller takes a draft, too, whose model breaks the law.

    Raises:
        RomError: the file cannot be read.
        DraftRomError: it is a draft; names what it breaks.
        DamagedRomError: names every part that is altered, cut off, missing, too much, at odds with the others
            or signed by another key.
    """
    try:
        data = file_path(path).read_bytes()
    except OSError as error:
        raise RomError(f"{path}: {error.strerror or error}") from error
    try:
        return open_rom(str(path), data, key, draft=draft)
    except DamagedRomError as damage:
        raise type(damage)(damage.findings, str(path)) from None


def open_rom(path: str, data: bytes, key: bytes | None = None, *, draft: bool = False) -> SealedRom:
    """As ``read_rom``, of bytes; ``path`` is what errors call them."""
    box = unpack(data)
    signed = None
    if box.signature or key is not None:
        from machines.rom.seal import signer

        signed = signer(box, key)
    findings = list(_belonging(box.parts))
    if findings:
        raise DamagedRomError(findings)
    model = model_of(box, draft)
    findings = list(_agreeing(box, model))
    if findings:
        raise DamagedRomError(findings)
    return SealedRom(path, data, box, signed, model)


def _belonging(parts: Mapping[str, bytes]) -> Iterator[Finding]:
    """Parts that a ROM must have and has not, and parts that no ROM has."""
    for name in (MODEL, PROFILE, PINS, TABLES, f"{FIRMWARE}main.py", _SETTINGS):
        if name not in parts:
            yield Finding(name, "missing")
    for name in sorted(parts):
        stem, _, ending = name.removeprefix(FIRMWARE).rpartition(".")
        if name in (MODEL, PROFILE, PINS, TABLES) or name.startswith(ART):
            continue
        if not name.startswith(FIRMWARE) or ending not in ("py", "mpy"):
            yield Finding(name, "extra: no part of a ROM")
        elif ending == "py" and f"{FIRMWARE}{stem}.mpy" not in parts:
            yield Finding(f"{FIRMWARE}{stem}.mpy", "missing")
        elif ending == "mpy" and f"{FIRMWARE}{stem}.py" not in parts:
            yield Finding(name, "extra: compiled from no source in the ROM")


def model_of(box: Box, draft: bool = False) -> Model:
    """
    The model, checked against the law that the ROM carries.

    Args:
        box: a whole ROM.
        draft: one that breaks the law alone is read as well.

    Raises:
        DamagedRomError: profile or model is none.
        DraftRomError: it is a draft, and none is wanted.
    """
    parts = box.parts
    try:
        law = read_profile(parts[PROFILE])
    except ProfileError as error:
        raise DamagedRomError([Finding(PROFILE, str(error))]) from error
    try:
        return parse_model(parts[MODEL], source=MODEL, profile=law, draft=draft, pictures=_pictures(parts))
    except ModelError as error:
        broken = [Finding(MODEL, str(problem)) for problem in error.problems]
        if DRAFT not in box.manifest or draft:
            raise DamagedRomError(broken) from error
        said = Finding(
            "manifest", "a draft, whose model breaks the law: only a laboratory and TEST machines take it"
        )
        raise DraftRomError([said, *broken]) from error


def _pictures(parts: Mapping[str, bytes]) -> Reader:
    """Pictures that lie in the ROM."""

    def read(name: str) -> bytes:
        if f"{ART}{name}" not in parts:
            raise FileNotFoundError(f"no part {ART}{name}")
        return parts[f"{ART}{name}"]

    return read


def _agreeing(box: Box, model: Model) -> Iterator[Finding]:
    """Where parts that are each whole do not fit one another, or the board at hand."""
    parts, manifest = box.parts, box.manifest
    language = manifest.get("language")
    if not isinstance(language, str):
        yield Finding("manifest", f"language must be a text (got {language!r})")
        return
    for name, value in {DRAFT: None, **facts(model, language)}.items():
        if name != "known_answer" and manifest.get(name) != value:
            yield Finding("manifest", f"{name} must be {value} as the parts say (got {manifest.get(name)})")
    for name in BUILDER:
        if not isinstance(manifest.get(name), str):
            yield Finding("manifest", f"{name} must be a text (got {manifest.get(name)!r})")
    for name in sorted(parts):
        if name.startswith(ART) and name.removeprefix(ART) not in model.art_files:
            yield Finding(name, f"extra: no file that {MODEL} names")
    if parts[TABLES] != model.tables.blob:
        yield Finding(TABLES, f"must be what {MODEL} compiles to")
    elif manifest.get("known_answer") != facts(model, language)["known_answer"]:
        yield Finding("manifest", "known_answer: the core at hand makes other plays than the builder's core")
    try:
        sources = sources_of(parts)
        check_names(sources)
    except RomError as error:
        yield Finding("firmware", str(error))
    else:
        settings = model_settings(model, firmware_digest(sources), language=language)
        if parts[_SETTINGS] != settings.encode():
            yield Finding(_SETTINGS, f"must be the settings that {MODEL}, {PROFILE} and {FIRMWARE} make")
    yield from rom_pins.fits_board(parts[PINS], model.type)


def sources_of(parts: Mapping[str, bytes]) -> dict[str, str]:
    """Module name -> source of every module in the ROM; RomError if one is no text."""
    sources = {}
    for name, code in _modules(parts, ".py"):
        try:
            sources[name] = code.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RomError(f"{name}.py must be UTF-8 text (byte {error.start} is not)") from None
    return sources


def _modules(parts: Mapping[str, bytes], ending: str) -> Iterator[tuple[str, bytes]]:
    for name, code in parts.items():
        if name.startswith(FIRMWARE) and name.endswith(ending):
            yield name.removeprefix(FIRMWARE).removesuffix(ending), code


def verify_compiled(rom: SealedRom) -> list[Finding]:
    """
    Compile the sources of a ROM again; return what in it is not what they compile to.

    Raises:
        CompileError: there is no mpy-cross.
    """
    findings = []
    made_by = rom.box.manifest["mpy_cross"]
    here = mpy.compiler().version
    for name, code in sorted(_modules(rom.box.parts, ".mpy")):
        part = f"{FIRMWARE}{name}.mpy"
        try:
            same = mpy.compile_module(name, sources_of(rom.box.parts)[name]) == code
        except mpy.CompileError as error:
            findings.append(Finding(part, str(error)))
            continue
        if not same and made_by != here:
            text = f"cannot be judged: made by mpy-cross {made_by}, and {here} makes other bytes"
            findings.append(Finding(part, text))
        elif not same:
            findings.append(Finding(part, f"must be what mpy-cross {here} makes of its source"))
    return findings
