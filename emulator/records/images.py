# SPDX-License-Identifier: MIT
"""Finds an NVRAM image in a kept machine, a bare dump or the beginning of a journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from emulator.cabinet.commission import named_key
from emulator.cabinet.errors import CabinetError
from emulator.records import chip_key, journal, machine_file, storage
from emulator.records.standing import Told, contradiction, is_test
from emulator.support.errors import ImageError
from emulator.support.seed import SeedError, chip_key_of
from machines.firmware import nvram
from machines.memory.chip import Seals, seals_of
from machines.memory.record import decode
from machines.support.plain import read_json

_UNKNOWN = "nothing says which chip it is of; --chip-key FILE names its key"


@dataclass(frozen=True)
class Image:
    """An NVRAM image and its known origin."""

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
        """The seals that check this image; empty if its key or machine is unknown."""
        record = decode(self.nvram)
        serial = self.serial if self.serial is not None else record["serial"] if record else None
        if self.chip_key is None or serial is None or not 0 <= serial <= storage.SERIAL_MAX:
            return ()
        return seals_of(self.chip_key, serial)


def read_image(path: str | Path, key: str | Path | None = None) -> Image:
    """
    Read a machine's file, a dump of 32 KiB, or a journal, of which it is the image that the run began with.

    A machine's file that is damaged is read all the same, with a warning: inspecting is for finding out. So
    is one whose key is not at hand: then its seals are not checked.

    Args:
        path: the file.
        key: the file with the key of the machine's chip, if it does not lie beside that of the machine.

    Raises:
        StorageError: a machine's file of another version.
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
    if header.get("azar") == journal.FORMAT:
        read = journal.read(path)
        head = read.header
        key = _key(head)
        whose = (head["model"], head["serial"], bool(head["test"]))
        return Image(str(path), "journal", read.nvram, *whose, chip_key=key)
    if machine_file.looks_like_one(data):
        return _of_machine(path)
    if len(data) == nvram.SIZE:
        return Image(str(path), "dump", data, None, None, test=is_test(data), unchecked=_UNKNOWN)
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


def _of_machine(path: Path) -> Image:
    kept = storage.read_kept(path)
    header, physical = kept.header, kept.physical
    device_key = physical.get("device_key") if isinstance(physical, dict) else None
    model, serial, seed = header.get("model"), header.get("serial"), header.get("seed")
    denied = contradiction(Told(seed, seed is not None, device_key), kept.nvram)
    warnings = []
    if kept.damaged:
        warnings.append(f"{path}: damaged, {kept.problem}")
    elif denied is not None:
        warnings.append(f"{path}: line 1 is altered: {denied}")
    elif kept.torn_bytes:
        warnings.append(
            f"{path}: {kept.torn_bytes} bytes at its end are of a step that was cut off as it was written"
        )
    if kept.damaged == machine_file.HEADER:
        # Of a line that was altered neither can be relied on; the books have the number as well.
        serial, seed = None, None
    # A key that lies in the machine's own file is no key of its chip.
    key, unchecked = _key({"seed": seed}), ""
    if key is None:
        try:
            key = chip_key.read(chip_key.key_file(path))
        except chip_key.KeyFileError as error:
            unchecked = str(error)
    return Image(
        str(path),
        "machine",
        kept.nvram,
        model if isinstance(model, str) else None,
        serial if type(serial) is int else None,
        header.get("seed") is not None or is_test(kept.nvram, device_key),
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
        header = read_json(data.partition(b"\n")[0])
    except ValueError:
        return {}
    return header if isinstance(header, dict) else {}
