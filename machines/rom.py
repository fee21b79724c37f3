# SPDX-License-Identifier: MIT
"""
What a board boots: firmware sources, settings, core tables and pin table, with their digests.

The board never runs anything else. A ROM is made from a checked model, with our firmware or with a
folder of somebody else's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from machines import MachinesError
from machines.firmware import pins
from machines.model import Model

FIRMWARE_FOLDER = Path(__file__).parent / "firmware"

LANGUAGES = ("es", "en")


class RomError(MachinesError):
    """A ROM cannot be made from what was given."""


@dataclass(frozen=True)
class Rom:
    """Everything that decides what a board does, apart from its NVRAM and its inputs."""

    sources: Mapping[str, str]
    """Module name -> MicroPython source, ``settings`` included."""
    tables: bytes
    """The packed tables that the core runs."""

    @property
    def firmware_digest(self) -> str:
        """SHA-256 over all modules but the settings, in name order."""
        return _digest({name: text for name, text in self.sources.items() if name != "settings"})

    @property
    def settings_digest(self) -> str:
        """SHA-256 of the settings module."""
        return hashlib.sha256(self.sources["settings"].encode()).hexdigest()

    @property
    def tables_digest(self) -> str:
        """SHA-256 of the packed tables."""
        return hashlib.sha256(self.tables).hexdigest()

    @property
    def pins_digest(self) -> str:
        """SHA-256 of the pin table."""
        return hashlib.sha256(repr(pins.PINS).encode()).hexdigest()

    @property
    def digests(self) -> dict[str, str]:
        """The four digests by name, as a journal's header carries them."""
        return {
            "firmware": self.firmware_digest,
            "settings": self.settings_digest,
            "tables": self.tables_digest,
            "pins": self.pins_digest,
        }


def firmware_sources(folder: Path = FIRMWARE_FOLDER) -> dict[str, str]:
    """
    Read a folder of firmware.

    Args:
        folder: holds ``main.py`` with ``boot()`` and ``tick()``, and the modules it imports.

    Raises:
        RomError: no such folder, or no ``main.py`` in it.
    """
    if not (folder / "main.py").is_file():
        raise RomError(f"firmware must be a folder with a main.py (got {folder})")
    return {
        path.stem: path.read_text(encoding="utf-8")
        for path in sorted(folder.glob("*.py"))
        if path.stem != "__init__"
    }


def settings_source(settings: Mapping[str, object]) -> str:
    """The ``settings`` module: one constant a line, in name order so that equal settings give equal bytes."""
    lines = [f"{name} = {value!r}" for name, value in sorted(settings.items())]
    return "\n".join(["# Generated from the model and its rule profile.", *lines, ""])


def build_rom(
    model: Model,
    *,
    language: str = "es",
    test: bool = False,
    firmware: Path | Mapping[str, str] | None = None,
) -> Rom:
    """
    Make the ROM of a model.

    Args:
        model: a checked model.
        language: of the message line, one of LANGUAGES.
        test: the machine shows itself as TEST everywhere.
        firmware: a folder, or module name -> source, instead of ours.

    Raises:
        RomError: an unknown language, or firmware without ``main``.
    """
    if language not in LANGUAGES:
        raise RomError(f"language must be one of {', '.join(LANGUAGES)} (got {language})")
    if firmware is None:
        sources = firmware_sources()
    elif isinstance(firmware, Path):
        sources = firmware_sources(firmware)
    else:
        sources = dict(firmware)
    if "main" not in sources:
        raise RomError(f"firmware must have a module main (got {', '.join(sorted(sources)) or 'nothing'})")
    settings = {**model.settings(), "LANGUAGE": language, "TEST": int(test)}
    sources["settings"] = settings_source(settings)
    return Rom(sources=sources, tables=model.tables.blob)


def _digest(parts: Mapping[str, str]) -> str:
    total = hashlib.sha256()
    for name in sorted(parts):
        total.update(f"{name}\0{len(parts[name].encode())}\0".encode())
        total.update(parts[name].encode())
    return total.hexdigest()
