# SPDX-License-Identifier: MIT
"""
What a board boots: firmware sources, settings, core tables and pin table, with their digests.

The board never runs anything else. A ROM is made from a checked model, with our firmware or with a
folder of somebody else's; ``build.py`` puts it into a file and
``read.py`` gets it out again.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import machines
from machines import MachinesError
from machines.firmware import pins
from machines.model import Model
from machines.rom import mpy
from machines.support.languages import DEFAULT_LANGUAGE, LINK_LANGUAGES, catalogue
from machines.types.registry import TYPES

FIRMWARE_FOLDER = Path(machines.__file__).parent / "firmware"
# What only machines of one type run lies in a folder of its own beside what all of them do. So do modules of
# one name of which a machine has one or the other, by its mechanisms (parallel, cctalk), its reels (drums,
# screen) and its pots (alone, linked): the firmware imports them by that name and never asks which.

SETTINGS = "settings"
# How the names of modules end that hold what the firmware says, in English.
TEXTS = "_texts"
# What the board itself offers its firmware, and what reaches the host from there. A module of one of
# these names could stand between a firmware and its pins, its clock or its chance.
RESERVED = ("machine", "time", "payout", "_board", "host")

PinRow = tuple[str, int, int, int, int]


class RomError(MachinesError):
    """A ROM cannot be made from what was given."""


@dataclass(frozen=True)
class Rom:
    """Everything that decides what a board does, apart from its NVRAM and its inputs."""

    sources: Mapping[str, str]
    """Module name -> MicroPython source, ``settings`` included."""
    tables: bytes
    """The packed tables that the core runs."""
    pin_rows: tuple[PinRow, ...] = pins.PINS
    """The pin table of the board that it is made for."""
    sealed: str | None = None
    """Digest of the ROM file that it came out of, if it did."""
    compiled: Mapping[str, bytes] = field(default_factory=dict)
    """``.mpy`` of the modules that came compiled."""

    @functools.cached_property
    def mpy(self) -> dict[str, bytes]:
        """Module name -> ``.mpy``; CompileError if one has to be compiled and cannot be."""
        return {
            name: self.compiled[name] if name in self.compiled else mpy.compile_module(name, text)
            for name, text in sorted(self.sources.items())
        }

    @functools.cached_property
    def firmware_digest(self) -> str:
        """SHA-256 over all modules but the settings, in name order."""
        return firmware_digest(self.sources)

    @property
    def settings_digest(self) -> str:
        """SHA-256 of the settings module."""
        return hashlib.sha256(self.sources[SETTINGS].encode()).hexdigest()

    @property
    def tables_digest(self) -> str:
        """SHA-256 of the packed tables."""
        return hashlib.sha256(self.tables).hexdigest()

    @property
    def pins_digest(self) -> str:
        """SHA-256 of the pin table."""
        return hashlib.sha256(repr(self.pin_rows).encode()).hexdigest()

    @property
    def digests(self) -> dict[str, str]:
        """The four digests by name, and that of the ROM file if there is one, as a journal carries them."""
        found = {
            "firmware": self.firmware_digest,
            "settings": self.settings_digest,
            "tables": self.tables_digest,
            "pins": self.pins_digest,
        }
        return found if self.sealed is None else {**found, "rom": self.sealed}


def firmware_sources(
    folder: Path = FIRMWARE_FOLDER,
    type_: str = "B",
    linked: bool = False,
    mechanisms: str = "parallel",
    screen: bool = False,
) -> dict[str, str]:
    """
    Read a folder of firmware and those subfolders of it that a machine needs.

    Args:
        folder: holds ``main.py`` with ``boot()`` and ``tick()``, and the modules it imports.
        type_: a letter of ``TYPES``.
        linked: the machine shares pots.
        mechanisms: "parallel" or "cctalk".
        screen: a screen shows its reels, instead of drums.

    Raises:
        RomError: no such folder, no ``main.py`` in it, or a module that cannot be one of a firmware.
    """
    rooms = _rooms(type_, linked, mechanisms, screen)
    # What ships does not change while it runs, and every cabinet asks for it.
    return dict((_shipped if folder == FIRMWARE_FOLDER else _read)(folder, rooms))


def model_sources(model: Model, folder: Path = FIRMWARE_FOLDER) -> dict[str, str]:
    """Read the firmware of a model's machine, as ``firmware_sources`` does."""
    return firmware_sources(folder, *_kind(model))


def model_files(model: Model, folder: Path = FIRMWARE_FOLDER) -> dict[str, Path]:
    """Module name -> file of the firmware of a model's machine in a folder; the settings have none."""
    return _files(folder, _rooms(*_kind(model)))


