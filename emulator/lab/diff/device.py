# SPDX-License-Identifier: MIT
"""A device of a table as one of two versions that are compared, and what two of them have different."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from emulator.lab.diff.firmware import firmware_changes
from emulator.lab.diff.model import differing, general, shown
from emulator.lab.diff.rules import Kinds, Raw
from emulator.lab.exam.device_rows import device_requirements
from emulator.lab.exam.device_sample import DECREES
from emulator.lab.exam.finding import Words
from machines.rom.file import Box
from machines.support.paths import file_path
from machines.support.plain import Json, read_json, read_toml
from machines.tables.devices import (
    DESCRIPTION,
    PINS,
    TABLES,
    SealedDevice,
    build_device,
    device_kind,
    is_sealed_device,
    open_device,
)
from machines.tables.wheel import Wheel

CHANGES = "device_changes.toml"


@dataclass(frozen=True)
class DeviceVersion:
    """A device as its sealed file has it."""

    name: str
    sealed: SealedDevice
    folder: Path | None = None
    """Of its examination, if it was taken out of one."""

    @classmethod
    def of(cls, name: str | Path, folder: Path | None = None) -> DeviceVersion | None:
        """A device that ships, or its file; None: the name means none."""
        if is_sealed_device(name):
            return cls(str(name), open_device(file_path(name).read_bytes()), folder)
        if device_kind(str(name)) is None:
            return None
        return cls(str(name), open_device(build_device(str(name))), folder)

    @property
    def box(self) -> Box:
        """Its parts."""
        return self.sealed.box

    @property
    def digest(self) -> str:
        """What a laboratory seals."""
        return self.box.digest

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.sealed.description.title

    @property
    def type(self) -> str:
        """Its kind, "wheel" or "cup"."""
        return self.sealed.kind

    @property
    def topics(self) -> dict[str, Words]:
        """The rows that it is held to, with what each is about."""
        made = self.sealed.description
        game = made.game if isinstance(made, Wheel) else made.name
        return {row.id: row.topic for row in device_requirements(self.type, game) if row.grade is None}

    def identity(self) -> Json:
        """Who it is."""
        return {
            "name": self.name, "model": self.sealed.description.name, "title": self.title, "type": self.type,
            "profile": DECREES[self.type].id, "rom_sha256": self.digest,
        }  # fmt: skip


def device_changes(first: DeviceVersion, second: DeviceVersion, table: Kinds) -> Iterator[Raw]:
    """Keys of the descriptions, tables, language, lines and functions that are not alike."""
    one, other = first.box.parts, second.box.parts
    texts = (read_toml(parts[DESCRIPTION].decode()) for parts in (one, other))
    for path, before, after in differing("", *texts):
        kind = table.of_path(general(path))
        yield table.raw(kind.id if kind else "profile", path, shown(before), shown(after))
    if one[TABLES] != other[TABLES]:
        before, after = (made.sealed.rom().tables_digest for made in (first, second))
        yield table.raw("tables", TABLES, before, after)
    if first.sealed.language != second.sealed.language:
        yield table.raw("language", "language", first.sealed.language, second.sealed.language)
    yield from _lines(one[PINS], other[PINS], table)
    programs = first.sealed.sources, second.sealed.sources
    yield from firmware_changes(*programs, table, lambda module: frozenset())


def _lines(before: bytes, after: bytes, table: Kinds) -> Iterator[Raw]:
    one, other = ({row[0]: row[1:] for row in read_json(text)} for text in (before, after))
    for name in sorted({*one, *other}):
        if one.get(name) != other.get(name):
            was, now = shown(one.get(name)), shown(other.get(name))
            yield table.raw("pins", f"pins.{name}", was, now, table.of_line(name))


def draws_changed(first: DeviceVersion, second: DeviceVersion) -> bool:
    """Whether what is drawn changed."""
    return first.box.parts[TABLES] != second.box.parts[TABLES]
