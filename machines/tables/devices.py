# SPDX-License-Identifier: MIT
"""
The kinds of devices that make a table's chance, and the file in which one is sealed for whoever examines it.

    data = build_device("boule")             # description and program, the same bytes wherever it is built
    sealed = open_device(data)               # DamagedRomError: names each part that is not as it was built
    sealed.kind, sealed.description.title, sealed.sources
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from machines.rom.file import MAGIC, Box, DamagedRomError, Finding, canonical, pack, unpack
from machines.rom.program import Rom, RomError, check_names
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.paths import file_path
from machines.support.plain import Json
from machines.support.shipped import shipped_file, shipped_names
from machines.tables import cup, wheel
from machines.tables.cup import Cup, CupError
from machines.tables.device_works import Program
from machines.tables.wheel import Wheel, WheelError

Description = Wheel | Cup
FORMAT = 1
SEALED = "device"
DESCRIPTION, TABLES, PINS, FIRMWARE = "device.toml", "tables.bin", "pins.json", "firmware/"


class Kind(NamedTuple):
    """
    One kind of device.

    Attributes:
        folder: of the descriptions that ship.
        error: of a description with mistakes.
        read: called with (text, what errors call it).
        program: its firmware.
        rom: called with a description; ``language``, ``test``, ``firmware``.
    """

    folder: Path
    error: type[Exception]
    read: Callable[[str, str], Description]
    program: Program
    rom: Callable[..., Rom]


KINDS: Mapping[str, Kind] = {
    "wheel": Kind(wheel.FOLDER, WheelError, wheel.read_wheel, wheel.PROGRAM, wheel.wheel_rom),
    "cup": Kind(cup.FOLDER, CupError, cup.read_cup, cup.PROGRAM, cup.cup_rom),
}


@dataclass(frozen=True)
class SealedDevice:
    """A device's file that is whole, and its parts."""

    box: Box
    kind: str
    description: Description
    sources: dict[str, str]
    """Module name -> source, without the settings, which follow from the description."""
    language: str

    def rom(self, *, test: bool = False, ours: bool = False) -> Rom:
        """What its board runs; with our firmware instead of its own if ``ours``."""
        firmware = None if ours else self.sources
        return KINDS[self.kind].rom(self.description, language=self.language, test=test, firmware=firmware)


def device_kind(name: str) -> str | None:
    """The kind of a device that ships, by its name."""
    return next((kind for kind, one in KINDS.items() if name in shipped_names(one.folder)), None)


def is_sealed_device(path: str | Path) -> bool:
    """Whether a file holds a sealed device."""
    try:
        data = file_path(path).read_bytes()
        return data.startswith(MAGIC) and unpack(data).manifest.get("azar") == SEALED
    except (OSError, DamagedRomError):
        return False


def build_device(
    name: str, *, language: str = DEFAULT_LANGUAGE, firmware: Path | Mapping[str, str] | None = None
) -> bytes:
    """
    Seal a device that ships.

    Args:
        name: of its description.
        language: of its message line.
        firmware: a folder, or module name -> source, instead of ours.

    Raises:
        MachinesError: there is no such device or language, or the firmware cannot be one.
    """
    kind = device_kind(name)
    if kind is None:
        known = [one for row in KINDS.values() for one in shipped_names(row.folder)]
        raise RomError(f"device must be one of {', '.join(known)} (got {name})")
    own = KINDS[kind]
    text = shipped_file(own.folder, name, kind, own.error).read_bytes()
    description = own.read(text.decode(), f"{name}.toml")
    if firmware is None or isinstance(firmware, Path):
        sources = own.program.sources(firmware)
    else:
        sources = dict(firmware)
    rom = own.rom(description, language=language, firmware=sources)
    return pack(_facts(kind, description, language), _parts(text, rom, sources))


def open_device(data: bytes) -> SealedDevice:
    """
    Take a sealed device apart.

    Raises:
        DamagedRomError: names every part that is altered, missing, too much or at odds with the others.
    """
    box = unpack(data)
    kind = str(box.manifest.get("kind"))
    if box.manifest.get("azar") != SEALED or kind not in KINDS:
        said = f"must be of a device, {' or '.join(KINDS)} (got {box.manifest.get('azar')}, {kind})"
        raise DamagedRomError([Finding("manifest", said)])
    own, language = KINDS[kind], str(box.manifest.get("language"))
    try:
        text = box.parts[DESCRIPTION]
        description = own.read(text.decode(), DESCRIPTION)
        sources = {
            name.removeprefix(FIRMWARE).removesuffix(".py"): code.decode()
            for name, code in box.parts.items()
            if name.startswith(FIRMWARE)
        }
        check_names(sources)
        rom = own.rom(description, language=language, firmware=sources)
    except (KeyError, UnicodeDecodeError, RomError, own.error) as error:
        raise DamagedRomError([Finding(DESCRIPTION, str(error))]) from error
    wanted = _parts(text, rom, sources)
    wrong = [name for name in sorted(wanted | box.parts) if wanted.get(name) != box.parts.get(name)]
    if wrong or {**_facts(kind, description, language), "parts": box.manifest["parts"]} != box.manifest:
        raise DamagedRomError(
            [Finding(name, "must be what the others make it") for name in wrong or ["manifest"]]
        )
    return SealedDevice(box, kind, description, sources, language)


def _facts(kind: str, description: Description, language: str) -> Json:
    return {
        "azar": SEALED,
        "format": FORMAT,
        "kind": kind,
        "model": description.name,
        "title": description.title,
        "language": language,
    }


def _parts(text: bytes, rom: Rom, sources: Mapping[str, str]) -> dict[str, bytes]:
    return {
        DESCRIPTION: text,
        TABLES: rom.tables,
        PINS: canonical([list(row) for row in rom.pin_rows]),
        **{f"{FIRMWARE}{name}.py": code.encode() for name, code in sources.items()},
    }