def _kind(model: Model) -> tuple[str, bool, str, bool]:
    """What of a model decides which modules its machine runs."""
    return model.type, model.link is not None, model.mechanisms, bool(model.settings()["SCREEN"])


def _rooms(type_: str, linked: bool, mechanisms: str, screen: bool) -> tuple[str, ...]:
    """The subfolders of a firmware that a machine needs."""
    return (TYPES[type_].room, mechanisms, "screen" if screen else "drums", "linked" if linked else "alone")


def _files(folder: Path, rooms: tuple[str, ...]) -> dict[str, Path]:
    found = sorted(path for room in (".", *rooms) for path in (folder / room).glob("*.py"))
    return {path.stem: path for path in found if path.stem != "__init__"}


def _read(folder: Path, rooms: tuple[str, ...]) -> dict[str, str]:
    if not (folder / "main.py").is_file():
        raise RomError(f"firmware must be a folder with a main.py (got {folder})")
    sources = {}
    for name, path in _files(folder, rooms).items():
        try:
            sources[name] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise RomError(f"{path.name} must be UTF-8 text (byte {error.start} is not)") from None
    check_names(sources)
    return sources


_shipped = functools.cache(_read)


def check_names(sources: Mapping[str, str]) -> None:
    """
    Check what a firmware's modules are called.

    Raises:
        RomError: no ``main``, a name that nothing could import, or one that is the board's own.
    """
    if "main" not in sources:
        raise RomError(f"firmware must have a module main (got {', '.join(sorted(sources)) or 'nothing'})")
    for name in sources:
        if not (name.isidentifier() and name.isascii()):
            raise RomError(f"a module must have a name that can be imported (got {name}.py)")
        if name in RESERVED:
            raise RomError(f"a module must not be called as one that the board offers (got {name}.py)")


def translated(sources: Mapping[str, str], language: str) -> dict[str, str]:
    """The same modules; those of texts, which have a line ``key|text`` each, in a language."""
    say = catalogue(language, "firmware")

    def line(found: re.Match[str]) -> str:
        key, text = found.groups()
        special = say.pgettext(key, text)
        return f"{key}|{special if special != text else say.gettext(text)}"

    return {
        name: re.sub(r"(?m)^(\w+)\|(.+)$", line, text) if name.endswith(TEXTS) else text
        for name, text in sources.items()
    }


def settings_source(settings: Mapping[str, object]) -> str:
    """The ``settings`` module: one constant a line, in name order so that equal settings give equal bytes."""
    lines = [f"{name} = {value!r}" for name, value in sorted(settings.items())]
    return "\n".join(["# Generated from the model and its rule profile.", *lines, ""])


def build_rom(
    model: Model,
    *,
    language: str = DEFAULT_LANGUAGE,
    test: bool = False,
    firmware: Path | Mapping[str, str] | None = None,
) -> Rom:
    """
    Make the ROM of a model.

    Args:
        model: a checked model.
        language: of the message line, one of languages().
        test: the machine shows itself as TEST everywhere.
        firmware: a folder, or module name -> source, instead of ours.

    Raises:
        LanguageError: there is no such language.
        RomError: firmware without ``main``.
    """
    if firmware is None or isinstance(firmware, Path):
        sources = model_sources(model, firmware or FIRMWARE_FOLDER)
    else:
        sources = dict(firmware)
    check_names(sources)
    sources = translated(sources, language)
    sources[SETTINGS] = model_settings(model, firmware_digest(sources), language=language, test=test)
    return Rom(sources=sources, tables=model.tables.blob)


def model_settings(model: Model, firmware_sha256: str, *, language: str, test: bool = False) -> str:
    """The ``settings`` module of a model in a cabinet of this language, for the firmware of this digest."""
    own = {
        "LANGUAGE": language,
        "LINK_NAMES": LINK_LANGUAGES.index(language) if language in LINK_LANGUAGES else 0,
        "TEST": int(test),
        "TABLES_SHA256": model.tables.digest,
        "FIRMWARE_SHA256": firmware_sha256,
    }
    return settings_source({**model.settings(language), **own})


def firmware_digest(sources: Mapping[str, str]) -> str:
    """SHA-256 over all modules but the settings, in name order."""
    parts = {name: text for name, text in sources.items() if name != SETTINGS}
    total = hashlib.sha256()
    for name in sorted(parts):
        total.update(f"{name}\0{len(parts[name].encode())}\0".encode())
        total.update(parts[name].encode())
    return total.hexdigest()
