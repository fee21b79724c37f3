# SPDX-License-Identifier: MIT
"""Finds an NVRAM image wherever one can lie: a kept machine, a bare dump, the beginning of a journal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from emulator import EmulatorError
from emulator.commission import CabinetError, named_key
from emulator.records import chip_key, journal, storage
from emulator.seed import SeedError, chip_key_of
from machines.chip import Seals, seals_of
from machines.firmware import nvram

_UNKNOWN = "nothing says which chip it is of; --chip-key FILE names its key"


class ImageError(EmulatorError):
    """A file holds no NVRAM; ``hint`` is what to do next."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Image:
    """An NVRAM image and what is known of where it comes from."""

    source: str
    kind: str
    """"machine", "dump" or "journal"."""
    nvram: bytes
    model: str | None
    serial: int | None
    test: bool
    warnings: tuple[str, ...] = ()
    chip_key: bytes | None = None
    """Key of the machine's chip, where it was found or given; None: seals cannot be checked."""
    unchecked: str = ""
    """Why they cannot."""

    @property
    def seals(self) -> Seals:
        """What checks the seals of this image; empty without a key, or where nothing says whose it is."""
        record = nvram.decode(self.nvram)
        serial = self.serial if self.serial is not None else record["serial"] if record else None
        return () if self.chip_key is None or serial is None else seals_of(self.chip_key, serial)


def read_image(path: str | Path, key: str | Path | None = None) -> Image:
    """
    Read a machine's file, a dump of 32 KiB, or a journal, of which it is the image that the run began with.

    A machine's file that is damaged is read all the same, with a warning: inspecting is for finding out. So
    is one whose key is not at hand: then its seals are not checked.

    Args:
        path: the file.
        key: the file with the key of the machine's chip, if it does not lie beside that of the machine.

    Raises:
        ImageError: the file cannot be read or is none of these.
        JournalError: a journal that is altered.
        KeyFileError: ``key`` holds none.
    """
    found = _read(Path(path))
    return found if key is None else replace(found, chip_key=chip_key.read(Path(key)), unchecked="")


def _read(path: Path) -> Image:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(
            f"{path}: {error.strerror or error}", "name a file, or a model for your machine"
        ) from error
    header = _header(data)
    if header.get("azar") == storage.FORMAT:
        return _of_machine(path, data, header)
    if header.get("azar") == journal.FORMAT:
        read = journal.read(path)
        head = read.header
        key = _key(head)
        whose = (head["model"], head["serial"], bool(head["test"]))
        return Image(str(path), "journal", read.nvram, *whose, chip_key=key)
    if len(data) == nvram.SIZE:
        return Image(str(path), "dump", data, None, None, test=False, unchecked=_UNKNOWN)
    message = (
        f"{path} must be a machine's file, a journal or a dump of {nvram.SIZE} bytes (got {len(data)} bytes)"
    )
    raise ImageError(message, "azar play --nvram F keeps a machine in a file")


def of_user(model: str, serial: int | None, key: str | Path | None = None) -> Image:
    """
    The user's own machine of a model, the newest unless a serial number says which; ImageError if none.

    Args:
        model, serial: of the machine.
        key: as for ``read_image``.
    """
    serials = [number for name, number in storage.machines() if name == model]
    wanted = max(serials, default=0) if serial is None else serial
    if wanted not in serials:
        which = f"with serial number {serial} " if serial is not None and serials else ""
        there = ", ".join(str(number) for number in serials) or "none"
        raise ImageError(
            f"there must be a machine {model} {which}(got {there})", f"azar play {model} commissions one"
        )
    return read_image(storage.own_path(model, wanted), key)


def _of_machine(path: Path, data: bytes, header: dict[str, object]) -> Image:
    warnings = []
    try:
        storage.read_file(path)
    except storage.DamagedError as error:
        warnings.append(str(error))
    image = data.partition(b"\n")[2]
    key, unchecked = _key(header), ""
    if key is None:
        try:
            key = chip_key.read(chip_key.key_file(path))
        except chip_key.KeyFileError as error:
            unchecked = str(error)
    model, serial = header.get("model"), header.get("serial")
    return Image(
        str(path),
        "machine",
        image,
        model if isinstance(model, str) else None,
        serial if isinstance(serial, int) else None,
        header.get("seed") is not None,
        tuple(warnings),
        key,
        unchecked,
    )


def _key(header: Mapping[str, object]) -> bytes | None:
    """The chip key that a header names, or that follows from its seed; None where there is neither."""
    seed = header.get("seed")
    try:
        named = named_key(header)
        return named or (chip_key_of(seed) if isinstance(seed, str) else None)
    except (CabinetError, SeedError):
        return None


def _header(data: bytes) -> dict[str, object]:
    try:
        header = json.loads(data.partition(b"\n")[0])
    except ValueError:
        return {}
    return header if isinstance(header, dict) else {}
